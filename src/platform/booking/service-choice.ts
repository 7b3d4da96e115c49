import { RefusedError, UndocumentedResponseError } from '../../base/errors.ts';
import { isZero, type Money, moneySum, noMoney, receivedMoney, sameMoney } from '../money.ts';
import { type OfferFigures, serviceFigures } from './figures.ts';
import type { ServiceOffer } from './offer-models.ts';

export type ServiceDate = {
  readonly serviceDate: string;
  /** Gross, without city tax and fees. */
  readonly amount: Money;
};

/** The dates that are chosen of a service offer with their gross amounts, in the offer's order. */
export function chosenDates(
  offer: ServiceOffer,
  dates: readonly string[] | undefined,
  currency: string,
): readonly ServiceDate[] {
  const offered = (offer.dates ?? []).map(({ serviceDate, amount }) => ({
    serviceDate,
    amount: receivedMoney(amount.grossAmount, amount.currency ?? currency, 'the amount of a service date'),
  }));
  const missing = (dates ?? []).filter(date => !offered.some(({ serviceDate }) => serviceDate === date));
  if (missing.length > 0) {
    throw new RefusedError(`${nameOf(offer)} is not offered on ${missing.join(', ')}`, {
      hint: `it is offered on ${offered.map(({ serviceDate }) => serviceDate).join(', ') || 'no date'}`,
    });
  }
  return dates ? offered.filter(({ serviceDate }) => dates.includes(serviceDate)) : offered;
}

/**
 * What the chosen dates of a service cost. All of the offer's dates: the offer's own figures. Some of them: the sum of
 * their amounts; the platform tells pre-payment and fees for all dates together alone, so some can be had only where
 * the share of each date is beyond doubt: nothing or everything is pre-paid, and there are no fees and taxes.
 */
export function chosenServiceFigures(
  offer: ServiceOffer,
  dates: readonly string[] | undefined,
  currency: string,
): OfferFigures & { readonly prePayment: Money } {
  const whole = serviceFigures(offer, currency);
  const { prePayment } = whole;
  if (prePayment === undefined) throw withoutPrePayment(nameOf(offer));
  const chosen = chosenDates(offer, dates, currency);
  if (chosen.length === (offer.dates ?? []).length) return { ...whole, prePayment };
  const total = moneySum(
    chosen.map(({ amount }) => amount),
    currency,
  );
  const paysAll = sameMoney(prePayment, whole.total);
  if (!(paysAll || isZero(prePayment)) || !isZero(whole.cityTax) || !isZero(whole.fees)) {
    throw new RefusedError(
      `the share of single dates in the pre-payment or the fees of ${nameOf(offer)} is not told`,
      { hint: 'choose all of its dates, or leave the service out' },
    );
  }
  const nothing = noMoney(currency);
  return { prePayment: paysAll ? total : nothing, total, cityTax: nothing, fees: nothing, grandTotal: total };
}

export const withoutPrePayment = (what: string) =>
  new UndocumentedResponseError(`the offer of ${what} does not say what is to be pre-paid`, {
    hint: 'a pre-payment is never guessed; report it to the platform',
  });

const nameOf = ({ service }: ServiceOffer): string => service.id ?? service.name ?? 'a service';
