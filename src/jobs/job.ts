import * as z from 'zod/mini';
import { UsageError } from '../base/errors.ts';

/**
 * A scheduled job, as stored in the configuration folder: `jobs/NAME.json`, readable by people. It never contains a
 * secret: tokens and passwords come from the credential store when the job runs.
 */
const notifyChoices = ['failure', 'always', 'change'] as const;

export const jobModel = z.strictObject({
  version: z.literal(1),
  name: z.string(),
  /** As `--every` takes it. */
  every: z.string(),
  /** The command line after `hotelctl`, one string for each word. */
  command: z.array(z.string()),
  /** The folder that relative file names of the command refer to. */
  folder: z.string(),
  /**
   * The folders of hotelctl that are not the default ones: HOTELCTL_CONFIG_DIR and similar variables, never a secret.
   */
  environment: z.record(z.string(), z.string()),
  /** A duration such as `2h`: how long a temporary failure is retried. */
  giveUpAfter: z.string(),
  mailTo: z.array(z.string()),
  notifyOn: z.enum(notifyChoices),
  heartbeat: z.optional(z.string()),
  metrics: z.optional(z.string()),
  scheduler: z.enum(['systemd', 'cron', 'launchd', 'windows', 'none']),
  /** Runs that were due before this moment are not made up. */
  createdAt: z.string(),
});
export type Job = z.infer<typeof jobModel>;

/** Names are part of file names, unit names and crontab lines. @throws UsageError */
export function checkJobName(name: string): string {
  if (/^[a-z0-9][a-z0-9-]{0,49}$/.test(name)) return name;
  throw new UsageError(`"${name}" is not a valid job name`, {
    hint: 'use lowercase letters, digits and dashes, for example month-close',
  });
}

/** How a scheduler starts a job: absolute paths, because no scheduler has the PATH of a shell. */
export interface JobProgram {
  readonly job: string;
  /** The executable and its arguments, `schedule run NAME` included. */
  readonly words: readonly string[];
  /** Variables that hotelctl needs beyond the scheduler's own: folders, never a secret. */
  readonly environment: Readonly<Record<string, string>>;
}
