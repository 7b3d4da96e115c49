import { RefusedError } from '../../base/errors.ts';
import { groupBy } from '../../base/text.ts';
import { openReportSource, useAndClose } from '../../cli/connect.ts';
import type { Invocation } from '../../cli/invocation.ts';
import { type ArchivedProperty, dateFlag, snapshotOfDay } from '../../cli/snapshot-options.ts';
import type { Pieces, Text } from '../../output/document/document.ts';
import { say, sayDate } from '../../output/words/messages.ts';
import { anyDay, type CalendarDate, dayNumber } from '../../platform/dates.ts';
import { listDays, type Period, readPeriod, wholeMonths } from '../../platform/periods.ts';
import type { ReportRecord } from '../../platform/records.ts';
import { hasBudget, isOfDays, nameDays } from '../../reports/figures/books.ts';
import { isSpreadBudget, makeBudget } from '../../reports/figures/budget.ts';
import {
  alongside,
  comparedDays,
  nameYears,
  noFigures,
  noteUnlikeDays,
  nothingToCompare,
  pacePoints,
  type VersusPoint,
} from '../../reports/figures/compared-spans.ts';
import { allEnded } from '../../reports/several-at-a-time.ts';
import type { Snapshot } from '../../reports/snapshots/snapshot.ts';
import { type Books, type Figures, openFigures } from './books.ts';
import type { PaceOptions, PickupOptions } from './flags.ts';
import { planComparison, type ReadSides } from './write-comparison.ts';

/** `hotelctl pace`: reads the snapshots; only last year's actual result, if needed, comes from the platform. */
export async function planPace(invocation: Invocation, options: PaceOptions) {
  readPeriod('--period', options.period, anyDay);
  const figures = await openFigures(invocation, options);
  const { basis, books } = figures;
  const findVersus = (today: CalendarDate) =>
    options.versus === 'last-year' ? basis.alignment : dateFlag('--versus', options.versus, today);
  findVersus(anyDay);
  const nearest = options.nearest ?? false;
  const readSides: ReadSides = async archived => {
    const { property, today } = archived;
    const period = readPeriod('--period', options.period, today);
    const now = await snapshotOfDay(invocation, archived, today, nearest);
    const wanted = findVersus(now.taken);
    // Stay dates are as far from the day of the snapshot that there is, which may be the nearest one, as they are now.
    const isLastYear = options.versus === 'last-year';
    const other = isLastYear ? undefined : await earlierSnapshot(invocation, archived, now, wanted, nearest);
    const points = pacePoints(period, now.taken, other?.taken ?? wanted);
    const counterparts = points.flatMap(({ versus }) => versus ?? []);
    // First, so that a period that neither snapshot has is refused for the days that people chose.
    const own = await books.ofSnapshot(now, period);
    const fetchDays = (days: Period) =>
      useAndClose(openReportSource(invocation), platform => books.ofPlatform(platform, property, days, own));
    const readSnapshot = async (day: CalendarDate, days: Period): Promise<VersusDays> => {
      const snapshot = await snapshotOfDay(invocation, archived, day, nearest);
      // Stay dates are as far from the others as the days of both snapshots.
      const later = dayNumber(now.taken) - dayNumber(day);
      const found = await books.ofSnapshot(snapshot, days, own, later);
      const notes = [...snapshot.notes, ...found.notes];
      return { taken: snapshot.taken, days: found.days, notes };
    };
    const isMissing = (day: CalendarDate) => archived.snapshots.every(({ taken }) => taken !== day);
    const missing = isLastYear && !nearest ? counterparts.filter(({ taken }) => isMissing(taken)) : [];
    const actual = missing.length > 0 ? await actualResult(findPeriod(missing), fetchDays) : undefined;
    const versus = new Map<CalendarDate, VersusDays>();
    for (const [day, same] of groupBy(counterparts, ({ taken }) => taken))
      versus.set(day, (isMissing(day) && actual) || (await readSnapshot(day, findPeriod(same))));
    const planned = await planBudget(figures, property, period, own, fetchDays);
    const pairs = points.map(({ stayDate, versus: other }) => {
      const found = other && versus.get(other.taken);
      const ofRow = {
        daysBefore: dayNumber(stayDate) - dayNumber(now.taken),
        versusDate: other?.stayDate ?? null,
        versusTaken: found?.taken ?? null,
      };
      return {
        later: own.days
          .filter(({ businessDay }) => businessDay === stayDate)
          .map(day => ({ ...day, ...ofRow, versusBasis: null })),
        earlier: (found?.days ?? [])
          .filter(({ businessDay }) => businessDay === other?.stayDate)
          .map(day => ({
            ...day,
            ...ofRow,
            versusBasis: ofRow.versusTaken === null ? 'actual' : 'on the books',
            businessDay: stayDate,
            thenDay: day['businessDay'],
          })),
      };
    });
    const years = counterparts.length > 0 ? findPeriod(counterparts) : period;
    const earlier = pairs.flatMap(pair => pair.earlier);
    return {
      day: now.taken,
      earlier,
      later: pairs.flatMap(({ later }) => later),
      ...(planned ? { budget: planned.rows } : {}),
      notes: [
        ...now.notes,
        ...(other?.notes ?? []),
        ...own.notes,
        ...[...new Set([...(actual ? [actual] : []), ...versus.values()])].flatMap(({ notes }) => notes),
        ...(own.days.length === 0 ? [noFigures([period])] : []),
        ...(planned?.notes ?? []),
      ],
      names: isLastYear
        ? { earlier: [nameYears(years)], later: [nameYears(period)] }
        : nameDays(counterparts[0]?.taken ?? now.taken, now.taken),
      about: describeSources(now.taken, earlier),
    };
  };
  return planComparison(invocation, options, 'pace', figures, readSides);
}

/** Fetches the days of a period, in the currency of the books that they are compared with. */
type FetchDays = (period: Period) => Promise<Books>;

/** The budget of the stay dates; of a part of a month, or of its days, spread by last year's result, which is then fetched. */
async function planBudget(
  { basis, budget: planning, rates, portfolio: { grouping = 'day' } }: Figures,
  property: string,
  period: Period,
  own: Books,
  fetchDays: FetchDays,
) {
  if (!planning || !hasBudget(grouping)) return undefined;
  const { budget } = planning;
  const { earlier, pairs } = comparedDays(wholeMonths(period), basis.alignment);
  const byDay = isOfDays(grouping);
  const last = isSpreadBudget(budget, property, period, byDay) ? await fetchDays(earlier) : undefined;
  const lastYear = alongside(last?.days ?? [], pairs);
  return makeBudget(property, budget, period, { ...own, lastYear, byDay }, rates);
}

/** `snapshot of 2026-11-21 compared with the snapshot of 2025-11-22` */
function describeSources(now: CalendarDate, earlier: readonly ReportRecord[]): Pieces {
  const taken = [...new Set(earlier.map(({ versusTaken }) => versusTaken))];
  const [day, first, last] = [now, taken[0], taken.at(-1)].map(date =>
    sayDate(String(date), 'day-of-year'),
  ) as [Pieces, Pieces, Pieces];
  if (taken.length === 0) return say('snapshot of {day} compared with nothing', { day });
  if (taken.includes(null)) return say('snapshot of {day} compared with the actual result', { day });
  return taken.length === 1
    ? say('snapshot of {day} compared with the snapshot of {other}', { day, other: first })
    : say('snapshot of {day} compared with the snapshots of {first} to {last}', { day, first, last });
}

interface VersusDays {
  /** The day of the snapshot that was used, which has the books at the same lead time; null for the actual result. */
  readonly taken: CalendarDate | null;
  readonly days: readonly ReportRecord[];
  readonly notes: readonly Text[];
}

const findPeriod = (points: readonly VersusPoint[]): Period => {
  const days = points.map(({ stayDate }) => stayDate).sort();
  return { first: days[0] ?? '', last: days.at(-1) ?? '' };
};

async function actualResult(period: Period, fetchDays: FetchDays): Promise<VersusDays> {
  const { days, notes } = await fetchDays(period);
  const [first = [], last = []] = [period.first, period.last].map(day => sayDate(day, 'day-of-year'));
  const found =
    days.length === 0
      ? nothingToCompare([period])
      : say('no snapshot of last year, compared with the actual result of {first} to {last}', {
          first,
          last,
        });
  return { taken: null, days, notes: [...notes, found] };
}

/** The snapshot of an earlier day. That of now may be the nearest one, and is not used: it would be compared with itself. @throws RefusedError */
async function earlierSnapshot(
  invocation: Invocation,
  archived: ArchivedProperty,
  now: Snapshot,
  day: CalendarDate,
  nearest: boolean,
) {
  const isOther = day < now.taken;
  const snapshots = archived.snapshots.filter(({ taken }) => !isOther || taken < now.taken);
  if (isOther && snapshots.length === 0)
    throw new RefusedError(`there is no snapshot before the one of ${now.taken} to compare it with`, {
      hint: 'run `hotelctl snapshot take --all-properties` every day',
    });
  return snapshotOfDay(invocation, { ...archived, snapshots }, day, nearest);
}

/** `hotelctl pickup`: compares two snapshots of each property, offline. */
export async function planPickup(invocation: Invocation, options: PickupOptions) {
  dateFlag('--since', options.since, anyDay);
  readPeriod('--period', options.period, anyDay);
  const figures = await openFigures(invocation, options);
  const { books } = figures;
  const nearest = options.nearest ?? false;
  const readSides: ReadSides = async archived => {
    const period = readPeriod('--period', options.period, archived.today);
    const now = await snapshotOfDay(invocation, archived, archived.today, nearest);
    const since = dateFlag('--since', options.since, now.taken);
    const before = await earlierSnapshot(invocation, archived, now, since, nearest);
    const taken = { beforeTaken: before.taken, nowTaken: now.taken };
    // Read concurrently; of two refused snapshots, the earlier one is always named.
    const own = books.ofSnapshot(now, period);
    const sides = await allEnded([books.ofSnapshot(before, period, own), own]);
    const [earlier = [], later = []] = sides.map(side => side?.days.map(day => ({ ...day, ...taken })));
    const pairs = listDays(period).map(day => ({ day, other: day }));
    const about = say('snapshots of {earlier} and {later}', {
      earlier: sayDate(before.taken, 'day-of-year'),
      later: sayDate(now.taken, 'day-of-year'),
    });
    return {
      day: now.taken,
      earlier,
      later,
      names: nameDays(before.taken, now.taken),
      about,
      notes: [
        ...now.notes,
        ...before.notes,
        ...(before.taken === now.taken
          ? [say('snapshot of {day} compared with itself', { day: sayDate(now.taken, 'day-of-year') })]
          : []),
        ...sides.flatMap(side => side?.notes ?? []),
        ...noteUnlikeDays({ period, pairs }, later, earlier),
      ],
      since: before.taken,
    };
  };
  return planComparison(invocation, options, 'pickup', figures, readSides);
}
