import { shellWords } from '../../base/text.ts';
import type { CalendarDate } from '../../platform/dates.ts';
import { isRelative, parsePeriod } from '../../platform/periods.ts';

/** What a run is about: for the mail, and as the labels of its metrics. Absent parts are not known or do not apply. */
export interface RunSubject {
  readonly job?: string;
  /** `room-nights` of `reports room-nights`; the words of every other command: `snapshot take`. */
  readonly report: string;
  /** The ids, or `all`. */
  readonly property?: string;
  /** As specified, with its days if it depends on the date: `last-month (2026-10-01 to 2026-10-31)`. */
  readonly period?: string;
  /** The whole command line. */
  readonly command: string;
}

/**
 * @param words the command line after `hotelctl`
 * @param defaultProperty the property that is used if the command line names none
 * @param today what relative periods refer to
 */
export function describeSubject(
  words: readonly string[],
  {
    job,
    defaultProperty,
    today,
  }: {
    readonly job?: string;
    readonly defaultProperty: string | undefined;
    readonly today: CalendarDate;
  },
): RunSubject {
  const firstFlag = words.findIndex(word => word.startsWith('-'));
  const verbs = firstFlag === -1 ? words : words.slice(0, firstFlag);
  const properties = words.includes('--all-properties') ? ['all'] : flagValues(words, '--property');
  const property = properties.length > 0 ? properties.join(',') : defaultProperty;
  const period = periodText(words, today);
  return {
    ...(job === undefined ? {} : { job }),
    report: (verbs[0] === 'reports' ? verbs.slice(1) : verbs).join(' '),
    ...(property === undefined ? {} : { property }),
    ...(period === undefined ? {} : { period }),
    command: shellWords(['hotelctl', ...words]),
  };
}

function periodText(words: readonly string[], today: CalendarDate): string | undefined {
  const [given, from, to, month, year] = ['--period', '--from', '--to', '--month', '--year'].map(
    flag => flagValues(words, flag)[0],
  );
  if (given !== undefined) {
    const days = isRelative(given) ? parsePeriod(given, today) : undefined;
    return days ? `${given} (${days.first} to ${days.last})` : given;
  }
  if (from !== undefined || to !== undefined) return [from, to].filter(day => day !== undefined).join(' to ');
  return month === undefined || year === undefined ? undefined : `${year}-${month.padStart(2, '0')}`;
}

/** The values of flags, as `--flag value`, `--flag=value` or `-fvalue`. */
export const flagValues = (words: readonly string[], ...flags: readonly string[]): readonly string[] =>
  words.flatMap((word, index) => {
    if (flags.includes(word)) return words[index + 1] ?? [];
    const start = flags
      .map(flag => (flag.startsWith('--') ? `${flag}=` : flag))
      .find(text => word.startsWith(text));
    return start === undefined ? [] : word.slice(start.length);
  });
