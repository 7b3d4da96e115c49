import { readChoice } from '../../base/choices.ts';
import { UsageError } from '../../base/errors.ts';
import { givenValues, type OptionValues } from '../../cli/flags.ts';
import { describeConversion, filtersOfTitle, givenViews, makeTitle } from '../../cli/render-options.ts';
import { pageFormat } from '../../output/number-format.ts';
import { leadingView } from '../../output/results.ts';
import { definedText, joinTexts } from '../../output/words/messages.ts';
import type { Phrase } from '../../output/words/words.ts';
import { alignments, namedComparisons } from '../../platform/compared-period.ts';
import { anyDay } from '../../platform/dates.ts';
import { listValues, type Parameters } from '../../platform/parameters.ts';
import { readPeriod } from '../../platform/periods.ts';
import { valueReader } from '../../platform/record-paths.ts';
import type { Column, View } from '../../platform/records.ts';
import { reportsWithCharts } from '../../platform/reports/index.ts';
import { mixDimensions } from '../../platform/reports/property-performance.ts';
import type { ReportDefinition } from '../../platform/reports/report.ts';
import { ageing } from '../../reports/figures/ageing.ts';
import { alignedBy, makeSpans } from '../../reports/figures/compared-spans.ts';
import { type Computation, computedView, hasRowsOfDays } from '../../reports/figures/computed.ts';
import type { Grouping } from '../../reports/figures/groups.ts';
import { readMix } from '../../reports/figures/mix.ts';
import type { fetchComputed } from './computed.ts';
import { groupsOfDays, type ReportOptions } from './flags.ts';
import type { ComputedPlan } from './plan.ts';
import { viewWithBudget } from './ranking-budget.ts';

/** The views whose rows are grouped, if not the days. */
const sources: Partial<Record<Grouping, string>> = { mix: 'summary', 'unit-group': 'unit-groups' };

/** @param files what the portfolio and the rates say @throws UsageError for flags that this report does not support */
export function chooseComputation(
  report: ReportDefinition,
  options: Pick<ReportOptions, 'by' | 'compare' | 'align' | 'view'> & OptionValues,
  isOneProperty: boolean,
  files: Partial<Pick<Computation, 'words' | 'rates' | 'grouping' | 'budget'>> & {
    readonly amounts?: string;
    readonly column?: (name: string) => ReadonlyMap<string, string>;
  } = {},
): Computation | undefined {
  const { by, compare, align } = options;
  const { words = names => ({ names }), rates, budget, amounts = 'net' } = files;
  if (align !== undefined && compare === undefined)
    throw new UsageError('--align needs --compare', { hint: 'add --compare last-year' });
  if (options.view !== undefined && options.view === report.gatheredView)
    return gatherInvoices(report, options, words, rates);
  if (by === undefined && compare === undefined) return undefined;
  const dimension = mixDimensions.find(each => each === by);
  const named = dimension ? 'mix' : (files.grouping ?? groupsOfDays.find(one => one === by) ?? 'group');
  const grouping: Grouping | undefined = by === undefined ? undefined : named;
  if (grouping !== undefined && report.name !== 'property-performance')
    throw new UsageError(`--by groups the days of property-performance; ${report.name} has no days`, {
      hint: 'omit --by',
    });
  if (grouping !== undefined && options.view !== undefined)
    throw new UsageError('--by chooses the view itself', { hint: 'omit --view' });
  if (compare !== undefined && report.chartView === undefined)
    throw new UsageError(
      `--compare: ${report.name} lists single records, which have nothing to compare with`,
      { hint: `reports that can be compared: ${reportsWithCharts.join(', ')}` },
    );
  if (options.view !== undefined && givenViews(report, options.view).length > 1)
    throw new UsageError('--compare compares the rows of one view', { hint: 'name one view' });
  if (options.view === 'reservations')
    throw new UsageError('--compare: the view reservations has no figures', { hint: 'omit --view' });
  const isNamed = namedComparisons.some(name => name === compare);
  // Whether a text is a valid period does not depend on the current day.
  if (compare !== undefined && !isNamed)
    readPeriod('--compare', compare, anyDay, 'use last-year, previous-period, or a period such as 2025-10');
  const chosen = align === undefined ? undefined : readChoice('--align', align, alignments);
  const comparison = compare === undefined ? undefined : { versus: compare, align: chosen };
  const mix =
    dimension && readMix(report, dimension, wire => givenValues(options, wire), files.column?.(dimension));
  return {
    source: grouping && (sources[grouping] ?? 'days'),
    grouping,
    mix,
    comparison,
    words: names => ({ ...words(names), mix: mix?.heading }),
    rates,
    budget,
    viewOf: (source, shown) => {
      const view = computedView(report, source, { grouping, comparison }, isOneProperty, shown);
      return budget ? viewWithBudget(view, amounts, shown?.hasAllBudgets ?? false) : view;
    },
    checkRequests: (requests, today) => {
      if (comparison) makeSpans(report, comparison, requests, today, false);
    },
  };
}

/** The invoices of several months are several requests, and a company has one row of them. */
function gatherInvoices(
  { name, gatheredView }: ReportDefinition,
  { by, compare }: Pick<ReportOptions, 'by' | 'compare'>,
  words: Computation['words'],
  rates: Computation['rates'],
): Computation {
  const flag = by !== undefined ? '--by' : compare !== undefined ? '--compare' : undefined;
  if (flag)
    throw new UsageError(`${flag} and --view ${gatheredView} cannot be combined`, { hint: `omit ${flag}` });
  return {
    ...ageing,
    words,
    rates,
    checkRequests: requests => {
      if (requests.every(request => listValues(request, 'dateFilter').length > 0)) return;
      throw new UsageError(`--view ${gatheredView} needs the months of the invoices`, {
        hint: `for example \`hotelctl reports ${name} --period ytd --view ${gatheredView}\``,
      });
    },
  };
}

/** What days and key figures are compared with, where it is not the same dates for both. */
function describeAlignment({ comparison, grouping }: Computation, source: View<never>): readonly Phrase[] {
  const { ofRows, inTotal } = comparison ? alignedBy(comparison, hasRowsOfDays(grouping, source)) : {};
  if (!ofRows?.byWeekday || ofRows.versus !== 'last-year') return [];
  const days: Phrase = 'days and their total against the same weekday of last year';
  return inTotal?.byWeekday ? [days] : [days, 'key figures against the same dates of last year'];
}

/** Computed rows have one title, that of all their requests; a section has its own. */
export function presentComputed(
  { output, report, basis, toDate, computation, views, requests }: ComputedPlan,
  { heading, sections, view, order, proofs }: Omit<Awaited<ReturnType<typeof fetchComputed>>, 'failure'>,
): ComputedPlan['output'] {
  const { rates, gather, mix } = computation;
  const alignment = describeAlignment(computation, leadingView(views) as View<never>);
  const converted = rates && describeConversion(rates);
  const by = gather ? 'by age' : mix && (`by ${mix.heading.toLowerCase()}` as Phrase);
  const readCurrency = valueReader('netAccommodationRevenue.currency');
  const codes = new Set(sections.flatMap(({ rows }) => rows.map(row => readCurrency(row) ?? '')));
  const currency = codes.size === 1 && !converted ? [...codes].map(String).filter(Boolean) : [];
  // The values of a mix are its rows.
  const { [mix?.wire ?? '']: _rows, ...request } = requests[0] ?? {};
  const filters = filtersOfTitle(report, request);
  const describe = (what: typeof basis) => [by, what, ...filters, toDate?.title, converted, order?.words];
  const name = definedText(makeTitle(report));
  // A table has no key figures; charts have them above.
  const compared = output.chart ? alignment : alignment.slice(0, 1);
  const title = joinTexts([name, ...heading, ...compared, ...describe(basis)]);
  const makeSection = (parameters: Parameters) => {
    const section = sections.find(({ result }) => result.parameters === parameters);
    return { heading: section?.heading ?? heading, details: [] };
  };
  return {
    ...output,
    // Amounts that were converted have more decimals than people read.
    ...(rates && output.format === 'table' ? { locale: pageFormat(output.locale) } : {}),
    view,
    several: sections.length > 1,
    title: () => title,
    columns: output.columns?.map(({ name }) => view.columns.find(column => column.name === name) as Column),
    about: {
      ...output.about,
      basis: joinTexts([...describe(basis && joinTexts([basis, currency], ', ')), ...alignment]),
      sectionOf: makeSection,
      notes: () => [...(output.about.notes?.() ?? []), ...proofs],
      ...(order ? { rankedBy: order.column } : {}),
    },
  };
}
