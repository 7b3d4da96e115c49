import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { replaceFile } from '../base/atomic-file.ts';
import type { Folders } from '../base/context.ts';
import { OutputError, UsageError } from '../base/errors.ts';

/**
 * A scheduled job, as stored in the configuration folder: `jobs/NAME.json`, readable by people. It never contains a
 * secret: tokens and passwords come from the credential store when the job runs.
 */
const notifyChoices = ['failure', 'always', 'change'] as const;

const jobModel = z.strictObject({
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

const jobFolder = (folders: Folders) => join(folders.config, 'jobs');

const jobFile = (folders: Folders, name: string): string =>
  join(jobFolder(folders), `${checkJobName(name)}.json`);

/** Replaces the job's file atomically and returns its path. @throws OutputError if the file cannot be written */
export async function writeJob(folders: Folders, job: Job): Promise<string> {
  const path = jobFile(folders, job.name);
  try {
    await replaceFile(path, `${JSON.stringify(job, undefined, 2)}\n`);
  } catch (error) {
    throw new OutputError(
      `the job file ${path} cannot be written (${(error as NodeJS.ErrnoException).code})`,
      {
        hint: 'free disk space or fix its folder, or set another with HOTELCTL_CONFIG_DIR',
        cause: error,
      },
    );
  }
  return path;
}

/** @throws UsageError if there is no job with that name, or its file is damaged */
export async function readJob(folders: Folders, name: string): Promise<Job> {
  const path = jobFile(folders, name);
  const text = await readJobText(path);
  if (text === undefined) throw noSuchJob(name);
  const parsed = jobModel.safeParse(parseOrUndefined(text));
  if (parsed.success && parsed.data.name === name) return parsed.data;
  throw new UsageError(`${path} is not a valid job file`, {
    hint: `run \`hotelctl schedule remove ${name}\` and add the job again`,
  });
}

export const noSuchJob = (name: string): UsageError =>
  new UsageError(`no job is named ${name}`, { hint: 'run `hotelctl schedule list` to see the jobs' });

/** Whether a job file with that name exists, valid or not. */
export const hasJob = async (folders: Folders, name: string): Promise<boolean> =>
  (await readJobText(jobFile(folders, name))) !== undefined;

/** The names of all job files, sorted. */
export async function jobNames(folders: Folders): Promise<readonly string[]> {
  const names = await readdir(jobFolder(folders)).catch(() => []);
  return names
    .filter(name => /^[a-z0-9][a-z0-9-]{0,49}\.json$/.test(name))
    .map(name => name.slice(0, -'.json'.length))
    .sort();
}

export const deleteJob = (folders: Folders, name: string): Promise<void> =>
  rm(jobFile(folders, name), { force: true });

/** Undefined if there is no such file. A pipe or a folder in its place would block every reader. */
async function readJobText(path: string): Promise<string | undefined> {
  const stats = await stat(path).catch(() => undefined);
  return stats?.isFile() ? readFile(path, 'utf8') : undefined;
}

function parseOrUndefined(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
