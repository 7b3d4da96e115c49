import { expect, it } from 'vitest';
import { readStayRequests } from '../../../src/commands/bookings/quote.ts';

it('the file of a quote is an array of reservations, or an object that holds it', () => {
  const stay = { arrival: '2026-12-01', departure: '2026-12-02', adults: 1, ratePlanId: 'RP' };
  const requests = readStayRequests([stay], 'MUC');
  expect(requests).toMatchObject([{ ...stay, propertyId: 'MUC' }]);
  expect(readStayRequests({ reservations: [stay] }, 'MUC')).toEqual(requests);
});
