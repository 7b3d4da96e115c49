import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { UndocumentedResponseError } from '../../../src/base/errors.ts';
import type { Format } from '../../../src/output/format.ts';
import { render } from '../../../src/output/render.ts';
import { streamedResult } from '../../../src/output/stream/streamed-result.ts';
import { parseJson, stringifyJson } from '../../../src/platform/json.ts';
import {
  choiceOf,
  double,
  int64,
  list,
  type ModelCheck,
  model,
  nullish,
  text,
} from '../../../src/platform/models.ts';
import type { View } from '../../../src/platform/records.ts';
import { counted } from '../../full-counts.ts';
import { plainRendering } from '../rfc4180.ts';
import { bytewise, pieces, utf8 } from './pieces.ts';

const item = model({ id: text, net: double, kind: nullish(choiceOf('A', 'B')), tags: nullish(list(text)) });
const body = model({ items: list(item), count: int64 });
const view: View<{ id: string; tags?: readonly string[] }> = {
  name: 'items',
  summary: 'the items',
  columns: [
    { name: 'propertyId', type: 'text' },
    { name: 'id', type: 'text' },
    { name: 'net', type: 'number' },
  ],
  *records(element, parameters) {
    yield { propertyId: String(parameters['propertyId']), ...element };
  },
};

/** The output of a response in a format, and the results of every check. */
async function written(
  bytes: AsyncIterable<Uint8Array>,
  format: Format,
  inspect: (check: ModelCheck) => void = () => {},
  several = false,
) {
  const checks: ModelCheck[] = [];
  const onCheck = (check: ModelCheck) => {
    checks.push(check);
    inspect(check);
  };
  const result = streamedResult(
    view as View<never>,
    { propertyId: 'MUC' },
    {
      ...{ list: 'items', item, body, bytes, onCheck, details: {} },
      ...{ decidedEarly: 'nothing', emptiesDates: true, keepsFields: format === 'ndjson' },
    },
  );
  const { chunks, rows } = render({ ...plainRendering, format, view, several }, [result]);
  let whole = '';
  let error: unknown;
  try {
    for await (const chunk of chunks) whole += chunk;
  } catch (thrown) {
    error = thrown;
  }
  return { whole, rows: rows(), checks, error };
}

const small =
  '{"count":3,"items":[{"id":"a","net":61.0},{"id":"=b","net":9007199254740993},{"id":"\\u001b\\u00fc","net":1e-7}]}';

describe('a report that streams', () => {
  it('is the same CSV, NDJSON and table however it arrives', async () => {
    for (const bytes of [pieces(utf8(small)), bytewise(utf8(small))]) {
      expect(await written(bytes, 'csv')).toMatchObject({
        whole: "propertyId,id,net\r\nMUC,a,61\r\nMUC,'=b,9007199254740993\r\nMUC,\\u{1b}ü,0.0000001\r\n",
        rows: 3,
        error: undefined,
      });
    }
    expect((await written(pieces(utf8(small)), 'ndjson')).whole).toBe(
      '{"propertyId":"MUC","id":"a","net":61}\n' +
        '{"propertyId":"MUC","id":"=b","net":9007199254740993}\n' +
        '{"propertyId":"MUC","id":"\\u001bü","net":0.0000001}\n',
    );
    expect((await written(pieces(utf8(small)), 'table')).whole).toMatch(/^MUC +=b +9007199254740993$/m);
  });

  it('is in json the body that was sent, as stringifyJson writes it', async () => {
    const value = fc.oneof(
      fc.json({ maxDepth: 3 }),
      fc.constantFrom('9007199254740993', '1e-7', '61.0', '"\\u009b\\u202e"'),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(fc.tuple(fc.string(), value), { selector: ([name]) => name, maxLength: 3 }),
        fc.option(fc.array(value, { maxLength: 5 })),
        fc.nat(3),
        fc.boolean(),
        async (fields, elements, place, several) => {
          // Names that look like array indexes come first in an object that is parsed whole.
          const members = fields
            .filter(([name]) => name !== 'items' && !/^\d+$/.test(name))
            .map(([name, text]) => `${JSON.stringify(name)}:${text}`);
          if (elements) members.splice(place, 0, `"items":[${elements.join(',')}]`);
          const text = `{${members.join(',')}}`;
          const { whole } = await written(pieces(utf8(text), [5]), 'json', undefined, several);
          const expected = parseJson(text);
          expect(whole).toBe(
            `${stringifyJson(several ? [{ parameters: { propertyId: 'MUC' }, report: expected }] : expected, 2)}\n`,
          );
        },
      ),
      { numRuns: counted(200, 1_000) },
    );
  });
});

describe('the check of a report that streams', () => {
  const strict = ({ faults }: ModelCheck) => {
    if (faults.length > 0) throw new UndocumentedResponseError(faults.join('; '), { hint: 'report it' });
  };
  const many = (last: string) => {
    const good = Array.from({ length: 5_000 }, (_, index) => `{"id":"I-${index}","net":${index}}`);
    return utf8(`{"items":[${[...good, last].join(',')}],"count":5001}`);
  };

  it('is reported once, at the end, if there are only unknown fields and values', async () => {
    const text =
      '{"items":[{"id":"a","net":1,"new":1,"kind":"C"},{"id":"b","net":1,"new":2,"more":{}}],"count":2,"page":1}';
    const { checks, rows } = await written(pieces(utf8(text)), 'csv', strict);
    const none = { wrongDates: [], strayDays: [], faults: [], missing: [], conflicts: [] };
    const unknownFields = ['items[].new', 'items[].more', 'page'];
    expect(checks).toEqual([{ unknownFields, unknownValues: ['items[].kind: C'], ...none }]);
    expect(rows).toBe(2);
  });

  it('stops at the first batch with a fault, with the path of the element', async () => {
    const body = pieces(many('{"id":"x","net":"1"}'), [1_000]);
    const { checks, error, whole } = await written(body, 'csv', strict);
    expect(error).toMatchObject({ message: 'items[5000].net: expected a number', exitCode: 6 });
    expect(checks.length).toBe(1);
    expect(whole).not.toContain('MUC,x,');
  });

  it.each([
    ['{"items":[]}', 'count: expected a 64-bit integer (it had: items)'],
    ['{"count":0}', 'items: expected array (it had: count)'],
    ['{"items":{"a":1},"count":0}', 'items: expected array'],
    ['null', 'the body: expected object'],
    ['{"items":[null],"count":0}', 'items[0]: expected object'],
  ])('of %s finds errors outside and inside the list', async (text, message) => {
    expect((await written(pieces(utf8(text)), 'csv', strict)).error).toMatchObject({ message, exitCode: 6 });
    const { checks, error } = await written(pieces(utf8(text)), 'json');
    expect(error).toBeUndefined();
    expect(checks.flatMap(check => check.faults)).toContain(message);
    expect((await written(pieces(utf8(text)), 'json', undefined)).whole).toBe(
      `${stringifyJson(JSON.parse(text), 2)}\n`,
    );
  });

  it('remembers only a limited number of unknown names', async () => {
    const elements = Array.from({ length: 3_000 }, (_, index) => `{"id":"a","net":1,"new${index}":1}`);
    const { checks } = await written(pieces(utf8(`{"items":[${elements}],"count":1}`)), 'csv');
    expect(checks[0]?.unknownFields.length).toBe(20);
  });
});

const usual = Array.from(
  { length: 4000 },
  (_, index) => `{"id":"},{ ${index} 1234567890123456","net":${index}}`,
);
const unusual = [
  ['', (text: string) => text],
  ['with a number that a double does not represent', withElement('{"id":"x","net":0.1234567890123456789}')],
  ['with a number that is out of range', withElement('{"id":"x","net":1e-400}')],
  ['with a field that is not documented', withElement('{"id":"x","net":1,"more":[{"a":1},{"a":2}]}')],
  ['with a fault', withElement('{"id":1,"net":1}')],
  ['with an empty element', withElement('')],
  ['with deep nesting', withElement(`{"id":"x","net":1,"more":${'['.repeat(600)}${']'.repeat(600)}}`)],
  ['with invalid UTF-8', withElement('{"id":"\u{1}","net":1}')],
] as const;

function withElement(element: string) {
  return (text: string) => text.replace(',{"id":"},{ 3000 ', `,${element}$&`);
}

it.each(unusual)(
  'a body of many batches %s is what it is with one element for each batch',
  async (_, change) => {
    const text = change(`{"items":[${usual.join(',')}],"count":1}`);
    const spread = text.replaceAll('},{"id"', '} , {"id"');
    const quick = await written(pieces(utf8(text)), 'ndjson');
    const careful = await written(pieces(utf8(spread)), 'ndjson');
    // How much of it was written before an error depends on the size of batches.
    if (!careful.error) expect(quick.whole === careful.whole && quick.rows === careful.rows).toBe(true);
    const withoutPlace = (error: unknown) => String(error).replace(/ \(.*bytes? .*\)/, '');
    expect(withoutPlace(quick.error)).toBe(withoutPlace(careful.error));
    expect(quick.checks.at(-1)).toEqual(careful.checks.at(-1));
  },
);
