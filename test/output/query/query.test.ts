import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HotelctlError } from '../../../src/base/errors.ts';
import { makeQuery } from '../../../src/output/query/query.ts';
import { parseJson, stringifyJson } from '../../../src/platform/json.ts';
import { anyCharacter } from '../../any-character.ts';
import { thrownBy } from '../../failure-of.ts';
import { counted } from '../../full-counts.ts';

/** On one line, as it would be printed. */
const requested = (expression: string, json: string): string =>
  stringifyJson(makeQuery(expression).of(parseJson(json)));

const hotels = `{"hotels": [
  {"id": "MUC", "rooms": 10, "rate": 0.1, "city": {"name": "Munich"}},
  {"id": "LND", "rooms": 9, "rate": 0.2, "city": {"name": "London"}},
  {"id": "TYO", "rooms": 100, "rate": 0.3, "city": {"name": "Tokyo"}}
]}`;

describe('a query', () => {
  it.each([
    ['hotels[?rooms > `9`].id', '["MUC","TYO"]'],
    ["hotels[?city.name == 'Tokyo'] | [0].rooms", '100'],
    ['hotels[*].{id: id, city: city.name} | [1]', '{"id":"LND","city":"London"}'],
    ['sort(hotels[].rooms)', '[9,10,100]'],
    ['sort_by(hotels, &rooms)[].id', '["LND","MUC","TYO"]'],
    ['max_by(hotels, &id).id', '"TYO"'],
    ['min_by(hotels, &rooms).id', '"LND"'],
    ['max(hotels[].rooms)', '100'],
    ['min(hotels[].id)', '"LND"'],
    ['sum(hotels[].rate)', '0.6'],
    ['avg(hotels[].rate)', '0.2'],
    ['hotels[0].rate + hotels[1].rate', '0.3'],
    ['hotels[0].rooms * hotels[0].rate - hotels[0].rooms', '-9'],
    ['(-hotels[0].rooms) // `3`', '-4'],
    ['hotels[0].rooms % `3`', '1'],
    ['to_number(to_string(hotels[0].rate))', '0.1'],
    ['type(hotels[0].constructor)', '"null"'],
    ['type(hotels[0].city.toString)', '"null"'],
    ['let $least = `50` in hotels[?rooms < $least].id', '["MUC","LND"]'],
    ['let $least = `50` in map(&(rooms > $least), hotels)', '[false,false,true]'],
  ])('%s', (expression, result) => {
    expect(requested(expression, hotels)).toBe(result);
  });

  it.each([
    '9007199254740993',
    '-0.12345678901234567891',
    `1${'0'.repeat(400)}`,
    '0.1',
    '61',
    '1234567890123456.78',
  ])('passes %s through with every digit, from any place', number => {
    const json = `{"a": [{"value": ${number}, "name": "x"}], "b": ${number}}`;
    expect(requested('a[].value', json)).toBe(`[${number}]`);
    expect(requested("a[?name == 'x'] | [0].{it: value}", json)).toBe(`{"it":${number}}`);
    expect(requested('a[?value == $.b].value', json)).toBe(`[${number}]`);
    expect(requested('type(b)', json)).toBe('"number"');
    expect(requested('to_string(b)', json)).toBe(`"${number}"`);
    expect(requested('contains(a[].value, b)', json)).toBe('true');
    expect(requested('b.c', json)).toBe('null');
    expect(requested('b.*', json)).toBe('null');
  });

  it('reads 2^53 and more without losing one half', () => {
    const json = '{"values": [9007199254740993, 9007199254740992, -0.5]}';
    expect(requested('values[0] > values[1]', json)).toBe('true');
    expect(requested('sum(values)', json)).toBe('18014398509481984.5');
    expect(requested('sort(values)', json)).toBe('[-0.5,9007199254740992,9007199254740993]');
    expect(requested('max(values)', json)).toBe('9007199254740993');
    expect(requested('abs(values[2]) + ceil(values[2]) + floor(values[2])', json)).toBe('-0.5');
  });

  it('sums cents exactly, like whole numbers of cents', () => {
    const cents = fc.array(fc.integer({ min: -1e9, max: 1e9 }), { maxLength: 30 });
    fc.assert(
      fc.property(cents, values => {
        const amounts = values.map(value => (value / 100).toFixed(2));
        const sum = values.reduce((total, value) => total + value, 0);
        const expected = Number((sum / 100).toFixed(2)) || 0;
        expect(requested('sum(@)', `[${amounts.join()}]`)).toBe(String(expected));
      }),
    );
  });

  it('returns any document unchanged with @', () => {
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: anyCharacter }), value => {
        const json = stringifyJson(value);
        expect(requested('@', json)).toBe(stringifyJson(parseJson(json)));
      }),
      { numRuns: 30 },
    );
  });

  it('groups and merges by names that every object inherits', () => {
    const json = '[{"k": "constructor", "v": 1}, {"k": "__proto__", "v": 2}]';
    expect(requested('group_by(@, &k)', json)).toBe(
      '{"constructor":[{"k":"constructor","v":1}],"__proto__":[{"k":"__proto__","v":2}]}',
    );
    expect(requested('merge([0], [1])', '[{"__proto__": 1}, {"b": 2}]')).toBe('{"__proto__":1,"b":2}');
    expect(requested('{__proto__: [0], constructor: [1]}', '[{"a": 1}, 2]')).toBe(
      '{"__proto__":{"a":1},"constructor":2}',
    );
  });

  it('supports the maximum depth of an expression', () => {
    for (const deep of [
      `a${'.a'.repeat(499)}`,
      `a${' | a'.repeat(499)}`,
      `a${'[0]'.repeat(330)}`,
      `${'!'.repeat(998)}a`,
      `${'('.repeat(499)}a${')'.repeat(499)}`,
      `${'['.repeat(499)}a${']'.repeat(499)}`,
      `${'{a:'.repeat(249)}a${'}'.repeat(249)}`,
      `${'not_null('.repeat(330)}a${')'.repeat(330)}`,
      `a${'[?a]'.repeat(330)}`,
    ])
      expect(() => makeQuery(deep).of({ a: [1] }), deep.slice(0, 9)).not.toThrow();
  });
});

describe('an invalid query', () => {
  it.each([
    ['', 'it is empty'],
    ['hotels[', 'it ends too early'],
    ['hotels.', 'it ends too early'],
    ['hotels[?rooms > 9]', 'unexpected "9"'],
    ['hotels ^ id', 'unknown character: ^'],
    ['a.b || "open', 'unexpected end of JSON input'],
    ["a == 'open", "' is never closed"],
    ["a == 'open\\'", "' is never closed"],
    ['a == `1', '` is never closed'],
    ['a == `9007199254740993`', 'more digits'],
    ['a[?b > `1.00000000000000000001`]', 'more digits'],
    ['a | lenght(@)', 'did you mean length()'],
    ['sort_by(a)', 'sort_by() takes 2 arguments (1 given)'],
    ['a.{b: sum(c, d)}', 'sum() takes 1 argument (2 given)'],
    ['constructor(a)', 'no function constructor()'],
  ])('%s: is refused before anything is sent', (expression, words) => {
    const error = thrownBy(() => makeQuery(expression));
    expect(error.exitCode).toBe(2);
    expect(error.message).toMatch(/^--query is not a valid JMESPath expression: [a-z'"`]/);
    expect(error.message).toContain(words);
  });

  it.each(['.a', ' | a', '[0]', ' || a'])('that is too long is refused: a%s…', more => {
    const error = thrownBy(() => makeQuery(`a${more.repeat(20_000)}`));
    expect(error.exitCode).toBe(2);
    expect(error.message).toBe('--query is not a valid JMESPath expression: it has more than 1000 words');
  });

  it('is refused with a message, whatever the error', () => {
    const marks = 'abc[]{}()`\'"\\.,:*?&|!<>=@$0129-+ '.split('');
    const pieces = fc.constantFrom(...marks, 'sum(', '[?', 'let $x = ');
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 12 }), words => {
        try {
          makeQuery(words.join(''));
        } catch (error) {
          expect(error).toBeInstanceOf(HotelctlError);
          expect((error as HotelctlError).exitCode).toBe(2);
        }
      }),
      { numRuns: counted(300, 2000) },
    );
  });

  it('for unexpected data is exit 8, and shows no value', () => {
    const error = thrownBy(() => requested('sum(names)', '{"names": ["secret"]}'));
    expect(error.exitCode).toBe(8);
    expect(error.message).toMatch(/^--query does not fit the response: .*sum\(\)/);
    expect(error.message).not.toContain('secret');
    expect(thrownBy(() => requested('a / b', '{"a": 1, "b": 0}')).message).toContain('division by zero');
    expect(thrownBy(() => requested('a + b', '{"a": 1, "b": "2"}')).exitCode).toBe(8);
  });
});
