import { isAbsolute } from 'node:path';
import { oneOf } from '../../base/choices.ts';
import { UsageError } from '../../base/errors.ts';
import { announcementOf } from '../../cli/delivery.ts';
import { duration } from '../../cli/flags.ts';
import type { Invocation, OpenInvocation } from '../../cli/invocation.ts';
import { ownProgram } from '../../cli/own-program.ts';
import { settingDefinitions } from '../../cli/settings/settings.ts';
import { crontabLine, launchdPlist, systemdUnits, unitName, windowsTask } from '../../jobs/definitions.ts';
import { airflowDag, githubWorkflow, kubernetesCronJob } from '../../jobs/hosted-definitions.ts';
import { isLingering, machineInstaller, openInstaller } from '../../jobs/installers.ts';
import {
  checkJobName,
  deleteJob,
  environmentOfJob,
  hasJob,
  type Job,
  type JobProgram,
  writeJob,
} from '../../jobs/job.ts';
import {
  localTime,
  nextOccurrence,
  parseRecurrence,
  type Recurrence,
  recurrenceText,
} from '../../jobs/recurrence.ts';
import { isoTime } from '../../jobs/run-job.ts';
import { dateIn } from '../../platform/dates.ts';
import { type AddOptions, printChoices, schedulerChoices } from './flags.ts';

/** `hotelctl schedule add`: everything is checked before anything is written. */
export async function addJob(
  open: OpenInvocation,
  name: string,
  words: readonly string[],
  options: AddOptions,
): Promise<void> {
  const invocation = await open(options, { mayBeNew: true });
  const { context } = invocation;
  checkJobName(name);
  if (options.every === undefined) {
    throw new UsageError('--every is missing', {
      hint: "add when the job runs, for example --every 'day 06:30'",
    });
  }
  const recurrence = parseRecurrence(options.every);
  duration('--give-up-after', options.giveUpAfter);
  const announcement = await announcementOf(invocation, options, 'failure');
  await checkJobCommand(invocation, words);
  if (options.print !== undefined) {
    const print = oneOf('--print', options.print, printChoices);
    await context.stdout.write(definition(print, invocation, name, recurrence, words));
    return;
  }
  if (!options.replace && (await hasJob(context.folders, name))) {
    throw new UsageError(`a job named ${name} already exists`, { hint: 'add --replace to replace it' });
  }
  const chosen = options.scheduler && oneOf('--scheduler', options.scheduler, schedulerChoices);
  const installer =
    chosen === 'none' ? undefined : chosen ? openInstaller(chosen, context) : await machineInstaller(context);
  const job: Job = {
    version: 1,
    name,
    every: recurrenceText(recurrence),
    command: [...words],
    folder: context.host.currentFolder,
    environment: keptEnvironment(invocation),
    giveUpAfter: options.giveUpAfter,
    mailTo: [...announcement.mailTo],
    notifyOn: announcement.notifyOn,
    ...(announcement.heartbeat === undefined ? {} : { heartbeat: announcement.heartbeat }),
    ...(announcement.metrics === undefined ? {} : { metrics: announcement.metrics }),
    scheduler: installer?.scheduler ?? 'none',
    createdAt: isoTime(context.clock.now()),
  };
  const path = await writeJob(context.folders, job);
  try {
    const place = await installer?.install(describeProgram(invocation, name), recurrence);
    await invocation.note(`job ${name}: ${path}${place === undefined ? '' : `, installed into ${place}`}`);
  } catch (error) {
    // A job file without a timer would look installed in `schedule list`.
    if (!options.replace) await deleteJob(context.folders, name);
    throw error;
  }
  await invocation.note(`next run: ${localTime(nextOccurrence(recurrence, context.clock.now()))}`);
  if (installer?.scheduler === 'systemd' && (await isLingering(context)) === false) {
    await invocation.warn(
      'warning: timers of a user stop when the user logs out; run `loginctl enable-linger` to keep them running',
    );
  }
}

/** A job that prompts or that schedules itself can't run unattended. @throws UsageError */
async function checkJobCommand(invocation: Invocation, words: readonly string[]): Promise<void> {
  const [group = ''] = words;
  if (['schedule', 'login', 'logout', 'completion'].includes(group)) {
    throw new UsageError(`\`hotelctl ${group}\` cannot run as a job`, {
      hint: 'schedule a report, a snapshot or a sync, for example -- reports arrivals --period this-month',
    });
  }
  await invocation.checkCommand(words);
}

/** Folders other than the default ones, and the profile: a scheduler starts jobs without this shell's variables. */
function folderVariables({ context, flags }: Invocation): Readonly<Record<string, string>> {
  const names = ['HOTELCTL_CONFIG_DIR', 'HOTELCTL_STATE_DIR', 'HOTELCTL_PROFILE'];
  const found = names.flatMap(name => {
    const value = name === 'HOTELCTL_PROFILE' ? (flags.profile ?? context.env[name]) : context.env[name];
    return value ? [[name, value]] : [];
  });
  const relative = found.find(([name = '', value = '']) => name.endsWith('_DIR') && !isAbsolute(value));
  if (relative) {
    throw new UsageError(`${relative[0]} is a relative path, which a scheduler cannot find`, {
      hint: `set ${relative[0]} to an absolute path`,
    });
  }
  return Object.fromEntries(found);
}

/** The folders and the profile that a job keeps. A sign-in from variables only has no profile to keep. */
const keptEnvironment = ({ context, settings, profiles }: Invocation): Job['environment'] =>
  environmentOfJob(
    context,
    settings.optional('dataDir'),
    profiles.profiles.has(settings.profileName) ? settings.profileName : undefined,
  );

function describeProgram(invocation: Invocation, name: string): JobProgram {
  const { file, args } = ownProgram(invocation.context.host, ['schedule', 'run', name]);
  return { job: name, words: [file, ...args], environment: folderVariables(invocation) };
}

function definition(
  kind: (typeof printChoices)[number],
  invocation: Invocation,
  name: string,
  recurrence: Recurrence,
  command: readonly string[],
): string {
  const { context, settings } = invocation;
  const program = describeProgram(invocation, name);
  const environment = Object.fromEntries(
    settingDefinitions.flatMap(({ name: setting, environment: variable }) => {
      const found = settings.find(setting);
      return found && found.source !== 'default' && setting !== 'credentialStore'
        ? [[variable, found.value]]
        : [];
    }),
  );
  const hosted = { job: name, recurrence, command, environment };
  switch (kind) {
    case 'systemd': {
      const { service, timer } = systemdUnits(program, recurrence);
      return `# ${unitName(name)}.service\n${service}\n# ${unitName(name)}.timer\n${timer}`;
    }
    case 'cron':
      return `${crontabLine(program, recurrence)}\n`;
    case 'launchd':
      return launchdPlist(program, recurrence, `${context.folders.state}/schedule/${name}.log`);
    case 'windows':
      return windowsTask(program, recurrence, dateIn(undefined, context.clock.now()));
    case 'github':
      return githubWorkflow(hosted);
    case 'kubernetes':
      return kubernetesCronJob(hosted);
    default:
      return airflowDag(hosted);
  }
}
