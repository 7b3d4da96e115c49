import { addDays, addMonths, type CalendarDate } from '../../platform/dates.ts';
import type { Parameters } from '../../platform/parameters.ts';
import { type Period, requestsFor } from '../../platform/periods.ts';
import type { ReportDefinition } from '../../platform/reports/report.ts';

/** One partition: a report of a property for one calendar month. All views of the report come from the same response. */
export interface Partition {
  readonly property: string;
  readonly report: ReportDefinition;
  /** `2026-10` */
  readonly period: string;
  readonly days: Period;
}

/** The target's record of a partition. */
export interface SyncedPartition {
  /** The business day of the last fetch. */
  readonly fetchedOn: CalendarDate;
  /** When it was fetched, in milliseconds since 1970. */
  readonly fetchedAt: number;
}

/** The calendar months that overlap a period. */
export function monthsWithin({ first, last }: Period): { readonly period: string; readonly days: Period }[] {
  const months = [];
  for (let month = `${first.slice(0, 7)}-01`; month <= last; month = addMonths(month, 1)) {
    months.push({
      period: month.slice(0, 7),
      days: { first: month, last: addDays(addMonths(month, 1), -1) },
    });
  }
  return months;
}

export const partitionKey = ({ report, period }: Pick<Partition, 'report' | 'period'>): string =>
  `${report.name}/${period}`;

/**
 * Whether a partition must be fetched: it is missing, or it was open when it was fetched; because of late postings, it
 * is open until `refetch` days after its end. Partitions that an interrupted run has fetched already are not fetched
 * again.
 *
 * @param resumedSince the start of the run that this one resumes
 */
export function mustFetch(
  { days }: Pick<Partition, 'days'>,
  synced: SyncedPartition | undefined,
  refetch: number,
  resumedSince: number | undefined,
): boolean {
  if (synced === undefined) return true;
  if (resumedSince !== undefined && synced.fetchedAt >= resumedSince) return false;
  return synced.fetchedOn <= addDays(days.last, refetch);
}

export function partitionRequests(
  { property, report, days }: Partition,
  serviceIds: readonly string[],
): Parameters[] {
  const wanted = report.parameters.some(({ wire }) => wire === 'serviceIds') ? { serviceIds } : {};
  const expand = report.parameters.some(({ wire }) => wire === 'expand') ? { expand: ['businessDays'] } : {};
  return requestsFor(report.period, days).map(dates => ({
    ...dates,
    ...wanted,
    ...expand,
    propertyId: property,
  }));
}
