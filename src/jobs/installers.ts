import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { replaceFile } from '../base/atomic-file.ts';
import type { Context } from '../base/context.ts';
import { OutputError, UsageError } from '../base/errors.ts';
import { withLock } from '../base/lock.ts';
import { windowsProgram } from '../base/own-file.ts';
import { environmentWithoutSecrets } from '../base/secrets.ts';
import { dateIn } from '../platform/dates.ts';
import {
  crontabLine,
  findJobLine,
  launchdLabel,
  launchdPlist,
  systemdUnits,
  unitName,
  windowsTask,
  windowsTaskName,
  withJobLine,
} from './definitions.ts';
import type { Job, JobProgram } from './job.ts';
import type { Recurrence } from './recurrence.ts';

/** One of the machine's own schedulers. Installing again replaces what was installed for the job. */
interface Installer {
  readonly scheduler: 'systemd' | 'cron' | 'launchd' | 'windows';
  isAvailable(): Promise<boolean>;
  /** Resolves with a description of where the job was installed. */
  install(program: JobProgram, recurrence: Recurrence): Promise<string>;
  /** Succeeds if the job is not installed. */
  remove(job: string): Promise<void>;
}

/** Runs a scheduler's own command; undefined if it is not installed. */
export async function runTool(context: Context, file: string, args: readonly string[], input = '') {
  try {
    return await context.runChild({
      file: context.host.platform === 'win32' ? windowsProgram(file) : file,
      args,
      env: environmentWithoutSecrets(context.env),
      input,
      // A user manager that does not respond must not block a command forever.
      budget: 20_000,
      signal: context.interrupted,
    });
  } catch (error) {
    if (error instanceof UsageError) return undefined;
    throw error;
  }
}

/** The same, but a failure is an error with the first line that the tool printed. @throws OutputError */
async function requireTool(context: Context, file: string, args: readonly string[], input = '') {
  const result = await runTool(context, file, args, input);
  if (result?.exitCode === 0) return;
  const [line = 'it is not installed'] = (result?.stderr ?? '').split('\n').filter(Boolean);
  throw new OutputError(`${file} ${args[0] ?? ''} failed: ${line}`, {
    hint: 'install the job yourself: `hotelctl schedule add ... --print KIND` prints its definition',
  });
}

/** The crontab of the user, changed through `crontab` and only within hotelctl's own block. */
export function cronInstaller(context: Context): Installer {
  return {
    scheduler: 'cron',
    isAvailable: async () => (await runTool(context, 'crontab', ['-l'])) !== undefined,
    async install(program, recurrence) {
      await changeCrontab(context, program.job, crontabLine(program, recurrence));
      return 'the crontab (`crontab -l` shows it)';
    },
    remove: job => changeCrontab(context, job),
  };
}

/** Other programs change the crontab without hotelctl's lock, so a change is read back, and made again if it is lost. */
const mostChanges = 5;

/**
 * Reads, changes and writes the crontab while no other hotelctl does. The crontab belongs to the user, so the lock does too,
 * whatever folder HOTELCTL_STATE_DIR names. Without `line` the job is removed.
 *
 * @throws OutputError if the crontab cannot be read or written, or if another program undoes each change
 */
function changeCrontab(context: Context, job: string, line?: string): Promise<void> {
  const state = join(context.env['HOME'] || context.folders.state, '.local', 'state', 'hotelctl');
  return withLock('crontab', { ...context, folders: { ...context.folders, state } }, async () => {
    for (let changes = 0; changes <= mostChanges; changes += 1) {
      const before = await readCrontab(context);
      if (findJobLine(before, job) === line) return;
      if (changes < mostChanges)
        await requireTool(context, 'crontab', ['-'], withJobLine(before, { job }, line));
    }
    throw new OutputError('the crontab does not keep the change', {
      hint: 'check whether another program writes it, then try again',
    });
  });
}

/** Empty if the user has none. Any other failure must not be mistaken for an empty one: writing would delete it. */
export async function readCrontab(context: Context): Promise<string> {
  const result = await runTool(context, 'crontab', ['-l']);
  if (result?.exitCode === 0) return result.stdout;
  if (result && /no crontab for/i.test(result.stderr)) return '';
  throw new OutputError('the crontab could not be read', {
    hint: 'check `crontab -l`, or print the definition with `hotelctl schedule add ... --print cron`',
  });
}

export const launchAgentPath = (context: Context, job: string): string =>
  join(context.env['HOME'] ?? '', 'Library', 'LaunchAgents', `${launchdLabel(job)}.plist`);

function launchdInstaller(context: Context): Installer {
  const path = (job: string) => launchAgentPath(context, job);
  const domain = `gui/${context.host.uid ?? 0}`;
  const unload = (job: string) =>
    runTool(context, 'launchctl', ['bootout', `${domain}/${launchdLabel(job)}`]);
  return {
    scheduler: 'launchd',
    isAvailable: async () => context.host.platform === 'darwin',
    async install(program, recurrence) {
      const log = join(context.folders.state, 'schedule', `${program.job}.log`);
      await replaceFile(path(program.job), launchdPlist(program, recurrence, log));
      // An agent that is loaded already keeps its old definition until it is unloaded.
      await unload(program.job);
      await requireTool(context, 'launchctl', ['bootstrap', domain, path(program.job)]);
      return path(program.job);
    },
    async remove(job) {
      await unload(job);
      await rm(path(job), { force: true });
    },
  };
}

type UnitKind = 'service' | 'timer';

export function unitPath({ env }: Context, job: string, kind: UnitKind): string {
  const home = env['XDG_CONFIG_HOME'] || join(env['HOME'] ?? '', '.config');
  return join(home, 'systemd', 'user', `${unitName(job)}.${kind}`);
}

/** Timers of the user's own systemd. Its bus is found without DBUS_SESSION_BUS_ADDRESS, as in cron's environment. */
export function systemdInstaller(context: Context): Installer {
  const path = (job: string, kind: UnitKind) => unitPath(context, job, kind);
  return {
    scheduler: 'systemd',
    isAvailable: async () =>
      (await runTool(context, 'systemctl', ['--user', 'show-environment']))?.exitCode === 0,
    async install(program, recurrence) {
      const { service, timer } = systemdUnits(program, recurrence);
      await replaceFile(path(program.job, 'service'), service);
      await replaceFile(path(program.job, 'timer'), timer);
      await requireTool(context, 'systemctl', ['--user', 'daemon-reload']);
      const unit = `${unitName(program.job)}.timer`;
      await requireTool(context, 'systemctl', ['--user', 'enable', '--now', unit]);
      return path(program.job, 'timer');
    },
    async remove(job) {
      await runTool(context, 'systemctl', ['--user', 'disable', '--now', `${unitName(job)}.timer`]);
      for (const kind of ['service', 'timer'] as const) await rm(path(job, kind), { force: true });
      await runTool(context, 'systemctl', ['--user', 'daemon-reload']);
    },
  };
}

function windowsInstaller(context: Context): Installer {
  return {
    scheduler: 'windows',
    isAvailable: async () => context.host.platform === 'win32',
    async install(program, recurrence) {
      const path = join(context.folders.state, 'schedule', `${program.job}.xml`);
      const task = windowsTask(program, recurrence, dateIn(undefined, context.clock.now()));
      // schtasks reads UTF-16 with a byte order mark, the format of its exports.
      await replaceFile(path, Buffer.from(`\u{feff}${task}`, 'utf16le'));
      const name = windowsTaskName(program.job);
      await requireTool(context, 'schtasks', ['/Create', '/F', '/TN', name, '/XML', path]);
      return `the Task Scheduler (${name})`;
    },
    async remove(job) {
      await runTool(context, 'schtasks', ['/Delete', '/F', '/TN', windowsTaskName(job)]);
    },
  };
}

const installers = {
  systemd: systemdInstaller,
  cron: cronInstaller,
  launchd: launchdInstaller,
  windows: windowsInstaller,
} as const;

export type Scheduler = keyof typeof installers;
const schedulers = Object.keys(installers) as readonly Scheduler[];

/** Where a job may be installed: a damaged job file, of which nothing is known, in any of them. */
export const namedSchedulers = (job: Pick<Job, 'scheduler'> | undefined): readonly Scheduler[] =>
  job === undefined ? schedulers : job.scheduler === 'none' ? [] : [job.scheduler];

export const openInstaller = (scheduler: Scheduler, context: Context) => installers[scheduler](context);

/** The scheduler of this machine: systemd before cron, because it makes up runs that the machine slept through. */
export async function machineInstaller(context: Context): Promise<Installer> {
  for (const scheduler of ['launchd', 'windows', 'systemd', 'cron'] as const) {
    const installer = openInstaller(scheduler, context);
    if (await installer.isAvailable()) return installer;
  }
  throw new UsageError('this machine has no scheduler that hotelctl can install jobs into', {
    hint: 'print a definition with --print, for example --print cron',
  });
}
