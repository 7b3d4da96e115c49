// Takes each protection of quality/protections.json away, one at a time and in a copy: `npm run protections`, every night, not in CI.
// The attack is the test with this title in the file that SECURITY.md names: it must pass as it is, and fail then.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const wanted = process.argv.slice(2);
const protections = JSON.parse(readFileSync(join(root, 'quality/protections.json'), 'utf8')).filter(
  ({ claim }) => wanted.length === 0 || wanted.some(words => claim.includes(words)),
);

const copy = mkdtempSync(join(tmpdir(), 'hotelctl-protections-'));
process.once('exit', () => rmSync(copy, { recursive: true, force: true }));
// Of the root only: src/reports is a part of the program.
const omitted = ['node_modules', '.git', 'reports'].map(name => join(root, name));
cpSync(root, copy, { recursive: true, filter: path => !omitted.includes(path) });
symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
const run = (program, args) => spawnSync(program, args, { cwd: copy, encoding: 'utf8', timeout: 600_000 });
const result = join(copy, 'result.json');

/** The states of the tests of these files whose titles contain one of these texts: `passed` or `failed`, by their full names. */
function runTests(files, attacks) {
  rmSync(result, { force: true });
  const titles = attacks.map(attack =>
    attack.replace(/[.*+?^${}()|[\]\\]|%[a-z]/g, sign => (sign[0] === '%' ? '.*' : `\\${sign}`)),
  );
  run('npx', [
    'vitest',
    'run',
    ...files,
    `--testNamePattern=${titles.join('|')}`,
    '--reporter=json',
    `--outputFile=${result}`,
  ]);
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

// The control: every attack is stopped as long as nothing is taken away.
run('npm', ['run', '-s', 'build']);
const stopped = new Map();
for (const test of new Set(protections.map(one => one.test)))
  stopped.set(
    test,
    runTests(
      [test],
      protections.filter(one => one.test === test).map(({ attack }) => attack),
    ),
  );

let held = 0;
for (const { claim, attack, file, code, without, test } of protections) {
  const control = stopped.get(test);
  const source = readFileSync(join(copy, file), 'utf8');
  writeFileSync(
    join(copy, file),
    source.replace(code, () => without),
  );
  const built = run('npm', ['run', '-s', 'build']);
  const seen = built.status === 0 ? runTests([test], [attack]) : [];
  writeFileSync(join(copy, file), source);
  const failed = seen.find(({ status }) => status === 'failed');
  const isGreen = control.length > 0 && control.every(({ status }) => status === 'passed');
  if (failed && isGreen) held += 1;
  const state = failed ? (isGreen ? 'red' : 'RED WITHOUT A CHANGE') : 'NOT RED';
  console.log(`${state}: ${claim} (${test}: ${failed?.fullName ?? attack})`);
}
console.log(`${held} of ${protections.length} protections have an attack that succeeds without them`);
process.exitCode = held === protections.length ? 0 : 1;
