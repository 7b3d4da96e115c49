import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findJobLine } from '../../src/jobs/definitions.ts';
import {
  checkInstallation,
  cronInstaller,
  isCronRunning,
  systemdInstaller,
} from '../../src/jobs/installers.ts';
import { parseRecurrence } from '../../src/jobs/recurrence.ts';
import { runChild } from '../../src/start/child-processes.ts';
import { makeRealContext } from '../../src/start/real-context.ts';
import { addProgram } from '../commands/path-programs.ts';
import { temporaryFolder, testContext } from '../context.ts';
import { requireProgram } from '../system/prerequisites.ts';

let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
});

const script = (name: string, text: string) => addProgram(folder, name, text);

const contextHere = () =>
  testContext({
    env: { PATH: `${folder}:${process.env['PATH']}`, HOME: folder, USER: 'anna' },
    replace: { runChild },
  });

const program = {
  job: 'close',
  words: ['/usr/bin/node', '/opt/hotelctl.js', 'schedule', 'run', 'close'],
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

  beforeEach(() => {
    requireProgram('/usr/bin/crontab', 'cron');
    script('crontab', 'exec /usr/bin/crontab -u nobody "$@"');
  });
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
    await installer.install(program, daily);
    await installer.install(program, parseRecurrence('hour 5'));
    expect(
      crontab(['-l']),
    ).toBe(`${own}# BEGIN hotelctl jobs: written by \`hotelctl schedule\`, changes in this block are lost
5 * * * * /usr/bin/node /opt/hotelctl.js schedule run close -q # job close
# END hotelctl jobs
`);
    await installer.remove('close');
    await installer.remove('close');
    expect(crontab(['-l'])).toBe(own);
  });

  it('installs several jobs at the same time, whatever the state folder is', async () => {
    const jobs = ['a', 'b', 'c', 'd', 'e', 'f'];
    const real = makeRealContext(folder);
    await Promise.all(
      jobs.map(job => {
        const folders = { ...real.folders, state: join(folder, job) };
        const context = { ...contextHere(), clock: real.clock, random: real.random, folders };
        return cronInstaller(context).install({ ...program, job }, daily);
      }),
    );
    const text = crontab(['-l']);
    expect(jobs.filter(job => findJobLine(text, job) === undefined)).toEqual([]);
  });

  it('makes a change again that another program has undone, and reports a change that is never kept', async () => {
    const undoOnce = `if [ "$1" = - ] && mkdir ${folder}/once 2>/dev/null; then exit 0; fi`;
    script('crontab', `${undoOnce}\nexec /usr/bin/crontab -u nobody "$@"`);
    await cronInstaller(contextHere()).install(program, daily);
    expect(findJobLine(crontab(['-l']), 'close')).toBeDefined();
    script('crontab', 'exit 0');
    const installing = cronInstaller(contextHere()).install(program, daily);
    await expect(installing).rejects.toThrow('the crontab does not keep the change');
  });

  it.each([
    ['a daemon', { 1: '1 (init) S', 7: '7 (crond) S' }, true],
    ['another program', { 1: '1 (init) S', 7: '7 (cron-apt) S' }, false],
    ['a daemon that has ended', { 1: '1 (init) S', 7: '7 (cron) Z' }, false],
    ['hidden processes', { 7: '7 (node) S' }, undefined],
  ])('is running or not: %s', async (_, processes, expected) => {
    for (const [id, line] of Object.entries(processes)) {
      mkdirSync(join(folder, id));
      writeFileSync(join(folder, id, 'stat'), `${line} 0 0\n`);
    }
    expect(await isCronRunning(folder)).toBe(expected);
  });

  it('never writes when the crontab could not be read', async () => {
    const refusal = 'echo "crontab: permission denied" >&2; exit 1';
    script('crontab', `[ "$1" = - ] && touch ${folder}/written; ${refusal}`);
    const installing = cronInstaller(contextHere()).install(program, daily);
    await expect(installing).rejects.toThrow('the crontab could not be read');
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
    await installer.remove('close');
    expect(existsSync(place)).toBe(false);
    expect(readFileSync(join(folder, 'calls'), 'utf8').split('\n')).toEqual([
      '--user daemon-reload',
      '--user enable --now hotelctl-close.timer',
      '--user disable --now hotelctl-close.timer',
      '--user daemon-reload',
      '',
    ]);
  });

  it('reports a timer that is not active, a Node.js that is gone, and a user who may log out', async () => {
    script('systemctl', '[ "$2" != is-active ] || [ -e "$HOME/active" ]');
    script('loginctl', 'echo no');
    const check = () =>
      checkInstallation(contextHere(), { name: 'close', scheduler: 'systemd' } as never, 'x');
    const states = async () => (await check()).map(({ state, found }) => [state, found]);
    expect(await states()).toEqual([['failed', 'not installed into systemd']]);
    const words = [join(folder, 'a "b" 100%/node'), join(folder, 'a $$b')];
    script('a $$b', '');
    await systemdInstaller(contextHere()).install({ ...program, words }, daily);
    const logsOut = ['warning', 'timers of a user stop when the user logs out'];
    expect(await states()).toEqual([
      ['failed', `systemd would start ${words[0]}, which no longer exists`],
      ['failed', 'hotelctl-close.timer is not active, so the job does not start'],
      logsOut,
    ]);
    mkdirSync(join(folder, 'a "b" 100%'));
    script('a "b" 100%/node', '');
    writeFileSync(join(folder, 'active'), '');
    expect(await states()).toEqual([['passed', 'installed into systemd'], logsOut]);
    words.push(join(folder, 'other/jobs/close.json'));
    await systemdInstaller(contextHere()).install({ ...program, words }, daily);
    expect(await states()).toEqual([['failed', `systemd starts another job: ${words[2]}`], logsOut]);
  });

  it('reports the message of systemctl if the timer cannot be started', async () => {
    script('systemctl', 'echo "Failed to connect to bus" >&2; exit 1');
    const installer = systemdInstaller(contextHere());
    expect(await installer.isAvailable()).toBe(false);
    const problem = 'systemctl --user failed: Failed to connect to bus';
    await expect(installer.install(program, daily)).rejects.toThrow(problem);
  });
});
