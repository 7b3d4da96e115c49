/**
 * Errors of the books, for `sandbox --fault books=KIND`: reports that no longer agree. Each changes one line, invoice or
 * account of a month, and is found in the same place at each request. `docs/faults.md` lists them.
 */

import { addMonths, dayNumber, monthOf } from '../../platform/dates.ts';
import { formatDay } from '../hotel/calendar.ts';
import type { Property } from '../hotel/hotel.ts';
import { computeExactNet, exactUnit } from '../hotel/money.ts';
import type { Transaction } from '../hotel/reports/accounting.ts';

/** The summary completes the sentence "the books ...". */
export const bookErrors = [
  { name: 'lost-line', summary: 'have a charge that gross transactions omit' },
  { name: 'doubled-line', summary: 'have a charge that gross transactions list twice' },
  { name: 'wrong-rate', summary: 'have a charge with the VAT of another rate' },
  { name: 'moved-day', summary: 'have a charge with the business date of the day after it was posted' },
  { name: 'cent', summary: 'have a charge whose gross amount is one cent too high' },
  { name: 'lost-invoice', summary: 'have an invoice that company-invoices-vat omits' },
  { name: 'changed-revenue', summary: 'have revenues that grow with each request' },
  { name: 'late-entry', summary: 'have a sale that was posted today with a business date of last month' },
] as const;
type BookError = (typeof bookErrors)[number]['name'];

interface Revenue {
  readonly netAmount: { readonly amount: number; readonly currency: string };
  readonly grossAmount: { readonly amount: number; readonly currency: string };
  readonly children?: readonly Revenue[];
}

/** The errors that are planted, and how they change what the hotel's reports return. */
export function plantedErrors() {
  let errors: readonly string[] = [];
  const reads = new Map<string, number>();
  const has = (error: BookError) => errors.includes(error);
  return {
    /** From now on, these errors replace the previous ones. */
    plant(names: readonly string[]): void {
      errors = names;
      reads.clear();
    },
    property(property: Property, today: number): Property {
      return has('late-entry') ? withLateSale(property, today) : property;
    },
    items(report: string, property: Property, items: Iterable<object>): Iterable<object> {
      if (report === 'company-invoices-vat' && has('lost-invoice')) {
        const readDay = (item: object) => (item as { invoice: { date: string } }).invoice.date;
        return changeOneAMonth(
          items,
          item => (readDay(item).slice(8) >= middle ? readDay(item) : undefined),
          () => [],
        );
      }
      if (report !== 'gross-transactions') return items;
      return changes
        .filter(([name]) => has(name))
        .reduce(
          (lines, [, change]) =>
            changeOneAMonth(
              lines,
              item => dateOfCharge(item as Transaction),
              item => change(item as Transaction, property),
            ),
          items,
        );
    },
    body(report: string, request: string, body: object): object {
      if (report !== 'revenues' || !has('changed-revenue')) return body;
      const count = reads.get(request) ?? 0;
      reads.set(request, count + 1);
      return withMoreRevenue(body as Revenue, count);
    },
  };
}

/** The day of the month on which an error is planted, or the first one after it that has an invoice. */
const middle = '12';

/** The date of a charge that an error can change: on a guest's folio, with VAT, in the middle of a month. */
const dateOfCharge = (line: Transaction): string | undefined =>
  line.creditedAccount.type === 'Revenues' &&
  line.referenceType === 'Guest' &&
  line.grossAmount > 0 &&
  line.date.slice(8) === middle &&
  (line.taxes?.[0]?.percent ?? 0) > 0
    ? line.date
    : undefined;

/** Changes the first item of each month that has a date. */
function* changeOneAMonth(
  items: Iterable<object>,
  dateOf: (item: object) => string | undefined,
  change: (item: object) => readonly object[],
): Generator<object> {
  const changed = new Set<string>();
  for (const item of items) {
    const month = dateOf(item)?.slice(0, 7);
    if (month === undefined || changed.has(month)) {
      yield item;
      continue;
    }
    changed.add(month);
    yield* change(item);
  }
}

const changes: readonly (readonly [
  BookError,
  (line: Transaction, property: Property) => readonly object[],
])[] = [
  ['lost-line', () => []],
  ['doubled-line', line => [line, line]],
  ['wrong-rate', (line, property) => [withOtherRate(line, property)]],
  ['moved-day', line => [{ ...line, date: `${line.date.slice(0, 8)}${Number(middle) + 1}` }]],
  [
    'cent',
    (line, { currency: { digits } }) => [{ ...line, grossAmount: addMinor(line.grossAmount, 1, digits) }],
  ],
];

const addMinor = (amount: number, minor: number, digits: number): number =>
  (Math.round(amount * 10 ** digits) + minor) / 10 ** digits;

/** The same gross amount, split at another rate of the country. */
function withOtherRate(line: Transaction, { vatRates, currency: { digits } }: Property): object {
  const [tax] = line.taxes ?? [];
  const type = tax?.type === 'Normal' ? 'Reduced' : 'Normal';
  const percent = vatRates[type];
  const net = computeExactNet(Math.round(line.grossAmount * 10 ** digits), percent, digits);
  const amount = (Math.round(line.grossAmount * exactUnit) - net) / exactUnit;
  return { ...line, netAmount: net / exactUnit, taxes: [{ type, percent, amount }] };
}

/** Adds whole units to the first account and to all its parents. */
function withMoreRevenue({ netAmount, grossAmount, children, ...rest }: Revenue, units: number): Revenue {
  const [first, ...others] = children ?? [];
  return {
    ...rest,
    netAmount: { ...netAmount, amount: addMinor(netAmount.amount, units * 100, 2) },
    grossAmount: { ...grossAmount, amount: addMinor(grossAmount.amount, units * 100, 2) },
    ...(first ? { children: [withMoreRevenue(first, units), ...others] } : {}),
  };
}

/** A sale of the middle of last month, posted at ten o'clock today. */
function withLateSale(property: Property, today: number): Property {
  const day = dayNumber(`${monthOf(addMonths(formatDay(today), -1))}-${middle}`);
  const sale = property.houseSales.find(one => one.day >= day && one.externalFolioId === null);
  if (!sale) return property;
  const late = { ...sale, id: `${sale.id}L`, time: (today - sale.day) * 24 * 60 + 10 * 60 };
  return { ...property, houseSales: [...property.houseSales, late] };
}
