#!/usr/bin/env node
// The executable: `npm run build` writes it to `hotelctl.js`, and the modules that every start needs to one file of `dist/parts/`.
// The version needs none of them.
import { writeSync } from 'node:fs';

/** That of package.json, which the build puts here. */
declare const packageVersion: string;

const argv = process.argv.slice(2);
const isVersion = argv.length === 1 && (argv[0] === '--version' || argv[0] === '-V');
if (!isVersion || !isPrinted(`${packageVersion}\n`)) {
  import('../src/start/main.ts').then(({ runProcess }) => runProcess(argv, `${__dirname}/../dist`));
}

/** False if standard output cannot be written to directly: its stream then knows what to do. */
function isPrinted(line: string): boolean {
  try {
    return writeSync(1, line) === line.length;
  } catch {
    return false;
  }
}
