import * as z from 'zod/mini';
import { date, double, list, nullish, text } from '../models.ts';

/**
 * Stay offers and service offers as the platform returns them (platform.md, "Booking offers (shape as far as given)";
 * platform-facts, Booking). The shape is only partly known, so additional fields are not reported: they are kept and
 * shown. Fields that are used in sums must have the documented type.
 */
const open = z.looseObject;

const offerMoney = open({ amount: double, currency: text });
/** `{grossAmount, netAmount}`, in newer descriptions with VAT and currency. */
const amount = open({ grossAmount: double, netAmount: nullish(double), currency: nullish(text) });
const named = open({ id: nullish(text), code: nullish(text), name: nullish(text) });
const fee = open({ name: nullish(text), totalAmount: amount });
const policy = open({ code: nullish(text), dueDateTime: nullish(text), fee: nullish(offerMoney) });
const validationMessage = open({ code: nullish(text), message: nullish(text) });

/** Both spellings of the prepayment and of the city tax. */
const spelledTwice = {
  prePaymentGrossAmount: nullish(offerMoney),
  prePaymentAmount: nullish(offerMoney),
  cityTax: nullish(amount),
  cityTaxes: nullish(list(open({ name: nullish(text), totalGrossAmount: offerMoney }))),
};

export const stayOffer = open({
  arrival: nullish(text),
  departure: nullish(text),
  ratePlan: named,
  unitGroup: named,
  minGuaranteeType: nullish(text),
  availableUnits: nullish(z.int()),
  totalGrossAmount: offerMoney,
  ...spelledTwice,
  fees: nullish(list(fee)),
  cancellationFee: nullish(policy),
  noShowFee: nullish(policy),
  timeSlices: nullish(
    list(open({ from: nullish(text), to: nullish(text), totalGrossAmount: nullish(offerMoney) })),
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

export const stayOffersResponse = open({
  property: nullish(open({ id: nullish(text) })),
  offers: list(stayOffer),
});
export const serviceOffersResponse = open({ services: list(serviceOffer) });

/** Types of the parts that are read; undocumented fields are kept as received. */
export type Amount = z.infer<typeof amount>;
export type ValidationMessage = z.infer<typeof validationMessage>;
export type StayOffer = z.infer<typeof stayOffer>;
export type ServiceOffer = z.infer<typeof serviceOffer>;
