import { UsageError } from '../../base/errors.ts';
import { knownProperties } from '../../cli/completion/known-lists.ts';
import { todayAt } from '../../cli/date-options.ts';
import { eachProperty, throwFailures } from '../../cli/each-property.ts';
import type { Invocation, OpenInvocation } from '../../cli/invocation.ts';
import { fetchPropertyIds } from '../../cli/properties.ts';
import { openReportSource } from '../../cli/report-source.ts';
import { severalProperties } from '../../cli/several-properties.ts';
import { dataFolder, dayCount } from '../../cli/snapshot-options.ts';
import { type CalendarDate, resolveDate } from '../../platform/dates.ts';
import { propertyPerformanceReport } from '../../platform/reports/property-performance.ts';
import { findSnapshots } from '../../reports/snapshots/snapshot-store.ts';
import { type SnapshotOrder, takeSnapshot } from '../../reports/snapshots/take-snapshot.ts';
import type { TakeOptions } from './flags.ts';

/** `hotelctl snapshot take`: one snapshot for each property. A hotel that fails does not stop the others (exit 7). */
export async function takeSnapshots(open: OpenInvocation, options: TakeOptions): Promise<void> {
  const invocation = await open(options);
  const { context } = invocation;
  const [ahead, behind] = [dayCount('--ahead', options.ahead), dayCount('--behind', options.behind)];
  const filedUnder = (today: CalendarDate) => businessDayOf(options.businessDay, today);
  filedUnder('2000-01-01');
  const dataDir = dataFolder(invocation);
  context.interrupted.throwIfAborted();
  const platform = openReportSource(invocation, propertyPerformanceReport);
  const { send, baseUrl } = platform;
  try {
    const listed = await severalProperties(invocation, options, () =>
      fetchPropertyIds(invocation, send, baseUrl),
    );
    const properties = listed.map(property => ({ property }));
    const today = todayAt(invocation, send, baseUrl);
    const outcomes = await eachProperty(invocation, properties, async ({ property }) => {
      const taken = filedUnder(await today(property));
      const known = (await knownProperties(invocation)).find(({ id }) => id === property);
      const order: SnapshotOrder = {
        property,
        propertyName: known?.name,
        timeZone: known?.timeZone ?? undefined,
        ...{ taken, behind, ahead, dataDir, replace: options.replace ?? false },
      };
      await warnOfFuture(invocation, dataDir, property, taken);
      const outcome = await takeSnapshot(order, platform, context);
      await (outcome === 'kept'
        ? invocation.warn(`${property}: kept the snapshot of ${taken}; add --replace to take it again`)
        : invocation.note(
            `${property}: ${outcome === 'replaced' ? 'replaced' : 'saved'} the snapshot of ${taken}`,
          ));
    });
    throwFailures(outcomes, 'saved', 'run the command again: it takes only the missing snapshots');
  } finally {
    await platform.close();
  }
}

function businessDayOf(text: string | undefined, today: CalendarDate): CalendarDate {
  const day = text === undefined ? today : resolveDate(text, today);
  if (day !== undefined) return day;
  throw new UsageError(`--business-day: "${text}" is not a valid date`, {
    hint: 'for example 2026-11-21, today, yesterday or -1d',
  });
}

/** A snapshot from the future means that the clock was set back, or was ahead when the snapshot was taken. */
async function warnOfFuture(
  invocation: Invocation,
  dataDir: string,
  property: string,
  taken: CalendarDate,
): Promise<void> {
  const newest = (await findSnapshots(dataDir, property)).at(-1);
  if (newest === undefined || newest.taken <= taken) return;
  await invocation.warn(
    `warning: ${property} has a snapshot of ${newest.taken}, which is after ${taken}: check the clock of this machine`,
  );
}
