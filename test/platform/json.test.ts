import Big from 'big.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseJson, stringifyJson } from '../../src/platform/json.ts';
import { anyCharacter } from '../any-character.ts';
import { wordsOf } from '../words.ts';

const plain = (value: unknown) => (value instanceof Big ? value.toFixed() : value);

test.each(
  wordsOf(`9007199254740993 -9223372036854775808 0.1234567890123456789 12345678901234567.89
  100000000000000000000000.5`),
)('%s keeps every digit, as a decimal', text => {
  const value = (parseJson(`{"amount": ${text}}`) as { amount: unknown }).amount;
  expect(value).toBeInstanceOf(Big);
  expect(plain(value)).toBe(text);
});

test.each(
  wordsOf(`61.29032258064516 0.30000000000000004 1000000000000000000 0.00000000000000001 61.000000000000000000
  1e100 -0 2e+2 5`),
)('%s is a plain number, because a double represents it exactly', text => {
  expect(parseJson(text)).toBe(Number(text));
});

test('exponents beyond a double are exact decimals up to 400, and one clear error above', () => {
  expect(plain(parseJson('1e400'))).toBe(`1${'0'.repeat(400)}`);
  expect(plain(parseJson('1e-400'))).toBe(`0.${'0'.repeat(399)}1`);
  expect(parseJson('0e999999999')).toBe(0);
  for (const text of ['1e401', '-1e401', '1e-401', '1e999999999', '10e400', `1${'0'.repeat(401)}`])
    expect(() => parseJson(`[${text}]`)).toThrow(
      new SyntaxError('a number greater than 10^400 or its inverse'),
    );
});

test('digits inside strings are text', () => {
  const text =
    '{"id": "12345678901234567890", "note": "n: 12345678901234567890, 1e999 \\" ,1e9999", "k:1e999": 1, "phone": "+49 1234567890123456"}';
  expect(parseJson(text)).toEqual(JSON.parse(text));
});

test('a number that only the exact parser can read does not change the rest of the document', () => {
  const rest = '"s": "a\\u00e9\\n\\ud83d\\ude00", "l": [1, 2.5, [], {}, null, true, false], "e": {"": ""}';
  expect(parseJson(`{${rest}, "n": 9007199254740993}`)).toEqual({
    ...JSON.parse(`{${rest}}`),
    n: new Big('9007199254740993'),
  });
});

test.each(['1', '9007199254740993'])('__proto__ and constructor are ordinary keys (with %s)', number => {
  const value = parseJson(`{"__proto__": {"polluted": ${number}}, "constructor": 2}`) as object;
  expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
  expect(Object.keys(value)).toEqual(['__proto__', 'constructor']);
  expect('polluted' in value).toBe(false);
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
});

test.each(['1', '9007199254740993'])('of duplicate keys the last wins (with %s)', number => {
  expect(parseJson(`{"a": 1, "a": {"b": 2}, "n": ${number}}`)).toMatchObject({ a: { b: 2 } });
});

test('a byte order mark at the start is dropped, elsewhere it is not valid JSON', () => {
  expect(parseJson('\ufeff{"a": 1}')).toEqual({ a: 1 });
  expect(() => parseJson('\ufeff\ufeff1')).toThrow(SyntaxError);
});

test.each(['[', '{"a":'])('200,000 levels of %s give one clear error', open => {
  const close = open === '[' ? ']' : '}';
  const deep = `${open.repeat(200_000)}9007199254740993${close.repeat(200_000)}`;
  expect(() => parseJson(deep)).toThrow(new SyntaxError('nested more than 500 levels deep'));
  expect(parseJson(`${open.repeat(500)}9007199254740993${close.repeat(500)}`)).toBeTypeOf('object');
});

test.each(['', '{', '{"a":1,}', 'nan', "{'a':1}", '01', '1.', '.5', '12345678901234567.', '[1e]', '1 2'])(
  '%j is refused',
  text => {
    expect(() => parseJson(text)).toThrow(SyntaxError);
  },
);

test('an error contains nothing of the text, because it may be a secret', () => {
  const texts = ['s3cret', '{"token": s3cret}', '{"s3cret": 1 2}', '["s3cret'];
  for (const text of texts) expect(() => parseJson(text)).toThrow(/^not JSON$/);
});

test('everything that JSON.stringify writes is read as JSON.parse reads it', () => {
  fc.assert(
    fc.property(fc.json(), text => {
      expect(parseJson(text)).toEqual(JSON.parse(text));
    }),
  );
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), x => {
      const value = parseJson(JSON.stringify(x));
      expect(value).toBe(JSON.parse(JSON.stringify(x)));
    }),
  );
});

test('written numbers are plain: no quotes, no exponent, nothing rounded', () => {
  const value = parseJson('{"a": 9007199254740993, "b": [1e21, 1e-7, 1.50, 1e400], "c": -0}');
  expect(stringifyJson(value)).toBe(
    `{"a":9007199254740993,"b":[1000000000000000000000,0.0000001,1.5,1${'0'.repeat(400)}],"c":0}`,
  );
  expect(stringifyJson(new Big('-0.10'))).toBe('-0.1');
  expect(stringifyJson({ a: Number.NaN, b: undefined, c: [undefined, new Big(1)] })).toBe(
    '{"a":null,"c":[null,1]}',
  );
  expect(stringifyJson(undefined)).toBe('null');
});

test.each([1, new Big('9007199254740993')])('indentation is that of JSON.stringify (with %s)', number => {
  const value = { a: [{ b: 'x', n: number }], e: [], o: {} };
  expect(stringifyJson(value, 2)).toBe(
    `{\n  "a": [\n    {\n      "b": "x",\n      "n": ${number}\n    }\n  ],\n  "e": [],\n  "o": {}\n}`,
  );
});

test.each([1, new Big('9007199254740993')])('no unescaped control character is written (with %s)', number => {
  const nasty = '\u0000\u001b\u007f\u009f\u061c\u200e\u200f\u2028\u202e\u2066\u2069\ufeff\ud800x\udc00';
  const json = stringifyJson({ [nasty]: nasty, number });
  expect(json).toMatch(/^[\x20-\x7e]*$/);
  expect(JSON.parse(json)[nasty]).toBe(nasty);
  expect(json).toContain('\\u009f\\u061c\\u200e\\u200f\\u2028\\u202e\\u2066\\u2069\\ufeff\\ud800x\\udc00');
  expect(stringifyJson('Süd 日本 😀')).toBe('"Süd 日本 😀"');
});

test('written JSON is read back the same', () => {
  fc.assert(
    fc.property(fc.jsonValue({ stringUnit: anyCharacter }), value => {
      const json = stringifyJson(value);
      expect(json).not.toMatch(/[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e]/);
      expect(parseJson(json)).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
});
