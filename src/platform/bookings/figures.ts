import { UndocumentedResponseError } from '../../base/errors.ts';
import { type Money, moneySum, noMoney, receivedMoney, sameMoney } from '../money.ts';
import type { Amount, ServiceOffer, StayOffer } from './offer-models.ts';

/**
 * The price of an offer (platform.md, booking rules 1 and 2): its total, which contains neither city tax nor fees; city
 * tax and fees; and the grand total for the booker, which includes them. The prepayment is the offer's own figure and
 * is never computed.
 */
export interface PriceFigures {
  readonly total: Money;
  readonly cityTax: Money;
  readonly fees: Money;
  readonly grandTotal: Money;
}

/** The prepayment is undefined if the offer has none, which is different from zero. */
export interface OfferFigures extends PriceFigures {
  readonly prePayment: Money | undefined;
}

type Taxed = Pick<StayOffer, 'prePaymentGrossAmount' | 'prePaymentAmount' | 'cityTax' | 'cityTaxes' | 'fees'>;

export function stayFigures(offer: StayOffer): OfferFigures {
  const { amount, currency } = offer.totalGrossAmount;
  return withTaxes(receivedMoney(amount, currency, 'totalGrossAmount'), offer);
}

/** @param stayCurrency the currency of the stay; the total of a service may lack its currency (platform.md) */
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

/** An amount without a currency is in the offer's currency (platform.md shows plain numbers). */
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

/** The value that all spellings agree on: if two of them differ, neither can be trusted. */
function agreed(spelled: readonly Money[], currency: string, names: string): Money | undefined {
  const [first, ...others] = spelled;
  if (first === undefined) return undefined;
  if (others.every(other => sameMoney(first, other))) return moneySum([first], currency);
  throw new UndocumentedResponseError(`an offer's ${names} differ`, {
    hint: 'nothing was added up or sent; report it to the platform',
  });
}
