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
import type { Amount, ServiceOffer, ServiceRequest, StayOffer, Sums } from './quote-model.ts';

/**
 * The price of an offer (platform.md, booking rules 1 and 2): its total contains neither city tax nor fees, the grand total for
 * the booker includes them. The prepayment is the offer's own figure and is never computed.
 */
export type OfferAmounts = Omit<Sums, 'prePayment'> & {
  /** Undefined if the offer has none, which is different from zero. */
  readonly prePayment: Money | undefined;
};

type Taxed = Pick<StayOffer, 'prePaymentGrossAmount' | 'prePaymentAmount' | 'cityTax' | 'cityTaxes' | 'fees'>;

export function computeStayAmounts(offer: StayOffer): OfferAmounts {
  const { amount, currency } = offer.totalGrossAmount;
  return withTaxes(receivedMoney(amount, currency, 'totalGrossAmount'), offer);
}

/** @param stayCurrency the currency of the stay; the total of a service may lack its currency (platform.md) */
export function computeServiceAmounts(offer: ServiceOffer, stayCurrency?: string): OfferAmounts {
  const { totalAmount, prePaymentGrossAmount, prePaymentAmount } = offer;
  const currency =
    totalAmount.currency ?? (prePaymentGrossAmount ?? prePaymentAmount)?.currency ?? stayCurrency ?? '';
  return withTaxes(receivedMoney(totalAmount.grossAmount, currency, 'totalAmount'), offer);
}

function withTaxes(total: Money, offer: Taxed): OfferAmounts {
  const { currency } = total;
  const cityTax = readCityTax(offer, currency);
  const fees = moneySum(
    (offer.fees ?? []).map(fee => amountIn(fee.totalAmount, currency, 'a fee')),
    currency,
  );
  const grandTotal = moneySum([total, cityTax, fees], currency);
  return { prePayment: readPrePayment(offer, currency), total, cityTax, fees, grandTotal };
}

/** An amount without a currency is in the offer's currency (platform.md shows plain numbers). */
const amountIn = ({ grossAmount, currency }: Amount, fallback: string, what: string): Money =>
  receivedMoney(grossAmount, currency ?? fallback, what);

/** `prePaymentGrossAmount` in platform.md, `prePaymentAmount` in newer descriptions. */
function readPrePayment(offer: Taxed, currency: string): Money | undefined {
  const spelled = (['prePaymentGrossAmount', 'prePaymentAmount'] as const).flatMap(name => {
    const money = offer[name];
    return money ? [receivedMoney(money.amount, money.currency, name)] : [];
  });
  return agreed(spelled, currency, 'prePaymentGrossAmount and prePaymentAmount');
}

/** `cityTax {grossAmount}` in platform.md, `cityTaxes [{totalGrossAmount}]` in newer descriptions; none is zero. */
function readCityTax(offer: Taxed, currency: string): Money {
  const { cityTax, cityTaxes } = offer;
  const listed = cityTaxes?.map(({ totalGrossAmount }) =>
    receivedMoney(totalGrossAmount.amount, totalGrossAmount.currency, 'a city tax'),
  );
  const spelled = [
    ...(cityTax ? [amountIn(cityTax, currency, 'cityTax')] : []),
    ...(listed ? [moneySum(listed, currency)] : []),
  ];
  return agreed(spelled, currency, 'cityTax and cityTaxes') ?? noMoney(currency);
}

/** The value that all spellings agree on: if two of them differ, neither can be trusted. */
function agreed(spelled: readonly Money[], currency: string, names: string): Money | undefined {
  const [first, ...others] = spelled;
  if (first === undefined) return undefined;
  if (others.every(other => sameMoney(first, other))) return moneySum([first], currency);
  throw new UndocumentedResponseError(`an offer's ${names} differ`, {
    hint: 'nothing was added up or sent; report it to the platform',
  });
}

export function chosenDates(offer: ServiceOffer, { dates }: Pick<ServiceRequest, 'dates'>, currency: string) {
  const offered = (offer.dates ?? []).map(({ serviceDate, amount }) => ({
    serviceDate,
    amount: receivedMoney(amount.grossAmount, amount.currency ?? currency, 'the amount of a service date'),
  }));
  const missing = (dates ?? []).filter(date => !offered.some(({ serviceDate }) => serviceDate === date));
  if (missing.length > 0)
    throw new RefusedError(`${nameService(offer)} is not offered on ${missing.join(', ')}`, {
      hint: `it is offered on ${offered.map(({ serviceDate }) => serviceDate).join(', ') || 'no date'}`,
    });
  return dates ? offered.filter(({ serviceDate }) => dates.includes(serviceDate)) : offered;
}

export const isOfferedCount = (offer: ServiceOffer, { count }: Pick<ServiceRequest, 'count'>): boolean =>
  count === undefined || count === offer.count;

/**
 * The price of the chosen dates and count of a service. For all dates of the offer in its own count: the offer's own
 * figures. Otherwise: the sum of the amounts of the dates, in proportion to the count. The offer gives prepayment and
 * fees only for all of it, so a part is priced only if its share is certain: nothing or everything is prepaid, and
 * there are no fees and city taxes.
 */
export function computeChosenAmounts(
  offer: ServiceOffer,
  request: Omit<ServiceRequest, 'serviceId'>,
  currency: string,
): Sums {
  const whole = computeServiceAmounts(offer, currency);
  const { prePayment } = whole;
  if (prePayment === undefined) throw withoutPrePayment(nameService(offer));
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
  if (!(paysAll || isZero(prePayment)) || !isZero(whole.cityTax) || !isZero(whole.fees))
    throw new RefusedError(
      `the offer does not say how the prepayment or the fees of ${nameService(offer)} divide among its dates and number`,
      { hint: 'choose all of its dates and the number that it is offered for' },
    );
  const nothing = noMoney(currency);
  return { prePayment: paysAll ? total : nothing, total, cityTax: nothing, fees: nothing, grandTotal: total };
}

/** The price of another count, in proportion to the offered one. @throws RefusedError if it is not certain */
function priceOfCount(offer: ServiceOffer, { count = 1 }: Pick<ServiceRequest, 'count'>, amount: Money) {
  const offered = offer.count ?? 0;
  const price = offered > 0 ? moneyShare(amount, count, offered) : undefined;
  if (price !== undefined) return price;
  throw new RefusedError(`the price of ${count} times ${nameService(offer)} is not known`, {
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

const nameService = ({ service }: ServiceOffer): string => service.id ?? service.name ?? 'a service';
