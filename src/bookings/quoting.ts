import type { Context } from '../base/context.ts';
import { RefusedError, UndocumentedResponseError, UsageError } from '../base/errors.ts';
import { restsOn } from '../platform/assumptions.ts';
import {
  findMissingIds,
  type OfferParts,
  offerParameters,
  serviceParameters,
  stayParts,
} from '../platform/bookings/offers.ts';
import { offerChanges, quoteSums, readStayOffers, reservationSums } from '../platform/bookings/quote.ts';
import type {
  Quote,
  QuotedReservation,
  QuotedService,
  ServiceOffer,
  ServiceRequest,
  StayOffer,
  StayRequest,
} from '../platform/bookings/quote-model.ts';
import { filledFields, sortedByName, stringifyJson } from '../platform/json.ts';
import { isMore, moneyText } from '../platform/money.ts';
import { safeText } from '../platform/safe-text.ts';
import { digestOfText } from './intent.ts';
import { fetchServiceOffers, fetchStayOffers, type Platform } from './requests.ts';

interface QuoteSource {
  readonly context: Pick<Context, 'clock' | 'random'>;
  readonly platform: Platform;
}

/** Requests the current offers for the stay and adds them up. @throws RefusedError if one of them is not offered */
export async function quoteReservations(platform: Platform, requests: readonly StayRequest[]) {
  const quoted: QuotedReservation[] = [];
  for (const [index, request] of requests.entries())
    quoted.push(await quoteReservation(platform, request, `reservation ${index + 1}`));
  checkUnits(quoted);
  return quoted;
}

export async function makeQuote({ context, platform }: QuoteSource, requests: readonly StayRequest[]) {
  const reservations = await quoteReservations(platform, requests);
  const quotedAt = `${new Date(context.clock.now()).toISOString().slice(0, 19)}Z`;
  const content = { id: context.random.uuid(), quotedAt, host: platform.baseUrl };
  return withDigest({ version: 1, ...content, reservations, sums: quoteSums(reservations) });
}

/**
 * Compares a quote that is older than `maxAge` in milliseconds with the current offers.
 * @throws RefusedError with the old and new values if a price or a term changed, or an offer is gone
 */
export async function refreshQuote(quote: Quote, { context, platform }: QuoteSource, maxAge: number) {
  const now = context.clock.now();
  const age = now - Date.parse(quote.quotedAt);
  // A quote from the future comes from another clock, so its age is unknown.
  if (age >= 0 && age < maxAge) return;
  const fresh = await quoteReservations(platform, quote.reservations);
  const changes = offerChanges(quote.reservations, fresh, now);
  if (changes.length === 0) return;
  throw new RefusedError('the price or the terms changed since the quote was made', {
    hint: 'nothing was sent; quote again and tell the booker what changed',
    reason: 'price-changed',
    fields: { total: quoteSums(fresh).grandTotal },
    messages: changes.map(change => safeText(change, 300)),
  });
}

async function quoteReservation(platform: Platform, request: StayRequest, name: string) {
  const [offer, ...laterOffers] = await stayOffersFor(platform, request, name);
  const services: QuotedService[] = [];
  for (const service of request.services) services.push(await quoteService(platform, request, service, name));
  const sums = reservationSums({ offer, laterOffers, services });
  if (isMore(sums.prePayment, sums.total)) {
    const than = `larger than the total of ${moneyText(sums.total)}`;
    const what = `the prepayment of ${moneyText(sums.prePayment)} is ${than}`;
    throw new UndocumentedResponseError(`${name}: ${what}`, {
      hint: 'the platform would refuse the booking; report the offer to the platform',
    });
  }
  const { services: _, ...stay } = request;
  const later = laterOffers.length > 0 ? laterOffers : undefined;
  return filledFields({ ...stay, offer, laterOffers: later, services, sums });
}

/** The offer of each part of the stay, all of the same unit group: a guest keeps the room. */
async function stayOffersFor(platform: Platform, request: StayRequest, name: string) {
  const offers: StayOffer[] = [];
  for (const part of stayParts(request)) {
    const stay = { ...request, ...part };
    const found = (await fetchStayOffers(platform, offerParameters(stay)))?.offers ?? [];
    const offer = chooseOffer(found, stay, name);
    const [own = '', other = ''] = [offers[0] ?? offer, offer].map(({ unitGroup }) => unitGroup.id ?? '');
    if (own !== other)
      throw new UsageError(
        `${name}: its rate plans are for different unit groups, ${safeText(own, 100)} and ${safeText(other, 100)}`,
        { hint: 'quote the nights of each unit group as a separate reservation' },
      );
    offers.push(offer);
  }
  return offers as [StayOffer, ...StayOffer[]];
}

/** Exactly one offer must match the choice; hotelctl never guesses. */
function chooseOffer(offers: readonly StayOffer[], request: StayRequest, name: string): StayOffer {
  const found = offers.filter(
    ({ ratePlan, unitGroup }) =>
      ratePlan.id === request.ratePlanId &&
      (request.unitGroupId === undefined || unitGroup.id === request.unitGroupId),
  );
  const [offer, ...others] = found;
  refuseWithoutIds(offers, 'ratePlan');
  if (request.unitGroupId !== undefined) refuseWithoutIds(offers, 'unitGroup');
  if (offer === undefined)
    throw new RefusedError(`${name}: ${safeText(request.ratePlanId, 100)} is not offered`, {
      hint: 'no booking was sent; run `hotelctl offers list --include-unavailable` with the same dates and guests to see what is offered, and why other rate plans are not',
    });
  if (others.length > 0) {
    const groups = found.map(({ unitGroup }) => safeText(unitGroup.id ?? '', 100)).join(', ');
    throw new UsageError(`${name}: ${safeText(request.ratePlanId, 100)} is offered ${found.length} times`, {
      hint: `also specify the unit group: ${groups}`,
    });
  }
  refuseReasons(offer, name);
  return offer;
}

async function quoteService(
  platform: Platform,
  request: StayRequest,
  { serviceId, count, dates }: ServiceRequest,
  name: string,
): Promise<QuotedService> {
  const response = await fetchServiceOffers(platform, serviceParameters(request, dates === undefined));
  const all = response?.services ?? [];
  refuseWithoutIds(all, 'service');
  const [offer, ...others] = all.filter(({ service }) => service.id === serviceId);
  const ids = all.slice(0, 20).map(({ service }) => safeText(service.id ?? '', 100));
  if (offer === undefined || others.length > 0)
    throw new RefusedError(
      `${name}: the service ${safeText(serviceId, 100)} is ${offer ? 'offered several times' : 'not offered'}`,
      { hint: `nothing was sent; offered with the rate plan: ${ids.join(', ') || 'no service'}` },
    );
  refuseReasons(offer, `${name}, ${safeText(serviceId, 100)}`);
  return { serviceId, ...filledFields({ count, dates }), offer };
}

function refuseWithoutIds(offers: readonly OfferParts[], part: keyof OfferParts): void {
  const problem = findMissingIds(offers, part);
  if (problem === undefined) return;
  throw restsOn(
    new UndocumentedResponseError(problem, {
      hint: 'see the names with `hotelctl offers` and --format json',
    }),
    part === 'service' ? 'assume.serviceOffers.fields' : 'assume.offers.fields',
  );
}

function refuseReasons({ validationMessages }: StayOffer | ServiceOffer, name: string): void {
  if (!validationMessages || validationMessages.length === 0) return;
  throw new RefusedError(`${name} cannot be booked`, {
    hint: 'nothing was sent; choose another offer',
    messages: validationMessages.map(({ code, message }) =>
      safeText([code, message].filter(Boolean).join(': '), 300),
    ),
  });
}

/** Two reservations may need the last unit of the same offer. */
function checkUnits(reservations: readonly QuotedReservation[]): void {
  for (const reservation of reservations) {
    const { offer, unitGroupId = offer.unitGroup.id, propertyId, arrival, departure } = reservation;
    const alike = reservations.filter(
      other =>
        other.propertyId === propertyId &&
        (other.unitGroupId ?? other.offer.unitGroup.id) === unitGroupId &&
        isBefore(other.arrival, departure) &&
        isBefore(arrival, other.departure),
    ).length;
    const counts = readStayOffers(reservation).flatMap(({ availableUnits }) => availableUnits ?? []);
    const left = Math.min(...counts);
    if (left < alike)
      throw new RefusedError(
        `${alike} units of ${safeText(offer.unitGroup.name ?? unitGroupId ?? '', 100)} were requested; ${left} are left`,
        { hint: 'nothing was sent; choose another unit group for one of them' },
      );
  }
}

/** A day and a time of that day are the same: the guest of one stay leaves before that of the next arrives. */
function isBefore(one: string, other: string): boolean {
  const length = Math.min(one.length, other.length);
  return one.slice(0, length) < other.slice(0, length);
}

export const withDigest = (quote: Omit<Quote, 'digest'> & { readonly digest?: string }): Quote => {
  const { digest: _, ...content } = quote;
  return { ...content, digest: digestOfText(stringifyJson(sortedByName(content))) };
};
