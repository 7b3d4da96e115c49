import { dateIn, resolveDate } from '../platform/dates.ts';
import { isRelative, parsePeriod } from '../platform/periods.ts';
import type { JobRun } from './history.ts';
import type { Job } from './job.ts';
import { occurrencesBetween, parseRecurrence } from './recurrence.ts';

/** The maximum number of missed runs that are made up: a machine that was off for a year should not fetch for a day. */
const mostMadeUp = 31;

/**
 * The moments whose runs are due now, oldest first. Runs that were missed, or that failed, are made up, each with the
 * dates of that moment, so that `--period last-month` of the 1st is still the same month on the 2nd. A missed moment
 * is skipped if a run of the same dates succeeded or is due, and if the command has no relative dates.
 *
 * @param now milliseconds since 1970
 */
export function dueMoments(job: Job, runs: readonly JobRun[], now: number): readonly number[] {
  const succeeded = runs.filter(({ exitCode }) => exitCode === 0).map(({ due }) => Date.parse(due));
  const moving = hasRelativeDates(job.command);
  const covered = new Set(succeeded.map(moment => datesAt(job.command, moment)));
  const occurrences = occurrencesBetween(
    parseRecurrence(job.every),
    Date.parse(job.createdAt),
    now,
    mostMadeUp,
  );
  const due: number[] = [];
  for (const [index, moment] of occurrences.entries()) {
    if (succeeded.includes(moment)) continue;
    const dates = datesAt(job.command, moment);
    // The newest occurrence always runs: an hourly job fetches the same day again and again on purpose.
    if (index > 0 && (!moving || covered.has(dates))) continue;
    covered.add(dates);
    due.unshift(moment);
  }
  return due;
}

/** Flags whose values are dates; `--period` has additional formats. */
const dateFlags = ['--from', '--to', '--arrival', '--departure', '--since'];

function hasRelativeDates(command: readonly string[]): boolean {
  return datesIn(command).some(({ isPeriod, text }) => (isPeriod ? isRelative(text) : /[a-z]/.test(text)));
}

/** The absolute dates of a command line at a moment; if they are equal for two moments, a second run is not needed. */
function datesAt(command: readonly string[], moment: number): string {
  const today = dateIn(undefined, moment);
  return JSON.stringify(
    datesIn(command).map(({ isPeriod, text }) =>
      isPeriod ? parsePeriod(text, today) : resolveDate(text, today),
    ),
  );
}

function datesIn(command: readonly string[]): { readonly isPeriod: boolean; readonly text: string }[] {
  return command.flatMap((word, index) => {
    const [flag = '', inline] = word.split(/=(.*)/s);
    if (flag !== '--period' && !dateFlags.includes(flag)) return [];
    return [{ isPeriod: flag === '--period', text: inline ?? command[index + 1] ?? '' }];
  });
}
