import { appendFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { replaceFile } from '../base/atomic-file.ts';
import type { Folders } from '../base/context.ts';
import { makeFolder } from '../base/own-file.ts';

/** One run of a job, one line of its history: `schedule/NAME.jsonl` in the state folder. Times are ISO 8601 in UTC. */
const runModel = z.object({
  /** The moment for which the run was due; its relative dates refer to it. */
  due: z.string(),
  startedAt: z.string(),
  endedAt: z.string(),
  exitCode: z.number(),
  attempts: z.number(),
  rows: z.nullable(z.number()),
  files: z.array(z.object({ path: z.string(), sha256: z.string(), bytes: z.number() })),
  /** Key figures for people, label and value. */
  figures: z.optional(z.array(z.tuple([z.string(), z.string()]))),
  trackingIds: z.array(z.string()),
  /** The error line of a run that failed. */
  error: z.nullable(z.string()),
});
export type JobRun = z.infer<typeof runModel>;

/** A file grows to `rotateAt` lines; then the newest `kept` stay. */
const rotateAt = 1200;
const kept = 1000;

const historyFile = (folders: Folders, name: string) => join(folders.state, 'schedule', `${name}.jsonl`);

/** The runs of a job, oldest first. A line that a killed process left incomplete is skipped. */
export async function readHistory(folders: Folders, name: string): Promise<readonly JobRun[]> {
  return parseRuns(await readLines(historyFile(folders, name)));
}

/** Appends a run. The caller holds the lock of the job. */
export async function appendRun(folders: Folders, name: string, run: JobRun): Promise<void> {
  const path = historyFile(folders, name);
  makeFolder(join(folders.state, 'schedule'), 0o700);
  const lines = await readLines(path);
  const line = JSON.stringify(run);
  // A line without its line break was left by a killed process; rewriting the file drops it.
  const torn = lines.length > 0 && lines.at(-1) !== '';
  if (lines.length > rotateAt || torn) {
    const runs = parseRuns(lines).slice(-(kept - 1));
    await replaceFile(path, `${[...runs.map(earlier => JSON.stringify(earlier)), line].join('\n')}\n`);
  } else {
    await appendFile(path, `${line}\n`, { mode: 0o600 });
  }
}

/** The moment whose run succeeded last, milliseconds since 1970; undefined before the first success. */
export function lastSuccess(
  runs: readonly JobRun[],
): { readonly due: number; readonly endedAt: number } | undefined {
  const successes = runs.filter(({ exitCode }) => exitCode === 0);
  if (successes.length === 0) return undefined;
  return {
    due: Math.max(...successes.map(({ due }) => Date.parse(due))),
    endedAt: Math.max(...successes.map(({ endedAt }) => Date.parse(endedAt))),
  };
}

async function readLines(path: string): Promise<readonly string[]> {
  try {
    return (await readFile(path, 'utf8')).split('\n');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

function parseRuns(lines: readonly string[]): readonly JobRun[] {
  return lines.flatMap(line => {
    try {
      const parsed = runModel.safeParse(JSON.parse(line));
      return parsed.success ? [parsed.data] : [];
    } catch {
      return [];
    }
  });
}
