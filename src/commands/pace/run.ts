import { RefusedError } from '../../base/errors.ts';
import { connect } from '../../cli/connect.ts';
import { withDelivery } from '../../cli/delivery.ts';
import type { Invocation, OpenInvocation } from '../../cli/invocation.ts';
import { valueReader } from '../../output/columns.ts';
import type { CalendarDate } from '../../platform/dates.ts';
import type { Period } from '../../platform/periods.ts';
import type { ReportRecord, View } from '../../platform/records.ts';
import { propertyPerformanceReport } from '../../platform/reports/property-performance.ts';
import { paceCharts, paceColumns, paceHeadline } from '../../reports/figures/compared-columns.ts';
import { figureColumns } from '../../reports/figures/figures.ts';
import { pacePoints, paceRecords, type VersusPoint, type VersusRows } from '../../reports/figures/pace.ts';
import { fetchPerformance } from '../../reports/snapshots/fetch-performance.ts';
import type { FlatRow } from '../../reports/snapshots/parquet-reader.ts';
import type { Layer } from '../../reports/snapshots/snapshot.ts';
import { writeComparison } from '../pickup/comparison-output.ts';
import {
  type ArchivedProperty,
  archivedProperties,
  dateFlag,
  layerOfDay,
  periodFlag,
  rowsWithin,
} from '../pickup/layer-options.ts';
import { reportsVersionOf } from '../reports/requests.ts';
import type { PaceOptions } from './flags.ts';

/** `hotelctl pace`: reads the layers; only last year's actual result, if needed, comes from the platform. */
export async function runPace(open: OpenInvocation, options: PaceOptions): Promise<void> {
  periodFlag(options.for, '2000-01-15');
  const versusOf = (today: CalendarDate) =>
    options.versus === 'last-year' ? 'last-year' : dateFlag('--versus', options.versus, today);
  versusOf('2000-01-15');
  const invocation = await open(options);
  const view = {
    name: 'Pace',
    columns: paceColumns,
    table: { columns: paceHeadline, title: paceTitle },
    charts: paceCharts,
  };
  const recordsOf = async (archived: ArchivedProperty) => {
    const { property, today } = archived;
    const period = periodFlag(options.for, today);
    const now = await layerOfDay(invocation, archived, today, options.nearest ?? false);
    const points = pacePoints(period, now.taken, versusOf(now.taken));
    const counterparts = points.flatMap(({ versus }) => versus ?? []);
    const versus = await versusSource(invocation, archived, counterparts, options);
    const rows = await rowsWithin(now, 'days', period, figureColumns);
    return paceRecords(property, points, rows, versus);
  };
  const properties = () => archivedProperties(invocation, options);
  const write = () => writeComparison(invocation, options, view, { properties, recordsOf });
  await withDelivery(invocation, options, 'pace', write);
}

function paceTitle(records: readonly ReportRecord[]): string {
  const known = records.find(({ versusBasis }) => versusBasis !== null);
  const basis =
    known?.['versusTaken'] == null ? 'the actual result' : `the snapshot of ${known['versusTaken']}`;
  const compared = known === undefined ? [] : [`compared with ${basis}`];
  return ['Pace', ...records.slice(0, 1).map(({ propertyId }) => propertyId), ...compared].join(' · ');
}

/** The other side of each stay date: its layer, read once, or the actual result for all dates. */
async function versusSource(
  invocation: Invocation,
  archived: ArchivedProperty,
  points: readonly VersusPoint[],
  { versus, nearest = false }: PaceOptions,
): Promise<(point: VersusPoint) => VersusRows> {
  const wanted = [...new Set(points.map(({ taken }) => taken))];
  const has = (day: CalendarDate) => archived.layers.some(({ taken }) => taken === day);
  const byDay = new Map<CalendarDate, VersusRows>();
  const missing = wanted.filter(day => !has(day));
  const actual = versus === 'last-year' && !nearest && missing.length > 0;
  const missingPoints = points.filter(point => missing.includes(point.taken));
  const actualRows = actual ? await actualResult(invocation, archived.property, periodOf(missingPoints)) : [];
  for (const day of wanted) {
    if (actual && !has(day)) {
      byDay.set(day, { basis: 'actual', taken: null, rows: actualRows });
      continue;
    }
    const layer: Layer = await layerOfDay(invocation, archived, day, nearest);
    const period = periodOf(points.filter(({ taken }) => taken === day));
    const rows = await rowsWithin(layer, 'days', period, figureColumns);
    byDay.set(day, { basis: 'on the books', taken: layer.taken, rows });
  }
  return point => byDay.get(point.taken) as VersusRows;
}

const periodOf = (points: readonly VersusPoint[]): Period => {
  const days = points.map(({ stayDate }) => stayDate).sort();
  return { first: days[0] ?? '', last: days.at(-1) ?? '' };
};

/** The actual result, from the platform. */
async function actualResult(invocation: Invocation, property: string, period: Period): Promise<FlatRow[]> {
  const baseUrl = invocation.settings.requireHost('baseUrl');
  const connection = connect(invocation, baseUrl);
  try {
    const performance = await fetchPerformance(
      {
        baseUrl,
        version: reportsVersionOf(propertyPerformanceReport, invocation.settings),
        send: connection.send,
        newKey: () => invocation.context.random.uuid(),
        warn: message => invocation.warn(`warning: ${message}`),
      },
      property,
      period,
    );
    if (!performance) {
      throw new RefusedError(`${property} has no figures from ${period.first} to ${period.last}`, {
        hint: 'compare with an earlier snapshot instead: --versus DATE',
      });
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
    await connection.close();
  }
}
