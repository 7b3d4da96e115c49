#!/usr/bin/env node
const { main, realContext, watchForDefects } = require('../dist/hotelctl.cjs');
const argv = process.argv.slice(2);
const ended = watchForDefects(argv);
main(argv, realContext()).then(exitCode => {
  process.exitCode = exitCode;
  ended();
});
