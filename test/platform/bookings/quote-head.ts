import type { Sums } from '../../../src/platform/bookings/quote-model.ts';

export const eur = (amount: number) => ({ amount, currency: 'EUR' });

export const sumsOf = (total: number, prePayment: number, cityTax = 0, fees = 0): Sums => ({
  prePayment: eur(prePayment),
  total: eur(total),
  cityTax: eur(cityTax),
  fees: eur(fees),
  grandTotal: eur(total + cityTax + fees),
});

/** The fields of a quote beside its reservations and sums. */
export const quoteHead = {
  version: 1,
  id: '0b7ee0de-9d0f-4e62-9d0e-7d4f1d0a7c11',
  quotedAt: '2026-11-21T12:00:00Z',
  host: 'https://api.example',
  digest: 'd'.repeat(64),
} as const;
