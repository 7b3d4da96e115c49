import Big from 'big.js';
import { describe, expect, it } from 'vitest';
import {
  assumedModel,
  checkAgainstModel,
  countryCode,
  date,
  dateTime,
  int32,
  int64,
  list,
  model,
  nonEmptyText,
  nullish,
  text,
} from '../../src/platform/models.ts';
import { guestCountBody } from '../../src/platform/reports/guest-counts-response.ts';

const entry = { countryCode: 'DE', number: 7, percent: 70.5, reservationIds: ['A'] };
const report = { total: 10, nationalityBreakdown: [entry] };
const withEntry = (changes: object) => ({
  ...report,
  nationalityBreakdown: [entry, { ...entry, ...changes }],
});

it.each([
  ['the least', { total: 0 }],
  ['all fields', { ...report, travelPurposeBreakdown: [], countryOfResidenceBreakdown: [entry] }],
  ['null where that is allowed', { ...report, nationalityBreakdown: null, travelPurposeBreakdown: null }],
  ['entries without a key', withEntry({ countryCode: undefined, reservationIds: null })],
  ['entries with null for a key', withEntry({ countryCode: null })],
  ['a decimal that no double holds', withEntry({ percent: new Big('33.333333333333333333') })],
  ['a negative number', withEntry({ number: -1 })],
])('a response as documented with %s', (_, body) => {
  const none = { unknownFields: [], unknownValues: [], faults: [] };
  expect(checkAgainstModel(guestCountBody, body)).toEqual(none);
});

it('may lack fields that the specification does not show, but not all: a notice of maintenance is another body', () => {
  const made = assumedModel({ total: int32, note: text });
  expect(checkAgainstModel(made, { total: 1 })).toMatchObject({
    missing: ['note (it had: total)'],
    faults: [],
  });
  for (const body of [{}, { messages: ['maintenance'] }])
    expect(checkAgainstModel(made, body).faults).toHaveLength(2);
});

describe('faults are reported with their path and what was expected', () => {
  it.each([
    [{}, ['total: expected a 32-bit integer']],
    [{ total: '10' }, ['total: expected a 32-bit integer']],
    [{ total: 10.5 }, ['total: expected a 32-bit integer']],
    [{ total: 2 ** 31 }, ['total: expected a 32-bit integer']],
    [
      withEntry({ number: undefined }),
      [
        'nationalityBreakdown[1].number: expected a 32-bit integer (it had: countryCode, percent, reservationIds)',
      ],
    ],
    [withEntry({ percent: '70' }), ['nationalityBreakdown[1].percent: expected a number']],
    [withEntry({ countryCode: 7 }), ['nationalityBreakdown[1].countryCode: expected string']],
    [withEntry({ reservationIds: ['A', 7] }), ['nationalityBreakdown[1].reservationIds[1]: expected string']],
    [{ ...report, nationalityBreakdown: {} }, ['nationalityBreakdown: expected array']],
    [{ ...report, nationalityBreakdown: [null] }, ['nationalityBreakdown[0]: expected object']],
    [[], ['the body: expected object']],
    [null, ['the body: expected object']],
  ])('%j', (body, faults) => {
    expect(checkAgainstModel(guestCountBody, body)).toEqual({ unknownFields: [], unknownValues: [], faults });
  });

  it('of dates, texts and large integers', () => {
    const schema = model({ name: nonEmptyText, day: date, count: int64, note: nullish(text) });
    const right = { name: 'x', day: '2026-10-01', count: new Big('9007199254740993') };
    expect(checkAgainstModel(schema, right).faults).toEqual([]);
    const wrong = { ...right, name: '', day: '1.10.2026', count: new Big('1.5') };
    expect(checkAgainstModel(schema, wrong).faults).toEqual([
      'name: expected a string that is not empty',
      'day: expected a date YYYY-MM-DD',
      'count: expected a 64-bit integer',
    ]);
  });
});

it('unknown fields with dangerous names are ordinary fields', () => {
  const body = JSON.parse('{"total": 1, "__proto__": {"x": 1}, "constructor": 2}');
  expect(checkAgainstModel(guestCountBody, body).unknownFields).toEqual(
    expect.arrayContaining(['constructor', '__proto__']),
  );
});

it('checks fifty thousand elements in no noticeable time, and reports all faults', () => {
  const body = {
    items: Array.from({ length: 50_000 }, (_, index) => ({ n: index % 1000 === 0 ? 'x' : index })),
  };
  const { faults } = checkAgainstModel(model({ items: list(model({ n: int32 })) }), body);
  expect(faults).toHaveLength(50);
  expect(faults[1]).toBe('items[1000].n: expected a 32-bit integer');
});

it.each([
  [date, '2026-02-30'],
  [dateTime, '2026-02-30T10:00:00Z'],
  [dateTime, '2026-10-01T10:00:00'],
  [countryCode, 'deu'],
])(
  'a value that no documented one can be is a warning, which --strict makes exit 6 (%#)',
  (schema, value) => {
    const checked = checkAgainstModel(model({ field: schema }), { field: value });
    expect(checked).toEqual({ unknownFields: [], unknownValues: [`field: ${value}`], faults: [] });
  },
);
