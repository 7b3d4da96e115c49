import { UsageError } from '../../base/errors.ts';
import { findArchive } from '../../cli/archive.ts';
import type { Invocation } from '../../cli/invocation.ts';
import {
  dateFlag,
  describeNearest,
  rowsWithin,
  snapshotOfDay,
  untilToday,
} from '../../cli/snapshot-options.ts';
import type { HttpResponse, Send } from '../../http/exchange.ts';
import { anyDay, type CalendarDate } from '../../platform/dates.ts';
import { stringifyJson } from '../../platform/json.ts';
import { propertyPerformanceReport } from '../../platform/reports/property-performance.ts';
import { daysOfGroups, performanceOfSnapshot } from '../../reports/snapshots/read-snapshot.ts';
import { findSnapshots } from '../../reports/snapshots/snapshot.ts';

/** The parameters that a snapshot supports; it cannot be filtered by others. */
const knownParameters = ['propertyId', 'from', 'to', 'expand', 'unitGroupTypes'];

/** What a report needs from the platform, or from snapshots in its place. */
export interface AnsweringSource {
  readonly send: Send;
  readonly todayOf: (property: string) => Promise<CalendarDate>;
}

/**
 * Answers requests for property-performance from the snapshots of one day instead of the platform: every view, format and
 * chart works as with a response. Nothing is sent, so the time zone of a property is that of its snapshots.
 */
export function snapshotsAsPlatform(
  invocation: Invocation,
  { asOf, nearest = false }: { readonly asOf: string; readonly nearest?: boolean | undefined },
): AnsweringSource {
  dateFlag('--as-of', asOf, anyDay);
  const send: Send = async ({ url }) => {
    const { pathname, searchParams } = new URL(url);
    if (!pathname.endsWith(`/${propertyPerformanceReport.name}`)) return makeResponse(404, '');
    const other = [...searchParams.keys()].find(name => !knownParameters.includes(name));
    if (other !== undefined) {
      throw new UsageError(
        '--as-of cannot be combined with this filter: a snapshot contains nothing finer than unit groups',
        { hint: `omit the filter ${other}` },
      );
    }
    const property = searchParams.get('propertyId') ?? '';
    const period = { first: searchParams.get('from') ?? '', last: searchParams.get('to') ?? '' };
    const found = await findSnapshots(await findArchive(invocation), property);
    const { snapshots, today } = await untilToday(invocation, found);
    const day = dateFlag('--as-of', asOf, today);
    const snapshot = await snapshotOfDay(invocation, { property, snapshots }, day, nearest);
    for (const note of describeNearest(snapshot, day)) await invocation.warn(`${property}: ${note}`);
    const types = searchParams.getAll('unitGroupTypes');
    const [all, whole] = await Promise.all([
      rowsWithin(snapshot, 'unit-groups', period),
      rowsWithin(snapshot, 'days', period),
    ]);
    const groups =
      types.length === 0 ? all : all.filter(row => types.includes(String(row['unitGroup.type'])));
    const { views } = await propertyPerformanceReport.response();
    const columns = views.find(({ name }) => name === 'days')?.columns ?? [];
    const days = types.length === 0 ? whole : daysOfGroups(groups, columns);
    // Days without rows, as the platform answers them.
    if (days.length === 0) return makeResponse(204, '');
    const { businessDays, ...summary } = performanceOfSnapshot(days, groups, columns);
    const expanded = searchParams.getAll('expand').includes('businessDays');
    return makeResponse(200, stringifyJson(expanded ? { ...summary, businessDays } : summary));
  };
  const findToday = async (property: string) =>
    (await untilToday(invocation, await findSnapshots(await findArchive(invocation), property))).today;
  return { send, todayOf: findToday };
}

const makeResponse = (status: number, text: string): HttpResponse => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: (async function* () {
    yield Buffer.from(text);
  })(),
  discard: async () => {},
});
