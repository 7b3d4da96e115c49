import Big from 'big.js';
import { UndocumentedResponseError } from '../base/errors.ts';
import { remember, toFields } from '../base/text.ts';
import { type ExactNumber, exact, plainNumber, settled } from './numbers.ts';

/** Money of bookings: sums are exact decimals in the currency's digits (ISO 4217), never floats, and never mix currencies. */
export type Money = { readonly amount: ExactNumber; readonly currency: string };

/** Currencies whose minor unit is not a hundredth (ISO 4217, table A.1). */
const codesByDigits: Readonly<Record<number, string>> = {
  0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF',
  3: 'BHD IQD JOD KWD LYD OMR TND',
  4: 'CLF UYW',
};

/** Digits after the point: 2 for EUR, 0 for JPY, 3 for KWD. */
export const currencyDigits = remember((currency: string): number => {
  const row = Object.entries(codesByDigits).find(([, codes]) => codes.split(' ').includes(currency));
  return row ? Number(row[0]) : 2;
});

export const isCurrency = (text: string): boolean => /^[A-Z]{3}$/.test(text);

/**
 * Money as received, never rounded: an amount with more digits than its currency has can be neither authorized nor paid.
 *
 * @param what names the field in the error: `totalGrossAmount` @throws UndocumentedResponseError
 */
export function receivedMoney(amount: ExactNumber, currency: string, what: string): Money {
  const wrong = (why: string) =>
    new UndocumentedResponseError(`${what} ${why}`, {
      hint: 'nothing was added up or sent; report it to the platform',
    });
  if (!isCurrency(currency)) throw wrong('has a currency that is not a three-letter code');
  const digits = currencyDigits(currency);
  if (!new Big(amount).round(digits, Big.roundDown).eq(new Big(amount)))
    throw wrong(`is ${plainNumber(amount)} ${currency}: more digits than ${currency} has`);
  return { amount, currency };
}

export const noMoney = (currency: string): Money => ({ amount: 0, currency });

/** @throws UndocumentedResponseError if one of them is in another currency */
export function moneySum(parts: readonly Money[], currency: string): Money {
  let sum = new Big(0);
  for (const part of parts) {
    if (part.currency !== currency)
      throw new UndocumentedResponseError(`${part.currency} cannot be added to ${currency}`, {
        hint: 'amounts of one offer must be in one currency; report it to the platform',
      });
    sum = sum.plus(new Big(part.amount));
  }
  return { amount: settled(sum), currency };
}

/** `amount` x `part` / `whole`; undefined where the currency has too few digits for it. `whole` is above 0. */
export function moneyShare({ amount, currency }: Money, part: number, whole: number): Money | undefined {
  const product = new Big(amount).times(part);
  const share = product.div(whole).round(currencyDigits(currency), Big.roundHalfEven);
  return share.times(whole).eq(product) ? { amount: settled(share), currency } : undefined;
}

export const sameMoney = (one: Money, other: Money): boolean =>
  one.currency === other.currency && new Big(one.amount).eq(new Big(other.amount));

export const isZero = ({ amount }: Money): boolean => new Big(amount).eq(0);

/** Whether `one` is more than `other`; both must have the same currency. */
export const isMore = (one: Money, other: Money): boolean => new Big(one.amount).gt(new Big(other.amount));

/** Whole minor units, as payment processors use them: 12345 for 123.45 EUR, 123 for 123 JPY, 1234 for 1.234 KWD. */
export function minorUnits({ amount, currency }: Money): ExactNumber {
  return settled(new Big(amount).times(new Big(10).pow(currencyDigits(currency))));
}

export const ofMinorUnits = (value: ExactNumber, currency: string): Money => ({
  amount: settled(new Big(value).div(new Big(10).pow(currencyDigits(currency)))),
  currency,
});

export const moneyText = ({ amount, currency }: Money): string =>
  `${new Big(amount).toFixed(currencyDigits(currency))} ${currency}`;

/** `123.45EUR`, with or without a space; undefined for anything else, and for more digits than the currency has. */
export function parseMoney(text: string): Money | undefined {
  const [, digits = '', currency = ''] = /^\s*(\d{1,15}(?:\.\d{1,4})?)\s*([A-Z]{3})\s*$/.exec(text) ?? [];
  if (currency === '' || (digits.split('.')[1] ?? '').length > currencyDigits(currency)) return undefined;
  return { amount: settled(new Big(digits)), currency };
}

const isMoney = (value: unknown): value is Money =>
  typeof value === 'object' && value !== null && 'amount' in value && 'currency' in value;

/** The amounts of a response that are in another currency, each with what leads to it: `businessDays 2026-10-16 netAdr`. */
export function listForeign(body: unknown, currency: string, path = ''): string[] {
  if (typeof body !== 'object' || body === null) return [];
  if (isMoney(body)) return body.currency === currency ? [] : [path.trim()];
  return Object.entries(body).flatMap(([field, inner]) => {
    const { unitGroup, account, reservation = unitGroup ?? account, ...own } = toFields(inner);
    const { businessDay, number, id } = { ...own, ...toFields(reservation) };
    return listForeign(inner, currency, `${path} ${businessDay ?? number ?? id ?? field}`);
  });
}

/** Amounts in the currency of the property; any other is none. */
export function amountsIn(currency: string) {
  const cent = new Big(`1e-${currencyDigits(currency)}`);
  const inOwn = (money: unknown) => (isMoney(money) && money.currency === currency ? money.amount : 0);
  return {
    /** Its minor unit, to which the platform rounds amounts. */
    cent,
    halfCent: cent.div(2),
    inOwn,
    amount: (money: unknown) => exact(inOwn(money)),
  };
}
