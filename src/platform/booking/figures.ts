import { UndocumentedResponseError } from '../../base/errors.ts';
import { type Money, moneySum, noMoney, receivedMoney, sameMoney } from '../money.ts';
import type { Amount, ServiceOffer, StayOffer } from './offer-models.ts';

/**
 * What an offer costs (platform.md, booking rules 1 and 2): its total, which holds neither city tax nor fees, these
 * two, and the grand total for the booker with them. The pre-payment is the offer's own figure and never computed.
 */
export interface PriceFigures {
  readonly total: Money;
  readonly cityTax: Money;
  readonly fees: Money;
  readonly grandTotal: Money;
}

/** The pre-payment is undefined where the offer names none, which is not the same as zero. */
export interface OfferFigures extends PriceFigures {
  readonly prePayment: Money | undefined;
}

type Taxed = Pick<StayOffer, 'prePaymentGrossAmount' | 'prePaymentAmount' | 'cityTax' | 'cityTaxes' | 'fees'>;

export function stayFigures(offer: StayOffer): OfferFigures {
  const { amount, currency } = offer.totalGrossAmount;
  return withTaxes(receivedMoney(amount, currency, 'totalGrossAmount'), offer);
}

/** @param stayCurrency that of the stay; a service's total need not name its own (platform.md) */
export function serviceFigures(offer: ServiceOffer, stayCurrency?: string): OfferFigures {
  const { totalAmount, prePaymentGrossAmount, prePaymentAmount } = offer;
  const currency =
    totalAmount.currency ?? (prePaymentGrossAmount ?? prePaymentAmount)?.currency ?? stayCurrency ?? '';
  return withTaxes(receivedMoney(totalAmount.grossAmount, currency, 'totalAmount'), offer);
}

function withTaxes(total: Money, offer: Taxed): OfferFigures {
  const { currency } = total;
  const cityTax = cityTaxOf(offer, currency);
  const fees = moneySum(
    (offer.fees ?? []).map(fee => amountIn(fee.totalAmount, currency, 'a fee')),
    currency,
  );
  const grandTotal = moneySum([total, cityTax, fees], currency);
  return { prePayment: prePaymentOf(offer, currency), total, cityTax, fees, grandTotal };
}

/** An amount without a currency is in the offer's (platform.md shows it bare). */
const amountIn = ({ grossAmount, currency }: Amount, fallback: string, what: string): Money =>
  receivedMoney(grossAmount, currency ?? fallback, what);

/** `prePaymentGrossAmount` in platform.md, `prePaymentAmount` in newer descriptions. */
function prePaymentOf(offer: Taxed, currency: string): Money | undefined {
  const spelled = (['prePaymentGrossAmount', 'prePaymentAmount'] as const).flatMap(name => {
    const money = offer[name];
    return money ? [receivedMoney(money.amount, money.currency, name)] : [];
  });
  return agreed(spelled, currency, 'prePaymentGrossAmount and prePaymentAmount');
}

/** `cityTax {grossAmount}` in platform.md, `cityTaxes [{totalGrossAmount}]` in newer descriptions; none is zero. */
function cityTaxOf(offer: Taxed, currency: string): Money {
  const { cityTax, cityTaxes } = offer;
  const spelled = [
    ...(cityTax ? [amountIn(cityTax, currency, 'cityTax')] : []),
    ...(cityTaxes
      ? [
          moneySum(
            cityTaxes.map(({ totalGrossAmount: { amount, currency: own } }) =>
              receivedMoney(amount, own, 'a city tax'),
            ),
            currency,
          ),
        ]
      : []),
  ];
  return agreed(spelled, currency, 'cityTax and cityTaxes') ?? noMoney(currency);
}

/** The one value that every spelling gives: where two of them differ, none can be trusted. */
function agreed(spelled: readonly Money[], currency: string, names: string): Money | undefined {
  const [first, ...others] = spelled;
  if (first === undefined) return undefined;
  if (others.every(other => sameMoney(first, other))) return moneySum([first], currency);
  throw new UndocumentedResponseError(`an offer's ${names} differ`, {
    hint: 'nothing was added up or sent; report it to the platform',
  });
}
