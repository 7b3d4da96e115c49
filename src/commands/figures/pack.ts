import { UsageError } from '../../base/errors.ts';
import { describeItem, type ItemOutcome } from '../../base/item-outcome.ts';
import { type OpenReportSource, planWithReport } from '../../cli/connect.ts';
import { checkPeriod, datesAt, referenceTime, todayAt } from '../../cli/date-options.ts';
import type { Invocation } from '../../cli/invocation.ts';
import { hotelNames, planPropertyList } from '../../cli/properties.ts';
import { renderOptions } from '../../cli/render-options.ts';
import { isDocument, writeDocument } from '../../cli/write-records.ts';
import type { Text } from '../../output/document/document.ts';
import { pageFormat } from '../../output/number-format.ts';
import { say } from '../../output/words/messages.ts';
import type { Phrase } from '../../output/words/words.ts';
import { addDays, type CalendarDate, dateIn, lastOfMonth } from '../../platform/dates.ts';
import {
  countDays,
  nameOfPeriod,
  type Period,
  readPeriod,
  requestsFor,
  wholeMonths,
} from '../../platform/periods.ts';
import { valueReader } from '../../platform/record-paths.ts';
import { companyInvoicesVatReport, revenuesReport } from '../../platform/reports/accounting.ts';
import type { RevenueNode } from '../../platform/reports/accounting-response.ts';
import { propertyPerformanceReport } from '../../platform/reports/property-performance.ts';
import type { ReportDefinition } from '../../platform/reports/report.ts';
import type { ReportPlan, ReportSource } from '../../reports/fetch-report.ts';
import { daysWithin } from '../../reports/figures/books.ts';
import { makeBudget } from '../../reports/figures/budget.ts';
import {
  alongside,
  comparedDays,
  findDayLastYear,
  noteUnlikeDays,
} from '../../reports/figures/compared-spans.ts';
import { findCurrency, noteOtherCurrency } from '../../reports/figures/hotel-figures.ts';
import { describeNotes } from '../../reports/figures/lines.ts';
import { convertRows } from '../../reports/figures/rates.ts';
import { affectsOne, type ItemResult } from '../../reports/several-at-a-time.ts';
import { type Figures, fetchRecords, openFigures, openSnapshots } from './books.ts';
import { collectHotels, noteCurrencies, type Unnamed } from './collect-hotels.ts';
import type { PackOptions } from './flags.ts';
import { findPostedCurrency, makePack, type PackBooks } from './pack-figures.ts';
import { packDocument } from './pack-page.ts';
import { checkPosted } from './posted.ts';

/** `hotelctl pack`: five requests for each property and month. */
export async function planPack(invocation: Invocation, options: PackOptions) {
  checkPeriod(invocation, options.period, (today, zone) =>
    (zone ? closedPeriod : readDays)(options.period, today),
  );
  const listProperties = planPropertyList(invocation, options);
  const figures = await openFigures(invocation, options, []);
  const { portfolio, basis, budget } = figures;
  const heading = options.by?.toLowerCase() ?? 'region';
  const plain = { ...options, header: true, formulaGuard: true };
  const plan = await renderOptions(invocation, plain, { name: 'Month pack', columns: [] });
  if (!isDocument(plan, plain))
    throw new UsageError(`the pack is a page, a workbook or text, not ${plan.format}`, {
      hint: 'use --format html, xlsx or table; `hotelctl reports` writes rows',
    });
  const run = async (platform: OpenReportSource) => {
    const properties = await listProperties(platform);
    // One that does not exist ends here, without a warning about its time zone; of several, the others have a pack.
    const isOne = properties.length === 1;
    const findToday = isOne ? datesAt(invocation, platform).today : todayAt(invocation, platform);
    const todays = await Promise.all(
      properties.filter(({ error }) => !error).map(({ property }) => findToday(property)),
    );
    // Without a property that can be read, its error is what counts.
    const today = todays.sort()[0] ?? dateIn(undefined, referenceTime(invocation.context));
    const period = closedPeriod(options.period, today);
    const than = comparedDays(period, basis.alignment);
    const named = portfolio.words(await hotelNames(invocation, platform));
    const words = { ...named, groups: { heading, of: portfolio.column(heading) } };
    const isRunning = period.last === addDays(today, -1) && isPartOfMonth(period);
    const read = reader(invocation, platform, than, figures, isRunning);
    const { hotels, ordered, missing, complete, finish } = await collectHotels(
      invocation,
      properties,
      words,
      figures,
      ({ property }) => read(property),
      { itemsOf: outcome => listItems(outcome, period) },
    );
    await noteCurrencies(invocation, hotels);
    const pack = makePack(ordered, missing, than, basis);
    const about = {
      madeAt: invocation.context.clock.now(),
      budget: budget?.file,
      notes: describeNotes(hotels),
      groupedBy: heading,
      format: pageFormat(plan.locale),
    };
    await writeDocument(invocation, plain, plan, complete(await packDocument(pack, about)), hotels.length);
    finish(
      hotels.flatMap(({ property, failed }) =>
        failed.map(({ report, error }) => ({ part: `${property} ${report}`, error })),
      ),
    );
  };
  return planWithReport(invocation, propertyPerformanceReport, run);
}

const listItems = (
  { item: { property }, error, ...outcome }: ItemResult<{ readonly property: string }, PackBooks>,
  period: Period,
): readonly ItemOutcome[] => {
  const failed = 'result' in outcome ? outcome.result.failed : [];
  return failed.length === 0
    ? [describeItem(property, error)]
    : failed.map(({ report, error }) => describeItem(`${property} ${report} ${nameOfPeriod(period)}`, error));
};

const isPartOfMonth = (period: Period): boolean => {
  const { first, last } = wholeMonths(period);
  return first === period.first && last === lastOfMonth(first) && period.last < last;
};

function readDays(text: string, today: CalendarDate): Period {
  const period = readPeriod('--period', text, today);
  if (countDays(period) <= 366) return period;
  throw new UsageError('--period must be at most a year', { hint: 'use --period last-month' });
}

/** The figures of days to come are not results. */
function closedPeriod(text: string, today: CalendarDate): Period {
  const period = readDays(text, today);
  if (period.last < today) return period;
  throw new UsageError(`${nameOfPeriod(period)} is not over: today is ${today}`, {
    hint: 'use --period mtd, or last-month',
  });
}

/** Fetches all rows of a view in a period, in one currency if there are rates. */
const viewFetcher =
  ({ settings }: Invocation, platform: ReportSource, rates: Figures['rates']) =>
  async (
    report: ReportDefinition,
    view: string,
    property: string,
    of: Period,
    onBody: NonNullable<ReportPlan['onBody']> = () => {},
  ) => {
    const { columns } = (await report.response()).views.find(({ name }) => name === view) ?? { columns: [] };
    const locale = report === revenuesReport ? settings.optional('locale') : undefined;
    const own = locale === undefined ? {} : { languageCode: new Intl.Locale(locale).language };
    const parts = requestsFor(report.period, of).map(parameters =>
      fetchRecords({ ...platform, onBody }, report, view, { propertyId: property, ...own, ...parameters }),
    );
    const date = valueReader('invoice.date');
    const rows = (await Promise.all(parts)).flat().map(row => ({ ...row, businessDay: date(row) }));
    return convertRows(rows, columns, rates, of);
  };

function reader(
  invocation: Invocation,
  platform: ReportSource,
  { period, earlier, pairs }: ReturnType<typeof comparedDays>,
  { books, rates, basis, budget: planning }: Figures,
  isRunning: boolean,
) {
  const budget = planning?.budget;
  const weekdays = comparedDays(period, 'weekday');
  const whole = wholeMonths(period);
  // The budget of a month is spread by the whole month of last year.
  const { alignment } = basis;
  const months = comparedDays(budget || isRunning ? whole : period, alignment);
  const rest = { first: addDays(period.last, 1), last: whole.last };
  const fetchAll = viewFetcher(invocation, platform, rates);
  const isOfOne = affectsOne(invocation.context.interrupted);
  return async (property: string): Promise<Unnamed<PackBooks>> => {
    const failed: PackBooks['failed'][number][] = [];
    /** The section of a report that fails is missing, and the others are not. */
    const orNone = (
      { name: report }: ReportDefinition,
      title: Phrase,
      lists: ReturnType<ReturnType<typeof viewFetcher>>[],
    ) =>
      Promise.all(lists).catch(error => {
        if (!isOfOne(error)) throw error;
        failed.push({ report, title, error });
        return [];
      });
    const trees: RevenueNode[] = [];
    const reading = books.ofPlatform(platform, property, isRunning ? whole : period);
    const compared = {
      first: [months.earlier.first, weekdays.earlier.first].sort()[0] ?? '',
      last: [months.earlier.last, weekdays.earlier.last].sort()[1] ?? '',
    };
    const [shown, then, [accounts = [], accountsThen = []], [invoices = []]] = await Promise.all([
      reading,
      books.ofPlatform(platform, property, compared, reading),
      orNone(revenuesReport, 'Revenues by account', [
        fetchAll(revenuesReport, 'accounts', property, period, body => trees.push(body as RevenueNode)),
        fetchAll(revenuesReport, 'accounts', property, earlier),
      ]),
      orNone(companyInvoicesVatReport, 'Company invoices', [
        fetchAll(companyInvoicesVatReport, 'invoices', property, period),
      ]),
    ]);
    const notes: Text[] = [...shown.notes, ...then.notes, ...checkPosted(period, trees, invoices)];
    const now = { ...shown, days: daysWithin(shown.days, period) };
    const lastYear = alongside(then.days, pairs);
    notes.push(...noteUnlikeDays({ period, pairs }, now.days, then.days));
    notes.push(...noteOtherCurrency(now.currency, findCurrency(lastYear)));
    const lastMonths = alongside(then.days, months.pairs);
    const spread = { ...shown, lastYear: lastMonths };
    const code = findPostedCurrency(accounts, basis) ?? now.currency;
    // A budget without a currency has that of the performance.
    const budgeted = code === now.currency ? accounts : [];
    const planned = budget && makeBudget(property, budget, period, { ...spread, accounts: budgeted }, rates);
    if (budget?.has(property) && code !== undefined && budgeted !== accounts)
      notes.push(say('the accounts are in {code} and are not compared with the budget', { code: [code] }));
    const plannedMonth = budget && isRunning ? makeBudget(property, budget, whole, spread, rates) : undefined;
    notes.push(...(planned?.notes ?? []), ...(plannedMonth?.notes ?? []));
    const distant = findDayLastYear(rest.first, alignment);
    const ahead = comparedDays(rest, alignment);
    const daysFrom = isRunning ? await openSnapshots(books, property, notes, now) : undefined;
    const pace = await daysFrom?.("pick-up of last year's outlook", distant, ahead.earlier, 0);
    const outlook = {
      today: rest.first,
      currency: shown.currency,
      now: shown.days,
      finalLastYear: lastMonths,
      sameDistance: pace && alongside(pace.rows, ahead.pairs),
      budgetOfMonth: plannedMonth?.rows ?? [],
    };
    return {
      invoices,
      failed,
      now: now.days,
      currency: now.currency,
      lastYear,
      sameWeekday: alongside(then.days, weekdays.pairs),
      budget: planned?.rows ?? [],
      accounts: { now: accounts, lastYear: accountsThen },
      accountBudget: planned?.accounts ?? new Map(),
      outlook: isRunning ? outlook : undefined,
      notes,
    };
  };
}
