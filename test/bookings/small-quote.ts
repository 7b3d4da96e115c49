import { withDigest } from '../../src/bookings/quoting.ts';

export const quoteId = '0b7ee0de-9d0f-4e62-9d0e-7d4f1d0a7c11';
export const money = (amount: number) => ({ amount, currency: 'EUR' });

const sums = {
  prePayment: money(100),
  total: money(100),
  cityTax: money(0),
  fees: money(0),
  grandTotal: money(100),
};
/** A night of 100 EUR, prepaid. */
export const offer = {
  ratePlan: { id: 'RP' },
  unitGroup: { id: 'UG' },
  totalGrossAmount: money(100),
  prePaymentGrossAmount: money(100),
};
/** A quote of that night, of 21 November at noon, at this host. */
export const quoteOf = (host: string) =>
  withDigest({
    version: 1,
    id: quoteId,
    quotedAt: '2026-11-21T12:00:00Z',
    host,
    reservations: [
      {
        propertyId: 'MUC',
        arrival: '2026-12-01',
        departure: '2026-12-02',
        adults: 2,
        childrenAges: [],
        ratePlanId: 'RP',
        offer,
        services: [],
        sums,
      },
    ],
    sums,
  });
