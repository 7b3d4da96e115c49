import { wordsOf } from './words.ts';

/** The measures of property performance, typed from the platform's specification. */
const counts =
  wordsOf(`houseCount houseItemsCount soldCount soldItemsCount unsoldCount unsoldItemsCount outOfOrderCount
  outOfOrderItemsCount tentativelyBlockedCount tentativelyBlockedItemsCount definitelyBlockedCount
  optionallyBlockedCount arrivalsCount departuresCount noShowsCount cancellationsCount occupancyPercentage`);
const amounts = wordsOf(`grossUnitRevenue netUnitRevenue grossAccommodationRevenue netAccommodationRevenue
  grossFoodAndBeveragesRevenue netFoodAndBeveragesRevenue grossOtherRevenue netOtherRevenue grossAdr netAdr revPar`);

/** By JavaScript's own calendar. */
export const shiftedDay = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);

/** The days of a request, the first and the last included. */
export const daysBetween = (first: string, last: string): string[] =>
  Array.from({ length: (Date.parse(last) - Date.parse(first)) / 86_400_000 + 1 }, (_, index) =>
    shiftedDay(first, index),
  );

/** The days that a request for property performance asks for. */
export const requestedDays = (query: URLSearchParams): string[] =>
  daysBetween(query.get('from') ?? '', query.get('to') ?? '');

/** Each count has this value, each amount that one; default: nothing was sold. */
export const allMeasures = (count = 0, amount = 0, currency = 'EUR') => ({
  ...Object.fromEntries(counts.map(name => [name, count])),
  ...Object.fromEntries(amounts.map(name => [name, { amount, currency }])),
});

/** The measures of a day in a currency; amounts in hundredths, which are rounded. */
export function dayMeasures(
  [sold, house, outOfOrder]: readonly [number, number, number],
  { gross, net }: { readonly gross: number; readonly net: number },
  currency = 'EUR',
) {
  const money = (hundredths: number) => ({ amount: Math.round(hundredths) / 100, currency });
  return {
    ...allMeasures(0, 0, currency),
    houseCount: house,
    outOfOrderCount: outOfOrder,
    soldCount: sold,
    grossAccommodationRevenue: money(gross),
    netAccommodationRevenue: money(net),
    revPar: money(house === 0 ? 0 : net / (house - outOfOrder)),
  };
}

/** A unit group as the platform describes it in business days. */
export const unitGroupOf = (id: string, type: string | null, name = id) => ({
  id,
  code: id,
  name,
  description: null,
  type,
});

/** An invoice of a company as the platform describes it. */
export const companyInvoice = <Invoice extends object>(invoice: Invoice, company: object = {}) => ({
  company: {
    id: 'ACME',
    code: 'ACME',
    name: 'Acme',
    address: { addressLine1: 'A', postalCode: '1', city: 'M', countryCode: 'DE' },
    ...company,
  },
  invoice: { number: '1', date: '2026-10-05', subTotal: { amount: 100, currency: 'EUR' }, ...invoice },
});
