import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { toJSONSchema } from 'zod/mini';
import { bookingModel } from '../../src/platform/bookings/booking-request.ts';
import { reports } from '../../src/platform/reports/index.ts';
import { literalExchanges } from '../wire/literal-responses.ts';

// The sandbox accepts the names of the definitions, whatever they are: only a literal request can show a wrong one.
it.each(reports)('each parameter of $name is in a literal request', ({ name, parameters }) => {
  const { query = '', views = {} } = literalExchanges.find(({ report }) => report === name) ?? {};
  const queries = [query, ...Object.values(views).map(view => view.query ?? '')].join('&');
  const names = parameters.map(({ wire }) => wire);
  expect(
    names.filter(wire => !new URLSearchParams(queries).has(wire)),
    'add them to test/wire/literal-responses.ts',
  ).toEqual([]);
});

it('each field of a booking is in a literal request', () => {
  const names = new Set<string>();
  JSON.stringify(toJSONSchema(bookingModel, { unrepresentable: 'any' }), (key, value) => {
    if (key === 'properties') for (const name of Object.keys(value)) names.add(name);
    return value;
  });
  const literal = readFileSync(new URL('../wire/booking.test.ts', import.meta.url), 'utf8');
  expect(
    [...names].filter(name => !new RegExp(`\\b${name}"?:|\\.${name}\\b`).test(literal)),
    'add them to test/wire/booking.test.ts',
  ).toEqual([]);
});
