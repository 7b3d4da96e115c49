import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { exitCodes } from '../../src/base/errors.ts';
import { runMain } from '../commands/in-process.ts';
import { localServer, roomNights, signedIn } from '../commands/local-server.ts';
import { temporaryFile, temporaryFolder } from '../context.ts';
import { runHotelctl } from '../run-hotelctl.ts';
import type { Line } from '../words.ts';

/** `--error-format json`: for every error, wherever the flag is, one object on the last line. */

/** The error of standard error's last line; fails if another line is also one. */
function errorOf(stderr: string, exitCode: number | null) {
  expect(stderr.endsWith('\n')).toBe(true);
  const lines = stderr.trimEnd().split('\n');
  expect(lines.filter(line => line.startsWith('{'))).toHaveLength(1);
  const { error, ...rest } = JSON.parse(lines.at(-1) ?? '');
  expect(rest).toEqual({});
  expect(error).toEqual({
    code: exitCodes.find(row => row.code === exitCode)?.name,
    exitCode,
    message: expect.stringMatching(/^[^\n]+$/),
    hint: expect.stringMatching(/^[^\n]+$/),
    status: error.status === null ? null : expect.any(Number),
    messages: error.messages === null ? null : expect.any(Array),
    trackingId: error.trackingId === null ? null : expect.any(String),
  });
  return { ...error, before: lines.slice(0, -1) };
}

const positions: readonly ((words: readonly string[]) => string[])[] = [
  words => ['--error-format', 'json', ...words],
  words => ['--error-format=json', ...words],
  words => [words[0] ?? '', '--error-format', 'json', ...words.slice(1)],
  words => [...words, '--error-format=json'],
  words => [...words, '--error-format', 'json'],
];

it.each<[what: string, words: readonly string[], exitCode: number, message: string]>([
  ['an unknown command', ['frobnicate'], 2, "unknown command 'frobnicate'"],
  ['too many arguments', ['profile', 'list', 'x'], 2, 'takes no arguments'],
  ['no settings', roomNights, 2, 'API host'],
  ['no required flags', ['reports', 'room-nights'], 2, '--property is required; --month is required'],
  ['no sign-in', [...roomNights, '--credential-store', 'file'], 3, 'not signed in'],
  ['a check', ['auth', 'check', '--credential-store', 'file'], 10, 'profile default is not signed in'],
  ['a connection refused', [...roomNights, '--max-attempts', '1'], 5, 'connection refused'],
  ['a workbook', ['reports', 'list', '--output', '/nowhere/r.xlsx'], 8, '/nowhere/r.xlsx could not'],
  ['card data', ['bookings', 'create', '--file', '4111111111111111'], 2, ''],
])('before anything is sent: %s', async (_, words, exitCode, message) => {
  const url = 'http://127.0.0.1:1';
  const hosts = { HOTELCTL_BASE_URL: url, HOTELCTL_AUTH_URL: url, HOTELCTL_CLIENT_ID: 'client' };
  const env = { ...(exitCode === 2 ? {} : hosts), ...(exitCode === 5 ? { HOTELCTL_ACCESS_TOKEN: 'x' } : {}) };
  for (const position of positions) {
    const run = await runMain(position(words), { env });
    expect(run.exitCode, run.stderr).toBe(exitCode);
    expect(errorOf(run.stderr, exitCode).message).toContain(message);
    if (exitCode !== 10) expect(run.stdout).toBe('');
  }
});

describe('of the platform', () => {
  const failing = (status: number, body = '', headers = {}) =>
    localServer((_, response) => response.writeHead(status, headers).end(body));

  it.each([
    [422, 4, '{"messages": ["No such month."]}'],
    [401, 3, ''],
    [503, 5, '<html>'],
    [200, 6, '{"total": "many"}'],
    [200, 6, '<html>'],
  ])('a %i is exit %i, with status and tracking id, after the trace', async (status, exitCode, body) => {
    const server = await failing(status, body, { 'x-tracking-id': 'track-7' });
    const words = ['-v', '--error-format', 'json', ...roomNights, '--max-attempts', '1'];
    const run = await runMain(words, { env: signedIn(server.url) });
    const error = errorOf(run.stderr, exitCode);
    expect(error).toMatchObject({ status, trackingId: 'track-7' });
    expect(error.messages).toEqual(status === 422 ? ['No such month.'] : null);
    expect(error.before[0]).toMatch(/^> GET /);
  });

  it('partial failures are in the error, each with its request', async () => {
    const server = await localServer((request, response) => {
      if (request.url?.includes('propertyId=A')) response.end('{"total": 1}');
      else response.writeHead(422).end('{"messages": ["No such property."]}');
    });
    const line = 'reports room-nights --property A,B --month 10 --year 2026 --format csv --error-format json';
    const run = await runMain(line, { env: signedIn(server.url) });
    expect(errorOf(run.stderr, run.exitCode)).toMatchObject({
      exitCode: 7,
      messages: ['B 2026-10: the platform refused the room-nights report: 422 not valid; No such property.'],
      before: [],
    });
    expect(run.stdout).toContain('A,2026,10,total');
  });

  it('a warning stays a line of text, before the error', async () => {
    const server = await failing(200, '{"total": 1, "unheard": 1}');
    const words = [...roomNights, '--output', join(temporaryFolder(), 'none/x.csv'), '--error-format=json'];
    const run = await runMain(words, { env: signedIn(server.url) });
    const error = errorOf(run.stderr, 8);
    for (const line of error.before) expect(line).toMatch(/^warning: /);
  });
});

describe('a defect that no catch sees', () => {
  const secret = 'refresh_token_of_the_test';
  /** The built program with a few lines of JavaScript before it. */
  const runAfter = (script: string, args: Line = []) => {
    const file = temporaryFile('before.cjs', script);
    return runHotelctl(args, { env: { NODE_OPTIONS: `--require=${file}` } });
  };

  it.each([
    ['is thrown outside any awaited call', `setImmediate(() => { throw new TypeError('${secret}') });`],
    ['is a promise that is never awaited', `setImmediate(() => Promise.reject(new TypeError('${secret}')));`],
  ])('%s', async (_, script) => {
    const printed = await runAfter(script, 'sandbox start --port 0 --quiet --error-format json');
    expect(errorOf(printed.stderr, printed.exitCode)).toMatchObject({ exitCode: 1, before: [] });
    expect(printed.stderr).not.toContain(secret);
  });

  it('is one line and a hint without the flag', async () => {
    const script = `setImmediate(() => { throw new TypeError('${secret}') });`;
    const printed = await runAfter(script, 'reports list');
    expect(printed.stderr).toMatch(/^hotelctl: a defect in hotelctl: TypeError.*\nhint: .*\n$/);
    expect(printed.exitCode).toBe(1);
    // Standard output looks like a terminal, whose stream never reports that it has written.
    const silentStream =
      "require('node:fs').fstatSync = () => ({ isCharacterDevice: () => true }); process.stdout.write = () => true;";
    const hung = await runAfter(silentStream, 'reports list');
    expect(hung).toMatchObject({ exitCode: 1, stdout: '' });
    expect(hung.stderr).toMatch(/^hotelctl: a defect in hotelctl: Error.*\nhint: .*\n$/);
  });
});
