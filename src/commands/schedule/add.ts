import { resolve } from 'node:path';
import { readChoice } from '../../base/choices.ts';
import type { Context } from '../../base/context.ts';
import { type HotelctlError, UsageError } from '../../base/errors.ts';
import { openSession, useAndClose } from '../../cli/connect.ts';
import { type Announcement, readAnnouncement } from '../../cli/delivery.ts';
import { isReadVariable } from '../../cli/doctor.ts';
import { declaredFlags, duration, longFlag } from '../../cli/flags.ts';
import { parseCommandLine } from '../../cli/global-flags.ts';
import type { Invocation } from '../../cli/invocation.ts';
import { ownProgram } from '../../cli/own-program.ts';
import { existingProfile } from '../../cli/settings/profiles.ts';
import { findProfileKey, settingNames } from '../../cli/settings/settings.ts';
import { checkProgram } from '../../jobs/definitions.ts';
import { flagValues } from '../../jobs/delivery/outcome.ts';
import { airflowDag, githubWorkflow, kubernetesCronJob } from '../../jobs/hosted-definitions.ts';
import { checkInstallation, findInstaller, listInstallers, refuseOtherJob } from '../../jobs/installers.ts';
import {
  checkJobName,
  deleteJob,
  environmentOfJob,
  hasJob,
  type Job,
  type JobProgram,
  jobFile,
  readJobUnlessDamaged,
  refuseSecretWords,
  usesDatabase,
  writeJob,
} from '../../jobs/job.ts';
import { nextOccurrence, parseRecurrence, type Recurrence, recurrenceText } from '../../jobs/recurrence.ts';
import { isoTime } from '../../jobs/run-job.ts';
import { assumptionKeys } from '../../platform/assumptions.ts';
import { localTime, supportedZone } from '../../platform/dates.ts';
import { checkTargets } from './doctor.ts';
import { type AddOptions, hostedChoices, printChoices, schedulerChoices } from './flags.ts';

/** `hotelctl schedule add`: everything is checked before anything is written. */
export async function addJob(outer: Invocation, options: AddOptions, name: string, given: readonly string[]) {
  const { context } = outer;
  checkJobName(name);
  if (options.every === undefined)
    throw new UsageError('--every is missing', {
      hint: "add when the job runs, for example --every 'day 06:30'",
    });
  const recurrence = parseRecurrence(options.every);
  duration('--give-up-after', options.giveUpAfter);
  if (options.print !== undefined && options.scheduler !== undefined)
    throw new UsageError('--print and --scheduler cannot be combined', {
      hint: 'omit --print to install the job, or --scheduler to print its definition',
    });
  // First the command: the path of a heartbeat is a secret from then on, and a file of the command may have the same words.
  const { words, profile: named } = await readJobCommand(outer, given);
  const invocation = named === undefined ? outer : await outer.reopen(options, { profile: named });
  const announcement = await readAnnouncement(invocation, options, isPage(words) ? 'always' : 'failure');
  const print = options.print === undefined ? undefined : readChoice('--print', options.print, printChoices);
  if (isHosted(print)) {
    const notified = { ...announcement, metrics: options.metrics };
    const printed = await hostedDefinition(print, invocation, name, recurrence, words, notified);
    return context.stdout.write(printed);
  }
  const program = describeProgram(invocation, name);
  checkProgram(program);
  const exists = await hasJob(context.folders, name);
  if (exists && !options.replace)
    throw new UsageError(`a job named ${name} already exists`, { hint: 'add --replace to replace it' });
  const chosen = options.scheduler && readChoice('--scheduler', options.scheduler, schedulerChoices);
  const installer = print === undefined ? await chooseInstaller(context, chosen) : undefined;
  if (installer) await refuseOtherJob(installer, name, jobFile(context.folders, name));
  const printed = print && (await findInstaller(context, print)).print(program, recurrence);
  const earlier = readJobUnlessDamaged(context, name);
  // What a job has missed stays due when it is repaired, unless it runs at other times from now on.
  const since =
    earlier?.every === recurrenceText(recurrence) ? Date.parse(earlier.createdAt) : Number.POSITIVE_INFINITY;
  const job: Job = {
    version: 1,
    name,
    every: recurrenceText(recurrence),
    command: words,
    folder: context.host.currentFolder,
    environment: environmentOfJob(context, invocation.settings.optional('dataDir'), profileOf(invocation)),
    giveUpAfter: options.giveUpAfter,
    mailTo: [...announcement.mailTo],
    notifyOn: announcement.notifyOn,
    heartbeat: announcement.heartbeat,
    metrics: announcement.metrics,
    scheduler: installer?.scheduler ?? 'none',
    createdAt: isoTime(Math.min(since, context.clock.now())),
  };
  const replaced = exists ? await listInstallers(context, name) : [];
  const path = await writeJob(context.folders, job);
  try {
    const place = await installer?.install(program, recurrence);
    for (const old of replaced) if (old.scheduler !== installer?.scheduler) await old.remove(name);
    await invocation.note(`job ${name}: ${path}${place === undefined ? '' : `, installed into ${place}`}`);
  } catch (error) {
    // A job file without a timer would look installed in `schedule list`.
    if (!exists) await deleteJob(context.folders, name);
    throw error;
  }
  for (const line of await findObstacles(invocation, job)) await invocation.warn(`warning: ${line}`);
  if (printed !== undefined) {
    await context.stdout.write(printed);
    return invocation.note('install the printed definition; nothing else starts the job');
  }
  const findings = await checkInstallation(context, job, path);
  for (const { state, found, fix } of findings) {
    if (state !== 'passed') await invocation.warn(`warning: ${found}; ${fix}`);
  }
  if (findings.some(({ state }) => state === 'failed') || isInSandbox(context.env)) return;
  await invocation.note(`next run: ${localTime(nextOccurrence(recurrence, context.clock.now()))}`);
}

/** A sign-in from variables only has no profile to keep. */
const profileOf = ({ settings, profiles }: Invocation): string | undefined =>
  profiles.profiles.has(settings.profileName) ? settings.profileName : undefined;

/** Why the job would fail: what `schedule doctor` checks, without requests. */
async function findObstacles(invocation: Invocation, job: Job): Promise<readonly string[]> {
  const { env } = invocation.context;
  const lines: string[] = [];
  for (const { state, found, fix } of await checkTargets('folder', job))
    if (state !== 'passed') lines.push(`${found}; ${fix}`);
  const { source, signedIn } = await openSession(invocation)
    .then(session => useAndClose(session, opened => opened.status()))
    .catch(({ message, details }: HotelctlError) => {
      lines.push(`the job will fail: ${message}; ${details.hint}`);
      return { source: null, signedIn: undefined };
    });
  if (signedIn === false) lines.push('not signed in, so the job will fail; run `hotelctl login`');
  else if (isInSandbox(env)) lines.push('the sandbox ends before the job starts, so it is not installed');
  else if (source === 'HOTELCTL_ACCESS_TOKEN' || source === 'HOTELCTL_REFRESH_TOKEN')
    lines.push(`${source} is set only in this shell; run \`hotelctl login\`, or set it in the scheduler`);
  const isLost = (name: string) => env[name] && isReadVariable(name) && !keptOrNamed.test(name);
  const variables = Object.keys(env).filter(isLost).sort().join(', ');
  if (variables && !isInSandbox(env))
    lines.push(
      `set only in this shell: ${variables}; set them in the scheduler, or save settings with \`hotelctl profile set\``,
    );
  if (usesDatabase(job.command) && env['HOTELCTL_DATABASE_URL'])
    lines.push('HOTELCTL_DATABASE_URL is set only in this shell; set it in the scheduler, or use ~/.pgpass');
  return lines;
}

/** Variables that the job keeps, secrets of which another line warns, and the client secret, which a stored sign-in has. */
const keptOrNamed =
  /^(XDG_.*|HOTELCTL_(CONFIG_DIR|STATE_DIR|DATA_DIR|PROFILE|HEARTBEAT|ACCESS_TOKEN|REFRESH_TOKEN.*|CLIENT_SECRET|DATABASE_URL))$/;

/** A page is read every time; of everything else only a failure is news. */
const isPage = ([command = '', ...words]: readonly string[]): boolean =>
  ['brief', 'pickup', 'pace', 'pack', 'close', 'statistics'].includes(command) ||
  flagValues(words, '--output', '-o').some(file => file.endsWith('.html'));

/** `sandbox run` deletes the file of the job at its end, so that the scheduler would start a job that does not exist. */
const isInSandbox = ({ HOTELCTL_SANDBOX }: Context['env']) => HOTELCTL_SANDBOX !== undefined;

function chooseInstaller(context: Context, chosen: Job['scheduler'] | '' | undefined) {
  if (chosen === 'none') return undefined;
  if (!isInSandbox(context.env)) return findInstaller(context, chosen || undefined);
  if (!chosen) return undefined;
  throw new UsageError(`the sandbox deletes the job at its end, so ${chosen} could not start it`, {
    hint: 'omit --scheduler to try the job with `hotelctl schedule run`',
  });
}

const isHosted = (print: string | undefined): print is (typeof hostedChoices)[number] =>
  (hostedChoices as readonly (string | undefined)[]).includes(print);

/** They prompt, schedule themselves, or run until they are stopped. */
const attended =
  /^(schedule|login|logout|completion|mcp|sandbox start|ui-integration preview|ui-integration dev) /;

/**
 * The command of a job: its name and its operands first, by which a run is described, and with the global flags that a run
 * takes. Its profile is that of the job.
 *
 * @throws UsageError for a command that cannot run unattended
 */
async function readJobCommand(invocation: Invocation, given: readonly string[]) {
  const { words, flags } = parseCommandLine(given);
  const readsInput = words.some(
    (word, index) =>
      (word === '-' && !['--output', '-o'].includes(words[index - 1] ?? '')) ||
      /=(@?-)$/.test(word.replace(/^--output=-$/, '')),
  );
  if (readsInput)
    throw new UsageError('a job has no standard input, from which - reads', {
      hint: 'name a file, or call the command from a script of your own',
    });
  refuseSecretWords(words, invocation.context.secrets);
  const { name, operands } = await invocation.checkCommand(given);
  const [, refused] = attended.exec(`${name} `) ?? [];
  if (refused !== undefined)
    throw new UsageError(`\`hotelctl ${refused}\` cannot run as a job`, {
      hint: 'schedule a report, a snapshot or a sync, for example -- reports arrivals --period this-month',
    });
  // The words after -- belong to another program, and the value of a flag may be the same word as an operand.
  const stays = words.includes('--') || operands.some(one => words.filter(word => word === one).length > 1);
  const first = [...name.split(' '), ...(stays ? [] : operands)];
  const rest = [...words];
  for (const word of first) rest.splice(rest.indexOf(word), 1);
  const kept = (['quiet', 'verbose'] as const).filter(flag => flags[flag]).map(flag => `--${flag}`);
  return { words: [...first, ...kept, ...rest], profile: flags.profile };
}

/** @throws UsageError if the job would start with a profile that does not exist */
function describeProgram({ context, flags, profiles }: Invocation, name: string): JobProgram {
  const profile = flags.profile ?? context.env['HOTELCTL_PROFILE'];
  if (profile) existingProfile(profiles, profile);
  const { host, folders } = context;
  const path = resolve(host.currentFolder, jobFile(folders, name));
  const { file, args } = ownProgram(host, ['schedule', 'run', path]);
  return { job: name, words: [file, ...args] };
}

type HostedSystem = (typeof hostedChoices)[number];

const definitions = { github: githubWorkflow, kubernetes: kubernetesCronJob, airflow: airflowDag };

/** @throws UsageError if the command cannot work there: its files would be lost, or it cannot send the notifications itself */
async function hostedDefinition(
  system: HostedSystem,
  invocation: Invocation,
  job: string,
  recurrence: Recurrence,
  words: readonly string[],
  announcement: Announcement,
): Promise<string> {
  const { settings } = invocation;
  const delivery = deliveryWords(announcement);
  const command = [...words, ...delivery];
  const profile = profileOf(invocation);
  const chosen = profile === undefined ? [] : ['--profile', profile];
  const heartbeat =
    settings.find('heartbeat')?.source === 'flag' ? ['--heartbeat', announcement.heartbeat ?? ''] : [];
  const checked = [...chosen, ...command, ...heartbeat];
  const { name, changes } = await invocation.checkCommand(checked).catch(error => {
    // The command was checked without these flags before.
    if (!/unknown option/.test(error.message)) throw error;
    const [flag] = [...delivery, ...heartbeat];
    throw new UsageError(`\`hotelctl ${words[0]}\` cannot send ${flag} itself`, {
      hint: `omit ${flag} and use the notifications of the system that runs the job`,
    });
  });
  const files = flagValues(command, '--output', '--metrics', '-o').filter(file => !/^(-$|s3:)/.test(file));
  checkPlaces(system, words, files);
  if (system === 'kubernetes' && job.length > 43)
    throw new UsageError('the name of a CronJob, hotelctl-NAME, has at most 52 characters', {
      hint: 'use a name of at most 43 characters',
    });
  const flags = declaredFlags(await invocation.program.describe(name)).map(({ form }) => longFlag(form));
  const isLocal = (setting: HostedSetting) => isOfThisMachine(system, setting);
  for (const { flag = '', value } of settingsOf(settings).filter(isLocal))
    if (flags.includes(longFlag(flag)) && flagValues(words, longFlag(flag)).length === 0)
      await invocation.warn(
        `warning: ${value} is a file of this machine, which the command does not find there; add ${longFlag(flag)} with a file that it finds`,
      );
  return definitions[system]({
    job,
    recurrence,
    command,
    environment: Object.fromEntries(
      settingsOf(settings).flatMap(each => (isLocal(each) ? [] : [[each.environment, each.value]])),
    ),
    secrets: secretsOf(invocation, command, announcement, flags),
    // A placeholder of a file name is filled in at the run.
    files: files.map(file => file.replace(/\{\w+\}/g, '*')),
    timeZone: supportedZone(new Intl.DateTimeFormat().resolvedOptions().timeZone) ?? 'UTC',
    // A repetition could change something twice: no history is kept there.
    retries: changes === 'platform' ? 0 : 3,
  });
}

/** The command sends its own notifications: no `schedule run` does. The heartbeat is a secret, because anyone who knows it can send it. */
function deliveryWords({ mailTo, notifyOn, metrics }: Announcement): string[] {
  if (notifyOn === 'change')
    throw new UsageError('--notify-on change needs a machine that keeps its files between two runs', {
      hint: 'use --notify-on failure or --notify-on always',
    });
  return [
    ...mailTo.flatMap(address => ['--mail-to', address]),
    ...(mailTo.length > 0 ? ['--notify-on', notifyOn] : []),
    ...(metrics === undefined ? [] : ['--metrics', metrics]),
  ];
}

/** @throws UsageError if a file would be lost at the end of the run, or could not be written */
function checkPlaces(system: HostedSystem, words: readonly string[], files: readonly string[]): void {
  const isArchive =
    /^(snapshot |pickup |journal (?!map |.*--without-close )|close (list|verify|accept|sign) |sync (?!postgres |(verify )?s3:))/;
  if (system === 'github' && isArchive.test(`${words.join(' ')} `)) {
    const message = `GitHub keeps no files between two runs; \`hotelctl ${words[0]}\` needs them`;
    throw new UsageError(message, { hint: 'use --print kubernetes, or a machine with a disk' });
  }
  const { unusable, problem, hint } = places[system];
  const lost = files.find(file => unusable.test(file) || file.split('/').includes('..'));
  if (lost !== undefined) throw new UsageError(`${JSON.stringify(lost)} ${problem}`, { hint });
}

const places = {
  github: {
    unusable: /[*?[\]!#~\\\p{Cc}]|^ | $/u,
    problem: 'is not the name of a file for GitHub',
    hint: 'use letters, digits, dots, dashes and underscores',
  },
  kubernetes: {
    unusable: /^\/(?!exports\/)/,
    problem: 'cannot be written in the container',
    hint: 'use a file in /exports, which is a volume',
  },
  airflow: {
    unusable: /^(?!\/)/,
    problem: 'would be lost: Airflow runs each task in a temporary folder',
    hint: 'use an absolute path on the worker',
  },
};

/** Settings and assumptions that are no secrets. */
const settingsOf = (settings: Invocation['settings']) =>
  [...settingNames, ...assumptionKeys].flatMap(key => {
    const found = settings.find(key);
    const isOmitted = key === 'credentialStore' || key === 'heartbeat' || found?.source === 'default';
    return found && !isOmitted ? [{ ...findProfileKey(key), value: found.value }] : [];
  });

type HostedSetting = ReturnType<typeof settingsOf>[number];

/** Whether a setting names a file or folder that another machine does not have. */
const isOfThisMachine = (system: HostedSystem, { flag = '', value }: HostedSetting) =>
  /<(file|folder)>$/.test(flag) &&
  system !== 'airflow' &&
  !(system === 'kubernetes' && value.startsWith('/exports/'));

/** The secrets that this command needs, and no others. */
function secretsOf(
  { settings }: Invocation,
  words: readonly string[],
  { heartbeat }: Announcement,
  flags: readonly string[],
) {
  const sendsMail = flagValues(words, '--mail-to').length > 0 && settings.find('smtpUser') !== undefined;
  return [
    'HOTELCTL_CLIENT_SECRET',
    'HOTELCTL_REFRESH_TOKEN',
    ...(sendsMail ? ['HOTELCTL_SMTP_PASSWORD'] : []),
    ...(heartbeat !== undefined && flags.includes('--heartbeat') ? ['HOTELCTL_HEARTBEAT'] : []),
    ...(usesDatabase(words) ? ['HOTELCTL_DATABASE_URL'] : []),
  ];
}
