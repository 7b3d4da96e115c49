import { text as joined } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import type { Format } from '../../src/output/format.ts';
import { type RenderOptions, render } from '../../src/output/render.ts';
import { collected, parsedResult, type RequestResult } from '../../src/output/results.ts';
import { parseJson } from '../../src/platform/json.ts';
import type { ReportRecord, View } from '../../src/platform/records.ts';
import { plainRendering } from './rfc4180.ts';

interface Body {
  readonly items: readonly ReportRecord[];
}
const view: View<Body> = {
  name: 'items',
  summary: 'the items',
  columns: [
    { name: 'propertyId', type: 'text' },
    { name: 'net.amount', type: 'number' },
    { name: 'net.currency', type: 'text' },
  ],
  *records(body, parameters) {
    for (const item of body.items) yield { propertyId: String(parameters['propertyId']), ...item };
  },
};
const plan = (format: Format, more: Partial<RenderOptions> = {}): RenderOptions => ({
  ...plainRendering,
  format,
  view,
  several: false,
  ...more,
});
const munich = { propertyId: 'MUC', month: '10' };
const result = (body: string | undefined, parameters = munich) =>
  parsedResult(view, parameters, body === undefined ? undefined : (parseJson(body) as Body));

async function text(chosen: RenderOptions, results: Iterable<RequestResult> | AsyncIterable<RequestResult>) {
  const { chunks, rows } = render(chosen, results);
  return { whole: await joined(chunks), rows: rows() };
}

describe('json', () => {
  it('is the body of one request, indented, with the numbers that were sent', async () => {
    const body = '{"items":[{"net":{"amount":61.0,"currency":"EUR"}}],"count":9007199254740993}';
    expect(await text(plan('json'), [result(body)])).toEqual({
      whole:
        '{\n  "items": [\n    {\n      "net": {\n        "amount": 61,\n        "currency": "EUR"\n      }\n    }\n  ],\n' +
        '  "count": 9007199254740993\n}\n',
      rows: undefined,
    });
  });

  it('is null for an empty response', async () => {
    expect((await text(plan('json'), [result(undefined)])).whole).toBe('null\n');
  });

  it('is one array for several requests, also if only one of them has data', async () => {
    const chosen = plan('json', { several: true });
    const berlin = { propertyId: 'BER', month: '1' };
    const requests = [
      { parameters: munich, report: { items: [] } },
      { parameters: berlin, report: null },
    ];
    expect((await text(chosen, [result('{"items":[]}'), result(undefined, berlin)])).whole).toBe(
      `${JSON.stringify(requests, null, 2)}\n`,
    );
    expect(JSON.parse((await text(chosen, [result('{"items":[]}')])).whole)).toEqual(requests.slice(0, 1));
    expect((await text(chosen, [])).whole).toBe('[]\n');
  });
});

describe('ndjson', () => {
  const body =
    '{"items":[{"net":{"amount":61.10,"currency":"EUR"}},{"net":{"amount":1e3,"currency":"E\\u001bR"}}]}';

  it('contains only the chosen columns, in their order', async () => {
    const columns = [view.columns[1], view.columns[0]].flatMap(column => column ?? []);
    expect((await text(plan('ndjson', { columns }), [result(body)])).whole).toBe(
      '{"net":{"amount":61.1},"propertyId":"MUC"}\n{"net":{"amount":1000},"propertyId":"MUC"}\n',
    );
  });

  it('is empty without records, with a note', async () => {
    expect(await text(plan('ndjson'), [result(undefined)])).toEqual({ whole: '', rows: 0 });
  });
});

const batch = Array.from({ length: 1000 }, () => ({ id: 'a' }));

async function* endless() {
  for (;;) yield batch;
}

it('an endless result is refused when its rows no longer fit in memory', async () => {
  await expect(collected(endless())).rejects.toMatchObject({
    exitCode: 8,
    message: 'more than 500000 rows: this format keeps all of them in memory',
  });
  expect(await collected([[{ id: 'a' }], [{ id: 'b' }]])).toEqual([{ id: 'a' }, { id: 'b' }]);
});
