import Big from 'big.js';
import type { CalendarDate } from '../../platform/dates.ts';
import { addDecimals } from './exact-sum.ts';
import { once } from './month-books.ts';
import { type BridgeClass, bridgeClasses, type RevenueGroup, revenueGroups } from './revenue-tree.ts';

/** The amount of one class of revenue lines, and how many they are. */
interface BridgeStep {
  readonly amount: Big;
  readonly lines: number;
}

/** From booked to posted revenue, of one day and group: posted = booked + steps + residual. */
export interface BridgeRow {
  readonly day: CalendarDate;
  readonly group: RevenueGroup;
  readonly booked: Big;
  /** Without `stay`, which is what is compared with what was booked. */
  readonly steps: Readonly<Partial<Record<BridgeClass, BridgeStep>>>;
  /** Booked price differs from posted price, or services outside the rate. Never forced to zero. */
  readonly residual: Big;
  readonly posted: Big;
}

/** The names of the groups in property performance; it has neither fees nor groups of the property. */
const bookedGroups: Partial<Record<RevenueGroup, string>> = {
  accommodation: 'grossAccommodationRevenue',
  food: 'grossFoodAndBeveragesRevenue',
  other: 'grossOtherRevenue',
};

/** The classes that lead from booked to posted revenue. */
export const bridgeSteps = (Object.keys(bridgeClasses) as BridgeClass[]).filter(kind => kind !== 'stay');

/** A row for each day and group that has booked or posted revenue. */
export const computeBridge = once(({ performance, ledger, amount }): readonly BridgeRow[] => {
  const groups = Object.keys(revenueGroups) as RevenueGroup[];
  const booked = new Map(performance?.businessDays.map(day => [day.businessDay, day]) ?? []);
  const books = [...ledger.accounts.values()];
  const days = [...new Set([...booked.keys(), ...books.flatMap(book => [...book.days.keys()])])].sort();
  return days.flatMap(day =>
    groups.flatMap(group => {
      const measure = bookedGroups[group];
      const planned = measure ? amount(booked.get(day)?.[measure]) : new Big(0);
      const posted = books.flatMap(book => (book.group === group && book.days.get(day)) || []);
      const sumStep = (kind: BridgeClass) => {
        const found = posted.flatMap(each => each[kind] ?? []);
        return {
          amount: addDecimals(found.map(({ sum }) => sum.value)),
          lines: found.reduce((count, { lines }) => count + lines, 0),
        };
      };
      const own = Object.fromEntries(
        bridgeSteps.map(kind => [kind, sumStep(kind)] as const).filter(([, { lines }]) => lines > 0),
      ) as BridgeRow['steps'];
      const stay = sumStep('stay').amount;
      const all = stay.plus(addDecimals(Object.values(own).map(step => step.amount)));
      const residual = stay.minus(planned);
      if (planned.eq(0) && posted.length === 0) return [];
      return [{ day, group, booked: planned, steps: own, residual, posted: all }];
    }),
  );
});

/** The rows of a group, or of all, as one. */
export function bridgeTotal(rows: readonly BridgeRow[]) {
  const sum = (of: (row: BridgeRow) => Big) => addDecimals(rows.map(of));
  return {
    booked: sum(row => row.booked),
    steps: bridgeSteps.flatMap(kind => {
      const found = rows.flatMap(row => row.steps[kind] ?? []);
      const amount = addDecimals(found.map(step => step.amount));
      return found.length === 0
        ? []
        : [{ kind, amount, lines: found.reduce((count, step) => count + step.lines, 0) }];
    }),
    residual: sum(row => row.residual),
    /** How many days have a residual. */
    days: new Set(rows.flatMap(row => (row.residual.eq(0) ? [] : row.day))).size,
    posted: sum(row => row.posted),
  };
}
