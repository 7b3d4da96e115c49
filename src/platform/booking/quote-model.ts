import * as z from 'zod/mini';
import { double, list } from '../models.ts';
import { serviceOffer, stayOffer } from './offer-models.ts';

/**
 * The quote file, version 1; docs/quote.schema.json is generated from it. Strict except for the offers, which are kept
 * as the platform sent them.
 */
export const exactAmount = double;
const text = z.string().check(z.minLength(1));
const money = z.strictObject({ amount: exactAmount, currency: z.string().check(z.regex(/^[A-Z]{3}$/)) });
const stayDate = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}/));
const serviceDate = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/));

const sums = z.strictObject({
  prePayment: money,
  total: money,
  cityTax: money,
  fees: money,
  grandTotal: money,
});

const serviceFields = {
  serviceId: text,
  count: z.optional(z.int().check(z.gte(1), z.lte(999))),
  dates: z.optional(list(serviceDate).check(z.minLength(1))),
};

export const quotedService = z.strictObject({
  ...serviceFields,
  offer: serviceOffer,
});

/**
 * The requested stay; also the format of `bookings quote --file`, where `propertyId` may be omitted if the settings
 * have one.
 */
export const stayRequestFields = {
  arrival: stayDate,
  departure: stayDate,
  adults: z.int().check(z.gte(1), z.lte(99)),
  childrenAges: z.optional(list(z.int().check(z.gte(0), z.lte(17)))),
  /** One for each night, where they differ. */
  ratePlanIds: z.optional(list(text).check(z.minLength(1))),
  unitGroupId: z.optional(text),
  timeSliceTemplate: z.optional(z.enum(['OverNight', 'DayUse'])),
  channelCode: z.optional(text),
  promoCode: z.optional(text),
  corporateCode: z.optional(text),
};

export const quoteFile = z.strictObject({
  version: z.literal(1),
  id: z.string().check(z.regex(/^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$/)),
  quotedAt: z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/)),
  host: text,
  /** SHA-256 of everything else in the quote, with its names in alphabetical order. */
  digest: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
  reservations: list(
    z.strictObject({
      propertyId: text,
      ratePlanId: text,
      ...stayRequestFields,
      offer: stayOffer,
      /** Where the nights have different rate plans, the offers of the nights after the first part. */
      laterOffers: z.optional(list(stayOffer).check(z.minLength(1))),
      services: list(quotedService),
      sums,
    }),
  ).check(z.minLength(1)),
  sums,
});

/** `bookings quote --file`: the stays to quote. */
export const stayRequestFile = z.strictObject({
  reservations: list(
    z.strictObject({
      propertyId: z.optional(text),
      ratePlanId: z.optional(text),
      ...stayRequestFields,
      services: z.optional(list(z.strictObject(serviceFields))),
    }),
  ).check(z.minLength(1)),
});
