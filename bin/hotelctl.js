#!/usr/bin/env node
const { main, realContext, watchForDefects } = require('../dist/hotelctl.cjs');
const argv = process.argv.slice(2);
const context = realContext();
const ended = watchForDefects(argv, context);
main(argv, context).then(exitCode => {
  process.exitCode = exitCode;
  ended();
});
