import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { RunningSandbox } from '../src/sandbox/sandbox.ts';
import { openProgramHome, type ProgramHome } from './program-home.ts';
import { codeBlocks, runProgram as run } from './repository.ts';
import { requireProgram } from './system/prerequisites.ts';

/**
 * The systemd units of docs/unattended.md. systemd checks all of them. Those that need no keychain are run: their credentials
 * are where systemd puts them, and ExecStart runs as systemd runs it, without a shell and without other variables.
 */
const blocks = (language: string) => codeBlocks('docs/unattended.md', language);
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

/** The paths of the document, as they are on this machine. */
const located = (text: string) =>
  text.replaceAll('/home/hotel', home).replaceAll('/usr/local/bin/hotelctl', join(open.bin, 'hotelctl'));

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

/** Runs a unit of the document; `secrets` are the files that its LoadCredential lines name. */
async function runUnit(name: string, secrets: Readonly<Record<string, string>>): Promise<void> {
  const unit = located(block('systemd', `${name}.service\n`));
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
  // Specifiers first; a doubled dollar sign is one for the shell. The recipes use no other rule of systemd.
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

it('the units are valid for systemd, and each unit that one names exists', async () => {
  requireProgram('systemd-analyze', 'systemd');
  const folder = mkdtempSync(join(home, 'units-'));
  const units = blocks('systemd').map(unit => [/^# \S*\/(\S+)$/m.exec(unit)?.[1] ?? '', unit] as const);
  expect(units.map(([name]) => name)).toContain('mail-failure@.service');
  for (const [name, unit] of units) writeFileSync(join(folder, name), located(unit));
  for (const [name, unit] of units) {
    const [, template] = /^OnFailure=([\w-]+@)/m.exec(unit) ?? [];
    if (template) expect(units.map(([other]) => other)).toContain(`${template}.service`);
    const file = join(folder, name.replace('@.', '@hotelctl-export.service.'));
    if (!existsSync(file)) writeFileSync(file, located(unit));
    const { stderr } = await run('systemd-analyze', ['--user', '--man=no', 'verify', file], {
      env: { ...signedOut, SYSTEMD_UNIT_PATH: `${folder}:`, XDG_RUNTIME_DIR: folder },
    });
    expect(stderr).toBe('');
  }
});

it('an encrypted credential file, with the key from systemd', async () => {
  requireProgram('openssl', 'openssl');
  const { stdout } = await signIn(block('sh', 'hotelctl-key'));
  expect(stdout).toMatch(/file \S+hotelctl-state\/credentials\.json, encrypted/);
  expect(JSON.parse(stored('hotelctl-state'))).toMatchObject({ encryption: 'aes-256-gcm' });
  await runUnit('hotelctl-sealed', { 'hotelctl-key': readFileSync(join(home, 'hotelctl-key'), 'utf8') });
  expect(exported('sealed-MUC.csv')).toBeGreaterThan(2);
  // The key of another machine does not decrypt it.
  await expect(runUnit('hotelctl-sealed', { 'hotelctl-key': '0f'.repeat(32) })).rejects.toMatchObject({
    code: 3,
    stderr: expect.stringContaining('is not the one that'),
  });
});

it('a refresh token from the environment, set by systemd and by a CI job', async () => {
  const folder = 'elsewhere';
  await signIn(`HOTELCTL_STATE_DIR=~/${folder} hotelctl login --credential-store file`);
  const { items } = JSON.parse(stored(folder)) as { items: Record<string, string> };
  const refreshToken = Object.entries(items).find(([name]) => name.endsWith(' refresh-token'))?.[1] ?? '';
  rmSync(join(home, folder), { recursive: true });
  const { clientSecret } = sandbox.client;
  await runUnit('hotelctl-environment-token', {
    'hotelctl-refresh-token': `${refreshToken}\n`,
    'hotelctl-client-secret': `${clientSecret}\n`,
  });
  expect(exported('environment-token-MUC.csv')).toBeGreaterThan(2);
  await run('bash', ['-euo', 'pipefail', '-c', block('bash', 'HOTELCTL_CREDENTIAL_STORE=env')], {
    cwd: join(home, 'exports'),
    env: { ...signedOut, HOTELCTL_REFRESH_TOKEN: refreshToken, HOTELCTL_CLIENT_SECRET: clientSecret },
  });
  expect(exported('room-nights.csv')).toBeGreaterThan(2);
});
