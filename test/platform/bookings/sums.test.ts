import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { UsageError } from '../../../src/base/errors.ts';
import { quoteSums, reservationSums } from '../../../src/platform/bookings/quote.ts';
import type { QuotedService, ServiceOffer, StayOffer } from '../../../src/platform/bookings/quote-model.ts';
import { parseJson, stringifyJson } from '../../../src/platform/json.ts';
import {
  amountsIn,
  currencyDigits,
  isMore,
  listForeign,
  type Money,
  minorUnits,
  moneySum,
  moneyText,
  ofMinorUnits,
  parseMoney,
  receivedMoney,
  sameMoney,
} from '../../../src/platform/money.ts';
import { thrownBy } from '../../failure-of.ts';
import { wordsOf } from '../../words.ts';
import { eur } from './quote-head.ts';

/** Compared with an independent computation in whole minor units with BigInt. */
const digits: Record<string, number> = { EUR: 2, JPY: 0, KWD: 3, CLF: 4 };
const currencies = fc.constantFrom(...Object.keys(digits));

/** Minor units as the platform writes them: `12345n` of EUR is 123.45. */
function written(minor: bigint, currency: string): string {
  const count = digits[currency] ?? 2;
  const text = minor.toString().padStart(count + 1, '0');
  return count === 0 ? text : `${text.slice(0, -count)}.${text.slice(-count)}`;
}
/** Back again, as text only. */
function minorOf({ amount, currency }: Money): bigint {
  const [whole = '', fraction = ''] = stringifyJson(amount).split('.');
  return BigInt(whole + fraction.padEnd(digits[currency] ?? 2, '0'));
}

// Up to 18 digits: far more than a double adds exactly.
const amounts = fc.bigInt(0n, 10n ** 18n);
interface Part {
  readonly total: bigint;
  readonly pre: bigint;
  readonly tax: readonly bigint[];
  readonly fees: readonly bigint[];
  readonly isNew: boolean;
}
const some = fc.array(amounts, { maxLength: 3 });
const part = fc.record({ total: amounts, pre: amounts, tax: some, fees: some, isNew: fc.boolean() });
const reservation = fc.record({ stay: part, services: fc.array(part, { maxLength: 4 }) });
const bookings = fc.record({
  currency: currencies,
  reservations: fc.array(reservation, { minLength: 1, maxLength: 4 }),
});

const sum = (values: readonly bigint[]) => values.reduce((total, value) => total + value, 0n);

/** The fields of prepayment, city tax and fees in one spelling or the other, as JSON text. */
function fields({ pre, tax, fees, isNew }: Part, currency: string): string {
  const money = (minor: bigint) => `{"amount":${written(minor, currency)},"currency":"${currency}"}`;
  const gross = (minor: bigint) => `{"grossAmount":${written(minor, currency)},"netAmount":0}`;
  const cityTax = isNew
    ? `"cityTaxes":[${tax.map(one => `{"totalGrossAmount":${money(one)}}`).join()}]`
    : `"cityTax":${gross(sum(tax))}`;
  return [
    `"${isNew ? 'prePaymentAmount' : 'prePaymentGrossAmount'}":${money(pre)}`,
    cityTax,
    `"fees":[${fees.map(one => `{"name":"fee","totalAmount":${gross(one)}}`).join()}]`,
  ].join();
}
const stayOffer = (stay: Part, currency: string): StayOffer =>
  parseJson(
    `{"ratePlan":{},"unitGroup":{},"totalGrossAmount":{"amount":${written(stay.total, currency)},"currency":"${currency}"},${fields(stay, currency)}}`,
  ) as StayOffer;
const service = (one: Part, currency: string): QuotedService => ({
  serviceId: 'S',
  offer: parseJson(
    `{"service":{},"totalAmount":{"grossAmount":${written(one.total, currency)},"netAmount":0,"currency":"${currency}"},${fields(one, currency)}}`,
  ) as ServiceOffer,
});

describe('the sums of a booking', () => {
  it('match the sums of whole minor units, by reservation and as a whole', () => {
    fc.assert(
      fc.property(bookings, ({ currency, reservations }) => {
        const reckoned = reservations.map(({ stay, services }) => ({
          sums: reservationSums({
            offer: stayOffer(stay, currency),
            services: services.map(one => service(one, currency)),
          }),
          parts: [stay, ...services],
        }));
        const check = (sums: (typeof reckoned)[number]['sums'], parts: readonly Part[]) => {
          const total = sum(parts.map(one => one.total));
          const tax = sum(parts.flatMap(one => one.tax));
          const fees = sum(parts.flatMap(one => one.fees));
          expect(minorOf(sums.prePayment)).toBe(sum(parts.map(one => one.pre)));
          expect(minorOf(sums.total)).toBe(total);
          expect(minorOf(sums.cityTax)).toBe(tax);
          expect(minorOf(sums.fees)).toBe(fees);
          expect(minorOf(sums.grandTotal)).toBe(total + tax + fees);
          expect(stringifyJson(minorUnits(sums.prePayment))).toBe(String(sum(parts.map(one => one.pre))));
        };
        for (const { sums, parts } of reckoned) check(sums, parts);
        check(
          quoteSums(reckoned),
          reckoned.flatMap(({ parts }) => parts),
        );
      }),
      { numRuns: 300 },
    );
  });

  it('never mix currencies', () => {
    const euro = { sums: reservationSums({ offer: stayOffer(emptyPart, 'EUR'), services: [] }) };
    const yen = { sums: reservationSums({ offer: stayOffer(emptyPart, 'JPY'), services: [] }) };
    expect(thrownBy(() => quoteSums([euro, yen]), UsageError)).toMatchObject({
      message: 'a quote has one currency, not EUR and JPY',
      hint: 'create a separate quote for each currency',
    });
    expect(() =>
      reservationSums({ offer: stayOffer(emptyPart, 'EUR'), services: [service(emptyPart, 'JPY')] }),
    ).toThrow('JPY cannot be added to EUR');
    expect(() => moneySum([{ amount: 1, currency: 'USD' }], 'EUR')).toThrow('USD cannot be added to EUR');
  });
});

const emptyPart: Part = { total: 1n, pre: 1n, tax: [], fees: [], isNew: false };

describe('an offer', () => {
  const offer = (text: string) => parseJson(`{"ratePlan":{},"unitGroup":{},${text}}`) as StayOffer;
  const total = '"totalGrossAmount":{"amount":100,"currency":"EUR"}';

  it('that has a city tax in two spellings must have equal values', () => {
    const taxed = (second: number) => {
      const text = `${total},"prePaymentAmount":{"amount":0,"currency":"EUR"},"cityTax":{"grossAmount":1},"cityTaxes":[{"totalGrossAmount":{"amount":${second},"currency":"EUR"}}]`;
      return reservationSums({ offer: offer(text), services: [] }).cityTax;
    };
    expect(taxed(1)).toEqual(eur(1));
    expect(() => taxed(2)).toThrow('cityTax and cityTaxes differ');
  });

  it('with more digits than its currency has is not added up', () => {
    for (const [currency, amount] of Object.entries({ EUR: 1.005, JPY: 0.5, KWD: 1.0001 }))
      expect(() => receivedMoney(amount, currency, 'total')).toThrow(`more digits than ${currency} has`);
    expect(receivedMoney(1.234, 'KWD', 'total')).toEqual({ amount: 1.234, currency: 'KWD' });
    for (const currency of ['', 'eur', 'EURO', '1EUR'])
      expect(() => receivedMoney(1, currency, 'total')).toThrow('three-letter code');
  });
});

it('money is written and read in the digits of its currency', () => {
  fc.assert(
    fc.property(currencies, fc.bigInt(0n, 10n ** 14n), (currency, minor) => {
      const money = ofMinorUnits(Number(minor), currency);
      expect(minorOf(money)).toBe(minor);
      expect(moneyText(money)).toBe(`${written(minor, currency)} ${currency}`);
      expect(parseMoney(moneyText(money))).toEqual(money);
    }),
  );
  expect([currencyDigits('USD'), currencyDigits('ISK'), currencyDigits('TND')]).toEqual([2, 0, 3]);
  const [third = eur(0), ...others] = [0.3, 0.1, 0.2].map(eur);
  expect(isMore(third, moneySum(others, 'EUR'))).toBe(false);
  expect(parseMoney('1.5JPY')).toBeUndefined();
});

/** Parsing of money; sums.test.ts tests the arithmetic. */
describe('money on the command line', () => {
  it.each([
    ['313.29EUR', 313.29, 'EUR'],
    [' 313.29  EUR ', 313.29, 'EUR'],
    ['1200\tJPY', 1200, 'JPY'],
    ['1.234KWD', 1.234, 'KWD'],
    ['0.1000CLF', 0.1, 'CLF'],
  ])('%j is read', (text, amount, currency) => {
    expect(parseMoney(text)).toEqual({ amount, currency });
  });

  const others = wordsOf('EUR x313.29EUR -1EUR 313.29EURO 1,5EUR 1.234EUR 1234567890123456EUR 1eur');
  it.each([...others, '', '313.29EUR x'])('%j is not', text => {
    expect(parseMoney(text)).toBeUndefined();
  });
});

it('amounts of a response are zero in another currency, and are named there', () => {
  const others = [{ amount: 1, currency: 'USD' }, { amount: 2 }, { currency: 'EUR' }, null, 'EUR'];
  const { inOwn, amount, cent, halfCent } = amountsIn('EUR');
  expect([eur(5), ...others].map(inOwn)).toEqual([5, 0, 0, 0, 0, 0]);
  expect([amount(eur(5)), cent, halfCent, amountsIn('KWD').cent].map(Number)).toEqual([
    5, 0.01, 0.005, 0.001,
  ]);
  const body = { others, gross: eur(5), inner: { net: { amount: 3, currency: 'GBP' } } };
  expect([listForeign(body, 'EUR'), listForeign([], 'EUR')]).toEqual([['others 0', 'inner net'], []]);
  const days = [{ businessDay: '2026-10-16', unitGroups: [{ unitGroup: { id: 'DBL' }, netAdr: eur(1) }] }];
  expect(listForeign({ days }, 'GBP')).toEqual(['days 2026-10-16 unitGroups DBL netAdr']);
});

describe('two amounts', () => {
  it('are the same when value and currency are', () => {
    const others = [eur(1), eur(1.01), { amount: 1, currency: 'USD' }];
    expect(others.map(other => sameMoney(eur(1), other))).toEqual([true, false, false]);
  });

  it.each([
    ['Flexible', 'Flexible'],
    [undefined, 'a stay'],
  ])('that are missing are reported with the name %s of the offer', (name, shown) => {
    const offer: StayOffer = { ratePlan: { name }, unitGroup: {}, totalGrossAmount: eur(1) };
    expect(() => reservationSums({ offer, services: [] })).toThrow(`the offer of ${shown} does not say`);
  });
});
