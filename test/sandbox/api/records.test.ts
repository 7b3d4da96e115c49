import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import { checkAgainstModel } from '../../../src/platform/models.ts';
import { reports } from '../../../src/platform/reports/index.ts';
import { requestApi } from '../request-handler.ts';
import { testHotel } from '../test-hotel.ts';

const hotel = testHotel();
const v0 = '/reports/v0-nsfw/reports';
/** Name, query, list field, and text that each record has once. */
const lists = [
  ['gross-transactions', 'propertyId=LND&dateFilter=gte_2026-10-01', 'transactions', '"timestamp":'],
  [
    'ordered-services',
    'propertyId=TYO&serviceIds=TYO-ASA&serviceIds=TYO-YUKATA&from=2026-10-01&to=2026-11-01',
    'orderedServices',
    '"serviceDate":',
  ],
  [
    'company-invoices-vat',
    'propertyId=MUC&dateFilter=gte_2026-10-01&dateFilter=lt_2026-11-01',
    'companyInvoices',
    '"company":',
  ],
] as const;

// biome-ignore lint/suspicious/noExplicitAny: three models in one test.
type Item = any;

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;
/** Reachable bytes: unlike resident memory, the same on a busy machine. */
function heapInUse(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed;
}

/** Values that must not occur twice in a list. */
const nameOf: Record<string, (item: Item) => string> = {
  'gross-transactions': item => `${item.sourceEntryNumber} ${item.command}`,
  'ordered-services': item => `${item.reservation.id} ${item.id} ${item.serviceDate}`,
  'company-invoices-vat': item => item.invoice.number,
};

describe.each(lists)('%s', (name, query, listField) => {
  const ask = (records: number) => requestApi(hotel, { records }).ask(`${v0}/${name}?${query}`);

  // The three lists are sent by the same code.
  const counts = name === 'gross-transactions' ? [1, 64, 65] : [64];

  test('exactly as many as requested; 4097 are all different, match the model, and begin with the hotel’s own', async () => {
    for (const records of counts) {
      const { status, body } = await ask(records);
      expect([status, body.count, body[listField].length]).toEqual([200, records, records]);
    }
    const { body } = await ask(4097);
    const named = new Set(body[listField].map(nameOf[name]));
    expect([body.count, named.size]).toEqual([4097, 4097]);
    const { body: schema } = (await reports.find(report => report.name === name)?.response()) ?? {};
    expect(Object.values(checkAgainstModel(schema as never, body)).flat()).toEqual([]);
    const own = (await requestApi(hotel).ask(`${v0}/${name}?${query}`)).body[listField];
    const same = Math.min(own.length, 4096);
    expect(body[listField].slice(0, same)).toEqual(own.slice(0, same));
  });
});

test('a long body is sent in pieces, in constant memory', async () => {
  const [name, query, , mark] = lists[0];
  const records = 60_000;
  const { body } = await requestApi(hotel, { records }).handle(`${v0}/${name}?${query}`);
  let [pieces, length, longest, found] = [0, 0, 0, 0];
  let tail = '';
  const memory: number[] = [];
  for await (const piece of body as AsyncIterable<string>) {
    pieces++;
    length += piece.length;
    longest = Math.max(longest, piece.length);
    found += piece.split(mark).length - 1;
    tail = piece;
    if (pieces === 200 || pieces === 900) memory.push(heapInUse());
  }
  // 17 MB were sent in between.
  expect((memory[1] ?? Number.NaN) - (memory[0] ?? Number.NaN)).toBeLessThan(3 * 2 ** 20);
  expect(found).toBe(records);
  expect(tail).toContain(`],"count":${records}}`);
  expect(length).toBeGreaterThan(22e6);
  expect(longest).toBeLessThan(128 * 1024);
  expect(pieces).toBeGreaterThan(900);
});
