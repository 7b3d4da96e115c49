import { expect, it } from 'vitest';
import { quoteReservations } from '../../src/bookings/quoting.ts';
import type { Send } from '../../src/http/exchange.ts';
import { httpResponse } from '../http/serve.ts';

/** A platform whose one offer has this prepayment and a total of 200 euros. */
const platformWith = (prePayment: number) => {
  const money = (amount: number) => ({ amount, currency: 'EUR' });
  const offer = { ratePlan: { id: 'RP' }, unitGroup: { id: 'UG' }, totalGrossAmount: money(200) };
  const body = JSON.stringify({ offers: [{ ...offer, prePaymentGrossAmount: money(prePayment) }] });
  const send: Send = async () => httpResponse(200, { 'content-type': 'application/json' }, body);
  return { send, baseUrl: 'https://api.example' };
};
const stay = {
  propertyId: 'MUC',
  arrival: '2026-12-01',
  departure: '2026-12-03',
  adults: 2,
  childrenAges: [],
  ratePlanId: 'RP',
  services: [],
};

it('a quote is refused if the prepayment is greater than the total', async () => {
  expect(await quoteReservations(platformWith(200), [stay])).toHaveLength(1);
  await expect(quoteReservations(platformWith(201), [stay])).rejects.toMatchObject({
    code: 'undocumented',
    message: 'reservation 1: the prepayment of 201.00 EUR is larger than the total of 200.00 EUR',
  });
});
