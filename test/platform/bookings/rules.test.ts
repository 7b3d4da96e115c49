import { describe, expect, it } from 'vitest';
import { authorizationRequest } from '../../../src/platform/bookings/authorization.ts';
import { type BookingDetails, bookingRequest } from '../../../src/platform/bookings/booking-request.ts';
import {
  type BookingMaterial,
  bindsPrice,
  bookingRules,
} from '../../../src/platform/bookings/booking-rules.ts';
import { quoteSums, reservationSums } from '../../../src/platform/bookings/quote.ts';
import type { Quote, QuotedReservation } from '../../../src/platform/bookings/quote-model.ts';
import { brokenRules } from '../../../src/platform/parameters.ts';
import { eur, quoteHead } from './quote-head.ts';

function reservation(propertyId: string, arrival: string): QuotedReservation {
  const offer = {
    arrival: `${arrival}T15:00:00+01:00`,
    ratePlan: { id: 'RP' },
    unitGroup: { id: 'UG' },
    totalGrossAmount: eur(200),
    prePaymentGrossAmount: eur(150),
    cityTax: { grossAmount: 10 },
    timeSlices: [{ totalGrossAmount: eur(90) }, { totalGrossAmount: eur(110) }],
  };
  const serviceOffer = {
    service: { id: 'S' },
    totalAmount: { grossAmount: 40, currency: 'EUR' },
    prePaymentGrossAmount: eur(40),
    dates: ['2026-12-01', '2026-12-02'].map(serviceDate => ({ serviceDate, amount: { grossAmount: 20 } })),
  };
  const services = [{ serviceId: 'S', dates: ['2026-12-02'], offer: serviceOffer }];
  const sums = reservationSums({ offer, services });
  const guests = { adults: 2, childrenAges: [7] };
  return { propertyId, arrival, departure: '2026-12-03', ...guests, ratePlanId: 'RP', offer, services, sums };
}
const reservations = [reservation('MUC', '2026-12-01'), reservation('BER', '2026-12-01')];
const quote: Quote = { ...quoteHead, reservations, sums: quoteSums(reservations) };
const now = Date.UTC(2026, 10, 21, 12);
const payer = '6d0e7f0c-6c3a-4c5e-9a55-0d8f6a3b1c2d';

const details: BookingDetails = {
  booker: { lastName: 'Doe' },
  byReservation: new Map(),
  paymentAccount: { payerReference: payer, transactionReference: 'PSP' },
  transactionReferenceOnTop: true,
};

/** A booking that breaks no rule, as plain data to be changed. */
function material() {
  const request = bookingRequest(quote, details);
  return {
    // Separate copies: the request contains the quote's own objects.
    request: structuredClone(request),
    quote: structuredClone(quote),
    authorization: {
      response: { resultCode: 'Authorised', pspReference: 'PSP', amount: { value: 34_000, currency: 'EUR' } },
      shopperReference: payer,
      propertyId: 'BER',
      authorizedAt: now,
    },
    now: now + 2 * 3_600_000,
    // biome-ignore lint/suspicious/noExplicitAny: the tests write into fields that the types protect.
  } as any;
}

// biome-ignore lint/suspicious/noExplicitAny: as above.
type Spoil = (booking: ReturnType<typeof material>, first: any, second: any) => unknown;
const spoiled = (spoil: Spoil) => {
  const booking = material();
  spoil(booking, ...(booking.request.reservations as [object, object]));
  return booking;
};
const broken: readonly (readonly [rule: string, spoil: Spoil])[] = [
  ["the quote's", (_, first) => (first.arrival = '2026-12-02')],
  ["the quote's", (_, __, second) => (second.adults = 3)],
  ["the quote's", (_, __, second) => (second.childrenAges = [8])],
  ["the quote's", (_, first) => (first.timeSlices[1].ratePlanId = 'OTHER')],
  ["the quote's", (_, first) => (first.services = [])],
  ['the count of a service', (_, first) => (first.services[0].count = 5)],
  ['one time slice for each night', (_, first) => first.timeSlices.pop()],
  ['the sum of the prepayments', (_, first) => (first.prePaymentAmount.amount = 180)],
  ['the sum of the prepayments', (_, first) => (first.prePaymentAmount.currency = 'GBP')],
  ['the sum of the prepayments', (_, __, second) => delete second.prePaymentAmount],
  // 99 is 90 with its city tax, 84.11 is its net amount.
  ['gross amount quoted', (_, first) => (first.timeSlices[0].totalAmount = eur(99))],
  ['gross amount quoted', (_, first) => (first.timeSlices[0].totalAmount = eur(84.11))],
  ['gross amount quoted', (_, first) => (first.services[0].dates[0].amount.amount = 16.81)],
  ['gross amount quoted', (_, first) => (first.services[0].dates[0].serviceDate = '2026-12-01')],
  ['gross amount quoted', (_, first) => delete first.services[0].dates],
  ['an email address', ({ request }) => (request.booker.email = 'ada at guest.example')],
  ['an email address', (_, __, second) => (second.primaryGuest = { email: '@guest.example' })],
  ['needs an authorization', booking => delete booking.authorization],
  ['needs an authorization', ({ request }) => delete request.paymentAccount],
  ['resultCode must be Authorised', ({ authorization: { response } }) => (response.resultCode = 'Refused')],
  [
    'resultCode must be Authorised',
    ({ authorization: { response } }) => (response.resultCode = 'authorised'),
  ],
  ['payerReference must be', ({ request }) => (request.paymentAccount.payerReference = 'ME')],
  ['transactionReference must be', ({ request }) => (request.paymentAccount.transactionReference = 'OTHER')],
  ['transactionReference must be', ({ request }) => (request.transactionReference = 'OTHER')],
  ['authorized amount', ({ authorization }) => (authorization.response.amount.value = 33_999)],
  ['authorized amount', ({ authorization }) => (authorization.response.amount.currency = 'GBP')],
  ['the payout must go to one property', ({ authorization }) => (authorization.propertyId = 'LND')],
  ['within two hours', booking => (booking.now += 1)],
];

describe('the rules of a booking', () => {
  it('pass for a booking created from a quote', () => {
    expect(brokenRules(bookingRules, material() as BookingMaterial)).toEqual([]);
    const overridden = material();
    overridden.request.reservations[0].timeSlices[0].totalAmount = eur(90);
    overridden.request.reservations[0].timeSlices[1].totalAmount = eur(110);
    expect(brokenRules(bookingRules, overridden)).toEqual([]);
  });

  it.each(broken)('%s: is reported for %s', (rule, spoil) => {
    expect(brokenRules(bookingRules, spoiled(spoil)).some(sentence => sentence.includes(rule))).toBe(true);
  });

  it('are each broken by one of these tests', () => {
    const printed = bookingRules.filter(({ sentence }) => broken.some(([rule]) => sentence.includes(rule)));
    expect(printed).toHaveLength(bookingRules.length);
  });
});

describe('the authorization request', () => {
  const named = { accountId: 'A', propertyId: 'MUC', cardHolderName: 'N', reference: 'REF-1' };
  const choices = { ...named, shopperReference: payer, oneClick: false, recurring: true };

  it('delivers on the earliest arrival, whatever the offsets', () => {
    const delivery = (...arrivals: (string | undefined)[]) => {
      const stay = reservation('MUC', '2026-12-01');
      const reservations = arrivals.map(arrival => ({ ...stay, offer: { ...stay.offer, arrival } }));
      return authorizationRequest({ ...quote, reservations }, choices).deliveryDate;
    };
    const [earlier, later] = ['2026-12-01T15:00:00+01:00', '2026-12-02T15:00:00+01:00'];
    expect(delivery(later, earlier)).toBe(earlier);
    const inTokyo = '2026-12-01T15:00:00+09:00';
    expect(delivery('2026-12-01T10:00:00+01:00', inTokyo)).toBe(inTokyo);
    expect(delivery('2026-12-01T15:00:00.0000000+01:00')).toBe('2026-12-01T15:00:00+01:00');
    expect(delivery(undefined)).toBe('2026-12-01T00:00:00Z');
  });

  it('has the prepayment of the whole booking in minor units, and never city tax', () => {
    expect(authorizationRequest(quote, choices).amount).toEqual({ value: 34_000, currency: 'EUR' });
    expect(quote.sums.grandTotal).toEqual(eur(460));
  });
});

describe('the price of a request', () => {
  it('is bound by amounts of every night and date that add up to the total', () => {
    expect(bindsPrice(material())).toBe(true);
    const unbound: readonly Spoil[] = [
      (_, first) => delete first.timeSlices[1].totalAmount,
      (_, first) => (first.timeSlices[1].totalAmount = eur(112)),
      (_, __, second) => delete second.services[0].dates[0].amount,
      (_, __, second) => delete second.services[0].dates,
      booking => booking.quote.reservations.pop(),
    ];
    for (const spoil of unbound) expect(bindsPrice(spoiled(spoil))).toBe(false);
  });

  it('of a single night is its total, whatever its time slice contains', () => {
    const { offer, services, ...stay } = reservation('MUC', '2026-12-02');
    const bare = { ...stay, services: [], offer: { ...offer, timeSlices: [] } };
    const night = { ...bare, sums: reservationSums(bare) };
    const quoted = { ...quote, reservations: [night], sums: night.sums };
    const request = bookingRequest(quoted, details);
    expect(request.reservations[0]?.timeSlices).toEqual([{ ratePlanId: 'RP', totalAmount: eur(200) }]);
    expect(bindsPrice({ request, quote: quoted })).toBe(true);
  });
});
