import type { Context } from '../../base/context.ts';
import { UsageError } from '../../base/errors.ts';
import { findArchive } from '../../cli/archive.ts';
import { knownProperties } from '../../cli/completion/known-lists.ts';
import { type OpenReportSource, planWithReport } from '../../cli/connect.ts';
import { checkToday, dueTime, todayAt } from '../../cli/date-options.ts';
import type { Invocation } from '../../cli/invocation.ts';
import { planPropertyList } from '../../cli/properties.ts';
import { eachProperty, throwFailures } from '../../cli/several-properties.ts';
import { dateFlag, dayCount, untilToday, warnOfFuture } from '../../cli/snapshot-options.ts';
import { planSummary } from '../../cli/write-records.ts';
import { addDays, addMonths, type CalendarDate, firstOfMonth } from '../../platform/dates.ts';
import { type Column, textColumns } from '../../platform/records.ts';
import { propertyColumn } from '../../platform/reports/columns.ts';
import { propertyPerformanceReport } from '../../platform/reports/property-performance.ts';
import { findSnapshots, type Snapshot } from '../../reports/snapshots/snapshot.ts';
import { takeSnapshot } from '../../reports/snapshots/take-snapshot.ts';
import type { TakeOptions } from './flags.ts';

export const takenColumns: readonly Column[] = [
  propertyColumn,
  { name: 'taken', type: 'date', heading: 'Taken' },
  ...textColumns('outcome', 'error'),
];

/** `hotelctl snapshot take`: one snapshot for each property. A hotel that fails does not stop the others (exit 7). */
export async function planSnapshots(invocation: Invocation, options: TakeOptions) {
  const { context } = invocation;
  const ahead = dayCount('--ahead', options.ahead);
  const behind = options.behind === undefined ? undefined : dayCount('--behind', options.behind);
  checkToday(momentOfBooks(context), today => readBusinessDay(options.businessDay, today));
  const listProperties = planPropertyList(invocation, options);
  const summarized = await planSummary(invocation, options, { name: 'snapshots', columns: takenColumns });
  const run = async (platform: OpenReportSource) => {
    const archive = await findArchive(invocation);
    const properties = await listProperties(platform);
    // A list that lacks the property must not lose its snapshot, which cannot be taken later.
    const today = todayAt(invocation, platform, momentOfBooks(context));
    const takeOne = async ({ property }: { readonly property: string }) => {
      const taken = readBusinessDay(options.businessDay, await today(property));
      const known = (await knownProperties(invocation)).find(({ id }) => id === property);
      const order = {
        property,
        propertyName: known?.name,
        timeZone: known?.timeZone ?? undefined,
        taken,
        // The running month and the one before it are served by every snapshot.
        first: behind === undefined ? addMonths(firstOfMonth(taken), -1) : addDays(taken, -behind),
        ahead,
        archive,
        replace: options.replace ?? false,
        dueAt: dueTime(context),
      };
      dated.push(...(await untilToday(invocation, await findSnapshots(archive, property))).future);
      const outcome = await takeSnapshot(order, platform, context);
      const done = `${property}: ${outcome === 'written' ? 'saved' : outcome} the snapshot of ${taken}`;
      if (outcome === 'kept') await invocation.warn(`${done}; add --replace to take it again`);
      else await invocation.note(done);
      return { taken, outcome };
    };
    const dated: Snapshot[] = [];
    const take = () => eachProperty(invocation, properties, takeOne);
    const outcomes = await summarized(take, results =>
      results.map(({ item: { property: propertyId }, ...rest }) =>
        rest.error
          ? { propertyId, outcome: 'failed', error: rest.error.message }
          : { propertyId, ...rest.result },
      ),
    );
    await warnOfFuture(invocation, dated);
    const done = outcomes.flatMap(each => (each.error ? [] : each.result.outcome));
    const kept = done.filter(outcome => outcome === 'kept').length;
    const figures = { 'Snapshots saved': String(done.length - kept), Kept: String(kept) };
    await invocation.wrote(undefined, undefined, { figures: Object.entries(figures) });
    throwFailures(outcomes, 'saved');
  };
  return planWithReport(invocation, propertyPerformanceReport, run);
}

function readBusinessDay(text: string | undefined, today: CalendarDate): CalendarDate {
  if (text === undefined) return today;
  const day = dateFlag('--business-day', text, today);
  // After midnight, the business day is yesterday until the night audit.
  if (day === today || day === addDays(today, -1)) return day;
  throw new UsageError(`--business-day: the platform reports the books for ${today}, not for ${day}`, {
    hint: 'omit --business-day; after midnight and before the night audit, use --business-day yesterday',
  });
}

/** Longer ago, the books of a job that was late are those of another day. Milliseconds. */
const longestDelay = 43_200_000;

/** The moment that a job was due, unless it is too long ago: the platform reports the books of now. */
const momentOfBooks = (context: Context): number =>
  Math.min(context.clock.now(), dueTime(context, longestDelay));
