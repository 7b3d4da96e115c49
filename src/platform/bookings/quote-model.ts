import * as z from 'zod/mini';
import { date, double, list, nonEmptyText, nullish, text } from '../models.ts';

/**
 * The shape of offers is only partly known (platform.md, "Booking offers (shape as far as given)"; platform-facts, Booking):
 * additional fields are kept and shown. Fields that are used in sums must have the documented type.
 */
const open = z.looseObject;

const offerMoney = open({ amount: double, currency: text });
/** `{grossAmount, netAmount}`, in newer descriptions with VAT and currency. */
const amount = open({ grossAmount: double, netAmount: nullish(double), currency: nullish(text) });
const named = open({ id: nullish(text), code: nullish(text), name: nullish(text) });
const fee = open({ name: nullish(text), totalAmount: amount });
const policy = open({
  code: nullish(text),
  description: nullish(text),
  dueDateTime: nullish(text),
  fee: nullish(offerMoney),
});
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
  services: nullish(list(z.unknown())),
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

export type Amount = z.infer<typeof amount>;
export type ValidationMessage = z.infer<typeof validationMessage>;
export type StayOffer = z.infer<typeof stayOffer>;
export type ServiceOffer = z.infer<typeof serviceOffer>;

/** The quote file, version 1. Strict except for the offers, which are kept as the platform sent them. */
const money = z.strictObject({ amount: double, currency: z.string().check(z.regex(/^[A-Z]{3}$/)) });
const stayDate = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}/));
const serviceDate = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/));

/** The price of a reservation or of a whole booking; the booker pays the grand total, city tax and fees included. */
const sums = z.strictObject({
  /** The part to authorize now: the sum of the offers' own prepayments; never city tax or fees. */
  prePayment: money,
  total: money,
  cityTax: money,
  fees: money,
  grandTotal: money,
});

const serviceRequest = z.strictObject({
  serviceId: nonEmptyText,
  /** The count for each date. Default: the offered one. */
  count: z.optional(z.int().check(z.gte(1), z.lte(999))),
  /** Default: the default dates of the service. */
  dates: z.optional(list(serviceDate).check(z.minLength(1))),
});

const quotedService = z.extend(serviceRequest, { offer: serviceOffer });

const stay = z.strictObject({
  propertyId: nonEmptyText,
  /** The rate plan of the first night, and of all nights without `ratePlanIds`. */
  ratePlanId: nonEmptyText,
  arrival: stayDate,
  departure: stayDate,
  adults: z.int().check(z.gte(1), z.lte(99)),
  childrenAges: z.optional(list(z.int().check(z.gte(0), z.lte(17)))),
  /** One for each night, where they differ. */
  ratePlanIds: z.optional(list(nonEmptyText).check(z.minLength(1))),
  /** Required only if a rate plan is offered for several unit groups. */
  unitGroupId: z.optional(nonEmptyText),
  timeSliceTemplate: z.optional(z.enum(['OverNight', 'DayUse'])),
  channelCode: z.optional(nonEmptyText),
  promoCode: z.optional(nonEmptyText),
  corporateCode: z.optional(nonEmptyText),
});

const stayRequest = z.extend(stay, { services: list(serviceRequest) });

/** The chosen offers as they were received, with the requested stay and their totals. */
const quotedReservation = z.extend(stay, {
  offer: stayOffer,
  /** Where the nights have different rate plans, the offers of the nights after the first part. */
  laterOffers: z.optional(list(stayOffer).check(z.minLength(1))),
  services: list(quotedService),
  sums,
});

export const quoteFile = z.strictObject({
  version: z.literal(1),
  /** A UUID; used if no shopperReference is given. */
  id: z.string().check(z.regex(/^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$/)),
  /** When the offers were received, in UTC. */
  quotedAt: z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/)),
  host: nonEmptyText,
  /** SHA-256 of everything else in the quote, with its names in alphabetical order. */
  digest: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
  reservations: list(quotedReservation).check(z.minLength(1)),
  sums,
});

/** `bookings quote --file`: the stays to quote; `propertyId` may be omitted if the settings have one. */
export const stayRequestFile = z.strictObject({
  reservations: list(
    z
      .partial(stayRequest, { propertyId: true, ratePlanId: true, services: true })
      .check(
        z.refine(
          stay => !(stay.ratePlanId && stay.ratePlanIds),
          'expected ratePlanId or ratePlanIds, not both',
        ),
      ),
  ).check(z.minLength(1)),
});

export type Sums = z.infer<typeof sums>;
export type ServiceRequest = z.infer<typeof serviceRequest>;
export type QuotedService = z.infer<typeof quotedService>;
/** One reservation to be quoted: dates, guests, offer and services. */
export type StayRequest = z.infer<typeof stayRequest>;
export type QuotedReservation = z.infer<typeof quotedReservation>;
export type Quote = z.infer<typeof quoteFile>;
export type StayRequestFile = z.infer<typeof stayRequestFile>;
