import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cronInstaller, systemdInstaller } from '../../src/jobs/installers.ts';
import { parseRecurrence } from '../../src/jobs/recurrence.ts';
import { runChild } from '../../src/start/child-processes.ts';
import { temporaryFolder, testContext } from '../context.ts';

let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
});

const script = (name: string, text: string) => {
  writeFileSync(join(folder, name), `#!/bin/sh\n${text}\n`);
  chmodSync(join(folder, name), 0o755);
};

const contextHere = () =>
  testContext({
    env: { PATH: `${folder}:${process.env['PATH']}`, HOME: folder, USER: 'anna' },
    replace: { runChild },
  });

const program = {
  job: 'close',
  words: ['/usr/bin/node', '/opt/hotelctl.js', 'schedule', 'run', 'close'],
  environment: {},
};
const daily = parseRecurrence('day 06:30');

describe('cron', () => {
  // Debian's own crontab, on the table of a user that has no jobs on a test machine.
  const crontab = (args: readonly string[], input = '') =>
    execFileSync('crontab', ['-u', 'nobody', ...args], {
      input,
      encoding: 'utf8',
      stdio: ['pipe', 'pipe', 'ignore'],
    });

  beforeEach(() => script('crontab', 'exec /usr/bin/crontab -u nobody "$@"'));
  afterEach(() => {
    try {
      crontab(['-r']);
    } catch {
      // The test has removed the crontab already.
    }
  });

  it('installs, replaces and removes a job, and keeps the lines of others', async () => {
    const own = '0 5 * * * /usr/local/bin/backup\n';
    crontab(['-'], own);
    const installer = cronInstaller(contextHere());
    expect(await installer.isAvailable()).toBe(true);
    expect(await installer.isInstalled('close')).toBe(false);
    await installer.install(program, daily);
    await installer.install(program, parseRecurrence('hour 5'));
    expect(await installer.isInstalled('close')).toBe(true);
    expect(
      crontab(['-l']),
    ).toBe(`${own}# BEGIN hotelctl jobs: written by \`hotelctl schedule\`, changes in this block are lost
5 * * * * /usr/bin/node /opt/hotelctl.js schedule run close # job close
# END hotelctl jobs
`);
    await installer.remove('close');
    await installer.remove('close');
    expect(crontab(['-l'])).toBe(own);
  });

  it('installs into an empty crontab', async () => {
    const installer = cronInstaller(contextHere());
    await installer.install(program, daily);
    expect(await installer.isInstalled('close')).toBe(true);
  });

  it('never writes when the crontab could not be read', async () => {
    script(
      'crontab',
      `[ "$1" = - ] && touch ${folder}/written; echo "crontab: permission denied" >&2; exit 1`,
    );
    await expect(cronInstaller(contextHere()).install(program, daily)).rejects.toThrow(
      'the crontab could not be read',
    );
    expect(existsSync(join(folder, 'written'))).toBe(false);
  });
});

describe('systemd', () => {
  it('writes both units, loads and starts the timer, and removes them', async () => {
    script('systemctl', `echo "$@" >> ${folder}/calls`);
    const installer = systemdInstaller(contextHere());
    const place = await installer.install(program, daily);
    expect(place).toBe(join(folder, '.config/systemd/user/hotelctl-close.timer'));
    expect(readFileSync(place, 'utf8')).toContain('OnCalendar=*-*-* 06:30:00\nPersistent=true\n');
    expect(await installer.isInstalled('close')).toBe(true);
    await installer.remove('close');
    expect(await installer.isInstalled('close')).toBe(false);
    expect(readFileSync(join(folder, 'calls'), 'utf8').split('\n')).toEqual([
      '--user daemon-reload',
      '--user enable --now hotelctl-close.timer',
      '--user disable --now hotelctl-close.timer',
      '--user daemon-reload',
      '',
    ]);
  });

  it('reports the message of systemctl if the timer cannot be started', async () => {
    script('systemctl', 'echo "Failed to connect to bus" >&2; exit 1');
    const installer = systemdInstaller(contextHere());
    expect(await installer.isAvailable()).toBe(false);
    await expect(installer.install(program, daily)).rejects.toThrow(
      'systemctl --user failed: Failed to connect to bus',
    );
  });
});
