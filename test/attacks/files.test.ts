import { execFileSync, spawn } from 'node:child_process';
import { symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from '../context.ts';
import { hotelctlFile, outputOf, runHotelctl } from '../run-hotelctl.ts';
import { runInProcess } from '../run-in-process.ts';
import { wordsOf } from '../words.ts';

/** Files that are not what hotelctl expects: each is read through one of the two gates, whatever reads it. */

const files = temporaryFolder();
let count = 0;
const env = {
  HOTELCTL_BASE_URL: 'http://127.0.0.1:9',
  HOTELCTL_ACCESS_TOKEN: 'token-of-the-test',
  HOTELCTL_PROPERTY: 'MUC',
  HOTELCTL_MAX_ATTEMPTS: '1',
  AWS_EC2_METADATA_DISABLED: 'true',
};
const october = ['--period', '2026-10'];
const bucket = ['sync', 's3://hotel/lake', ...october];

type Reader = (file: string) => readonly [words: readonly string[], env?: Readonly<Record<string, string>>];

/** What a user names may be a pipe, read until it ends, the time limit or a signal: a large and a small file. */
const named: Readonly<Record<string, Reader>> = {
  'a body': file => [['api', 'POST', '/x', '--input', file]],
  'an authority': file => [['ui-integration', 'check', 'https://hotel.test/', '--ca', file]],
  'credentials of AWS': file => [bucket, { AWS_SHARED_CREDENTIALS_FILE: file }],
};

/** What hotelctl or another program keeps must be a regular file. By the exit code, and the path in the folder of the test. */
const kept: Readonly<Record<string, readonly [number, Reader, path?: string]>> = {
  profiles: [2, () => [['reports', 'revenues', ...october]], 'config/profiles.json'],
  'the journal of bookings': [8, () => [['bookings', 'list']], 'state/bookings.jsonl'],
  'a token of a container': [
    3,
    file => [
      bucket,
      {
        AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE: file,
        AWS_CONTAINER_CREDENTIALS_FULL_URI: 'http://127.0.0.1:9/',
      },
    ],
  ],
  // After that of a container: without the check, the library reads it for ever, and no time limit ends the test.
  'a token of AWS': [
    3,
    file => [bucket, { AWS_WEB_IDENTITY_TOKEN_FILE: file, AWS_ROLE_ARN: 'arn:aws:iam::1:role/a' }],
  ],
};

async function place(reader: Reader, path = 'file') {
  count += 1;
  const folder = join(files, String(count));
  const file = join(folder, path);
  for (const one of ['config', 'state', 'work', dirname(path)])
    await mkdir(join(folder, one), { recursive: true, mode: 0o700 });
  const [words, own = {}] = reader(file);
  const folders = { HOTELCTL_CONFIG_DIR: join(folder, 'config'), HOTELCTL_STATE_DIR: join(folder, 'state') };
  return { file, words, options: { env: { ...env, ...folders, ...own }, folder: join(folder, 'work') } };
}

const fifo = (path: string) => execFileSync('mkfifo', ['-m', '600', path]);

it.each(Object.keys(named))('a pipe that delivers nothing in place of %s ends with a signal', async name => {
  const { file, words, options } = await place(named[name] as Reader);
  fifo(file);
  const run = await runHotelctl(words, {
    ...options,
    running: pid => {
      // It can be opened for writing once the program has opened it for reading.
      const writer = spawn('sh', ['-c', 'exec >"$0"; echo open >&2; exec cat', file]);
      writer.stderr.once('data', () => process.kill(pid, 'SIGTERM'));
      onTestFinished(() => void writer.kill('SIGKILL'));
    },
  });
  expect(run, run.stderr).toMatchObject({ exitCode: 143, stdout: '' });
});

it.each([
  ['UTF-16', Buffer.from('\ufeff{"name": "Höhe"}', 'utf16le')],
  ['Windows-1252', Buffer.from('{"name": "H\xf6he"}', 'latin1')],
])('standard input in %s is read as the file is', async (_, bytes) => {
  const child = spawn(process.execPath, [hotelctlFile, ...wordsOf('api POST /x --input - --dry-run')], {
    env,
  });
  child.stdin.end(bytes);
  const { exitCode, stdout } = await outputOf(child);
  expect(exitCode).toBe(0);
  expect(stdout).toContain(`--data-raw '{"name":"Höhe"}'`);
});

describe.each(Object.entries(kept))('in place of %s', (name, [exitCode, reader, path]) => {
  it.each<readonly [string, (file: string) => void]>([
    ['a pipe', fifo],
    // Each of the two ways to open a file refuses both in the same place.
    ...(/^(profiles|a token of AWS)$/.test(name)
      ? [['a device', (file: string) => symlinkSync('/dev/zero', file)] as const]
      : []),
    [
      'a file of a terabyte',
      (file: string) => {
        writeFileSync(file, '', { mode: 0o600 });
        truncateSync(file, 2 ** 40);
      },
    ],
  ])('%s is refused', async (__, make) => {
    const { file, words, options } = await place(reader, path);
    make(file);
    const { stderr, ...run } = await runInProcess(words, options);
    expect(run, stderr).toEqual({ exitCode, stdout: '' });
    expect(stderr).toMatch(/regular file|larger than|too large|cannot be read/);
  });
});
