import { withDelivery } from '../../cli/delivery.ts';
import type { Invocation, OpenInvocation } from '../../cli/invocation.ts';
import { openReportSource } from '../../cli/report-source.ts';
import {
  type ArchivedProperty,
  archivedProperties,
  dateFlag,
  periodFlag,
  rowsWithin,
  snapshotOfDay,
} from '../../cli/snapshot-options.ts';
import { writeComparison } from '../../cli/write-comparison.ts';
import { anyDay, type CalendarDate } from '../../platform/dates.ts';
import type { Period } from '../../platform/periods.ts';
import { valueReader } from '../../platform/record-paths.ts';
import type { View } from '../../platform/records.ts';
import { propertyPerformanceReport } from '../../platform/reports/property-performance.ts';
import { figureColumns, noFigures } from '../../reports/figures/booked-figures.ts';
import {
  pacePoints,
  paceRecords,
  paceView,
  type VersusPoint,
  type VersusRows,
} from '../../reports/figures/pace.ts';
import type { FlatRow } from '../../reports/snapshots/read-snapshot.ts';
import { fetchPerformance } from '../../reports/snapshots/take-snapshot.ts';
import type { PaceOptions } from './flags.ts';

/** `hotelctl pace`: reads the snapshots; only last year's actual result, if needed, comes from the platform. */
export async function runPace(open: OpenInvocation, options: PaceOptions): Promise<void> {
  periodFlag(options.for, anyDay);
  const versusOf = (today: CalendarDate) =>
    options.versus === 'last-year' ? 'last-year' : dateFlag('--versus', options.versus, today);
  versusOf(anyDay);
  const invocation = await open(options);
  const recordsOf = async (archived: ArchivedProperty) => {
    const { property, today } = archived;
    const period = periodFlag(options.for, today);
    const now = await snapshotOfDay(invocation, archived, today, options.nearest ?? false);
    const points = pacePoints(period, now.taken, versusOf(now.taken));
    const counterparts = points.flatMap(({ versus }) => versus ?? []);
    const versus = await versusSource(invocation, archived, counterparts, options);
    const rows = await rowsWithin(now, 'days', period, figureColumns);
    return paceRecords(property, points, rows, versus);
  };
  const properties = () => archivedProperties(invocation, options);
  await withDelivery(invocation, options, 'pace', () =>
    writeComparison(invocation, options, paceView, properties, recordsOf),
  );
}

/** The other side of each stay date: its snapshot, read once, or the actual result for all dates. */
async function versusSource(
  invocation: Invocation,
  archived: ArchivedProperty,
  points: readonly VersusPoint[],
  { versus, nearest = false }: PaceOptions,
): Promise<(point: VersusPoint) => VersusRows> {
  const has = (day: CalendarDate) => archived.snapshots.some(({ taken }) => taken === day);
  const missing = points.filter(({ taken }) => !has(taken));
  const useActual = versus === 'last-year' && !nearest && missing.length > 0;
  const actualRows = useActual ? await actualResult(invocation, archived.property, periodOf(missing)) : [];
  const byDay = new Map<CalendarDate, VersusRows>();
  for (const day of new Set(points.map(({ taken }) => taken))) {
    if (useActual && !has(day)) {
      byDay.set(day, { basis: 'actual', taken: null, rows: actualRows });
      continue;
    }
    const snapshot = await snapshotOfDay(invocation, archived, day, nearest);
    const period = periodOf(points.filter(({ taken }) => taken === day));
    const rows = await rowsWithin(snapshot, 'days', period, figureColumns);
    byDay.set(day, { basis: 'on the books', taken: snapshot.taken, rows });
  }
  return point => byDay.get(point.taken) as VersusRows;
}

const periodOf = (points: readonly VersusPoint[]): Period => {
  const days = points.map(({ stayDate }) => stayDate).sort();
  return { first: days[0] ?? '', last: days.at(-1) ?? '' };
};

async function actualResult(invocation: Invocation, property: string, period: Period): Promise<FlatRow[]> {
  const platform = openReportSource(invocation, propertyPerformanceReport);
  try {
    const performance = await fetchPerformance(platform, property, period);
    if (!performance) {
      await invocation.warn(`${noFigures(property, [period])} to compare with`);
      return [];
    }
    await invocation.warn(
      `${property}: no snapshot of last year, compared with the actual result of ${period.first} to ${period.last}`,
    );
    const { views } = await propertyPerformanceReport.response();
    const days = views.find(({ name }) => name === 'days') as View<unknown>;
    const readers = figureColumns.map(name => [name, valueReader(name)] as const);
    return [...days.records(performance.body, performance.parameters)].map(record =>
      Object.fromEntries(readers.map(([name, read]) => [name, read(record)])),
    );
  } finally {
    await platform.close();
  }
}
