import { withDigest } from '../../src/bookings/quoting.ts';
import { eur, quoteHead, sumsOf } from '../platform/bookings/quote-head.ts';

export const quoteId = quoteHead.id;

const sums = sumsOf(100, 100);
const amounts = { totalGrossAmount: eur(100), prePaymentGrossAmount: eur(100) };
/** A night of 100 EUR, prepaid. */
export const offer = { ratePlan: { id: 'RP' }, unitGroup: { id: 'UG' }, ...amounts };
const night = { propertyId: 'MUC', arrival: '2026-12-01', departure: '2026-12-02' };
/** A quote of that night, of 21 November at noon, at this host. */
export const quoteOf = (host: string) =>
  withDigest({
    ...quoteHead,
    host,
    reservations: [{ ...night, adults: 2, childrenAges: [], ratePlanId: 'RP', offer, services: [], sums }],
    sums,
  });
