import { appendFile, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Context } from '../base/context.ts';
import { OutputError, UsageError } from '../base/errors.ts';
import { makeFolder, readOwnFile } from '../base/own-file.ts';
import { safeText } from '../platform/safe-text.ts';
import type { JobRun } from './history.ts';

/** What a run printed on standard error, kept for `schedule logs`: the newest runs, and the start of each. */
const keptRuns = 30;
const mostCharacters = 65_536;

type LogPlace = Pick<Context, 'folders' | 'host' | 'secrets' | 'clock'>;

const logFolder = ({ folders }: LogPlace, name: string) => join(folders.state, 'schedule', `${name}.logs`);
const fileOf = (startedAt: string) => `${startedAt.replaceAll(':', '-')}.log`;

/** A disk that is full must not end the run: its end is recorded in the history. */
export function openRunLog(place: LogPlace, name: string, { startedAt }: Pick<JobRun, 'startedAt'>) {
  const folder = logFolder(place, name);
  let left = mostCharacters;
  const add = async (line: string) => {
    if (left === mostCharacters) await makeSpace(folder);
    const time = new Date(place.clock.now()).toISOString();
    const text = `${time} ${place.secrets.redact(safeText(line, 2000))}\n`;
    left -= text.length;
    const kept = left > 0 ? text : `${time} more was printed but not kept\n`;
    await appendFile(join(folder, fileOf(startedAt)), kept, { mode: 0o600 });
  };
  return async (line: string): Promise<void> => {
    if (left > 0) await add(line).catch(() => {});
  };
}

async function makeSpace(folder: string): Promise<void> {
  makeFolder(folder, 0o700);
  const older = (await readdir(folder)).filter(file => file.endsWith('.log')).sort();
  for (const file of older.slice(0, 1 - keptRuns)) await rm(join(folder, file), { force: true });
}

/** @param back 1 is the last run @throws UsageError if nothing is kept of it */
export function readRunLog(place: LogPlace, name: string, runs: readonly JobRun[], back: number): string {
  const run = runs.at(-back);
  const path = run && join(logFolder(place, name), fileOf(run.startedAt));
  const text =
    path &&
    readOwnFile(path, {
      uid: place.host.uid,
      access: 'trusted',
      refusesLinks: true,
      mayHaveNoFolder: true,
      variable: 'HOTELCTL_STATE_DIR',
      failure: (message, hint) =>
        new OutputError(`the log of job ${name} cannot be used: ${message}`, { hint }),
    });
  if (text !== undefined) return text;
  throw new UsageError(`nothing is kept of run ${back} of job ${name}, counted from the last one`, {
    hint: `run \`hotelctl schedule history ${name}\`; the messages of the last ${keptRuns} runs are kept`,
  });
}
