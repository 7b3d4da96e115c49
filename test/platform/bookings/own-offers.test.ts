import { describe, expect, it } from 'vitest';
import { UsageError } from '../../../src/base/errors.ts';
import { quoteLines, quoteSums, readQuote, reservationSums } from '../../../src/platform/bookings/quote.ts';
import type { Quote, QuotedReservation, StayOffer } from '../../../src/platform/bookings/quote-model.ts';
import { thrownBy } from '../../failure-of.ts';
import { eur, quoteHead } from './quote-head.ts';

/** A quote holds the offers that the platform made for its stays: an offer for another stay is refused. */
const offer: StayOffer = {
  arrival: '2026-12-01T15:00:00+01:00',
  departure: '2026-12-04T11:00:00+01:00',
  ratePlan: { id: 'FLEX', name: 'Flexible' },
  unitGroup: { id: 'DBL', name: 'Double' },
  timeSlices: [{}, {}, {}],
  totalGrossAmount: eur(300),
  prePaymentGrossAmount: eur(0),
} as unknown as StayOffer;
const nights = { propertyId: 'MUC', arrival: '2026-12-01', departure: '2026-12-04' };
const chosen = { adults: 2, childrenAges: [], ratePlanId: 'FLEX', unitGroupId: 'DBL', services: [] };
const stay = { ...nights, ...chosen, offer } as unknown as QuotedReservation;

/** Three nights of which the last has another rate plan, so that there are two offers. */
const later = { arrival: '2026-12-03T15:00:00+01:00', ratePlan: { id: 'SAVE', name: 'Saver' } };
const split: Partial<QuotedReservation> = {
  ratePlanIds: ['FLEX', 'FLEX', 'SAVE'],
  offer: { ...offer, departure: '2026-12-03T11:00:00+01:00', timeSlices: [{}, {}] } as unknown as StayOffer,
  laterOffers: [{ ...offer, ...later, timeSlices: [{}] } as unknown as StayOffer],
};
const otherTimes = { arrival: '2026-12-01T16:00:00+01:00', departure: '2026-12-04T10:00:00+01:00' };
const tooMany = ['FLEX', 'FLEX', 'SAVE', 'SAVE'];

/** Reads a quote of an unchanged reservation and this one, whose totals are always right. */
function read(changes: Partial<QuotedReservation>, offerChanges: Partial<StayOffer> = {}): Quote {
  const changed = { ...stay, ...changes };
  const reservations = [stay, { ...changed, offer: { ...changed.offer, ...offerChanges } as StayOffer }].map(
    one => ({ ...one, sums: reservationSums(one) }),
  );
  return readQuote({ ...quoteHead, reservations, sums: quoteSums(reservations) });
}

describe('a quote is read', () => {
  it.each<[string, Partial<QuotedReservation>, Partial<StayOffer>]>([
    ['whose offers are for its stays', {}, {}],
    ['whose offer leaves out the time slices', {}, { timeSlices: undefined }],
    ['whose offer has an empty list of time slices', {}, { timeSlices: [] }],
    ['whose offer leaves out its times', {}, { arrival: undefined, departure: null }],
    ['whose offer names neither rate plan nor unit group', {}, { ratePlan: {}, unitGroup: {} }],
    ['whose reservation chose no unit group', { unitGroupId: undefined }, {}],
    ['whose offer begins on the evening before in UTC', {}, { arrival: '2026-11-30T23:00:00Z' }],
    ['whose offer ends on the day after in UTC', {}, { departure: '2026-12-05T01:00:00Z' }],
    ['whose nights have two rate plans', split, {}],
    ['whose stay was requested with times', otherTimes, {}],
  ])('%s', (_, changes, offerChanges) => {
    expect(read(changes, offerChanges).reservations).toHaveLength(2);
  });

  it('and its lines name the rate plans in the order of the nights', () => {
    const unnamed = { ...split.offer, ratePlan: { id: 'FLEX' } } as StayOffer;
    expect(quoteLines(read(split)).at(1)).toBe(
      'reservation 2: Flexible then Saver, Double, 2026-12-01 to 2026-12-04: 600.00 EUR',
    );
    expect(quoteLines(read({ ...split, offer: unnamed })).at(1)).toBe(
      'reservation 2: Saver, Double, 2026-12-01 to 2026-12-04: 600.00 EUR',
    );
  });
});

describe('a quote is refused', () => {
  it.each<[string, Partial<QuotedReservation>, Partial<StayOffer>]>([
    ['whose offer is for another arrival', {}, { arrival: '2026-12-02T15:00:00+01:00' }],
    ['whose offer is for another departure', {}, { departure: '2026-12-05T11:00:00+01:00' }],
    ['whose offer is two days away in UTC', {}, { arrival: '2026-11-29T23:00:00Z' }],
    ['whose arrival was edited', { arrival: '2026-12-02' }, {}],
    ['whose departure was edited', { departure: '2026-12-05' }, { timeSlices: [] }],
    ['whose offer has the time slices of another number of nights', {}, { timeSlices: [{}, {}] as never }],
    ['whose offer is for another rate plan', {}, { ratePlan: { id: 'SAVE' } }],
    ['whose offer is for another unit group', {}, { unitGroup: { id: 'SGL' } }],
    ['whose offers are more than its rate plans', { laterOffers: [offer] }, {}],
    ['whose rate plans are more than its nights', { ...split, ratePlanIds: tooMany }, {}],
    ['whose first rate plan is not the one of its first night', { ...split, ratePlanId: 'SAVE' }, {}],
    ['whose later offer is missing', { ...split, laterOffers: undefined }, {}],
    ['whose later offer is for another rate plan', { ...split, laterOffers: [offer] }, {}],
  ])('%s', (_, changes, offerChanges) => {
    expect(thrownBy(() => read(changes, offerChanges), UsageError)).toMatchObject({
      message: 'the quote was changed: reservation 2 is not what its offer is for',
      hint: 'quote again',
    });
  });
});
