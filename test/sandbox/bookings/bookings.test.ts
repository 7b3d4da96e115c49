import { beforeEach, describe, expect, test } from 'vitest';
import type { MadeBooking } from '../../../src/sandbox/bookings/bookings.ts';
import { createHotel, type Hotel } from '../../../src/sandbox/hotel/hotel.ts';
import { requestApi } from '../request-handler.ts';

let hotel: Hotel;
let bookings: MadeBooking[];
let ask: ReturnType<typeof requestApi>['ask'];
beforeEach(() => {
  hotel = createHotel({ seed: 'hotelctl', today: '2026-11-21' });
  bookings = [];
  ({ ask } = requestApi(hotel, { bookings }));
});

const book = (body: object) => ask('/booking/v1/bookings', { token: 'booker', method: 'POST', body });
const stay = (change: object = {}) => ({
  arrival: '2026-12-01',
  departure: '2026-12-03',
  adults: 2,
  channelCode: 'Ibe',
  timeSlices: [{ ratePlanId: 'MUC-FLEX-SUI' }, { ratePlanId: 'MUC-FLEX-SUI' }],
  ...change,
});
const booking = (...stays: object[]) => ({ booker: { lastName: 'Doe' }, reservations: stays });
const offersOf = '/booking/v1/offers?arrival=2026-12-01&departure=2026-12-03&adults=2';
const suites = async () => {
  const { body } = await ask(`${offersOf}&propertyId=MUC&unitGroupIds=MUC-SUI&includeUnavailable=true`, {
    token: 'guest',
  });
  return body.offers.find((offer: { ratePlan: { id: string } }) => offer.ratePlan.id === 'MUC-FLEX-SUI');
};

describe('offers', () => {
  test.each(['MUC', 'LND', 'TYO'])('of %s add up, in the digits of their currency', async id => {
    const property = hotel.property(id);
    const { body } = await ask(`${offersOf}&propertyId=${id}`, { token: 'guest' });
    expect(body.offers.length).toBeGreaterThan(4);
    const minor = (amount: number) => Math.round(amount * 10 ** (property?.currency.digits ?? 0));
    for (const offer of body.offers) {
      const { amount, currency } = offer.totalGrossAmount;
      expect(currency).toBe(property?.currency.code);
      expect(minor(amount)).toBe(
        offer.timeSlices.reduce(
          (sum: number, slice: { totalGrossAmount: { amount: number } }) =>
            sum + minor(slice.totalGrossAmount.amount),
          0,
        ),
      );
      const taxed = offer.taxDetails.reduce(
        (sum: number, detail: { net: { amount: number }; tax: { amount: number } }) =>
          sum + minor(detail.net.amount) + minor(detail.tax.amount),
        0,
      );
      expect(taxed).toBe(minor(amount));
      expect(offer.prePaymentGrossAmount.amount).toBe(offer.minGuaranteeType === 'Prepayment' ? amount : 0);
      expect(offer.cityTax.grossAmount > 0).toBe(id !== 'LND');
      expect(offer.fees).toHaveLength(id === 'LND' ? 1 : 0);
    }
  });
});

describe('a booking', () => {
  test('takes units until the last one, and then returns 422', async () => {
    const { availableUnits } = await suites();
    expect(availableUnits).toBeGreaterThan(1);
    for (let left = availableUnits; left > 0; left--) {
      const { status, body, headers } = await book(booking(stay()));
      expect(status).toBe(201);
      expect(headers['Location']).toBe(`/booking/v1/bookings/${body.id}`);
      expect(body.reservationIds).toEqual([{ id: `${body.id}-1` }]);
      expect((await suites()).availableUnits).toBe(left - 1);
    }
    expect((await suites()).validationMessages[0].code).toBe('UnitGroupFullyBooked');
    const { status, body } = await book(booking(stay()));
    expect([status, body.messages]).toEqual([
      422,
      ['reservations[0]: the unit group is sold out for at least one night'],
    ]);
    expect(new Set(bookings.map(({ id }) => id)).size).toBe(availableUnits);
  });

  const plans = (...ids: readonly string[]) => ({ timeSlices: ids.map(ratePlanId => ({ ratePlanId })) });
  const prepaying = (amount: number, currency: string) => ({ prePaymentAmount: { amount, currency } });
  const dog = { serviceId: 'MUC-DOG', dates: [{ serviceDate: '2026-12-09' }] };

  const dogFor = (amount: number) => ({
    serviceId: 'MUC-DOG',
    dates: [{ serviceDate: '2026-12-01', amount: { amount, currency: 'EUR' } }],
  });

  test.each<[message: string, change: object]>([
    ['one time slice for each night', plans('MUC-FLEX-SUI')],
    ['one property', plans('MUC-FLEX-SUI', 'LND-FLEX-STE')],
    ['in the past', { arrival: '2026-11-20', departure: '2026-11-22' }],
    ['Suite is for 1 to 4 persons', { adults: 5 }],
    ['not for these dates', plans('MUC-DAY-SUI', 'MUC-DAY-SUI')],
    ['reservations[0].arrival: expected a date', { arrival: '2026-11-31' }],
    ['X is not offered', { services: [{ serviceId: 'X' }] }],
    ['not offered on one of its dates', { services: [dog] }],
    ['MUC-DOG must have an amount in EUR', { services: [dogFor(15.005)] }],
    ['Pre-paid amount must be less than or equal to the reservation amount.', prepaying(10_000, 'EUR')],
    ['an amount in EUR', prepaying(1, 'USD')],
    [
      'wants the guarantee Prepayment',
      { guaranteeType: 'PM6Hold', ...plans('MUC-NONREF-SUI', 'MUC-NONREF-SUI') },
    ],
  ])('is refused with 422: %s', async (message, change) => {
    const { status, body } = await book(booking(stay(change)));
    expect(status).toBe(422);
    expect(body.messages.join()).toContain(message);
    expect(bookings).toHaveLength(0);
  });
});
