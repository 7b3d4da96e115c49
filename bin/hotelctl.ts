#!/usr/bin/env node
// The executable: `npm run build` writes it to `hotelctl.js`, and the modules that every start needs to one file of `dist/parts/`.
// The version needs none of them. It imports nothing, so that an older Node.js, which Debian 12 has, runs it as far as the message.

/** That of package.json, which the build puts here. */
declare const packageVersion: string;

const argv = process.argv.slice(2);
const isVersion = argv.length === 1 && (argv[0] === '--version' || argv[0] === '-V');
const [major, minor = 0] = process.versions.node.split('.').map(Number);
// Node.js 21, and 22 before 22.3, have no such function either.
if (process.getBuiltinModule === undefined || (major === 20 && minor < 19)) {
  fail(
    2,
    `Node.js ${process.versions.node} cannot run hotelctl`,
    'install Node.js 20.19 or later, except 21 and 22.0 to 22.2',
  );
} else if (!isVersion || !isPrinted(`${packageVersion}\n`)) {
  import('../src/start/main.ts').then(
    ({ runProcess }) => runProcess(argv, `${__dirname}/../dist`),
    error => {
      if (error.code !== 'MODULE_NOT_FOUND') throw error;
      fail(5, 'a file of hotelctl is missing', 'run it again; if that fails, install it again');
    },
  );
}

/** False if standard output cannot be written to directly: its stream then knows what to do. */
function isPrinted(line: string): boolean {
  try {
    return process.getBuiltinModule('node:fs').writeSync(1, line) === line.length;
  } catch {
    return false;
  }
}

/** Before the module of errors is loaded. */
function fail(exitCode: number, message: string, hint: string): void {
  process.exitCode = exitCode;
  process.stderr.write(`hotelctl: ${message}\nhint: ${hint}\n`);
}
