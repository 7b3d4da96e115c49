import { type OpenReportSource, planWithReport } from '../../cli/connect.ts';
import { datesAt } from '../../cli/date-options.ts';
import type { Invocation } from '../../cli/invocation.ts';
import { hotelNames, planPropertyList } from '../../cli/properties.ts';
import { describeBasis } from '../../cli/render-options.ts';
import { isDocument, isMailed, writeDocument } from '../../cli/write-records.ts';
import { makeColumnHeading, sorted } from '../../output/columns.ts';
import type { Document, Text } from '../../output/document/document.ts';
import type { RenderOptions } from '../../output/render.ts';
import { addDays, type CalendarDate, lastOfMonth } from '../../platform/dates.ts';
import { listValues, type Parameters } from '../../platform/parameters.ts';
import type { Period } from '../../platform/periods.ts';
import { propertyPerformanceReport } from '../../platform/reports/property-performance.ts';
import { propertyWords } from '../../platform/reports/report.ts';
import type { ReportSource } from '../../reports/fetch-report.ts';
import { makeBudget } from '../../reports/figures/budget.ts';
import {
  alongside,
  comparedDays,
  findDayLastYear,
  noteUnlikeDays,
} from '../../reports/figures/compared-spans.ts';
import { noteOtherCurrency } from '../../reports/figures/hotel-figures.ts';
import { describeNotes, withMissing } from '../../reports/figures/lines.ts';
import {
  type MorningBooks,
  makeMorning,
  morningPeriods,
  morningRecords,
  morningView,
} from '../../reports/figures/morning.ts';
import { type Figures, openFigures, openSnapshots } from './books.ts';
import type { MorningOrder } from './brief-page.ts';
import { collectHotels, noteCurrencies, type Unnamed } from './collect-hotels.ts';
import type { BriefOptions } from './flags.ts';
import { makeResult, renderFigures, writeFigures } from './write-comparison.ts';

/** `hotelctl brief`: two requests for each property, and the snapshots of earlier days. */
export async function planBrief(invocation: Invocation, options: BriefOptions) {
  const listProperties = planPropertyList(invocation, options);
  const figures = await openFigures(invocation, options, []);
  const { portfolio, basis, budget } = figures;
  const view = morningView(basis.amounts);
  const plan = await renderFigures(invocation, options, view, basis);
  const run = async (platform: OpenReportSource) => {
    const dates = datesAt(invocation, platform);
    const properties = await listProperties(platform);
    // The rows have ids; a page names its hotels, also the first time.
    const isPage = isDocument(plan, options) || isMailed(invocation, options);
    const words = portfolio.words(await hotelNames(invocation, isPage ? platform : undefined));
    const read = reader(platform, figures);
    const { hotels, ordered, missing, complete, finish } = await collectHotels(
      invocation,
      properties,
      words,
      figures,
      async ({ property }) => read(property, await dates.today(property)),
    );
    if (isPage) await noteCurrencies(invocation, hotels);
    const morning = makeMorning(ordered, missing, basis);
    const page = async () => {
      const { morningDocument } = await import('./brief-page.ts');
      const order = chooseOrder(hotels, plan);
      return complete(morningDocument(morning, invocation.context.clock.now(), order, budget?.file));
    };
    if (isDocument(plan, options))
      await writeDocument(invocation, options, plan, await page(), hotels.length);
    else {
      const results = hotels.map(each => makeResult(each.property, morningRecords(each)));
      const sectionOf = (request: Parameters) => ({
        heading: listValues(request, 'propertyId').map(id => [propertyWords(id, words.names)]),
        details: [],
      });
      const about = {
        ...plan.about,
        basis: describeBasis(basis.unitGroupTypes, basis.amounts, basis.conversion),
        sectionOf,
        notes: () => describeNotes(hotels),
        complete: (document: Document) => complete(withMissing(document, morning.all, morning.gaps)),
      };
      const presented = { ...plan, about };
      await writeFigures(invocation, options, presented, results, false, page);
    }
    finish();
  };
  return planWithReport(invocation, propertyPerformanceReport, run);
}

/** The hotels by a column of their rows of yesterday. @throws UsageError for amounts of several currencies */
function chooseOrder(
  books: readonly MorningBooks[],
  { arrangement: { sort }, locale }: Pick<RenderOptions, 'arrangement' | 'locale'>,
): MorningOrder | undefined {
  if (!sort) return undefined;
  const rows = books.flatMap(each => morningRecords(each).slice(0, 1));
  const places = new Map(sorted(rows, sort).map(({ propertyId }, index) => [propertyId, -index]));
  return {
    by: [makeColumnHeading(sort.column, '', locale)],
    numberFor: ({ property }) => places.get(property),
  };
}

function reader(platform: ReportSource, { basis, books, rates, budget }: Figures) {
  return async (property: string, today: CalendarDate): Promise<Unnamed<MorningBooks>> => {
    const { monthToDate, next30Days } = morningPeriods(today);
    const shown = { first: monthToDate.first, last: next30Days.last };
    const compared = comparedDays(shown, basis.alignment);
    const { pairs, earlier } = compared;
    const reading = books.ofPlatform(platform, property, shown);
    const [now, final] = await Promise.all([reading, books.ofPlatform(platform, property, earlier, reading)]);
    const notes: Text[] = [...now.notes, ...final.notes, ...noteUnlikeDays(compared, now.days, final.days)];
    notes.push(...noteOtherCurrency(now.currency, final.currency));
    const daysFrom = await openSnapshots(books, property, notes, now);
    const ahead = comparedDays(next30Days, basis.alignment);
    const distant = findDayLastYear(today, basis.alignment);
    const pace = await daysFrom('pace', distant, ahead.earlier, 0);
    const latest = await daysFrom('latest books', today, next30Days, 0);
    const since1 = await daysFrom('pick-up of 1 day', addDays(today, -1), next30Days, 0);
    const since7 = await daysFrom('pick-up of 7 days', addDays(today, -7), next30Days, 2);
    const month = { first: monthToDate.first, last: lastOfMonth(monthToDate.first) };
    const lastYear = alongside(final.days, pairs);
    const planned = (period: Period) =>
      budget && makeBudget(property, budget.budget, period, { ...now, lastYear }, rates);
    const [toDate, whole] = [planned(monthToDate), planned(month)];
    notes.push(...(toDate?.notes ?? []), ...(whole?.notes ?? []));
    return {
      today,
      units: now.unitsOn(today),
      currency: now.currency,
      now: now.days,
      finalLastYear: lastYear,
      sameDistance: pace && alongside(pace.rows, ahead.pairs),
      budgetToDate: toDate?.rows ?? [],
      budgetOfMonth: whole?.rows ?? [],
      latest: latest?.rows ?? now.days,
      since1,
      since7,
      snapshots: [pace, latest, since1, since7].flatMap(each => each?.taken ?? []),
      notes,
    };
  };
}
