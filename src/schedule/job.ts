import * as z from 'zod/mini';
import { UsageError } from '../base/errors.ts';

/**
 * A scheduled job, as its file in the configuration folder holds it: `jobs/NAME.json`, readable by people. It never
 * holds a secret: tokens and passwords come from the credential store when the job runs.
 */
export const notifyChoices = ['failure', 'always', 'change'] as const;

export const jobModel = z.strictObject({
  version: z.literal(1),
  name: z.string(),
  /** As `--every` takes it. */
  every: z.string(),
  /** The command line after `hotelctl`, one string for each word. */
  command: z.array(z.string()),
  /** Relative file names of the command count from here. */
  folder: z.string(),
  /** The folders of hotelctl where they are not the default ones: HOTELCTL_CONFIG_DIR and the like, never a secret. */
  environment: z.record(z.string(), z.string()),
  /** A duration such as `2h`: how long a temporary failure is repeated. */
  giveUpAfter: z.string(),
  mailTo: z.array(z.string()),
  notifyOn: z.enum(notifyChoices),
  heartbeat: z.optional(z.string()),
  metrics: z.optional(z.string()),
  /** Which scheduler it is installed into. */
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
