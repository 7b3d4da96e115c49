// Takes each protection of quality/protections.json away, one at a time and in a copy: `npm run protections`, not in CI.
// The attack is the test with this title in the file that SECURITY.md names: it must pass as it is, and fail then.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const wanted = process.argv.slice(2);
const protections = JSON.parse(readFileSync(join(root, 'quality/protections.json'), 'utf8')).filter(
  ({ claim }) => wanted.length === 0 || wanted.some(words => claim.includes(words)),
);

const logs = join(root, 'reports/protections');
mkdirSync(logs, { recursive: true });
const copy = mkdtempSync(join(tmpdir(), 'hotelctl-protections-'));
process.once('exit', () => rmSync(copy, { recursive: true, force: true }));
// Of the root only: src/reports is a part of the program.
const omitted = ['node_modules', '.git', 'reports'].map(name => join(root, name));
cpSync(root, copy, { recursive: true, filter: path => !omitted.includes(path) });
symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
const result = join(copy, 'result.json');

/**
 * Runs a script of Node.js in the copy, and returns its exit code. A program without a protection may fill the memory or never end: each of its
 * processes has 6 GB, and all of them together five minutes.
 */
async function run(log, ...words) {
  const output = openSync(join(logs, log), 'w');
  const child = spawn('sh', ['-c', 'ulimit -d 6000000 && exec "$@"', 'sh', process.execPath, ...words], {
    cwd: copy,
    stdio: ['ignore', output, output],
    detached: true,
  });
  const stop = () => {
    try {
      process.kill(-child.pid, 'SIGKILL');
    } catch {
      // All of them have ended.
    }
  };
  const timer = setTimeout(stop, 300_000);
  const [code] = await once(child, 'exit');
  clearTimeout(timer);
  stop();
  return code;
}

const patternOf = attack =>
  attack.replace(/[.*+?^${}()|[\]\\]|%[a-z]/g, sign => (sign[0] === '%' ? '.*' : `\\${sign}`));

/** The tests of this file whose titles contain one of these texts. */
async function runTests(log, file, attacks, ...flags) {
  rmSync(result, { force: true });
  const pattern = `--testNamePattern=${attacks.map(patternOf).join('|')}`;
  const reports = ['--reporter=default', '--reporter=json', `--outputFile=${result}`];
  await run(log, 'node_modules/vitest/vitest.mjs', 'run', file, pattern, ...reports, ...flags);
  let ended;
  try {
    ended = JSON.parse(readFileSync(result, 'utf8'));
  } catch {
    return [];
  }
  return ended.testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status === 'passed' || status === 'failed');
}
const nameOf = text => text.replace(/[^\w-]+/g, '-');

// The control: every attack is stopped as long as nothing is taken away.
await run('build.log', 'scripts/build.mjs');
const stopped = new Map();
for (const test of new Set(protections.map(one => one.test))) {
  const attacks = protections.filter(one => one.test === test).map(({ attack }) => attack);
  stopped.set(test, await runTests(`control-${nameOf(test)}.log`, test, attacks));
}

// Only these start the built program; the others read the sources.
const projects = ['--project', 'program', '--project', 'executables'];
await run('program.log', 'node_modules/vitest/vitest.mjs', 'list', '--filesOnly', ...projects);
const startingProgram = readFileSync(join(logs, 'program.log'), 'utf8');

let held = 0;
for (const [index, { claim, attack, file, code, without, test }] of protections.entries()) {
  const control = stopped.get(test).filter(({ fullName }) => new RegExp(patternOf(attack)).test(fullName));
  const source = readFileSync(join(copy, file), 'utf8');
  writeFileSync(
    join(copy, file),
    source.replace(code, () => without),
  );
  const log = `${String(index + 1).padStart(3, '0')}-${nameOf(claim)}.log`;
  const built = startingProgram.includes(test) ? await run(log, 'scripts/build.mjs') : 0;
  // A program that never ends is a failure too, and must be one before the five minutes are over.
  const seen = built === 0 ? await runTests(log, test, [attack], '--bail=1', '--testTimeout=100000') : [];
  writeFileSync(join(copy, file), source);
  const failed = seen.find(({ status }) => status === 'failed');
  const isGreen = control.length > 0 && control.every(({ status }) => status === 'passed');
  if (failed && isGreen) held += 1;
  const state = failed ? (isGreen ? 'red' : 'RED WITHOUT A CHANGE') : 'NOT RED';
  const cause = failed?.failureMessages[0]?.split('\n')[0] ?? (built === 0 ? '' : 'the build failed');
  console.log(`${state}: ${claim} (${test}: ${failed?.fullName ?? attack}) ${cause}`);
}
console.log(`${held} of ${protections.length} protections have an attack that succeeds without them`);
process.exitCode = held === protections.length ? 0 : 1;
