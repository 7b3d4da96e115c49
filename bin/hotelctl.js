#!/usr/bin/env node
const { main, realContext } = require('../dist/hotelctl.cjs');
main(process.argv.slice(2), realContext()).then(exitCode => {
  process.exitCode = exitCode;
});
