import { monthsWithin, type Partition } from '../../archive/sync-plan.ts';
import { oneOf } from '../../base/choices.ts';
import { UsageError } from '../../base/errors.ts';
import { addMonths, type CalendarDate } from '../../platform/dates.ts';
import { type Period, parsePeriod, periodForms } from '../../platform/periods.ts';
import { reports } from '../../platform/reports/index.ts';
import type { ReportDefinition } from '../../platform/reports/report.ts';

/** A URL may contain a password, which process lists show. The message does not repeat it. */
export function refuseDatabaseAddress(target: string): void {
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(target)) return;
  throw new UsageError(
    'a database address is not accepted on the command line, where others can read its password',
    { hint: 'set HOTELCTL_DATABASE_URL and run `hotelctl sync postgres`' },
  );
}

/** The reports of the flags. Without `--service`, "all" excludes ordered-services, which requires it. */
export function reportsToSync(names: readonly string[] | undefined, services: readonly string[] | undefined) {
  const known = reports.map(({ name }) => name);
  const wanted = names?.map(name => oneOf('--report', name, known)) ?? known;
  const needsService = ({ name }: ReportDefinition) => name === 'ordered-services' && services === undefined;
  const listed = reports.filter(({ name }) => wanted.includes(name));
  if (names && listed.some(needsService)) {
    throw new UsageError('--report ordered-services needs --service ID', {
      hint: 'find the ids with `hotelctl offers services`',
    });
  }
  return { reports: listed.filter(report => !needsService(report)), omitted: listed.filter(needsService) };
}

/** The months to sync; default: the last one and this one. */
export function periodToSync(text: string | undefined, today: CalendarDate): Period {
  if (text === undefined) return { first: addMonths(`${today.slice(0, 7)}-01`, -1), last: today };
  const period = parsePeriod(text, today);
  if (period !== undefined) return period;
  throw new UsageError(`--period: "${text}" is not a valid period`, {
    hint: `periods: ${periodForms.join(', ')}`,
  });
}

export const partitionsOf = (
  property: string,
  chosen: readonly ReportDefinition[],
  period: Period,
): Partition[] =>
  chosen.flatMap(report => monthsWithin(period).map(month => ({ property, report, ...month })));

export function countFlag(flag: string, text: string, most: number): number {
  if (/^\d{1,7}$/.test(text) && Number(text) >= 1 && Number(text) <= most) return Number(text);
  throw new UsageError(`${flag} must be a whole number from 1 to ${most}`, {
    hint: `for example ${flag} 60`,
  });
}
