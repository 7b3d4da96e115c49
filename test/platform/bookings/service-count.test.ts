import { describe, expect, it } from 'vitest';
import { RefusedError } from '../../../src/base/errors.ts';
import { computeChosenAmounts } from '../../../src/platform/bookings/amounts.ts';
import type { ServiceOffer } from '../../../src/platform/bookings/quote-model.ts';
import { thrownBy } from '../../failure-of.ts';
import { eur, sumsOf } from './quote-head.ts';

/** The price of a service in another count than the one that it is offered for. */
const breakfast = (changes: Partial<ServiceOffer> = {}): ServiceOffer =>
  ({
    service: { id: 'BRKF', name: 'Breakfast' },
    count: 2,
    totalAmount: { grossAmount: 60, currency: 'EUR' },
    prePaymentGrossAmount: eur(0),
    dates: [
      { serviceDate: '2026-12-02', amount: { grossAmount: 29, currency: 'EUR' } },
      { serviceDate: '2026-12-03', amount: { grossAmount: 31, currency: 'EUR' } },
    ],
    ...changes,
  }) as unknown as ServiceOffer;
const figures = (offer: ServiceOffer, count?: number, dates?: string[]) =>
  computeChosenAmounts(offer, { count, dates }, 'EUR');

describe('a count of a service', () => {
  it.each([undefined, 2])('as offered has the price of the offer: %s', count => {
    expect(figures(breakfast(), count).total).toEqual(eur(60));
    expect(figures(breakfast(), count, ['2026-12-03']).total).toEqual(eur(31));
  });

  it.each([undefined, 2])('as offered has the city tax and the prepayment of the offer: %s', count => {
    const offer = breakfast({ prePaymentGrossAmount: eur(20), cityTax: { grossAmount: 3 } });
    expect(figures(offer, count)).toEqual(sumsOf(60, 20, 3));
  });

  it('that is another has the price of each date in proportion', () => {
    expect(figures(breakfast(), 5)).toEqual(sumsOf(150, 0));
    expect(figures(breakfast(), 1).total).toEqual(eur(30));
    expect(figures(breakfast(), 1, ['2026-12-03']).total).toEqual(eur(15.5));
  });

  it('is prepaid in full where the offer is', () => {
    expect(figures(breakfast({ prePaymentGrossAmount: eur(60) }), 4).prePayment).toEqual(eur(120));
  });

  it.each<[string, Partial<ServiceOffer>, string]>([
    [
      'a share has more digits than the currency',
      {
        count: 3,
        totalAmount: { grossAmount: 10, currency: 'EUR' },
        dates: [{ serviceDate: '2026-12-02', amount: { grossAmount: 10, currency: 'EUR' } }],
      } as Partial<ServiceOffer>,
      'it is offered for a count of 3 at 10.00 EUR; omit the count',
    ],
    ['the offer has no count', { count: undefined }, 'its offer has no count; omit the count'],
    ['the offer is for a count of zero', { count: 0 }, 'its offer has no count; omit the count'],
  ])('is refused where %s', (_, changes, hint) => {
    expect(thrownBy(() => figures(breakfast(changes), 4), RefusedError)).toMatchObject({
      message: 'the price of 4 times BRKF is not known',
      hint,
    });
  });
});
