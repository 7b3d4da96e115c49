import { execFile } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { RunningSandbox } from '../src/sandbox/sandbox.ts';
import { openProgramHome, type ProgramHome } from './program-home.ts';

/**
 * The recipes of docs/cron.md that need no keychain: the units are read from the document, their credentials lie where
 * systemd puts them, and ExecStart runs as systemd runs it, without a shell and with nothing else in its environment.
 */
const run = promisify(execFile);
const text = readFileSync(resolve(import.meta.dirname, '../docs/cron.md'), 'utf8');
const blocks = (language: string) =>
  [...text.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'gm'))].map(
    match => match[1] ?? '',
  );
const block = (language: string, word: string) => {
  const [found, ...others] = blocks(language).filter(content => content.includes(word));
  if (found === undefined || others.length > 0) throw new Error(`not one ${language} block with ${word}`);
  return found;
};

let open: ProgramHome;
let sandbox: RunningSandbox;
let home: string;
let signedOut: Record<string, string>;
let settings: ProgramHome['settings'];

beforeAll(async () => {
  open = await openProgramHome('service');
  ({ home, sandbox, settings } = open);
  mkdirSync(join(home, 'exports'));
  signedOut = { PATH: `${open.bin}:/usr/bin:/bin`, HOME: home, LANG: 'C.UTF-8' };
});
afterAll(() => open.close());

const signIn = (script: string) =>
  run('bash', ['-euo', 'pipefail', '-c', script], {
    cwd: home,
    env: {
      ...signedOut,
      ...settings,
      HOTELCTL_CLIENT_SECRET: sandbox.client.clientSecret,
      BROWSER: join(home, 'bin/browser'),
    },
  });

/** Runs a unit of the document; `secrets` are what its LoadCredential lines name. Gives the folder of credentials. */
async function runUnit(name: string, secrets: Readonly<Record<string, string>>): Promise<void> {
  const unit = block('systemd', `${name}.service`).replaceAll('/home/hotel', home);
  const values = (key: string) =>
    [...unit.matchAll(new RegExp(`^${key}=(.*)$`, 'gm'))].map(match => match[1] ?? '');
  const [folder = '', command = ''] = [...values('WorkingDirectory'), ...values('ExecStart')];
  const loaded = [...values('LoadCredential'), ...values('LoadCredentialEncrypted')].map(
    line => line.split(':')[0],
  );
  expect(loaded.sort()).toEqual(Object.keys(secrets).sort());
  const credentials = mkdtempSync(join(home, 'credentials-'));
  for (const [file, content] of Object.entries(secrets))
    writeFileSync(join(credentials, file), content, { mode: 0o400 });
  chmodSync(credentials, 0o500);
  // Specifiers first; a doubled dollar sign is one for the shell. No recipe uses any other of systemd's rules.
  const expanded = (value: string) => value.replaceAll('%d', credentials).replaceAll('$$', '$');
  const given = values('Environment')
    .flatMap(line => line.split(' '))
    .map(pair => expanded(pair).split('='));
  const [file = '', ...args] = (expanded(command).match(/'[^']*'|\S+/g) ?? []).map(word =>
    word.replace(/^'|'$/g, ''),
  );
  const { stdout, stderr } = await run(file, args, {
    cwd: folder,
    env: { ...signedOut, CREDENTIALS_DIRECTORY: credentials, ...Object.fromEntries(given) },
  });
  expect(stdout + stderr).toBe('');
}

const exported = (name: string) => readFileSync(join(home, 'exports', name), 'utf8').split('\r\n').length;
const stored = (folder: string) => readFileSync(join(home, folder, 'credentials.json'), 'utf8');

it('a sealed credential file, its key from systemd', async () => {
  const { stdout } = await signIn(block('sh', 'hotelctl-key'));
  expect(stdout).toMatch(/file \S+hotelctl-state\/credentials\.json, encrypted/);
  expect(JSON.parse(stored('hotelctl-state'))).toMatchObject({ encryption: 'aes-256-gcm' });
  await runUnit('hotelctl-sealed', { 'hotelctl-key': readFileSync(join(home, 'hotelctl-key'), 'utf8') });
  expect(exported('sealed-MUC.csv')).toBeGreaterThan(2);
  // Another machine's key opens nothing.
  await expect(runUnit('hotelctl-sealed', { 'hotelctl-key': '0f'.repeat(32) })).rejects.toMatchObject({
    code: 3,
    stderr: expect.stringContaining('is not the one that'),
  });
});

it('a ready-made refresh token, from systemd and from the variables of a CI job', async () => {
  const folder = 'elsewhere';
  await signIn(`HOTELCTL_STATE_DIR=~/${folder} hotelctl login --credential-store file`);
  const { items } = JSON.parse(stored(folder)) as { items: Record<string, string> };
  const refreshToken = Object.entries(items).find(([name]) => name.endsWith(' refresh-token'))?.[1] ?? '';
  rmSync(join(home, folder), { recursive: true });
  const { clientSecret } = sandbox.client;
  await runUnit('hotelctl-ready-made', {
    'hotelctl-refresh-token': `${refreshToken}\n`,
    'hotelctl-client-secret': `${clientSecret}\n`,
  });
  expect(exported('ready-made-MUC.csv')).toBeGreaterThan(2);
  await run('bash', ['-euo', 'pipefail', '-c', block('bash', 'HOTELCTL_CREDENTIAL_STORE=env')], {
    cwd: join(home, 'exports'),
    env: { ...signedOut, HOTELCTL_REFRESH_TOKEN: refreshToken, HOTELCTL_CLIENT_SECRET: clientSecret },
  });
  expect(exported('room-nights.csv')).toBeGreaterThan(2);
});
