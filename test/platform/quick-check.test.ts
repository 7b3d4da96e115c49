import Big from 'big.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { safeParse } from 'zod/mini';
import {
  checkAgainstModel,
  choiceOf,
  date,
  int32,
  list,
  model,
  money,
  noDifferences,
  nonEmptyText,
  nullish,
  quickCheck,
  type Schema,
  schemaDefinition,
} from '../../src/platform/models.ts';
import { reports } from '../../src/platform/reports/index.ts';
import { counted } from '../full-counts.ts';
import { wordsOf } from '../words.ts';

const service = model({
  name: nonEmptyText,
  day: date,
  count: int32,
  kind: z.optional(choiceOf('Food', 'Other')),
  price: nullish(money),
  parts: list(model({ kind: choiceOf('A', 'B') })),
});
const price = { amount: 1, currency: 'EUR' };
const good = { name: 'Breakfast', day: '2026-10-01', count: 2, kind: 'Food', price, parts: [] };

test('unknown fields and values are distinguished from faults, each once and without indexes', () => {
  const parts = [{ kind: 'C', extra: 1 }, { kind: 'C', extra: 2 }, { kind: 'A', 'odd[3]': 1 }, { kind: 'D' }];
  expect(checkAgainstModel(service, { ...good, kind: 'Drink', parts, new: true })).toEqual({
    unknownFields: ['parts[].extra', 'parts[].odd[3]', 'new'],
    unknownValues: ['kind: Drink', 'parts[].kind: C', 'parts[].kind: D'],
    faults: [],
  });
});

test('text from the platform is safe to show', () => {
  const body = { ...good, kind: '\u001b[2J', ['\u202eevil']: 1, ['x'.repeat(500)]: 1 };
  const { unknownFields, unknownValues } = checkAgainstModel(service, body);
  expect(unknownValues).toEqual(['kind: \\u{1b}[2J']);
  expect(unknownFields).toEqual(['\\u{202e}evil', `${'x'.repeat(59)}…`]);
});

/** Values of a schema, derived from the schema itself, with an occasional wrong value. */
function valuesOf(schema: Schema, depth = 0): fc.Arbitrary<unknown> {
  const texts = ['', 'x', '2026-10-01'];
  const numbers = [0, -1, 1.5, 2 ** 31, new Big('9007199254740993'), new Big('1.5')];
  const odd = fc.constantFrom<unknown>(null, undefined, true, [], {}, [null], ...texts, ...numbers);
  return fc.oneof({ weight: 200, arbitrary: right(schema, depth) }, { weight: 1, arbitrary: odd });
}

function right(schema: Schema, depth: number): fc.Arbitrary<unknown> {
  const { type, shape, element, innerType } = schemaDefinition(schema);
  if (type === 'object' && shape) {
    const fields = Object.entries(shape).filter(([name]) => depth < 4 || name !== 'children');
    return fc
      .record(Object.fromEntries(fields.map(([name, field]) => [name, valuesOf(field, depth + 1)])))
      .chain(value => {
        const inherited = { ...value, __proto__: { inherited: 1 } };
        return fc.constantFrom(...Array(20).fill(value), { ...value, other: 1 }, inherited);
      })
      .map(value => Object.fromEntries(Object.entries(value).filter(([, field]) => field !== undefined)));
  }
  if (type === 'array' && element) return fc.array(valuesOf(element, depth + 1), { maxLength: 3 });
  if (innerType) return fc.oneof(valuesOf(innerType, depth), fc.constantFrom(null, undefined));
  if (type !== 'string') {
    const rare = fc.constantFrom<unknown>(12.5, 2 ** 53, new Big('9007199254740993'), new Big('0.1'));
    return fc.oneof({ weight: 100, arbitrary: fc.constantFrom(0, 1, -5) }, { weight: 1, arbitrary: rare });
  }
  const codes =
    'DE Normal PostCharge House Confirmed Revenues 2026-10-01 2026-10-01T12:00:00Z Mr Female Invoice';
  return fc.constantFrom(...wordsOf(codes), '\u001b', '');
}

test.each(reports.map(report => [report.name, report] as const))(
  'the quick check of %s agrees with the schema',
  async (_, report) => {
    const { body, item } = await report.response();
    const outcomes = { yes: 0, no: 0 };
    for (const schema of [body, ...(item ? [item] : [])]) {
      const check = quickCheck(schema);
      fc.assert(
        fc.property(valuesOf(schema), value => {
          const conforms = safeParse(schema, value).success;
          outcomes[conforms ? 'yes' : 'no'] += 1;
          expect(check(value)).toBe(conforms);
        }),
        { numRuns: counted(200, 1_000) },
      );
    }
    expect(Math.min(outcomes.yes, outcomes.no)).toBeGreaterThan(5);
  },
);

test('a list is not an object, even if the object may be empty', () => {
  const check = quickCheck(model({ note: z.optional(nonEmptyText) }));
  expect(check({})).toBe(true);
  expect(check([])).toBe(false);
});

test('the quick check leaves unsupported schemas to the library', () => {
  for (const [schema, value] of [
    [z.string().check(z.maxLength(3)), 'abc'],
    [z.string().check(z.regex(/a/g)), 'a'],
    [z.email(), 'a@b.de'],
    [z.number(), 1],
    [z.object({ a: z.string() }), { a: 'x' }],
    [z.strictObject({ constructor: z.string() }), { constructor: 'x' }],
    [z.array(z.string()).check(z.maxLength(1)), ['a']],
  ] as const) {
    expect(quickCheck(schema)(value)).toBe(false);
    expect(checkAgainstModel(schema, value)).toEqual(noDifferences);
  }
});
