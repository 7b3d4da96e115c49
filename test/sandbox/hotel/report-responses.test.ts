import { expect, test } from 'vitest';
import { checkAgainstModel } from '../../../src/platform/models.ts';
import type { Parameters } from '../../../src/platform/parameters.ts';
import { reports } from '../../../src/platform/reports/index.ts';
import { computeReport } from '../../../src/sandbox/api/reports.ts';
import type { Property } from '../../../src/sandbox/hotel/hotel.ts';
import { testHotel } from '../test-hotel.ts';
import { bodyOf } from './report-bodies.ts';

const hotel = testHotel();
const [first, last, after] = ['2026-11-01', '2026-11-30', '2026-12-01'] as const;

/** The requests of each report for this month, by its name; several if the body has several forms. */
function askings(report: string, property: Property): readonly Parameters[] {
  const dateFilter = [`gte_${first}`, `lt_${after}`];
  const month = { year: '2026', month: '11' };
  const requests: Readonly<Record<string, readonly Parameters[]>> = {
    'gross-transactions': [{ dateFilter }],
    'ordered-services': [{ serviceIds: property.services.map(({ id }) => id), from: first, to: after }],
    'room-nights': [month],
    'bed-nights': [month],
    arrivals: [month],
    'property-performance': [
      { from: first, to: last },
      { from: first, to: last, expand: ['businessDays'] },
      { from: first, to: last, expand: ['other'], travelPurpose: 'Leisure' },
    ],
    'company-invoices-vat': [{ dateFilter }, {}],
    revenues: ['en', 'de', 'fr'].map(languageCode => ({ from: first, to: after, languageCode })),
  };
  return requests[report] ?? expect.fail(`add ${report} to askings`);
}

const cases = reports.flatMap(({ name, response }) =>
  hotel.properties.map(property => ({ name, id: property.id, property, response })),
);

test.each(cases)('$name of $id has exactly the fields of its model', async ({ name, property, response }) => {
  const { body: schema } = await response();
  for (const parameters of askings(name, property)) {
    const body = bodyOf(hotel, property, name, parameters);
    expect(body).not.toBeNull();
    expect(Object.values(checkAgainstModel(schema, body)).flat()).toEqual([]);
  }
});

test.each(reports)('$name reads each of its parameters', ({ name, parameters, listField }) => {
  const [property] = hotel.properties as [Property];
  const read = new Set<string | symbol>(['propertyId']);
  for (const request of askings(name, property)) {
    const recording = new Proxy(request, {
      get: (target, wire) => read.add(wire) && Reflect.get(target, wire),
    });
    const computed = computeReport[name]?.(property, recording, hotel.clock.today());
    // A list is computed as it is read.
    if (listField) Array.from(computed as Iterable<object>);
  }
  expect(parameters.map(({ wire }) => wire).filter(wire => !read.has(wire))).toEqual([]);
});
