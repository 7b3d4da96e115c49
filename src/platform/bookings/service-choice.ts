import { RefusedError, UndocumentedResponseError } from '../../base/errors.ts';
import {
  isZero,
  type Money,
  moneyShare,
  moneySum,
  moneyText,
  noMoney,
  receivedMoney,
  sameMoney,
} from '../money.ts';
import { type OfferFigures, serviceFigures } from './figures.ts';
import type { ServiceOffer } from './offer-models.ts';
import type { ServiceRequest } from './quote-model.ts';

type ServiceDate = {
  readonly serviceDate: string;
  /** Gross, without city tax and fees. */
  readonly amount: Money;
};

/** The chosen dates of a service offer with their gross amounts, in the offer's order. */
export function chosenDates(
  offer: ServiceOffer,
  { dates }: Pick<ServiceRequest, 'dates'>,
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

/** Whether a request is for the count that the offer is for. */
export const isOfferedCount = (offer: ServiceOffer, { count }: Pick<ServiceRequest, 'count'>): boolean =>
  count === undefined || count === offer.count;

/**
 * The price of the chosen dates and count of a service. For all dates of the offer in its own count: the offer's own
 * figures. Otherwise: the sum of the amounts of the dates, in proportion to the count. The offer gives prepayment and
 * fees only for all of it, so a part is priced only if its share is certain: nothing or everything is prepaid, and
 * there are no fees and city taxes.
 */
export function chosenServiceFigures(
  offer: ServiceOffer,
  request: Omit<ServiceRequest, 'serviceId'>,
  currency: string,
): OfferFigures & { readonly prePayment: Money } {
  const whole = serviceFigures(offer, currency);
  const { prePayment } = whole;
  if (prePayment === undefined) throw withoutPrePayment(nameOf(offer));
  const chosen = chosenDates(offer, request, currency);
  const hasAllDates = chosen.length === (offer.dates ?? []).length;
  if (hasAllDates && isOfferedCount(offer, request)) return { ...whole, prePayment };
  const total = moneySum(
    chosen.map(({ amount }) =>
      isOfferedCount(offer, request) ? amount : priceOfCount(offer, request, amount),
    ),
    currency,
  );
  const paysAll = sameMoney(prePayment, whole.total);
  if (!(paysAll || isZero(prePayment)) || !isZero(whole.cityTax) || !isZero(whole.fees)) {
    throw new RefusedError(
      `the offer does not say how the prepayment or the fees of ${nameOf(offer)} divide among its dates and number`,
      { hint: 'choose all of its dates, and the number that it is offered for' },
    );
  }
  const nothing = noMoney(currency);
  return { prePayment: paysAll ? total : nothing, total, cityTax: nothing, fees: nothing, grandTotal: total };
}

/** The price of another count, in proportion to the offered one. @throws RefusedError if it is not certain */
function priceOfCount(
  offer: ServiceOffer,
  { count = 1 }: Pick<ServiceRequest, 'count'>,
  amount: Money,
): Money {
  const offered = offer.count ?? 0;
  const price = offered > 0 ? moneyShare(amount, count, offered) : undefined;
  if (price !== undefined) return price;
  throw new RefusedError(`the price of ${count} times ${nameOf(offer)} is not known`, {
    hint:
      offered > 0
        ? `it is offered for a count of ${offered} at ${moneyText(amount)}; omit the count`
        : 'its offer has no count; omit the count',
  });
}

export const withoutPrePayment = (what: string) =>
  new UndocumentedResponseError(`the offer of ${what} does not say what is to be prepaid`, {
    hint: 'hotelctl never guesses a prepayment; report this to the platform',
  });

const nameOf = ({ service }: ServiceOffer): string => service.id ?? service.name ?? 'a service';
