import { describe, expect, test } from 'vitest';
import { plantedErrors } from '../../../src/sandbox/faults/books.ts';
import { wordsOf } from '../../words.ts';
import { requestApi } from '../request-handler.ts';
import { testHotel } from '../test-hotel.ts';

const { ask } = requestApi(testHotel());
const v0 = '/reports/v0-nsfw/reports';
const v1 = '/reports/v1/reports';

/** A valid request of each report, typed from platform.md. */
const good = {
  'gross-transactions': 'propertyId=MUC&dateFilter=gte_2026-10-01&dateFilter=lt_2026-10-03',
  'ordered-services': 'propertyId=MUC&serviceIds=MUC-BRKF&serviceIds=MUC-SPA&from=2026-10-01&to=2026-10-03',
  'room-nights': 'propertyId=MUC&month=10&year=2026',
  'bed-nights': 'propertyId=MUC&month=10&year=2026',
  arrivals: 'propertyId=MUC&month=10&year=2026',
  'property-performance': 'propertyId=MUC&from=2026-10-01&to=2026-10-02',
  'company-invoices-vat': 'propertyId=MUC&dateFilter=gte_2026-10-01&dateFilter=lt_2026-10-15',
  revenues: 'propertyId=MUC&from=2026-10-01&to=2026-10-03&languageCode=de',
};
const names = Object.keys(good) as (keyof typeof good)[];
const inV1: readonly string[] = wordsOf(
  'ordered-services arrivals property-performance company-invoices-vat revenues',
);

describe.each(names)('%s', name => {
  test('v1 has the same response, or does not serve it', async () => {
    const response = await ask(`${v1}/${name}?${good[name]}`);
    expect(response.status).toBe(inV1.includes(name) ? 200 : 404);
    if (response.status === 200) expect(response.text).toBe((await ask(`${v0}/${name}?${good[name]}`)).text);
  });

  test('422 without its required parameters, all of them named', async () => {
    const { status, body } = await ask(`${v0}/${name}`);
    const required = [
      ...new Set([...good[name].matchAll(/(\w+)=/g)].map(([, wire]) => wire as string)),
    ].filter(wire => wire !== 'languageCode' && !(name === 'company-invoices-vat' && wire === 'dateFilter'));
    expect(status).toBe(422);
    expect([...body.messages].sort()).toEqual(required.map(wire => `${wire} is required`).sort());
  });
});

test.each([
  ['gross-transactions', 'propertyId=MUC&dateFilter=gt_2026-11-21'],
  ['gross-transactions', 'propertyId=MUC&dateFilter=gte_2026-10-01&reference=nobody'],
  ['ordered-services', 'propertyId=MUC&serviceIds=MUC-NONE&from=2026-10-01&to=2026-11-01'],
  ['property-performance', 'propertyId=MUC&from=2026-10-01&to=2026-10-31&unitGroupIds=MUC-NONE'],
  ['company-invoices-vat', 'propertyId=MUC&companyIds=MUC-NONE'],
])('204 without a body if there is nothing: %s?%s', async (name, query) => {
  const { status, text, headers } = await ask(`${v0}/${name}?${query}`);
  expect([status, text, headers['Content-Type']]).toEqual([204, '', undefined]);
});

test.each([
  [
    'gross-transactions?dateFilter=2026-10-01',
    /^dateFilter must be an expression OPERATION_DATE such as gte_2/,
  ],
  ['property-performance?from=2026-10-01&to=2026-10-01&unitGroupTypes=Bedroom', / must be one of BedRoom, M/],
])('422 for a value that is not documented: %s', async (query, message) => {
  const { status, body } = await ask(`${v0}/${query}&propertyId=MUC`);
  expect([status, body]).toEqual([422, { messages: [expect.stringMatching(message)] }]);
});

test('several errors of the books are in one report', async () => {
  const errors = plantedErrors();
  const books = requestApi(testHotel(), { errors });
  const listLines = async (...names: string[]) => {
    errors.plant(names);
    const query = 'propertyId=MUC&dateFilter=eq_2026-10-12';
    const { body } = await books.ask(`${v0}/gross-transactions?${query}`);
    const lines: readonly { readonly grossAmount: number }[] = body.transactions;
    const cents = lines.reduce((sum, { grossAmount }) => sum + Math.round(grossAmount * 100), 0);
    return { count: lines.length, cents };
  };
  const lost = await listLines('lost-line');
  const both = await listLines('cent', 'lost-line');
  expect(both).toEqual({ count: lost.count, cents: lost.cents + 1 });
});
