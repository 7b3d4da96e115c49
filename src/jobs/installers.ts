import { access, constants, readdir, readFile, rm } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import { replaceFile } from '../base/atomic-file.ts';
import type { Context } from '../base/context.ts';
import { OutputError, succeeds, UsageError } from '../base/errors.ts';
import { withLock } from '../base/lock.ts';
import { windowsProgram } from '../base/make-folder.ts';
import { readRegularFile } from '../base/own-file.ts';
import { environmentWithoutSecrets } from '../base/secrets.ts';
import { shellWords } from '../base/text.ts';
import { dateIn } from '../platform/dates.ts';
import { type Finding, finding } from '../platform/finding.ts';
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
  wordsOfCrontabLine,
} from './definitions.ts';
import { findOtherJob, type Job, type JobProgram, readJobUnlessDamaged } from './job.ts';
import type { Recurrence } from './recurrence.ts';

/** One of the machine's own schedulers. Installing again replaces what was installed for the job. */
interface Installer {
  readonly scheduler: 'systemd' | 'cron' | 'launchd' | 'windows';
  isAvailable(): Promise<boolean>;
  /** The definition, to install it by hand. */
  print(program: JobProgram, recurrence: Recurrence): string;
  /** Resolves with a description of where the job was installed. */
  install(program: JobProgram, recurrence: Recurrence): Promise<string>;
  /** Succeeds if the job is not installed. */
  remove(job: string): Promise<void>;
  inspect(job: string): Promise<Installed>;
}

interface Installed {
  /** The command that it starts, word by word; undefined if the job is not installed; empty if that is unknown. */
  readonly words: readonly string[] | undefined;
  /** Why it does not start the job, and what to do about it. */
  readonly problems: readonly Finding[];
}

/** Runs a command of the system; undefined if it is not installed. */
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

/** cron emails whatever a job prints. */
const quietly = (program: JobProgram): JobProgram => ({ ...program, words: [...program.words, '-q'] });

/** The crontab of the user, changed through `crontab` and only within hotelctl's own block. */
export function cronInstaller(context: Context): Installer {
  return {
    scheduler: 'cron',
    isAvailable: () => succeeds(readCrontab(context)),
    print: (program, recurrence) => `${crontabLine(quietly(program), recurrence)}\n`,
    async install(program, recurrence) {
      await changeCrontab(context, program.job, crontabLine(quietly(program), recurrence));
      return 'the crontab (`crontab -l` shows it)';
    },
    remove: job => changeCrontab(context, job),
    async inspect(job) {
      const line = findJobLine(await readCrontab(context), job);
      const words = line === undefined ? undefined : wordsOfCrontabLine(line);
      const isRunning = context.host.platform === 'linux' ? await isCronRunning() : undefined;
      // systemd-cron has no daemon: it turns the crontab into timers.
      const isStopped =
        isRunning === false &&
        (await runTool(context, 'systemctl', ['is-active', '--quiet', 'cron.target']))?.exitCode !== 0;
      if (!isStopped) return { words, problems: [] };
      const found = 'cron is not running, so no job of the crontab starts';
      const fix = 'start it as root, for example `systemctl enable --now cron` or `service cron start`';
      return { words, problems: [problemOf(job, found, fix)] };
    },
  };
}

const problemOf = (job: string, found: string, fix: string) => finding(`job ${job}`, 'failed', found, fix);

/**
 * Whether a cron daemon is among the processes of the machine; undefined if the processes of others are hidden.
 *
 * @param processes the folder in which Linux lists them
 */
export async function isCronRunning(processes = '/proc'): Promise<boolean | undefined> {
  const ids = (await readdir(processes).catch(() => [])).filter(name => /^\d+$/.test(name));
  if (!ids.includes('1')) return undefined;
  const lines = await Promise.all(
    ids.map(id => readFile(`${processes}/${id}/stat`, 'latin1').catch(() => '')),
  );
  // A process in the state Z has ended.
  return lines.some(line => /^\d+ \((cron|crond|fcron|dcron)\) [^ZX]/.test(line));
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
      const after = withJobLine(before, job, line);
      if (changes < mostChanges) await requireTool(context, 'crontab', ['-'], after);
    }
    throw new OutputError('the crontab does not keep the change', {
      hint: 'check whether another program writes it, then try again',
    });
  });
}

/** Empty if the user has none. Any other failure must not be mistaken for an empty one: writing would delete it. */
async function readCrontab(context: Context): Promise<string> {
  const result = await runTool(context, 'crontab', ['-l']);
  if (result?.exitCode === 0) return result.stdout;
  if (result && /no crontab for/i.test(result.stderr)) return '';
  throw new OutputError('the crontab could not be read', {
    hint: 'check `crontab -l`, or print the definition with `hotelctl schedule add ... --print cron`',
  });
}

function launchdInstaller(context: Context): Installer {
  const print: Installer['print'] = (program, recurrence) =>
    launchdPlist(program, recurrence, join(context.folders.state, 'schedule', `${program.job}.log`));
  const path = (job: string) =>
    join(context.env['HOME'] ?? '', 'Library', 'LaunchAgents', `${launchdLabel(job)}.plist`);
  const domain = `gui/${context.host.uid ?? 0}`;
  const unload = (job: string) =>
    runTool(context, 'launchctl', ['bootout', `${domain}/${launchdLabel(job)}`]);
  return {
    scheduler: 'launchd',
    isAvailable: async () => context.host.platform === 'darwin',
    print,
    async install(program, recurrence) {
      await replaceFile(path(program.job), print(program, recurrence));
      // An agent that is loaded already keeps its old definition until it is unloaded.
      await unload(program.job);
      await requireTool(context, 'launchctl', ['bootstrap', domain, path(program.job)]);
      return path(program.job);
    },
    async remove(job) {
      await unload(job);
      await rm(path(job), { force: true });
    },
    async inspect(job) {
      const text = await readDefinition(path(job));
      const [, list] = /<key>ProgramArguments<\/key>\s*<array>(.*?)<\/array>/s.exec(text ?? '') ?? [];
      const signs: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', amp: '&' };
      const words = list
        ?.match(/(?<=<string>)[^<]*/g)
        ?.map(word => word.replace(/&(lt|gt|quot|amp);/g, (_, name: string) => signs[name] ?? ''));
      const isLoaded = await runTool(context, 'launchctl', ['print', `${domain}/${launchdLabel(job)}`]);
      if (isLoaded?.exitCode === 0) return { words, problems: [] };
      const fix = `run \`${shellWords(['launchctl', 'bootstrap', domain, path(job)])}\``;
      const found = 'the launch agent is not loaded, so the job does not start';
      return { words, problems: [problemOf(job, found, fix)] };
    },
  };
}

const readDefinition = (path: string) => readRegularFile(path, 1 << 20).catch(() => undefined);

/** Timers of the user's own systemd. Its bus is found without DBUS_SESSION_BUS_ADDRESS, as in cron's environment. */
export function systemdInstaller(context: Context): Installer {
  const { env, host, clock } = context;
  const home = env['XDG_CONFIG_HOME'] || join(env['HOME'] ?? '', '.config');
  const path = (job: string, kind: 'service' | 'timer') =>
    join(home, 'systemd', 'user', `${unitName(job)}.${kind}`);
  return {
    scheduler: 'systemd',
    isAvailable: async () =>
      (await runTool(context, 'systemctl', ['--user', 'show-environment']))?.exitCode === 0,
    print(program, recurrence) {
      const { service, timer } = systemdUnits(program, recurrence, clock.now());
      const unit = unitName(program.job);
      return `# ${unit}.service\n${service}\n# ${unit}.timer\n${timer}`;
    },
    async install(program, recurrence) {
      const { service, timer } = systemdUnits(program, recurrence, clock.now());
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
    async inspect(job) {
      const text = await readDefinition(path(job, 'service'));
      const timer = `${unitName(job)}.timer`;
      const isActive = await runTool(context, 'systemctl', ['--user', 'is-active', '--quiet', timer]);
      const problems: Finding[] = [];
      if (isActive?.exitCode !== 0) {
        const fix = `run \`systemctl --user enable --now ${timer}\``;
        problems.push(problemOf(job, `${timer} is not active, so the job does not start`, fix));
      }
      const user = env['USER'] ?? env['LOGNAME'] ?? String(host.uid ?? '');
      const linger = await runTool(context, 'loginctl', ['show-user', user, '--property=Linger', '--value']);
      // Without a report of loginctl, it is not known whether they stop.
      if (linger?.exitCode === 0 && linger.stdout.trim() !== 'yes') {
        const fix = 'run `loginctl enable-linger`';
        const found = 'timers of a user stop when the user logs out';
        problems.push(finding(`job ${job}`, 'warning', found, fix));
      }
      const [, command] = /^ExecStart=([^\n]*)/m.exec(text ?? '') ?? [];
      const words = command
        ?.match(/"(?:[^"\\]|\\.)*"/g)
        ?.map(word => word.slice(1, -1).replace(/\\(.)|([%$])\2/g, '$1$2'));
      return { words, problems };
    },
  };
}

function windowsInstaller(context: Context): Installer {
  const print: Installer['print'] = (program, recurrence) =>
    windowsTask(program, recurrence, dateIn(undefined, context.clock.now()));
  return {
    scheduler: 'windows',
    isAvailable: async () => context.host.platform === 'win32',
    print,
    async install(program, recurrence) {
      const path = join(context.folders.state, 'schedule', `${program.job}.xml`);
      // schtasks reads UTF-16 with a byte order mark, the format of its exports.
      await replaceFile(path, Buffer.from(`\u{feff}${print(program, recurrence)}`, 'utf16le'));
      const name = windowsTaskName(program.job);
      await requireTool(context, 'schtasks', ['/Create', '/F', '/TN', name, '/XML', path]);
      return `the Task Scheduler (${name})`;
    },
    async remove(job) {
      await runTool(context, 'schtasks', ['/Delete', '/F', '/TN', windowsTaskName(job)]);
    },
    async inspect(job) {
      const result = await runTool(context, 'schtasks', ['/Query', '/TN', windowsTaskName(job)]);
      return { words: result?.exitCode === 0 ? [] : undefined, problems: [] };
    },
  };
}

/** In the order in which a machine's own is chosen: systemd before cron, because it makes up runs that the machine slept through. */
const installers = {
  launchd: launchdInstaller,
  windows: windowsInstaller,
  systemd: systemdInstaller,
  cron: cronInstaller,
} as const;

export type Scheduler = keyof typeof installers;

const openInstaller = (scheduler: Scheduler, context: Context) => installers[scheduler](context);

async function availableInstallers(context: Context): Promise<readonly Installer[]> {
  const all = Object.values(installers).map(open => open(context));
  const available = await Promise.all(all.map(installer => installer.isAvailable()));
  return all.filter((_, index) => available[index]);
}

/** Where a job may be installed: one whose file is damaged, in any scheduler of this machine. */
export async function listInstallers(context: Context, name: string): Promise<readonly Installer[]> {
  const job = readJobUnlessDamaged(context, name);
  if (job === undefined) return availableInstallers(context);
  return job.scheduler === 'none' ? [] : [openInstaller(job.scheduler, context)];
}

/** @param chosen that of the machine by default */
export async function findInstaller(context: Context, chosen?: Scheduler): Promise<Installer> {
  const [installer] = chosen ? [openInstaller(chosen, context)] : await availableInstallers(context);
  if (installer) return installer;
  throw new UsageError('this machine has no scheduler that hotelctl can install jobs into', {
    hint: 'print a definition with --print, for example --print cron',
  });
}

export const addAgain = (job: string) =>
  `add job ${job} again with --replace; \`hotelctl schedule list\` shows its command`;

/** The program of a command line, or its script unless the program is an executable, if it is not there. */
export async function findMissingProgram(words: readonly string[]): Promise<string | undefined> {
  const files = words.slice(0, 2).filter(word => isAbsolute(word));
  const found = await Promise.all(files.map(file => succeeds(access(file, constants.R_OK))));
  return files[found.indexOf(false)];
}

/** @throws UsageError if this job would take the place of one of another configuration folder */
export async function refuseOtherJob({ scheduler, inspect }: Installer, job: string, path: string) {
  const other = await findOtherJob(path, (await inspect(job)).words);
  if (other === undefined || !(await succeeds(access(other)))) return;
  throw new UsageError(`${scheduler} starts a job named ${job} of another configuration folder: ${other}`, {
    hint: 'choose another name for this job',
  });
}

/** Whether the scheduler starts the job, as far as that can be seen: `add` warns of it, and `doctor` reports it. */
export async function checkInstallation(context: Context, { name, scheduler }: Job, path: string) {
  if (scheduler === 'none') return [];
  const [check, again] = [`job ${name}`, addAgain(name)];
  const { words, problems } = await openInstaller(scheduler, context).inspect(name);
  if (words === undefined) return [finding(check, 'failed', `not installed into ${scheduler}`, again)];
  const other = await findOtherJob(path, words);
  const found = `${scheduler} starts another job: ${other}`;
  if (other) return [finding(check, 'failed', found, again), ...problems];
  const missing = await findMissingProgram(words);
  return [
    missing === undefined
      ? finding(check, 'passed', `installed into ${scheduler}`)
      : finding(check, 'failed', `${scheduler} would start ${missing}, which no longer exists`, again),
    ...problems,
  ];
}
