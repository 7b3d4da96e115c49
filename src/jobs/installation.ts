import { access, constants, readdir, readFile } from 'node:fs/promises';
import { isAbsolute } from 'node:path';
import type { Context } from '../base/context.ts';
import { succeeds } from '../base/errors.ts';
import { shellWords } from '../base/text.ts';
import { type Finding, finding } from '../platform/finding.ts';
import { findJobLine, launchdLabel, unitName, windowsTaskName, wordsOfCrontabLine } from './definitions.ts';
import { launchAgentPath, readCrontab, runTool, type Scheduler, unitPath } from './installers.ts';

interface Installed {
  /** The command that it starts, word by word; undefined if the job is not installed; empty if that is unknown. */
  readonly words: readonly string[] | undefined;
  /** Why it does not start the job, and what to do about it. */
  readonly problems: readonly Finding[];
}

/** Whether the scheduler starts the job, as far as that can be seen: `add` warns of it, and `doctor` reports it. */
export async function checkInstallation(context: Context, scheduler: Scheduler, job: string) {
  const check = `job ${job}`;
  const again = `add job ${job} again with --replace; \`hotelctl schedule list\` shows its command`;
  const { words, problems } = await inspectors[scheduler](context, job, check);
  if (words === undefined) return [finding(check, 'failed', `not installed into ${scheduler}`, again)];
  // The program, and its script unless the program is an executable.
  const files = words.slice(0, 2).filter(word => isAbsolute(word));
  const found = await Promise.all(files.map(file => succeeds(access(file, constants.R_OK))));
  const missing = files[found.indexOf(false)];
  return [
    missing === undefined
      ? finding(check, 'passed', `installed into ${scheduler}`)
      : finding(check, 'failed', `${scheduler} would start ${missing}, which is not there any more`, again),
    ...problems,
  ];
}

/** Whether the scheduler has the job; it may still not start it. */
export const isInstalled = async (context: Context, scheduler: Scheduler, job: string): Promise<boolean> =>
  (await inspectors[scheduler](context, job, job)).words !== undefined;

const inspectors = {
  ...{ cron: inspectCron, systemd: inspectSystemd, launchd: inspectLaunchd, windows: inspectWindows },
};

async function inspectCron(context: Context, job: string, check: string): Promise<Installed> {
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
  return { words, problems: [finding(check, 'failed', found, fix)] };
}

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

async function inspectSystemd(context: Context, job: string, check: string): Promise<Installed> {
  const text = await readFile(unitPath(context, job, 'service'), 'utf8').catch(() => undefined);
  const timer = `${unitName(job)}.timer`;
  const isActive = await runTool(context, 'systemctl', ['--user', 'is-active', '--quiet', timer]);
  const problems: Finding[] = [];
  if (isActive?.exitCode !== 0) {
    const fix = `run \`systemctl --user enable --now ${timer}\``;
    problems.push(finding(check, 'failed', `${timer} is not active, so the job does not start`, fix));
  }
  if ((await isLingering(context)) === false) {
    const fix = 'run `loginctl enable-linger`';
    problems.push(finding(check, 'warning', 'timers of a user stop when the user logs out', fix));
  }
  const [, command] = /^ExecStart=([^\n]*)/m.exec(text ?? '') ?? [];
  const words = command
    ?.match(/"(?:[^"\\]|\\.)*"/g)
    ?.map(word => word.slice(1, -1).replace(/\\(.)|%(%)/g, '$1$2'));
  return { words, problems };
}

/** Whether the user's timers run without a session of the user; undefined if loginctl does not report it. */
async function isLingering(context: Context): Promise<boolean | undefined> {
  const user = context.env['USER'] ?? context.env['LOGNAME'] ?? String(context.host.uid ?? '');
  const result = await runTool(context, 'loginctl', ['show-user', user, '--property=Linger', '--value']);
  return result?.exitCode === 0 ? result.stdout.trim() === 'yes' : undefined;
}

async function inspectLaunchd(context: Context, job: string, check: string): Promise<Installed> {
  const path = launchAgentPath(context, job);
  const text = await readFile(path, 'utf8').catch(() => undefined);
  const [, list] = /<key>ProgramArguments<\/key>\s*<array>(.*?)<\/array>/s.exec(text ?? '') ?? [];
  const signs: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', amp: '&' };
  const words = list
    ?.match(/(?<=<string>)[^<]*/g)
    ?.map(word => word.replace(/&(lt|gt|quot|amp);/g, (_, name: string) => signs[name] ?? ''));
  const domain = `gui/${context.host.uid ?? 0}`;
  const isLoaded = await runTool(context, 'launchctl', ['print', `${domain}/${launchdLabel(job)}`]);
  if (isLoaded?.exitCode === 0) return { words, problems: [] };
  const fix = `run \`${shellWords(['launchctl', 'bootstrap', domain, path])}\``;
  const found = 'the launch agent is not loaded, so the job does not start';
  return { words, problems: [finding(check, 'failed', found, fix)] };
}

async function inspectWindows(context: Context, job: string): Promise<Installed> {
  const result = await runTool(context, 'schtasks', ['/Query', '/TN', windowsTaskName(job)]);
  return { words: result?.exitCode === 0 ? [] : undefined, problems: [] };
}
