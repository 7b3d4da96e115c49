import type { Invocation } from '../../cli/invocation.ts';
import { collected, leadingView } from '../../output/results.ts';
import { type Period, wholeMonths } from '../../platform/periods.ts';
import { valueReader } from '../../platform/record-paths.ts';
import type { Column, ReportRecord, View } from '../../platform/records.ts';
import { ofAllBookings } from '../../platform/reports/property-performance.ts';
import { fetchReport } from '../../reports/fetch-report.ts';
import { withBudgets } from '../../reports/figures/books.ts';
import { isSpreadBudget, listBudgets, makeBudget } from '../../reports/figures/budget.ts';
import {
  alongside,
  comparedDays,
  type HotelRequests,
  periodsOn,
  requestsOn,
} from '../../reports/figures/compared-spans.ts';
import { describeNotes } from '../../reports/figures/lines.ts';
import { budgetColumns } from '../../reports/figures/two-sides.ts';
import type { ComputedPlan } from './plan.ts';

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

export interface BudgetedHotel extends HotelRequests {
  /** Before amounts are converted. */
  readonly ownCurrency: string | undefined;
}

/**
 * Adds the budgets to the rows of a ranking; one of a part of a month is spread by the revenue of the same weekdays of last
 * year, which are fetched.
 */
export async function addBudgets(invocation: Invocation, plan: ComputedPlan, all: readonly BudgetedHotel[]) {
  const { words } = plan;
  const { rates, grouping = 'property', budget = new Map(), viewOf } = plan.computation;
  const view = viewOf(leadingView(plan.views) as View<never>);
  const revenue = findRevenue(view, invocation.settings.require('amounts'));
  const isFiltered = plan.requests.some(request =>
    Object.keys(request).some(name => !ofAllBookings.includes(name)),
  );
  if (isFiltered) await invocation.note('the budget is not shown, because the figures are filtered');
  const hotels = [];
  for (const hotel of isFiltered ? [] : all) {
    const { property, ownCurrency } = hotel;
    const parts = [];
    for (const period of periodsOn(hotel, 'now')) {
      const isSpread = isSpreadBudget(budget, property, period);
      const lastYear = isSpread ? await fetchLastYear(plan, hotel, wholeMonths(period)) : [];
      const spread = { days: [], ownCurrency, lastYear };
      parts.push(makeBudget(property, budget, period, spread, rates));
    }
    const isWhole = parts.every(({ rows }) => rows.length > 0);
    const rows = isWhole ? parts.flatMap(part => part.rows) : [];
    hotels.push({ property, budget: rows, notes: parts.flatMap(({ notes }) => notes) });
  }
  const planned = listBudgets(hotels, grouping === 'group' ? words.groups : undefined);
  return {
    notes: describeNotes(hotels),
    isComplete: hotels.every(hotel => hotel.budget.length > 0),
    addTo: (rows: readonly ReportRecord[]) => withBudgets(rows, revenue, planned, grouping, words),
  };
}

/** The revenue of each day of last year, under the day of this year that it is compared with. */
async function fetchLastYear(plan: ComputedPlan, hotel: HotelRequests, months: Period) {
  const { earlier, pairs } = comparedDays(months, 'weekday');
  const [request] = requestsOn(hotel, 'now');
  const { records } = await fetchReport(plan, { ...request, from: earlier.first, to: earlier.last });
  const revenueOf = valueReader('netAccommodationRevenue.amount');
  return alongside(await collected(records()), pairs).map(row => ({ ...row, netRevenue: revenueOf(row) }));
}
