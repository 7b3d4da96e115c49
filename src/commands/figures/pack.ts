import { basename } from 'node:path';
import { readChoice } from '../../base/choices.ts';
import { UsageError } from '../../base/errors.ts';
import { openReportSource, useAndClose } from '../../cli/connect.ts';
import { todayAt } from '../../cli/date-options.ts';
import { withDelivery } from '../../cli/delivery.ts';
import { alignments } from '../../cli/flags.ts';
import type { Invocation, OpenInvocation } from '../../cli/invocation.ts';
import { accessibleProperties, hotelNames } from '../../cli/properties.ts';
import { renderOptions } from '../../cli/render-options.ts';
import { collectResults } from '../../cli/several-properties.ts';
import { isDocument, writeDocument } from '../../cli/write-records.ts';
import { pageFormat } from '../../output/number-format.ts';
import { anyDay, type CalendarDate } from '../../platform/dates.ts';
import {
  listDays,
  nameOfPeriod,
  type Period,
  readPeriod,
  requestsFor,
  wholeMonths,
} from '../../platform/periods.ts';
import { valueReader } from '../../platform/record-paths.ts';
import { companyInvoicesVatReport, revenuesReport } from '../../platform/reports/accounting.ts';
import { propertyPerformanceReport } from '../../platform/reports/property-performance.ts';
import type { ReportDefinition } from '../../platform/reports/report.ts';
import type { ReportSource } from '../../reports/fetch-report.ts';
import { noFigures } from '../../reports/figures/books.ts';
import { nameGroup, withoutGroupLast } from '../../reports/figures/groups.ts';
import { convertRows } from '../../reports/figures/rates.ts';
import { alongside, comparedDays, type Figures, fetchRecords, openFigures } from './books.ts';
import { type Budget, makeBudget, readBudget, unknownProperties } from './budget.ts';
import { describeNotes, noteCurrencies, warnNotes } from './figure-page.ts';
import type { PackOptions } from './flags.ts';
import { makePack, type PackBooks } from './pack-figures.ts';
import { packDocument } from './pack-page.ts';

/** `hotelctl pack`: five requests for each property and month. */
export async function runPack(open: OpenInvocation, options: PackOptions) {
  readPeriod('--period', options.period, anyDay);
  const invocation = await open(options);
  await withDelivery(invocation, options, 'pack', () => writePack(invocation, options));
}

async function writePack(invocation: Invocation, options: PackOptions) {
  const align = readChoice('--align', options.align, alignments);
  const figures = await openFigures(invocation, options, align, []);
  const { portfolio, basis } = figures;
  const heading = options.by?.toLowerCase() ?? 'region';
  const groups = { heading, of: portfolio.column(heading) };
  const budget = options.budget === undefined ? undefined : await readBudget(options.budget);
  const plain = { ...options, header: true, formulaGuard: true };
  const plan = await renderOptions(invocation, plain, { name: 'Month pack', columns: [] });
  if (!isDocument(plan, plain)) {
    throw new UsageError(`the pack is a page, a workbook or text, not ${plan.format}`, {
      hint: 'use --format html, xlsx or table; `hotelctl reports` writes rows',
    });
  }
  return useAndClose(openReportSource(invocation, propertyPerformanceReport), async platform => {
    const properties = await accessibleProperties(invocation, options, platform);
    const today = todayAt(invocation, platform);
    const todays = await Promise.all(properties.map(({ property }) => today(property)));
    const period = closedPeriod(options, todays.sort()[0] ?? '');
    const than = comparedDays(period, align);
    const { names } = portfolio.words(await hotelNames(invocation, platform));
    const read = reader(invocation, platform, than, figures, budget);
    const { results: books, finish } = await collectResults(invocation, properties, async ({ property }) => ({
      ...(await read(property)),
      name: names.get(property) ?? property,
      group: groups.of.size === 0 ? undefined : nameGroup(groups, property),
    }));
    await warnNotes(invocation, books);
    const unknown = unknownProperties(
      budget ?? [],
      properties.map(({ property }) => property),
    );
    for (const warning of unknown) await invocation.warn(warning);
    const currencies = books.map(({ currency }) => currency);
    await noteCurrencies(invocation, currencies);
    const pack = makePack(withoutGroupLast(books, groups.of), than, basis);
    const about = {
      madeAt: invocation.context.clock.now(),
      budget: options.budget && basename(options.budget),
      notes: [...describeNotes(books), ...unknown],
      groupedBy: heading,
      format: pageFormat(plan.locale),
    };
    await writeDocument(invocation, plain, plan, await packDocument(pack, about), books.length);
    finish();
  });
}

/** The figures of days to come are not results, and a budget is of whole months. */
function closedPeriod({ period: text, budget }: PackOptions, today: CalendarDate): Period {
  const period = readPeriod('--period', text, today);
  if (period.last >= today) {
    throw new UsageError(`${nameOfPeriod(period)} is not over: today is ${today} at the property`, {
      hint: 'use --period last-month',
    });
  }
  if (listDays(period).length > 366)
    throw new UsageError('--period must be at most a year', { hint: 'use --period last-month' });
  const months = wholeMonths(period);
  if (budget !== undefined && (months.first !== period.first || months.last !== period.last)) {
    throw new UsageError(`--budget has months, and ${nameOfPeriod(period)} is not whole months`, {
      hint: 'use --period last-month',
    });
  }
  return period;
}

function reader(
  invocation: Invocation,
  platform: ReportSource,
  { period, earlier, pairs }: ReturnType<typeof comparedDays>,
  { books, rates }: Figures,
  budget: Budget | undefined,
) {
  const weekdays = comparedDays(period, 'weekday');
  const fetchAll = async (report: ReportDefinition, view: string, property: string, of: Period) => {
    const { columns } = (await report.response()).views.find(({ name }) => name === view) ?? { columns: [] };
    const locale = report === revenuesReport ? invocation.settings.optional('locale') : undefined;
    const own = locale === undefined ? {} : { languageCode: new Intl.Locale(locale).language };
    const parts = requestsFor(report.period, of).map(parameters =>
      fetchRecords(platform, report, view, { propertyId: property, ...own, ...parameters }),
    );
    const date = valueReader('invoice.date');
    const rows = (await Promise.all(parts)).flat().map(row => ({ ...row, businessDay: date(row) }));
    return convertRows(rows, columns, rates, of);
  };
  return async (property: string): Promise<Omit<PackBooks, 'name' | 'group'> & { notes: string[] }> => {
    const [now, then, accounts, accountsThen, invoices] = await Promise.all([
      books.ofPlatform(platform, property, period),
      books.ofPlatform(platform, property, {
        first: [earlier.first, weekdays.earlier.first].sort()[0] ?? '',
        last: [earlier.last, weekdays.earlier.last].sort()[1] ?? '',
      }),
      fetchAll(revenuesReport, 'accounts', property, period),
      fetchAll(revenuesReport, 'accounts', property, earlier),
      fetchAll(companyInvoicesVatReport, 'invoices', property, period),
    ]);
    const notes: string[] = [];
    const lastYear = alongside(then.days, pairs);
    if (now.days.length === 0) notes.push(noFigures([period]));
    else if (lastYear.length === 0) notes.push(`${noFigures([earlier])} to compare with`);
    const planned = budget && makeBudget(property, budget, period, now, accounts, rates);
    for (const note of planned?.notes ?? []) notes.push(note);
    return {
      property,
      invoices,
      now: now.days,
      currency: now.currency,
      lastYear,
      sameWeekday: alongside(then.days, weekdays.pairs),
      budget: planned?.rows ?? [],
      accounts: { now: accounts, lastYear: accountsThen },
      accountBudget: planned?.accounts ?? new Map(),
      notes,
    };
  };
}
