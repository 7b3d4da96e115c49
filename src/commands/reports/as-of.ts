import { UsageError } from '../../base/errors.ts';
import { remember } from '../../base/text.ts';
import type { Invocation } from '../../cli/invocation.ts';
import type { RunProperty } from '../../cli/properties.ts';
import {
  dateFlag,
  planArchivedProperties,
  rowsWithin,
  snapshotFinder,
  snapshotOfDay,
  untilToday,
  warnOfFuture,
} from '../../cli/snapshot-options.ts';
import type { HttpResponse } from '../../http/exchange.ts';
import type { Text } from '../../output/document/document.ts';
import { englishText } from '../../output/words/messages.ts';
import type { CalendarDate } from '../../platform/dates.ts';
import { listValues, type Parameters } from '../../platform/parameters.ts';
import { ofAllBookings, propertyPerformanceReport } from '../../platform/reports/property-performance.ts';
import type { ReportSource } from '../../reports/fetch-report.ts';
import { describeNotes } from '../../reports/figures/lines.ts';
import type { Mix } from '../../reports/figures/mix.ts';
import { performanceOfSnapshot, snapshotsAround } from '../../reports/snapshots/read-snapshot.ts';
import type { Snapshot } from '../../reports/snapshots/snapshot.ts';

/** What a report needs from the platform, or from snapshots in its place. */
export interface AnsweringSource extends Pick<ReportSource, 'send' | 'bodyOf'> {
  readonly todayOf: (property: string) => Promise<CalendarDate>;
  /** The day of the snapshot that is used. */
  readonly bookedOn?: (property: string) => Promise<CalendarDate | undefined>;
  /** What readers must know of the snapshots that were read. */
  readonly snapshotNotes?: readonly Text[];
  /** Those of `--all-properties`. @throws RefusedError if there is none */
  readonly everyProperty: () => Promise<readonly RunProperty[]>;
}

/**
 * Bodies of property-performance from the snapshots of one day instead of the platform: every view, format and chart works as
 * with a response. Nothing is sent, so the time zone of a property is that of its snapshots.
 */
export function snapshotsAsPlatform(invocation: Invocation, asOf: string, nearest = false) {
  const dated: Snapshot[] = [];
  const report = async (future: readonly Snapshot[]) => void dated.push(...future);
  const everyProperty = planArchivedProperties(invocation, { asOf, allProperties: true }, report);
  const findOfProperty = snapshotFinder(invocation);
  const findKnown = remember(async (property: string) => {
    const found = await untilToday(invocation, await findOfProperty(property));
    await report(found.future);
    const day = dateFlag('--as-of', asOf, found.today);
    return { ...found, day, used: snapshotsAround(found.snapshots, day).nearest?.taken };
  });
  const snapshotNotes: Text[] = [];
  const bodyOf = async (parameters: Parameters) => {
    const [property = '', first = '', last = ''] = ['propertyId', 'from', 'to'].flatMap(name =>
      listValues(parameters, name),
    );
    const { snapshots, day } = await findKnown(property);
    const snapshot = await snapshotOfDay(invocation, { property, snapshots }, day, nearest);
    const types = listValues(parameters, 'unitGroupTypes');
    const [{ rows: all }, { rows: whole, notes }] = await Promise.all([
      rowsWithin(snapshot, 'unit-groups', { first, last }),
      rowsWithin(snapshot, 'days', { first, last }),
    ]);
    for (const note of describeNotes([{ property, notes: [...snapshot.notes, ...notes] }])) {
      await invocation.warn(englishText(note));
      snapshotNotes.push(note);
    }
    const groups =
      types.length === 0 ? all : all.filter(row => types.includes(String(row['unitGroup.type'])));
    const { views } = await propertyPerformanceReport.response();
    const columns = views.find(({ name }) => name === 'days')?.columns ?? [];
    const days = types.length === 0 ? whole : undefined;
    // Days without rows are an empty report, as on the platform.
    if ((days ?? groups).length === 0) return undefined;
    const { businessDays, ...summary } = performanceOfSnapshot(days, groups, columns);
    const expanded = listValues(parameters, 'expand').includes('businessDays');
    return expanded ? { ...summary, businessDays } : summary;
  };
  return {
    send: async () => notThere,
    bodyOf,
    snapshotNotes,
    todayOf: async (property: string) => (await findKnown(property)).today,
    bookedOn: async (property: string) => (await findKnown(property)).used,
    everyProperty,
    /** Once all of them are read. */
    warnOfFuture: () => warnOfFuture(invocation, dated),
    /** @throws UsageError for parameters that are of a part of what is booked */
    checkRequests: (requests: readonly Parameters[], mix: Mix | undefined) => {
      const names = requests.flatMap(Object.keys).filter(name => !ofAllBookings.includes(name));
      const filter = propertyPerformanceReport.parameters.find(({ wire }) => names.includes(wire));
      if (!filter && !mix) return;
      throw new UsageError(
        '--as-of cannot be combined with this filter: a snapshot contains nothing finer than unit groups',
        { hint: `omit --${filter?.flag ?? 'by'}` },
      );
    },
  };
}

/** Names of hotels, for example, are not in snapshots. */
const notThere: HttpResponse = {
  status: 404,
  headers: {},
  body: (async function* () {})(),
  discard: async () => {},
};
