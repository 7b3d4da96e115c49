import { readChoice } from '../../base/choices.ts';
import { findArchive } from '../../cli/archive.ts';
import { openReportSource, useAndClose } from '../../cli/connect.ts';
import { todayAt } from '../../cli/date-options.ts';
import { withDelivery } from '../../cli/delivery.ts';
import { alignments } from '../../cli/flags.ts';
import type { Invocation, OpenInvocation } from '../../cli/invocation.ts';
import { accessibleProperties, hotelNames } from '../../cli/properties.ts';
import { collectResults } from '../../cli/several-properties.ts';
import { coversPeriod } from '../../cli/snapshot-options.ts';
import { isDocument, isMailed, writeDocument } from '../../cli/write-records.ts';
import { type Arrangement, arranged } from '../../output/arrangement.ts';
import { makeColumnHeading } from '../../output/columns.ts';
import { addDays, type CalendarDate, dayNumber } from '../../platform/dates.ts';
import type { Period } from '../../platform/periods.ts';
import { propertyPerformanceReport } from '../../platform/reports/property-performance.ts';
import type { ReportSource } from '../../reports/fetch-report.ts';
import { findDayLastYear, noFigures } from '../../reports/figures/books.ts';
import { nameGroup, withoutGroupLast } from '../../reports/figures/groups.ts';
import {
  type MorningBooks,
  makeMorning,
  morningPeriods,
  morningRecords,
  morningView,
} from '../../reports/figures/morning.ts';
import { snapshotsAround } from '../../reports/snapshots/read-snapshot.ts';
import type { Snapshot } from '../../reports/snapshots/snapshot-manifest.ts';
import { findSnapshots } from '../../reports/snapshots/snapshot-store.ts';
import { alongside, comparedDays, type Figures, openFigures } from './books.ts';
import type { MorningOrder } from './brief-page.ts';
import { noteCurrencies, warnNotes } from './figure-page.ts';
import type { BriefOptions } from './flags.ts';
import { makeResult, renderFigures, writeFigures } from './write-comparison.ts';

/** `hotelctl brief`: two requests for each property, and the snapshots of earlier days. */
export async function runBrief(open: OpenInvocation, options: BriefOptions) {
  const invocation = await open(options);
  await withDelivery(invocation, options, 'brief', () => writeBrief(invocation, options));
}

async function writeBrief(invocation: Invocation, options: BriefOptions) {
  const align = readChoice('--align', options.align, alignments);
  const figures = await openFigures(invocation, options, align, []);
  const { portfolio, basis } = figures;
  const view = morningView(basis.amounts);
  const plan = await renderFigures(invocation, options, view);
  return useAndClose(openReportSource(invocation, propertyPerformanceReport), async platform => {
    const findToday = todayAt(invocation, platform);
    const properties = await accessibleProperties(invocation, options, platform);
    // The rows have ids; a page names its hotels, also the first time.
    const isPage = isDocument(plan, options) || isMailed(invocation, options);
    const { names, groups } = portfolio.words(await hotelNames(invocation, isPage ? platform : undefined));
    // Totals of hotels are of one day: where it is tomorrow already, the day that has ended everywhere.
    const days = (await Promise.all(properties.map(({ property }) => findToday(property)))).sort();
    const [today = ''] = days;
    if (today !== days.at(-1))
      await invocation.note(`it is not ${days.at(-1)} everywhere: all are of ${today}`);
    const read = reader(invocation, platform, figures);
    const { results: books, finish } = await collectResults(invocation, properties, async ({ property }) => ({
      ...(await read(property, names.get(property) ?? property, today)),
      group: groups && nameGroup(groups, property),
    }));
    await warnNotes(invocation, books);
    if (isPage)
      await noteCurrencies(
        invocation,
        books.map(({ currency }) => currency),
      );
    const page = async () => {
      const { morningDocument } = await import('./brief-page.ts');
      const order = chooseOrder(books, plan.arrangement);
      const morning = makeMorning(withoutGroupLast(books, groups?.of), basis);
      return morningDocument(morning, invocation.context.clock.now(), order);
    };
    if (isDocument(plan, options)) await writeDocument(invocation, options, plan, await page(), books.length);
    else {
      const results = books.map(each => makeResult(each.property, morningRecords(each)));
      await writeFigures(invocation, options, plan, results, { names }, { page });
    }
    finish();
  });
}

/**
 * The hotels by a column of their rows of yesterday, in the order of `--sort`.
 *
 * @throws UsageError for amounts of several currencies
 */
function chooseOrder(books: readonly MorningBooks[], { sort }: Arrangement = {}): MorningOrder | undefined {
  if (!sort) return undefined;
  const rows = books.flatMap(each => morningRecords(each).slice(0, 1));
  const places = new Map(arranged(rows, { sort }).map(({ propertyId }, index) => [propertyId, -index]));
  return { by: makeColumnHeading(sort.column), numberFor: ({ property }) => places.get(property) };
}

function reader(invocation: Invocation, platform: ReportSource, { basis, books }: Figures) {
  return async (property: string, name: string, today: CalendarDate): Promise<MorningBooks> => {
    const { monthToDate, next30Days } = morningPeriods(today);
    const whole = { first: monthToDate.first, last: next30Days.last };
    const { pairs, earlier } = comparedDays(whole, basis.alignment);
    const [now, final] = await Promise.all([
      books.ofPlatform(platform, property, whole),
      books.ofPlatform(platform, property, earlier),
    ]);
    const notes: string[] = [];
    if (final.days.length === 0) notes.push(`${noFigures([earlier])} to compare with`);
    const snapshots = await findSnapshots(await findArchive(invocation), property);
    const used: CalendarDate[] = [];
    const daysFrom = async (what: string, wanted: CalendarDate, period: Period, most: number) => {
      const snapshot = nearestTo(snapshots, wanted, most);
      if (!snapshot) return undefined;
      if (!(await coversPeriod(snapshot, period))) {
        notes.push(`the snapshot of ${snapshot.taken} ends before ${period.last}, so the ${what} is empty`);
        return undefined;
      }
      if (snapshot.taken !== wanted)
        notes.push(`no snapshot of ${wanted}; the ${what} is counted from ${snapshot.taken}`);
      used.push(snapshot.taken);
      return { taken: snapshot.taken, rows: (await books.ofSnapshot(snapshot, period)).days };
    };
    const ahead = comparedDays(next30Days, basis.alignment);
    const distant = findDayLastYear(today, basis.alignment);
    const pace = distant === undefined ? undefined : await daysFrom('pace', distant, ahead.earlier, 0);
    const past = pairs.filter(({ day }) => day < today);
    const latest = await daysFrom('latest books', today, next30Days, 0);
    const hasAhead = pace !== undefined || alongside(final.days, ahead.pairs).length > 0;
    return {
      property,
      name,
      today,
      group: undefined,
      units: now.unitsOn(today),
      currency: now.currency,
      now: now.days,
      lastYear: [...alongside(final.days, past), ...alongside(pace?.rows ?? final.days, ahead.pairs)],
      paceBasis: pace ? 'same distance' : hasAhead ? 'final result' : undefined,
      latest: latest?.rows ?? now.days,
      since1: await daysFrom('pick-up of 1 day', addDays(today, -1), next30Days, 0),
      since7: await daysFrom('pick-up of 7 days', addDays(today, -7), next30Days, 2),
      snapshots: used,
      notes,
    };
  };
}

/** The snapshot of a day, or the nearest one at most so many days away. */
function nearestTo(snapshots: readonly Snapshot[], day: CalendarDate, most: number): Snapshot | undefined {
  const { nearest } = snapshotsAround(snapshots, day);
  return nearest && Math.abs(dayNumber(nearest.taken) - dayNumber(day)) <= most ? nearest : undefined;
}
