// Takes each protection of quality/protections.json away, one at a time and in a copy: `npm run protections`, every night, not in CI.
// The test that SECURITY.md names for the claim must fail then; one that still passes does not run the attack.
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
const run = (program, args) => spawnSync(program, args, { cwd: copy, encoding: 'utf8', timeout: 300_000 });

let held = 0;
for (const { claim, file, code, without, test } of protections) {
  const source = readFileSync(join(copy, file), 'utf8');
  writeFileSync(
    join(copy, file),
    source.replace(code, () => without),
  );
  const built = run('npm', ['run', '-s', 'build']);
  const { status, stdout, stderr } = run('npx', ['vitest', 'run', '--bail', '1', test]);
  writeFileSync(join(copy, file), source);
  const failed = /^.*(?:×|FAIL).*$/m.exec(stdout + stderr)?.[0]?.trim();
  const isRed = built.status === 0 && status === 1 && failed !== undefined;
  if (isRed) held += 1;
  console.log(`${isRed ? 'red' : 'NOT RED'}: ${claim} (${test}: ${failed ?? 'no test failed'})`);
}
console.log(`${held} of ${protections.length} protections have a test that fails without them`);
process.exitCode = held === protections.length ? 0 : 1;
