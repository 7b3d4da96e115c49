#!/usr/bin/env node
// The executable: `npm run build` writes it with the modules of the start to `hotelctl.js`, the only file that every start reads.
import { parseCommandLine } from '../src/cli/global-flags.ts';
import { keepCompiledCode } from '../src/start/compile-cache.ts';
import { endOnUncaughtErrors } from '../src/start/last-resort.ts';
import { main } from '../src/start/main.ts';
import { makeRealContext } from '../src/start/real-context.ts';

const argv = process.argv.slice(2);
const context = makeRealContext(`${__dirname}/../dist`);
keepCompiledCode(context);
const ended = endOnUncaughtErrors(() => parseCommandLine(argv).flags.errorFormat, context);
main(argv, context).then(exitCode => {
  process.exitCode = exitCode;
  ended();
});
