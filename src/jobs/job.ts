import { statSync } from 'node:fs';
import { lstat, readdir, realpath, rm } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, resolve } from 'node:path';
import * as z from 'zod/mini';
import { replaceFile } from '../base/atomic-file.ts';
import type { Context, Folders } from '../base/context.ts';
import {
  fixConfigFolder,
  HotelctlError,
  notWritten,
  type OutputError,
  succeeds,
  UsageError,
} from '../base/errors.ts';
import { checkAccess, type OwnFileRule, readOwnFile } from '../base/own-file.ts';
import type { Secrets } from '../base/secrets.ts';
import { jsonValue, uriDecoded } from '../base/text.ts';
import { isSecretField } from '../http/trace.ts';
import { findRecurrence } from './recurrence.ts';

/**
 * A scheduled job, as stored in the configuration folder: `jobs/NAME.json`, readable by people. It never contains a
 * secret: tokens and passwords come from the credential store when the job runs.
 */
const text = z.string().check(z.regex(/^[^\p{Cc}]*$/u, 'contains a control character'));
const folder = text.check(z.refine(isAbsolute, 'is not an absolute path'));

const jobModel = z.strictObject({
  version: z.literal(1),
  name: z.string(),
  /** As `--every` takes it. */
  every: text.check(z.refine(every => findRecurrence(every) !== undefined, 'is not a valid recurrence')),
  /** The command line after `hotelctl`, one string for each word. */
  command: z.array(z.string().check(z.refine(word => !word.includes('\0'), 'contains a NUL'))),
  /** The folder that relative file names of the command refer to. */
  folder,
  /**
   * The folders and the profile that the job was created with. They stay its own, whatever profile is in use later. No
   * other variable is accepted: some of them make Node.js run foreign code.
   */
  environment: z.strictObject({
    HOTELCTL_CONFIG_DIR: z.optional(folder),
    HOTELCTL_STATE_DIR: z.optional(folder),
    HOTELCTL_DATA_DIR: z.optional(folder),
    HOTELCTL_PROFILE: z.optional(text),
  }),
  /** A duration such as `2h`: how long a temporary failure is retried. */
  giveUpAfter: z.string().check(z.regex(/^\d{1,6}[smhd]$/, 'is not a duration')),
  mailTo: z.array(z.string()),
  notifyOn: z.enum(['failure', 'always', 'change']),
  heartbeat: z.optional(z.string().check(z.refine(url => URL.canParse(url), 'is not a URL'))),
  metrics: z.optional(z.string()),
  scheduler: z.enum(['systemd', 'cron', 'launchd', 'windows', 'none']),
  /** Runs that were due before this moment are not made up. */
  createdAt: z.string().check(z.refine(written => isTime(written), 'is not a time')),
});
export type Job = z.infer<typeof jobModel>;

/** The folders and the profile that a new job keeps. @param profile undefined if the job needs no profile */
export const environmentOfJob = (
  { host, folders }: Pick<Context, 'host' | 'folders'>,
  dataDir: string | undefined,
  profile: string | undefined,
): Job['environment'] => ({
  HOTELCTL_CONFIG_DIR: resolve(host.currentFolder, folders.config),
  HOTELCTL_STATE_DIR: resolve(host.currentFolder, folders.state),
  HOTELCTL_DATA_DIR: resolve(host.currentFolder, dataDir ?? folders.data),
  HOTELCTL_PROFILE: profile,
});

/** The context in which a job runs, and in which its history is read: with the folders that it was created with. */
export const contextOfJob = (context: Context, { environment }: Job): Context => ({
  ...context,
  env: { ...context.env, ...environment },
  folders: {
    config: environment.HOTELCTL_CONFIG_DIR ?? context.folders.config,
    state: environment.HOTELCTL_STATE_DIR ?? context.folders.state,
    data: environment.HOTELCTL_DATA_DIR ?? context.folders.data,
  },
});

export const isTime = (written: string): boolean => !Number.isNaN(Date.parse(written));

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
  /** The executable and its arguments, `schedule run FILE` included. The file names the folders and the profile. */
  readonly words: readonly string[];
}

/** The file of another job of this name that the scheduler starts: it knows no configuration folders. @param path that of this job */
export async function findOtherJob(path: string, words: readonly string[] = []): Promise<string | undefined> {
  const started = words.find(word => word.endsWith('.json'));
  const files = [path, started ?? path].map(file => realpath(file).catch(() => file));
  const [own, other] = await Promise.all(files);
  return own === other ? undefined : started;
}

const jobFolder = (folders: Folders) => join(folders.config, 'jobs');

export const jobFile = (folders: Folders, name: string): string =>
  join(jobFolder(folders), `${checkJobName(name)}.json`);

/** The job of `schedule run`: by name, or by the path of its file, for which no variables of a shell are needed. */
export function findJob(context: Context, given: string): readonly [place: Context, name: string] {
  if (!isAbsolute(given)) return [context, given];
  const folders = { ...context.folders, config: dirname(dirname(given)) };
  const name = basename(given, '.json');
  if (given !== jobFile(folders, name)) throw noSuchJob(given);
  return [{ ...context, folders }, name];
}

/**
 * Replaces the job's file atomically and returns its path.
 *
 * @throws UsageError for a job that could not be read, OutputError if the file cannot be written
 */
export async function writeJob(folders: Folders, job: Job): Promise<string> {
  const path = jobFile(folders, job.name);
  const { error: invalid } = jobModel.safeParse(job);
  const hint = 'use folders without control characters';
  if (invalid) throw new UsageError(`the job cannot be stored${problemIn(invalid)}`, { hint });
  await replaceFile(path, `${JSON.stringify(job, undefined, 2)}\n`).catch(cause => {
    throw notWritten(`the job file ${path} cannot be written`, cause, fixConfigFolder);
  });
  return path;
}

/** The rule of a file of a job, its history and its logs: no other user can change it. @param what `the job night` */
export const ruleOfJobFile = (
  { host }: Pick<Context, 'host'>,
  variable: string,
  what: string,
  Failure: typeof UsageError | typeof OutputError,
): OwnFileRule => ({
  uid: host.uid,
  access: 'trusted',
  refusesLinks: true,
  mayHaveNoFolder: true,
  variable,
  failure: (message, hint) => new Failure(`${what} cannot be used: ${message}`, { hint }),
});

/**
 * The job file decides what runs, so it must be a regular file that no other user can change, in folders of that kind.
 *
 * @throws UsageError if there is no job with that name, or its file is damaged or can be changed by others
 */
export function readJob({ folders, host }: Pick<Context, 'folders' | 'host'>, name: string): Job {
  const path = jobFile(folders, name);
  const rule = ruleOfJobFile({ host }, 'HOTELCTL_CONFIG_DIR', `the job ${name}`, UsageError);
  const content = readOwnFile(path, rule);
  if (content === undefined) throw noSuchJob(name);
  checkAccess(folders.config, statSync(folders.config), rule);
  const parsed = jobModel.safeParse(jsonValue(content));
  if (parsed.success && parsed.data.name === name) return parsed.data;
  throw new UsageError(`${path} is not a valid job file${parsed.success ? '' : problemIn(parsed.error)}`, {
    hint: `run \`hotelctl schedule remove ${name}\` and add the job again`,
  });
}

/** Undefined for a job whose file is missing or damaged. */
export function readJobUnlessDamaged(context: Context, name: string): Job | undefined {
  try {
    return readJob(context, name);
  } catch (error) {
    if (error instanceof HotelctlError) return undefined;
    throw error;
  }
}

/** The first problem, such as `: environment.NODE_OPTIONS is not allowed`; empty for a text that is not JSON. */
function problemIn({ issues: [issue] }: z.core.$ZodError): string {
  if (issue === undefined || (issue.path.length === 0 && issue.code === 'invalid_type')) return '';
  if (issue.code === 'unrecognized_keys')
    return `: ${[...issue.path, issue.keys[0]].join('.')} is not allowed`;
  return `: ${issue.path.join('.')} ${issue.message}`;
}

export const noSuchJob = (name: string): UsageError =>
  new UsageError(`no job is named ${name}`, { hint: 'run `hotelctl schedule list` to see the jobs' });

/** Whether a job file with that name exists, valid or not. */
export const hasJob = (folders: Folders, name: string): Promise<boolean> =>
  succeeds(lstat(jobFile(folders, name)));

export async function jobNames(folders: Folders): Promise<readonly string[]> {
  const names = await readdir(jobFolder(folders)).catch(() => []);
  return names
    .filter(name => /^[a-z0-9][a-z0-9-]{0,49}\.json$/.test(name))
    .map(name => name.slice(0, -'.json'.length))
    .sort();
}

/** @throws OutputError if it cannot be removed, as a folder in its place */
export async function deleteJob(folders: Folders, name: string): Promise<void> {
  const path = jobFile(folders, name);
  await rm(path, { force: true }).catch(cause => {
    throw notWritten(`the job file ${path} cannot be removed`, cause, 'remove it yourself');
  });
}

type Redaction = Pick<Secrets, 'redact'>;

/**
 * The command of a job is stored in a file, shown by `schedule list` and printed in definitions, so it must not contain a
 * secret. The message does not repeat the word.
 *
 * @throws UsageError
 */
export function refuseSecretWords(words: readonly string[], secrets: Redaction): void {
  const [group = ''] = words;
  const found = words.map(word => findSecret(word, group, secrets)).find(what => what !== undefined);
  if (found === undefined) return;
  throw new UsageError(`the command of a job must not contain a secret: ${found}`, {
    hint:
      group === 'ui-integration'
        ? 'call `hotelctl ui-integration check -` from a script that passes the URL on standard input'
        : 'remove it; hotelctl sends its own access token and reads other secrets from the credential store or the environment',
  });
}

/** A command line to show, which may be of a command that is not a job. */
export const withoutSecretWords = (words: readonly string[], secrets: Redaction): readonly string[] =>
  words.map(word => (findSecret(word, words[0] ?? '', secrets) === undefined ? word : '[secret]'));

/** Whether a command writes to a database, whose URL is a secret. */
export const usesDatabase = ([group, target]: readonly string[]) => group === 'sync' && target === 'postgres';

function findSecret(word: string, group: string, secrets: Redaction): string | undefined {
  if (secrets.redact(word) !== word) return 'it repeats a secret of this environment';
  if (/:\/\/[^/?#\s]*@/.test(word)) return 'a URL contains a user name or password';
  // All parameters of a UI integration's URL are secrets.
  if (group === 'ui-integration' && /^https?:\/\/[^?#]*[?#]./i.test(word)) return 'a URL contains a query';
  const parameters = [...word.matchAll(/[?&;#]([^=&;#]+)=[^&;#]/g)].map(([, name = '']) => name);
  const value = word.replace(/^--[a-z-]+=/, '');
  const fields = group === 'api' ? (/^([\w.[\]-]+)\s*[:=]\s*\S/.exec(value)?.slice(1) ?? []) : [];
  const name = [...parameters.map(uriDecoded), ...fields].find(isSecretField);
  return name === undefined ? undefined : `the value of ${name}`;
}
