import { expect, it } from 'vitest';
import { quoteReservations } from '../../src/bookings/quoting.ts';
import type { Send } from '../../src/http/exchange.ts';
import { httpResponse } from '../http/serve.ts';

/** A platform whose one offer has this prepayment, a total of 200 euros and this number of units. */
const platformWith = (prePayment: number, availableUnits?: number) => {
  const money = (amount: number) => ({ amount, currency: 'EUR' });
  const amounts = { totalGrossAmount: money(200), prePaymentGrossAmount: money(prePayment) };
  const offer = { ratePlan: { id: 'RP' }, unitGroup: { id: 'UG' }, ...amounts, availableUnits };
  const body = JSON.stringify({ offers: [offer] });
  const send: Send = async () => httpResponse(200, { 'content-type': 'application/json' }, body);
  return { send, baseUrl: 'https://api.example' };
};
const nights = { propertyId: 'MUC', arrival: '2026-12-01', departure: '2026-12-03' };
const stay = { ...nights, adults: 2, childrenAges: [], ratePlanId: 'RP', services: [] };

it('a quote is refused if the prepayment is greater than the total', async () => {
  expect(await quoteReservations(platformWith(200), [stay])).toHaveLength(1);
  await expect(quoteReservations(platformWith(201), [stay])).rejects.toMatchObject({
    code: 'undocumented',
    message: 'reservation 1: the prepayment of 201.00 EUR is larger than the total of 200.00 EUR',
  });
});

it.each([
  ['2026-12-03', '2026-12-03', true],
  ['2026-12-03T11:00:00+01:00', '2026-12-03', true],
  ['2026-12-03', '2026-12-03T15:00:00+01:00', true],
  ['2026-12-03T11:00:00+01:00', '2026-12-03T15:00:00+01:00', true],
  ['2026-12-03T11:00:00+01:00', '2026-12-03T10:00:00+01:00', false],
  ['2026-12-04', '2026-12-03', false],
  ['2026-12-04', '2026-12-03T15:00:00+01:00', false],
])('the last unit is for a stay until %s and one from %s: %s', async (departure, arrival, fits) => {
  const quoted = quoteReservations(platformWith(0, 1), [
    { ...stay, departure },
    { ...stay, arrival, departure: '2026-12-06' },
  ]);
  if (fits) await expect(quoted).resolves.toHaveLength(2);
  else
    await expect(quoted).rejects.toMatchObject({
      code: 'refused',
      message: '2 units of UG were requested; 1 are left',
    });
});
