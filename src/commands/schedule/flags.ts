import type { Options } from '../../cli/flags.ts';
import type { DeliveryOptions } from '../../cli/shared-flags.ts';

export const schedulerChoices = ['systemd', 'cron', 'launchd', 'windows', 'none'] as const;
/** Systems that run the command itself. */
export const hostedChoices = ['github', 'kubernetes', 'airflow'] as const;
export const printChoices = ['systemd', 'cron', 'launchd', 'windows', ...hostedChoices] as const;

export const addFlags = {
  'Required flags:': {
    '--every <recurrence>':
      "when to run the job, in the machine's local time: hour, day 06:30, weekday 07:00, monday 07:00, month 1 06:00",
  },
  '--give-up-after <duration>': {
    summary: 'how long to retry after a temporary failure, such as 30m or 2h',
    fallback: '2h',
  },
  '--scheduler <name>': {
    summary:
      'scheduler to install the job in (default: systemd or cron on Linux, launchd on macOS, windows on Windows)',
    choices: schedulerChoices,
  },
  '--print <kind>': {
    summary:
      'print the definition instead of installing it; the job is stored, except for github, kubernetes and airflow, which run the command itself',
    choices: printChoices,
  },
  '--replace': 'replace the job with this name',
} as const;

export type AddOptions = Options<typeof addFlags> & DeliveryOptions;
