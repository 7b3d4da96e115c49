import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HotelctlError } from '../../../src/base/errors.ts';
import { readParts } from '../../../src/output/stream/list-body.ts';
import { parseJson } from '../../../src/platform/json.ts';
import { failureOf } from '../../failure-of.ts';
import { counted } from '../../full-counts.ts';
import { wordsOf } from '../../words.ts';
import { bytewise, pieces, utf8 } from './pieces.ts';

/** The body assembled again from its parts, and the number of batches of elements. */
async function read(body: AsyncIterable<Uint8Array>, list = 'items') {
  const fields: [string, unknown][] = [];
  let batches = 0;
  let elements: unknown[] | undefined;
  for await (const part of readParts(body, list, {})) {
    if (part.kind === 'other') return { value: part.value, batches };
    if (part.kind === 'field') fields.push([part.name, part.value]);
    else if (part.kind === 'list-begins') {
      elements = [];
      fields.push([list, elements]);
    } else if (part.kind === 'elements') {
      batches += 1;
      expect(part.first).toBe(elements?.length);
      elements?.push(...part.elements);
    }
  }
  return { value: Object.fromEntries(fields), batches };
}

async function failure(body: AsyncIterable<Uint8Array>) {
  const { exitCode, message } = await failureOf(read(body), HotelctlError);
  return { exitCode, message };
}

const blanks = fc.stringMatching(/^[ \t\r\n]{0,2}$/);

/** JSON text of any value, with whitespace where it is allowed and any spelling of strings and numbers. */
const character = fc.constantFrom(...'a"\\]},:ü東😀\n\u2028{[');
const json = fc
  .tuple(fc.json({ maxDepth: 4, stringUnit: character }), fc.nat(3))
  .map(([text, indent]) => JSON.stringify(JSON.parse(text), null, indent));
const spelled =
  '61.0 1e-7 1E+2 -0 9007199254740993 0.1 12345678901234567.89 1e21 1e400 0.1234567890123456789';
const number = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
  fc.constantFrom(...wordsOf(spelled)),
);
const name = fc.oneof(
  fc.constantFrom('count', 'a', 'ü', '__proto__', 'constructor', 'x"y', 'x]', '{'),
  fc.string(),
);

describe('a body that is read in parts', () => {
  it('has the same value as the whole body, however it is cut', async () => {
    const field = fc.tuple(name, fc.oneof(json, number));
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(field, { selector: ([key]) => key, maxLength: 4 }),
        fc.array(fc.oneof(json, number), { maxLength: 8 }),
        fc.nat(4),
        blanks,
        fc.array(fc.nat(), { maxLength: 6 }),
        fc.boolean(),
        async (fields, elements, place, blank, cuts, bom) => {
          const others = fields.filter(([key]) => key !== 'items');
          const members = others.map(([key, value]) => `${JSON.stringify(key)}${blank}:${blank}${value}`);
          const list = `"items":${blank}[${blank}${elements.join(`${blank},${blank}`)}${blank}]`;
          members.splice(place, 0, list);
          const text = `${bom ? '\ufeff' : ''}${blank}{${blank}${members.join(`${blank},${blank}`)}${blank}}${blank}`;
          const bytes = utf8(text);
          const whole = parseJson(text);
          expect((await read(pieces(bytes, cuts))).value).toEqual(whole);
          expect((await read(bytewise(bytes))).value).toEqual(whole);
        },
      ),
      { numRuns: counted(200, 1_000) },
    );
  });

  it('is the same if it is many times as large as the window', async () => {
    const elements = Array.from(
      { length: 40_000 },
      (_, index) => `{"index":${index},"text":"ü${'x'.repeat(index % 89)}"}`,
    );
    const bytes = utf8(`{"count":40000,"items":[${elements.join(',')}],"last":true}`);
    const size = 50_021;
    const cuts = Array.from({ length: Math.floor(bytes.length / size) }, (_, index) => (index + 1) * size);
    const { value, batches } = await read(pieces(bytes, cuts));
    expect(value).toEqual(JSON.parse(new TextDecoder().decode(bytes)));
    expect(batches).toBeGreaterThan(30);
    const broken = bytes.slice();
    const place = bytes.length - 30_000;
    broken[place] = 0x01;
    const { exitCode, message } = await failure(pieces(broken, cuts));
    const [, from, to] = /^the response is not JSON \(between bytes (\d+) and (\d+)\)$/.exec(message) ?? [];
    expect([exitCode, Number(from) <= place, Number(to) > place]).toEqual([6, true, true]);
  });
});

describe('a body that is cut in the middle', () => {
  const text =
    ' {"count" : 12.50, "items": [ {"a": "ü\\"]\\\\", "b": [1, {"c": null}]} , {"a": true, "n": 9007199254740993}, [] ], "more":{"x":[1e5]}, "last": "z"} ';
  it('is exit 5 wherever it is cut, and never a success', async () => {
    const bytes = utf8(text);
    const end = bytes.lastIndexOf('}'.charCodeAt(0));
    for (let length = 2; length <= end; length++) {
      expect(await failure(pieces(bytes.subarray(0, length), [3, 50])), `after ${length} bytes`).toEqual({
        exitCode: 5,
        message: 'the response ends before its JSON is complete',
      });
    }
    expect((await read(pieces(bytes.subarray(0, end + 1)))).value).toEqual(parseJson(text));
  });

  it('has the error of a broken connection', async () => {
    const broken = async function* () {
      yield utf8('{"items":[{"a":1},');
      throw new Error('the connection broke');
    };
    await expect(read(broken())).rejects.toThrow('the connection broke');
  });

  it('releases the connection as soon as the reader stops', async () => {
    let released = false;
    const endless = async function* () {
      try {
        yield utf8('{"items":[');
        for (;;) yield utf8('{"a":1},'.repeat(1_000));
      } finally {
        released = true;
      }
    };
    for await (const part of readParts(endless(), 'items', {})) if (part.kind === 'elements') break;
    expect(released).toBe(true);
  });
});

describe('a body that is not as documented', () => {
  it.each([
    ['', 'empty'],
    ['  \n ', 'empty'],
    ['<!doctype html>', 'a web page, such as the sign-in page of a network'],
    ['{"items":[1,2]} x', 'not JSON (at byte 16)'],
    ['{"items":[1,2]}{"items":[]}', 'not JSON (at byte 15)'],
    ['{"items":[1,,2]}', 'not JSON (between bytes 9 and 15)'],
    ['{"items":["ü",tru]}', 'not JSON (between bytes 9 and 19)'],
    ['{"items":[1] "count":2}', 'not JSON (at byte 13)'],
    ['{,"items":[1]}', 'not JSON (at byte 1)'],
    ['{"items",[1]}', 'not JSON (at byte 8)'],
    ['{"items":[1],"count":}', 'not JSON (between bytes 21 and 21)'],
    ['{"items":["a\nb"]}', 'not JSON (between bytes 9 and 16)'],
    ['{"items":[1]}\ufeff', 'not JSON (at byte 13)'],
    ['\ufeff\ufeff{}', 'not JSON (at byte 3)'],
    ['{\ufeff"items":[]}', 'not JSON (at byte 11)'],
    ['{"items":[1],"n":\ufeff9007199254740993}', 'not JSON (at byte 17)'],
    ['{"items":[1],"items":[2]}', 'not as documented: it has items twice'],
    ['{"count":1,"c\\u006funt":2}', 'not as documented: it has count twice'],
    ['{"a\\u001b[2J":1,"a\\u001b[2J":2}', 'not as documented: it has a\\u{1b}[2J twice'],
    ['{"items":[1e401]}', 'not as documented: a number greater than 10^400 or its inverse'],
  ])('%j is exit 6, and the message gives the position', async (text, why) => {
    for (const body of [pieces(utf8(text)), bytewise(utf8(text))]) {
      expect(await failure(body)).toEqual({ exitCode: 6, message: `the response is ${why}` });
    }
  });

  it('has a comma after its last element, where a batch ends', async () => {
    const text = `{"items":["${'x'.repeat(70_000)}",]}`;
    expect((await failure(pieces(utf8(text)))).message).toBe(
      `the response is not JSON (at byte ${text.length - 2})`,
    );
  });

  it('is not UTF-8', async () => {
    const bytes = Buffer.concat([utf8('{"items":["'), Buffer.from([0xc3, 0x28]), utf8('"]}')]);
    expect(await failure(pieces(bytes))).toEqual({
      exitCode: 6,
      message: 'the response is not UTF-8 text (between bytes 9 and 15)',
    });
  });

  it.each(['[', '{"a":'])('is nested too deeply with %s, in the list and outside it', async open => {
    const close = open === '[' ? ']' : '}';
    for (const around of ['{"items":[#]}', '{"count":#}']) {
      const deep = (levels: number) =>
        utf8(around.replace('#', `${open.repeat(levels)}1${close.repeat(levels)}`));
      expect(await failure(pieces(deep(200_000)))).toEqual({
        exitCode: 6,
        message: 'the response is nested more than 500 levels deep',
      });
      expect((await read(pieces(deep(498)))).value).toBeTypeOf('object');
    }
  });

  it('has a value that is too large for memory', async () => {
    const large = (before: string) =>
      (async function* () {
        yield utf8(before);
        const mebibyte = new Uint8Array(1 << 20).fill(0x61);
        for (let sent = 0; sent < 40; sent++) yield mebibyte;
      })();
    for (const before of ['{"items":["', '{"items":[1,2,{"a":"', '{"count":"', '{"', '"', 'a']) {
      expect(await failure(large(before))).toEqual({
        exitCode: 6,
        message: 'the response is not as documented: a value in it is larger than 1 MiB',
      });
    }
  });

  it('has fields around the list that are too large together', async () => {
    const fields = Array.from({ length: 40 }, (_, index) => `"f${index}":"${'a'.repeat(40_000)}"`).join(',');
    expect(await failure(pieces(utf8(`{${fields},"items":[]}`)))).toEqual({
      exitCode: 6,
      message: 'the response is not as documented: the fields around its list are too large',
    });
  });

  it('is never accepted if JSON.parse rejects it', async () => {
    const characters = fc.constantFrom(...'{}[],:"\\1e ', '"items"', '"a"', 'null', '{}', '"items":[');
    let readable = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(characters, { maxLength: 14 }),
        fc.array(fc.nat(), { maxLength: 3 }),
        async (parts, cuts) => {
          for (const text of [parts.join(''), `{"items":[${parts.join('')}]}`]) {
            const whole = attempt(() => JSON.parse(text) as unknown);
            const streamed = await read(pieces(utf8(text), cuts)).catch((error: unknown) => {
              if (error instanceof HotelctlError) return undefined;
              throw error;
            });
            if (!whole) expect(streamed, text).toBeUndefined();
            else if (streamed) {
              readable += 1;
              expect(streamed.value).toEqual(whole.value);
            } else expect(text).toMatch(/("[^"]*")[\s\S]*\1/);
          }
        },
      ),
      { numRuns: counted(2_000, 20_000) },
    );
    expect(readable).toBeGreaterThan(counted(100, 1_000));
  });
});

function attempt<T>(work: () => T): { readonly value: T } | undefined {
  try {
    return { value: work() };
  } catch {
    return undefined;
  }
}
