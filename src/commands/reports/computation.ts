import { readChoice } from '../../base/choices.ts';
import { UsageError } from '../../base/errors.ts';
import { givenValues, type OptionValues } from '../../cli/flags.ts';
import { givenViews } from '../../cli/render-options.ts';
import { namedComparisons } from '../../platform/compared-period.ts';
import { anyDay } from '../../platform/dates.ts';
import { listValues } from '../../platform/parameters.ts';
import { groupings, readPeriod } from '../../platform/periods.ts';
import { reportsWithCharts } from '../../platform/reports/index.ts';
import type { ReportDefinition } from '../../platform/reports/report.ts';
import { computeAgeing } from '../../reports/figures/ageing.ts';
import { makeSpans } from '../../reports/figures/compared-spans.ts';
import { type Computation, computedView } from '../../reports/figures/computed.ts';
import { type Grouping, isAcrossHotels } from '../../reports/figures/groups.ts';
import { mixDimensions, readMix } from '../../reports/figures/mix.ts';
import type { ReportOptions } from './flags.ts';
import { viewWithBudget } from './ranking-budget.ts';

/** The days themselves are a view. */
export const groupsOfDays = groupings.filter(grouping => grouping !== 'day');

/**
 * @param files what the portfolio and the rates say; default: none
 * @throws UsageError for flags that this report does not support
 */
export function chooseComputation(
  report: ReportDefinition,
  options: Pick<ReportOptions, 'by' | 'compare' | 'align' | 'view'> & OptionValues,
  isOneProperty: boolean,
  files?: Pick<Computation, 'words' | 'rates' | 'grouping' | 'budget'> & { readonly amounts?: string },
): Computation | undefined {
  const { by, compare, align } = options;
  if (align !== undefined && compare === undefined)
    throw new UsageError('--align needs --compare', { hint: 'add --compare last-year' });
  if (options.view !== undefined && options.view === report.gatheredView)
    return gatherInvoices(report, options, files);
  if (by === undefined && compare === undefined) return undefined;
  const dimension = mixDimensions.find(each => each === by);
  const grouping: Grouping | undefined =
    by === undefined
      ? undefined
      : dimension
        ? 'mix'
        : (files?.grouping ?? readChoice('--by', by, groupsOfDays));
  if (grouping !== undefined && report.name !== 'property-performance') {
    throw new UsageError(`--by groups the days of property-performance; ${report.name} has no days`, {
      hint: 'omit --by',
    });
  }
  if (grouping !== undefined && options.view !== undefined)
    throw new UsageError('--by chooses the view itself', { hint: 'omit --view' });
  if (compare !== undefined && report.chartView === undefined) {
    throw new UsageError(
      `--compare: ${report.name} lists single records, which have nothing to compare with`,
      { hint: `reports that can be compared: ${reportsWithCharts.join(', ')}` },
    );
  }
  if (options.view !== undefined && givenViews(report, options.view).length > 1)
    throw new UsageError('--compare compares the rows of one view', { hint: 'name one view' });
  if (options.view === 'reservations')
    throw new UsageError('--compare: the view reservations has no figures', { hint: 'omit --view' });
  const isNamed = namedComparisons.some(name => name === compare);
  // Whether a text is a valid period does not depend on the current day.
  if (compare !== undefined && !isNamed)
    readPeriod('--compare', compare, anyDay, 'use last-year, previous-period, or a period such as 2025-10');
  const comparison =
    compare === undefined
      ? undefined
      : {
          versus: compare,
          byWeekday: align !== undefined && readChoice('--align', align, ['weekday']) === 'weekday',
        };
  const budget = isAcrossHotels(grouping) ? files?.budget : undefined;
  const mix = dimension && readMix(report, dimension, wire => givenValues(options, wire));
  return {
    source:
      grouping === undefined
        ? undefined
        : grouping === 'mix'
          ? 'summary'
          : grouping === 'unit-group'
            ? 'unit-groups'
            : 'days',
    grouping,
    mix,
    comparison,
    words: names => ({ ...(files?.words(names) ?? { names }), ...(mix ? { mix: mix.heading } : {}) }),
    rates: files?.rates,
    ...(budget ? { budget } : {}),
    viewOf: (source, shown) => {
      const view = computedView(report, source, { grouping, comparison }, isOneProperty, shown);
      return budget ? viewWithBudget(view, files?.amounts ?? 'net', shown?.hasAllBudgets ?? false) : view;
    },
    checkRequests: (requests, today) => {
      if (comparison) makeSpans(report, comparison, requests, today);
    },
  };
}

/** The invoices of several months are several requests, and a company has one row of them. */
function gatherInvoices(
  { name, gatheredView }: ReportDefinition,
  { by, compare }: Pick<ReportOptions, 'by' | 'compare'>,
  files: Pick<Computation, 'words' | 'rates'> | undefined,
): Computation {
  const flag = by !== undefined ? '--by' : compare !== undefined ? '--compare' : undefined;
  if (flag)
    throw new UsageError(`${flag} and --view ${gatheredView} cannot be combined`, { hint: `omit ${flag}` });
  return {
    ...computeAgeing(names => files?.words(names) ?? { names }, files?.rates),
    checkRequests: requests => {
      if (requests.every(request => listValues(request, 'dateFilter').length > 0)) return;
      throw new UsageError(`--view ${gatheredView} needs the months of the invoices`, {
        hint: `for example \`hotelctl reports ${name} --period ytd --view ${gatheredView}\``,
      });
    },
  };
}
