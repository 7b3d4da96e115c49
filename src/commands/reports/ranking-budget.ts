import type { Invocation } from '../../cli/invocation.ts';
import type { Text } from '../../output/document/document.ts';
import { collected, leadingView } from '../../output/results.ts';
import type { Parameters } from '../../platform/parameters.ts';
import { findDays, type Period, wholeMonths } from '../../platform/periods.ts';
import { valueReader } from '../../platform/record-paths.ts';
import type { Column, ReportRecord, View } from '../../platform/records.ts';
import { ofAllBookings } from '../../platform/reports/property-performance.ts';
import { fetchReport } from '../../reports/fetch-report.ts';
import { withBudgets } from '../../reports/figures/books.ts';
import { isSpreadBudget, listBudgets, makeBudget } from '../../reports/figures/budget.ts';
import { alongside, comparedDays } from '../../reports/figures/compared-spans.ts';
import type { Computation } from '../../reports/figures/computed.ts';
import type { HotelWords } from '../../reports/figures/groups.ts';
import { describeNotes } from '../../reports/figures/lines.ts';
import { budgetColumns } from '../../reports/figures/two-sides.ts';
import type { RunPlan } from './plan.ts';

/** The budget of the hotels of a ranking beside their revenue. */

/** The revenue that a budget is of: net or gross, this year's. */
const findRevenue = ({ columns }: Pick<View<never>, 'columns'>, amounts: string) =>
  columns.find(({ name }) =>
    [`${amounts}AccommodationRevenue.amount`, `${amounts}AccommodationRevenue.now`].includes(name),
  ) as Column;

export function viewWithBudget(view: View<never>, amounts: string, isComplete: boolean): View<never> {
  const { columns = [], ...table } = view.table ?? {};
  return {
    ...view,
    columns: [...view.columns, ...budgetColumns(findRevenue(view, amounts), isComplete, true)],
    table: { ...table, columns: [...columns, 'budget', 'onBudget'] },
  };
}

/**
 * Adds the budgets to the rows of a ranking; one of a part of a month is spread by the revenue of the same weekdays of last
 * year, which are fetched.
 *
 * @param requests those of the period, of all hotels
 * @param currencies of the hotels, before amounts are converted
 */
export async function addBudgets(
  invocation: Invocation,
  plan: RunPlan,
  { rates, grouping = 'property', budget = new Map(), viewOf }: Computation,
  words: HotelWords,
  requests: readonly Parameters[],
  currencies: ReadonlyMap<string, string>,
) {
  const view = viewOf(leadingView(plan.views) as View<never>);
  const revenue = findRevenue(view, invocation.settings.require('amounts'));
  const hotels: {
    readonly property: string;
    readonly budget: readonly ReportRecord[];
    readonly notes: readonly Text[];
  }[] = [];
  const isFiltered = requests.some(request =>
    Object.keys(request).some(name => !ofAllBookings.includes(name)),
  );
  if (isFiltered) await invocation.note('the budget is not shown, because the figures are filtered');
  const shown = isFiltered ? [] : requests;
  for (const property of new Set(shown.map(({ propertyId }) => String(propertyId)))) {
    const own = shown.filter(({ propertyId }) => propertyId === property);
    const days = own.flatMap(request => findDays(plan.report.period, request) ?? []);
    const period = { first: days[0]?.first ?? '', last: days.at(-1)?.last ?? '' };
    const lastYear = isSpreadBudget(budget, property, period)
      ? await fetchLastYear(plan, { ...own[0] }, wholeMonths(period))
      : [];
    const spread = { days: [], ownCurrency: currencies.get(property), lastYear };
    const planned = makeBudget(property, budget, period, spread, [], rates);
    hotels.push({ property, budget: planned.rows, notes: planned.notes });
  }
  const planned = listBudgets(hotels, grouping === 'group' ? words.groups : undefined);
  return {
    notes: describeNotes(hotels),
    isComplete: hotels.every(hotel => hotel.budget.length > 0),
    addTo: (rows: readonly ReportRecord[]) => withBudgets(rows, revenue, planned, grouping, words),
  };
}

/** The revenue of each day of last year, under the day of this year that it is compared with. */
async function fetchLastYear(plan: RunPlan, request: Parameters, months: Period) {
  const { earlier, pairs } = comparedDays(months, 'weekday');
  const { records } = await fetchReport(plan, { ...request, from: earlier.first, to: earlier.last });
  const revenueOf = valueReader('netAccommodationRevenue.amount');
  return alongside(await collected(records()), pairs).map(row => ({ ...row, netRevenue: revenueOf(row) }));
}
