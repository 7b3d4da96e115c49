import * as z from 'zod/mini';
import { date, double, list, nullish, text } from '../models.ts';
import type { ExactNumber } from '../numbers.ts';
import type { Money } from './money.ts';

/**
 * Stay offers and service offers as they are answered (platform.md, "Booking offers (shape as far as given)";
 * platform-facts, Booking). The shape is only partly known, so fields beyond it are no finding: they are kept and
 * shown. What sums are made of has to be of its type.
 */
const open = z.looseObject;

export const money = open({ amount: double, currency: text });
/** `{grossAmount, netAmount}`, in newer descriptions with VAT and currency. */
const amount = open({ grossAmount: double, netAmount: nullish(double), currency: nullish(text) });
const named = open({ id: nullish(text), code: nullish(text), name: nullish(text) });
const fee = open({ name: nullish(text), totalAmount: amount });
const policy = open({ code: nullish(text), dueDateTime: nullish(text), fee: nullish(money) });
const validationMessage = open({ code: nullish(text), message: nullish(text) });

/** Both spellings of the pre-payment and of the city tax. */
const spelledTwice = {
  prePaymentGrossAmount: nullish(money),
  prePaymentAmount: nullish(money),
  cityTax: nullish(amount),
  cityTaxes: nullish(list(open({ name: nullish(text), totalGrossAmount: money }))),
};

export const stayOffer = open({
  arrival: nullish(text),
  departure: nullish(text),
  ratePlan: named,
  unitGroup: named,
  minGuaranteeType: nullish(text),
  availableUnits: nullish(z.int()),
  totalGrossAmount: money,
  ...spelledTwice,
  fees: nullish(list(fee)),
  cancellationFee: nullish(policy),
  noShowFee: nullish(policy),
  timeSlices: nullish(
    list(open({ from: nullish(text), to: nullish(text), totalGrossAmount: nullish(money) })),
  ),
  validationMessages: nullish(list(validationMessage)),
});

export const serviceOffer = open({
  service: open({ id: nullish(text), code: nullish(text), name: nullish(text), pricingUnit: nullish(text) }),
  count: nullish(z.int()),
  totalAmount: amount,
  ...spelledTwice,
  fees: nullish(list(fee)),
  dates: nullish(list(open({ serviceDate: date, amount, isDefaultDate: nullish(z.boolean()) }))),
  validationMessages: nullish(list(validationMessage)),
});

export const stayOffersAnswer = open({
  property: nullish(open({ id: nullish(text) })),
  offers: list(stayOffer),
});
export const serviceOffersAnswer = open({ services: list(serviceOffer) });

/** What is read of an offer; the rest of it is carried along as it came. */
export interface Amount {
  readonly grossAmount: ExactNumber;
  readonly currency?: string | null | undefined;
}
interface SpelledTwice {
  readonly prePaymentGrossAmount?: Money | null | undefined;
  readonly prePaymentAmount?: Money | null | undefined;
  readonly cityTax?: Amount | null | undefined;
  readonly cityTaxes?: readonly { readonly totalGrossAmount: Money }[] | null | undefined;
  readonly fees?: readonly { readonly totalAmount: Amount }[] | null | undefined;
  readonly validationMessages?: readonly ValidationMessage[] | null | undefined;
}
export interface ValidationMessage {
  readonly code?: string | null | undefined;
  readonly message?: string | null | undefined;
}
interface Named {
  readonly id?: string | null | undefined;
  readonly code?: string | null | undefined;
  readonly name?: string | null | undefined;
}
export interface Policy {
  readonly code?: string | null | undefined;
  readonly dueDateTime?: string | null | undefined;
  readonly fee?: Money | null | undefined;
}
export interface StayOffer extends SpelledTwice {
  readonly arrival?: string | null | undefined;
  readonly departure?: string | null | undefined;
  readonly ratePlan: Named;
  readonly unitGroup: Named;
  readonly minGuaranteeType?: string | null | undefined;
  readonly availableUnits?: number | null | undefined;
  readonly totalGrossAmount: Money;
  readonly cancellationFee?: Policy | null | undefined;
  readonly noShowFee?: Policy | null | undefined;
  readonly timeSlices?:
    | readonly {
        readonly from?: string | null | undefined;
        readonly totalGrossAmount?: Money | null | undefined;
      }[]
    | null
    | undefined;
}
export interface ServiceOffer extends SpelledTwice {
  readonly service: Named & { readonly pricingUnit?: string | null | undefined };
  readonly count?: number | null | undefined;
  readonly totalAmount: Amount;
  readonly dates?:
    | readonly {
        readonly serviceDate: string;
        readonly amount: Amount;
        readonly isDefaultDate?: boolean | null | undefined;
      }[]
    | null
    | undefined;
}
