#!/usr/bin/env node
import { main, reportDefect } from '../src/start/main.ts';
// The executable: `npm run build` writes it to `hotelctl.js`, and the modules that every start needs to one file of `dist/parts/`.
import { keepCompiledCode, makeRealContext } from '../src/start/real-context.ts';

const argv = process.argv.slice(2);
const context = makeRealContext(`${__dirname}/../dist`);
keepCompiledCode(context);
// What no catch in `main` sees: an error in a callback, and an end before the command has finished. Both are defects.
const fail = async (error: unknown) => process.exit(await reportDefect(error, argv, context));
const unfinished = () => fail(new Error('nothing is left to wait for'));
process.once('uncaughtException', fail).once('beforeExit', unfinished);
main(argv, context).then(exitCode => {
  process.off('beforeExit', unfinished);
  process.exitCode = exitCode;
  // Open connections and timers may end by themselves for a moment; they do not keep the process alive.
  setTimeout(() => process.exit(), 250).unref();
});
