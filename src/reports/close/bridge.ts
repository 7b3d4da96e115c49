import type Big from 'big.js';
import { moneyUnit, type Text } from '../../output/document/document.ts';
import { say, sayCount, sayDate } from '../../output/words/messages.ts';
import { addDecimals, equalsZero } from '../../platform/numbers.ts';
import { type CheckedFigures, compare } from './check.ts';
import { type CloseBooks, once } from './month-books.ts';
import { hasNothing } from './performance-checks.ts';
import { type BridgeClass, bridgeClasses, type RevenueGroup, revenueGroups } from './revenue-tree.ts';

/** The names of the groups in property performance; it has neither fees nor groups of the property. */
const bookedGroups: Partial<Record<RevenueGroup, string>> = {
  accommodation: 'grossAccommodationRevenue',
  food: 'grossFoodAndBeveragesRevenue',
  other: 'grossOtherRevenue',
};

export const bridgeSteps = (Object.keys(bridgeClasses) as BridgeClass[]).filter(kind => kind !== 'stay');

/** A row for each day and group that has booked or posted revenue: posted = booked + steps + residual. */
export const computeBridge = once(({ performance, ledger, amount }) => {
  const groups = Object.keys(revenueGroups) as RevenueGroup[];
  const booked = new Map(performance?.businessDays.map(day => [day.businessDay, day]) ?? []);
  const books = [...ledger.accounts.values()];
  const days = [...new Set([...booked.keys(), ...books.flatMap(book => [...book.days.keys()])])].sort();
  return days.flatMap(day =>
    groups.flatMap(group => {
      const planned = amount(booked.get(day)?.[bookedGroups[group] ?? '']);
      const posted = books.flatMap(book => (book.group === group && book.days.get(day)) || []);
      const sumStep = (kind: BridgeClass) =>
        addSteps(posted.flatMap(each => (each[kind] ? { ...each[kind], amount: each[kind].sum.value } : [])));
      /** Without `stay`, which is what is compared with what was booked. */
      const steps: Partial<Record<BridgeClass, ReturnType<typeof sumStep>>> = Object.fromEntries(
        bridgeSteps.map(kind => [kind, sumStep(kind)] as const).filter(([, { lines }]) => lines > 0),
      );
      const stay = sumStep('stay').amount;
      const all = stay.plus(addDecimals(Object.values(steps).map(step => step.amount)));
      /** Booked price differs from posted price, or services outside the rate. Never forced to zero. */
      const residual = stay.minus(planned);
      if (planned.eq(0) && posted.length === 0) return [];
      return [{ day, group, booked: planned, steps, residual, posted: all }];
    }),
  );
});

const addSteps = (steps: readonly { readonly amount: Big; readonly lines: number }[]) => ({
  amount: addDecimals(steps.map(({ amount }) => amount)),
  lines: steps.reduce((count, { lines }) => count + lines, 0),
});

export type BridgeRow = ReturnType<typeof computeBridge>[number];

export function bridgeTotal(rows: readonly BridgeRow[]) {
  const sum = (of: (row: BridgeRow) => Big) => addDecimals(rows.map(of));
  return {
    booked: sum(row => row.booked),
    steps: bridgeSteps.flatMap(kind => {
      const found = rows.flatMap(row => row.steps[kind] ?? []);
      return found.length === 0 ? [] : { kind, ...addSteps(found) };
    }),
    residual: sum(row => row.residual),
    days: new Set(rows.flatMap(row => (row.residual.eq(0) ? [] : row.day))).size,
    posted: sum(row => row.posted),
  };
}

/** Posted and booked differ by definition. The bridge shows by what; no report has what is booked of one reservation. */
export function* compareBooked(books: CloseBooks): Generator<CheckedFigures> {
  const rows = computeBridge(books);
  const fees = rows.flatMap(({ steps }) => steps.fee?.amount ?? []);
  const unit = { ...moneyUnit(books.currency), sign: '' };
  const money = (amount: Big): Text => [{ number: amount, unit }];
  const isSold = books.guests['room nights'].total > 0;
  for (const group of ['accommodation', 'food', 'other'] as const satisfies RevenueGroup[]) {
    const own = rows.filter(row => row.group === group);
    const short = own.filter(row => row.residual.lt(0));
    const { posted, booked, steps, residual, days } = bridgeTotal(own);
    const found = steps.map(({ kind }) => books.ledger.bridgeLines.get(`${group} ${kind}`)?.lines ?? []);
    const compared = compare(revenueGroups[group], posted, booked, {
      kept: { count: addSteps(steps).lines, lines: found.flat() },
      reasons: steps.map(({ kind, amount, lines }) => ({
        text: sayCount(lines, '{step}: {amount} in 1 posting', '{step}: {amount} in {count} postings', {
          step: say(bridgeClasses[kind]),
          amount: money(amount),
        }),
        amount,
      })),
    });
    // Property performance has no services outside the rate, so more may be posted than booked. Less is open, unless charges of other
    // days or fees may be in its place.
    const instead = [...steps.map(({ amount }) => amount), ...fees].filter(amount => amount.gt(0));
    const rest = sayCount(
      days,
      '{amount} on 1 day is not explained by any step: services that are not in the rate, or another price than booked',
      '{amount} on {count} days is not explained by any step: services that are not in the rate, or another price than booked',
      { amount: money(residual) },
    );
    const isTolerated = books.tolerance === null || residual.abs().lte(books.tolerance);
    const sayMissing = (amount: Big) =>
      say('{amount} of what was booked is not posted, first on {day}: charges may be missing, or too low', {
        amount: money(amount.neg()),
        day: sayDate(short[0]?.day ?? ''),
      });
    const missing = short.length > 0 ? [sayMissing(bridgeTotal(short).residual)] : [];
    if (!books.performance && isSold && !equalsZero(posted))
      yield compare(revenueGroups[group], posted, booked, { cause: hasNothing });
    else if (addDecimals([residual, ...instead]).lt(0))
      yield compare(revenueGroups[group], posted, booked, { cause: sayMissing(residual) });
    else if (equalsZero(residual) && short.length === 0) yield compared;
    else
      yield {
        ...compared,
        state: !isTolerated ? 'open' : short.length > 0 ? 'question' : 'not explained',
        names: own.flatMap(({ day, residual: rest }) => (rest.eq(0) ? [] : `${day} ${rest.toFixed()}`)),
        // Days that were exchanged, and amounts of a stay, offset each other in the month.
        reasons: [...missing, rest, ...compared.reasons],
      };
  }
}
