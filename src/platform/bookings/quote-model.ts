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
  serviceId: text,
  /** The count for each date. Default: the offered one. */
  count: z.optional(z.int().check(z.gte(1), z.lte(999))),
  /** Default: the default dates of the service. */
  dates: z.optional(list(serviceDate).check(z.minLength(1))),
});

const quotedService = z.extend(serviceRequest, { offer: serviceOffer });

const stay = z.strictObject({
  propertyId: text,
  /** The rate plan of the first night, and of all nights without `ratePlanIds`. */
  ratePlanId: text,
  arrival: stayDate,
  departure: stayDate,
  adults: z.int().check(z.gte(1), z.lte(99)),
  childrenAges: z.optional(list(z.int().check(z.gte(0), z.lte(17)))),
  /** One for each night, where they differ. */
  ratePlanIds: z.optional(list(text).check(z.minLength(1))),
  /** Required only if a rate plan is offered for several unit groups. */
  unitGroupId: z.optional(text),
  timeSliceTemplate: z.optional(z.enum(['OverNight', 'DayUse'])),
  channelCode: z.optional(text),
  promoCode: z.optional(text),
  corporateCode: z.optional(text),
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
  /** The API host that returned the offers. */
  host: text,
  /** SHA-256 of everything else in the quote, with its names in alphabetical order. */
  digest: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
  reservations: list(quotedReservation).check(z.minLength(1)),
  sums,
});

/** `bookings quote --file`: the stays to quote; `propertyId` may be omitted if the settings have one. */
export const stayRequestFile = z.strictObject({
  reservations: list(z.partial(stayRequest, { propertyId: true, ratePlanId: true, services: true })).check(
    z.minLength(1),
  ),
});

export type Sums = z.infer<typeof sums>;
export type ServiceRequest = z.infer<typeof serviceRequest>;
export type QuotedService = z.infer<typeof quotedService>;
/** One reservation to be quoted: dates, guests, offer and services. */
export type StayRequest = z.infer<typeof stayRequest>;
export type QuotedReservation = z.infer<typeof quotedReservation>;
/** docs/quote.schema.json. */
export type Quote = z.infer<typeof quoteFile>;
export type StayRequestFile = z.infer<typeof stayRequestFile>;
