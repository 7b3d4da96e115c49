import { UsageError } from '../../base/errors.ts';
import type { Announcement } from '../../cli/delivery.ts';
import type { Invocation } from '../../cli/invocation.ts';
import { settingDefinitions } from '../../cli/settings/settings.ts';
import { flagValues } from '../../jobs/delivery/subject.ts';
import {
  airflowDag,
  githubWorkflow,
  type HostedJob,
  kubernetesCronJob,
} from '../../jobs/hosted-definitions.ts';
import type { Recurrence } from '../../jobs/recurrence.ts';
import type { hostedChoices } from './flags.ts';

type HostedSystem = (typeof hostedChoices)[number];

const definitions = { github: githubWorkflow, kubernetes: kubernetesCronJob, airflow: airflowDag };

/**
 * The definition of a job for a machine that runs the command itself, without a job file and a history.
 *
 * @throws UsageError if the command cannot work there: its files would be lost, or it cannot send the notifications itself
 */
export async function hostedDefinition(
  system: HostedSystem,
  invocation: Invocation,
  job: string,
  recurrence: Recurrence,
  words: readonly string[],
  announcement: Announcement,
): Promise<string> {
  const delivery = deliveryWords(words, announcement);
  const command = [...words, ...delivery];
  await invocation.checkCommand(command);
  const files = flagValues(command, '--output', '--metrics', '-o').filter(file => !/^(-$|s3:)/.test(file));
  checkPlaces(system, words, files);
  return definitions[system]({
    job,
    recurrence,
    command,
    environment: settingsOf(invocation, system),
    secrets: secretsOf(invocation, words, announcement),
    // A placeholder of a file name is filled in at the run.
    files: files.map(file => file.replace(/\{\w+\}/g, '*')),
  });
}

/** The command sends its own notifications: no `schedule run` does. The heartbeat is a setting. */
function deliveryWords([group = '']: readonly string[], announcement: Announcement): string[] {
  const { mailTo, notifyOn, metrics } = announcement;
  if (notifyOn === 'change') {
    throw new UsageError('--notify-on change needs a machine that keeps its files between two runs', {
      hint: 'use --notify-on failure or --notify-on always',
    });
  }
  const words = [
    ...mailTo.flatMap(address => ['--mail-to', address]),
    ...(mailTo.length > 0 ? ['--notify-on', notifyOn] : []),
    ...(metrics === undefined ? [] : ['--metrics', metrics]),
  ];
  if (words.length === 0 || ['reports', 'brief', 'pickup', 'pace', 'pack'].includes(group)) return words;
  throw new UsageError(`\`hotelctl ${group}\` cannot send ${words[0]} itself`, {
    hint: `omit ${words[0]}, and use the notifications of the system that runs the job`,
  });
}

/** @throws UsageError if a file would be lost at the end of the run, or could not be written */
function checkPlaces(system: HostedSystem, words: readonly string[], files: readonly string[]): void {
  const isArchive = /^(snapshot take|sync (?!postgres |s3:))/.test(`${words.join(' ')} `);
  if (system === 'github') {
    if (isArchive) {
      const message = `GitHub keeps no files between two runs, and \`hotelctl ${words[0]}\` needs them`;
      throw new UsageError(message, { hint: 'use --print kubernetes, or a machine with a disk' });
    }
    const unusable = files.find(file => /[*?[\]!#~\\\p{Cc}]|^ | $/u.test(file));
    if (unusable !== undefined) {
      throw new UsageError(`${JSON.stringify(unusable)} is a pattern for GitHub, not the name of a file`, {
        hint: 'use letters, digits, dots, dashes and underscores',
      });
    }
    return;
  }
  const places = system === 'kubernetes' ? /^(\/exports\/|[^/])/ : /^\//;
  const lost = files.find(file => !places.test(file) || file.split('/').includes('..'));
  if (lost === undefined) return;
  throw system === 'kubernetes'
    ? new UsageError(`${lost} cannot be written in the container`, {
        hint: 'use a file in /exports, which is a volume',
      })
    : new UsageError(`${lost} would be lost: Airflow runs each task in a temporary folder`, {
        hint: 'use an absolute path on the worker',
      });
}

/** Settings of this machine that are valid on another one. A folder of this machine is not. */
function settingsOf({ settings }: Invocation, system: HostedSystem): HostedJob['environment'] {
  const omitted = ['credentialStore', ...(system === 'airflow' ? [] : ['dataDir'])];
  return Object.fromEntries(
    settingDefinitions.flatMap(({ name, environment }) => {
      const found = settings.find(name);
      return found && found.source !== 'default' && !omitted.includes(name)
        ? [[environment, found.value]]
        : [];
    }),
  );
}

/** The secrets that this command needs, and no others. */
function secretsOf({ settings }: Invocation, [group, target]: readonly string[], announcement: Announcement) {
  const sendsMail = announcement.mailTo.length > 0 && settings.find('smtpUser') !== undefined;
  return [
    'HOTELCTL_CLIENT_SECRET',
    'HOTELCTL_REFRESH_TOKEN',
    ...(sendsMail ? ['HOTELCTL_SMTP_PASSWORD'] : []),
    ...(group === 'sync' && target === 'postgres' ? ['HOTELCTL_DATABASE_URL'] : []),
  ];
}
