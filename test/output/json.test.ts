import { text as joined } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import type { Format } from '../../src/output/format.ts';
import { type RenderOptions, render } from '../../src/output/render.ts';
import { parsedResult, type RequestResult } from '../../src/output/results.ts';
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
    expect(
      (await text(chosen, [result('{"items":[]}'), result(undefined, { propertyId: 'BER', month: '1' })]))
        .whole,
    ).toBe(
      `[
  {
    "parameters": {
      "propertyId": "MUC",
      "month": "10"
    },
    "report": {
      "items": []
    }
  },
  {
    "parameters": {
      "propertyId": "BER",
      "month": "1"
    },
    "report": null
  }
]
`,
    );
    expect(JSON.parse((await text(chosen, [result('{"items":[]}')])).whole)).toEqual([
      { parameters: munich, report: { items: [] } },
    ]);
    expect((await text(chosen, [])).whole).toBe('[]\n');
  });

  it('accepts a body in pieces', async () => {
    const pieces = async function* () {
      yield '{\n  "items"';
      yield ': [\n    1\n  ]\n';
      yield '}';
    };
    const streamed: RequestResult = { parameters: munich, json: pieces, records: () => [] };
    expect((await text(plan('json'), [streamed])).whole).toBe('{\n  "items": [\n    1\n  ]\n}\n');
    expect((await text(plan('json', { several: true }), [streamed])).whole).toContain(
      '"report": {\n      "items": [\n        1\n      ]\n    }\n  }\n]\n',
    );
  });
});

describe('ndjson', () => {
  const body =
    '{"items":[{"net":{"amount":61.10,"currency":"EUR"}},{"net":{"amount":1e3,"currency":"E\\u001bR"}}]}';

  it('is one nested record per line', async () => {
    expect(await text(plan('ndjson'), [result(body)])).toEqual({
      whole:
        '{"propertyId":"MUC","net":{"amount":61.1,"currency":"EUR"}}\n' +
        '{"propertyId":"MUC","net":{"amount":1000,"currency":"E\\u001bR"}}\n',
      rows: 2,
    });
  });

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

describe('the records of several requests', () => {
  it('form one CSV with one header', async () => {
    const bodies = [
      result('{"items":[{"net":{"amount":1}}]}'),
      result('{"items":[{"net":{"amount":2}}]}', { propertyId: 'BER', month: '10' }),
    ];
    expect(await text(plan('csv'), bodies)).toEqual({
      whole: 'propertyId,net.amount,net.currency\r\nMUC,1,\r\nBER,2,\r\n',
      rows: 2,
    });
  });

  it('are created as they are read, from a source of any length', async () => {
    let made = 0;
    const endless: RequestResult = {
      parameters: munich,
      json: () => [],
      async *records() {
        for (;;) yield [{ propertyId: 'MUC', net: { amount: made++ } }];
      },
    };
    let written = 0;
    for await (const chunk of render(plan('ndjson'), [endless]).chunks) {
      written += chunk.length;
      if (written > 1_000_000) break;
    }
    expect(made).toBeLessThan(50_000);
  });
});
