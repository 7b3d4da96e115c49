import { cpSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openWorkbench } from '../bookings/workbench.ts';
import { localServer } from '../commands/local-server.ts';
import { temporaryFile, temporaryFolder } from '../context.ts';
import { hotelctlFile } from '../run-hotelctl.ts';
import { runInProcess } from '../run-in-process.ts';
import { startHotelctl } from '../start-hotelctl.ts';

/** The built program in an installation, or on a Node.js, that it does not expect. */

const settings = { HOTELCTL_BASE_URL: 'https://hotel.test', HOTELCTL_ACCESS_TOKEN: 'token-of-the-test' };

it('runs once, also when Node.js knows its file by another path than the files that it loads', async () => {
  const folder = join(temporaryFolder(), 'link');
  symlinkSync(join(hotelctlFile, '../..'), folder);
  const file = join(folder, 'bin/hotelctl.js');
  const program = [process.execPath, '--preserve-symlinks-main', file] as const;
  expect(await startHotelctl('repotrs', { env: { HOME: folder }, program }).ended).toEqual({
    exitCode: 2,
    stdout: '',
    stderr: "hotelctl: unknown command 'repotrs'\nhint: did you mean `hotelctl reports`?\n",
  });
});

const shared = '--error-format json --max-attempts 1';
const booking = '--booker-last-name Doe --yes --expect-total 314.02EUR';
it.each([
  [`properties list ${shared}`, 5, 'a file of hotelctl is missing: it was replaced or removed while it ran'],
  // Never an error after which it would be sent again.
  [`api POST /x -f a=b ${shared}`, 9, 'the outcome of POST /x is unknown: the platform responded 500'],
  [
    `ui-integration create X --label A --source-url https://a.example/ --source-type public ${shared}`,
    9,
    'the outcome of the creation of the UI integration at X is unknown: ',
  ],
  [`bookings create --quote q ${booking} ${shared}`, 8, 'B was created, but a file of hotelctl is missing: '],
])('an upgrade that replaces its files during %s is one error, exit %i', async (line, exitCode, message) => {
  const folder = temporaryFolder();
  for (const name of ['bin', 'dist', 'package.json'])
    cpSync(join(hotelctlFile, '../..', name), join(folder, name), { recursive: true });
  symlinkSync(join(hotelctlFile, '../../node_modules'), join(folder, 'node_modules'));
  let env: Record<string, string> = settings;
  let api = '';
  if (line.startsWith('bookings')) {
    const bench = await openWorkbench();
    onTestFinished(() => bench.sandbox.stop());
    [env, api] = [bench.env, bench.sandbox.apiUrl];
  }
  const { url } = await localServer(async (request, response) => {
    const { authorization = '' } = request.headers;
    if (api && request.method === 'GET')
      return response.end(await (await fetch(`${api}${request.url}`, { headers: { authorization } })).text());
    renameSync(join(folder, 'dist'), join(folder, 'old'));
    response.writeHead(api ? 201 : request.method === 'GET' ? 403 : 500);
    return response.end('{"id":"B","reservationIds":[{"id":"B-1"}]}');
  });
  const own = { ...env, HOTELCTL_BASE_URL: url, HOTELCTL_INTEGRATION_URL: url, HOME: folder };
  const stay = 'arrival=2026-12-01,departure=2026-12-03,adults=2,rate-plan=MUC-FLEX-DBL';
  const quote = `bookings quote --property MUC --reservation ${stay} --output ${folder}/q`;
  if (api) await runInProcess(quote, { env: own });
  const run = await startHotelctl(line, {
    env: own,
    program: [process.execPath, join(folder, 'bin/hotelctl.js')],
    folder,
  }).ended;
  expect(run).toMatchObject({ exitCode, stdout: '' });
  const error = JSON.parse(run.stderr.trim().split('\n').at(-1) ?? '').error;
  expect(error).toMatchObject({ exitCode, message: expect.stringContaining(message) });
  if (exitCode === 5) expect(error.hint).toBe('start hotelctl again; if that fails, install it again');
  expect(run.stderr).not.toContain('    at ');
});

const other = 'hint: install Node.js 20.19 or later, except 21 and 22.0 to 22.2\n';

it.each([
  ['Node.js 18, 21 or 22.2', 'delete process.getBuiltinModule;', 2, other],
  [
    'Node.js 20.18',
    "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.18.3' } });",
    2,
    other,
  ],
  ['a copy without its parts', '', 5, 'hint: run it again; if that fails, install it again\n'],
])('%s is an error with a hint', async (_, changes, exitCode, hint) => {
  const folder = temporaryFolder();
  const first = join(folder, 'first.cjs');
  writeFileSync(first, changes);
  const copy = join(folder, 'bin/hotelctl.cjs');
  cpSync(hotelctlFile, copy);
  const program = [process.execPath, '-r', first, changes ? hotelctlFile : copy] as const;
  const run = await startHotelctl('doctor', { env: { HOME: folder }, program }).ended;
  expect(run).toEqual({ exitCode, stdout: '', stderr: expect.stringMatching(/^hotelctl: .*\nhint: .*\n$/) });
  expect(run.stderr.endsWith(hint)).toBe(true);
});

it('a task that cannot be stopped, such as a DNS lookup, does not keep the process alive', async () => {
  const unstoppable = temporaryFile('unstoppable.cjs', 'setInterval(() => {}, 1000);');
  const program = [process.execPath, '-r', unstoppable, hotelctlFile] as const;
  const run = startHotelctl('repotrs', { env: { HOME: temporaryFolder() }, program }).ended;
  expect((await run).exitCode).toBe(2);
});
