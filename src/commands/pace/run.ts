import { readChoice } from '../../base/choices.ts';
import { openReportSource } from '../../cli/connect.ts';
import { withDelivery } from '../../cli/delivery.ts';
import { figureBasis, openBooks } from '../../cli/figures/books.ts';
import { readPortfolio, readRates } from '../../cli/figures/portfolio.ts';
import { alignments } from '../../cli/flags.ts';
import type { Invocation, OpenInvocation } from '../../cli/invocation.ts';
import { hotelNames } from '../../cli/properties.ts';
import {
  type ArchivedProperty,
  archivedProperties,
  dateFlag,
  describeNearest,
  periodFlag,
  snapshotOfDay,
} from '../../cli/snapshot-options.ts';
import { writeComparison } from '../../cli/write-comparison.ts';
import { anyDay, type CalendarDate, dayNumber } from '../../platform/dates.ts';
import type { Period } from '../../platform/periods.ts';
import type { ReportRecord } from '../../platform/records.ts';
import { propertyPerformanceReport } from '../../platform/reports/property-performance.ts';
import { nameDays, noFigures, pacePoints, type VersusPoint } from '../../reports/figures/books.ts';
import { nameYears } from '../../reports/figures/compared-spans.ts';
import type { PaceOptions } from './flags.ts';

/** `hotelctl pace`: reads the snapshots; only last year's actual result, if needed, comes from the platform. */
export async function runPace(open: OpenInvocation, options: PaceOptions): Promise<void> {
  const align = readChoice('--align', options.align, alignments);
  periodFlag(options.for, anyDay);
  const findVersus = (today: CalendarDate) =>
    options.versus === 'last-year' ? align : dateFlag('--versus', options.versus, today);
  findVersus(anyDay);
  const invocation = await open(options);
  const { grouping = 'day', words, column } = await readPortfolio(invocation, options, options.by);
  const rates = await readRates(options);
  const basis = figureBasis(invocation, align, rates);
  const books = openBooks(invocation, basis, rates, grouping === 'unit-group');
  const readSides = async (archived: ArchivedProperty) => {
    const { today } = archived;
    const period = periodFlag(options.for, today);
    const now = await snapshotOfDay(invocation, archived, today, options.nearest ?? false);
    const notes = describeNearest(now, today);
    const points = pacePoints(period, now.taken, findVersus(now.taken));
    const counterparts = points.flatMap(({ versus }) => versus ?? []);
    const versus = await versusDays(invocation, books, archived, counterparts, options, notes);
    const { days } = await books.ofSnapshot(now, period);
    const pairs = points.map(({ stayDate, versus: other }) => {
      const found = other && versus(other);
      const own = {
        daysBefore: dayNumber(stayDate) - dayNumber(now.taken),
        versusDate: other?.stayDate ?? null,
        versusTaken: found?.taken ?? null,
      };
      return {
        later: days
          .filter(({ businessDay }) => businessDay === stayDate)
          .map(day => ({ ...day, ...own, versusBasis: null })),
        earlier: (found?.days ?? []).map(day => ({
          ...day,
          ...own,
          ...{ versusBasis: found?.basis ?? null, businessDay: stayDate, thenDay: day['businessDay'] },
        })),
      };
    });
    const last = counterparts.map(({ stayDate }) => stayDate).sort();
    const years = { first: last[0] ?? period.first, last: last.at(-1) ?? period.last };
    return {
      earlier: pairs.flatMap(({ earlier }) => earlier),
      later: pairs.flatMap(({ later }) => later),
      notes,
      names:
        options.versus === 'last-year'
          ? { earlier: nameYears(years), later: nameYears(period) }
          : nameDays(counterparts[0]?.taken ?? now.taken, now.taken),
      about: describeSources(
        now.taken,
        pairs.flatMap(({ earlier }) => earlier),
      ),
    };
  };
  const comparison = {
    ...{ kind: 'pace' as const, grouping, amounts: basis.amounts, basis },
    words: words(await hotelNames(invocation, undefined)),
    regions: column('region'),
  } as const;
  const properties = () => archivedProperties(invocation, options);
  await withDelivery(invocation, options, 'pace', () =>
    writeComparison(invocation, options, comparison, properties, readSides),
  );
}

/** `snapshot of 2026-11-21 compared with the snapshot of 2025-11-22` */
function describeSources(now: CalendarDate, earlier: readonly ReportRecord[]): string {
  const taken = [...new Set(earlier.map(({ versusTaken }) => versusTaken))];
  const what =
    taken.length === 0
      ? 'nothing'
      : taken.includes(null)
        ? 'the actual result'
        : taken.length === 1
          ? `the snapshot of ${taken[0]}`
          : `the snapshots of ${taken[0]} to ${taken.at(-1)}`;
  return `snapshot of ${now} compared with ${what}`;
}

/** The days that a stay date is compared with. */
interface VersusDays {
  /** The books at the same lead time before arrival, or the actual result. */
  readonly basis: 'on the books' | 'actual';
  /** The day of the snapshot that was used; null for the actual result. */
  readonly taken: CalendarDate | null;
  readonly days: readonly ReportRecord[];
}

/** The other side of each stay date: its snapshot, read once, or the actual result for all dates. */
async function versusDays(
  invocation: Invocation,
  books: ReturnType<typeof openBooks>,
  archived: ArchivedProperty,
  points: readonly VersusPoint[],
  { versus, nearest = false }: PaceOptions,
  notes: string[],
): Promise<(point: VersusPoint) => VersusDays> {
  const has = (day: CalendarDate) => archived.snapshots.some(({ taken }) => taken === day);
  const missing = points.filter(({ taken }) => !has(taken));
  const useActual = versus === 'last-year' && !nearest && missing.length > 0;
  const actual = useActual
    ? await actualResult(invocation, books, archived.property, findPeriod(missing), notes)
    : [];
  const byDay = new Map<CalendarDate, VersusDays>();
  for (const day of new Set(points.map(({ taken }) => taken))) {
    if (useActual && !has(day)) {
      byDay.set(day, { basis: 'actual', taken: null, days: actual });
      continue;
    }
    const snapshot = await snapshotOfDay(invocation, archived, day, nearest);
    notes.push(...describeNearest(snapshot, day));
    const { days } = await books.ofSnapshot(
      snapshot,
      findPeriod(points.filter(({ taken }) => taken === day)),
    );
    byDay.set(day, { basis: 'on the books', taken: snapshot.taken, days });
  }
  return ({ taken, stayDate }) => {
    const found = byDay.get(taken) as VersusDays;
    return { ...found, days: found.days.filter(({ businessDay }) => businessDay === stayDate) };
  };
}

const findPeriod = (points: readonly VersusPoint[]): Period => {
  const days = points.map(({ stayDate }) => stayDate).sort();
  return { first: days[0] ?? '', last: days.at(-1) ?? '' };
};

async function actualResult(
  invocation: Invocation,
  books: ReturnType<typeof openBooks>,
  property: string,
  period: Period,
  notes: string[],
): Promise<readonly ReportRecord[]> {
  const platform = openReportSource(invocation, propertyPerformanceReport);
  try {
    const { days } = await books.ofPlatform(platform, property, period);
    notes.push(
      days.length === 0
        ? `${noFigures([period])} to compare with`
        : `no snapshot of last year, compared with the actual result of ${period.first} to ${period.last}`,
    );
    return days;
  } finally {
    await platform.close();
  }
}
