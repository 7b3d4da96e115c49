#!/usr/bin/env node
const { keepCompiledCode, main, realContext, watchForDefects } = require('../dist/hotelctl.cjs');
const argv = process.argv.slice(2);
const context = realContext();
keepCompiledCode(context);
const ended = watchForDefects(argv, context);
main(argv, context).then(exitCode => {
  process.exitCode = exitCode;
  ended();
});
