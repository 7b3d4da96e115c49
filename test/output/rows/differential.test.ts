import { expect, it } from 'vitest';
import { HotelctlError } from '../../../src/base/errors.ts';
import type { CsvOptions } from '../../../src/output/format.ts';
import { type RenderOptions, render } from '../../../src/output/render.ts';
import { sortedByName, stringifyJson } from '../../../src/platform/json.ts';
import { type Schema, schemaDefinition } from '../../../src/platform/models.ts';
import type { Column, ReportRecord, View } from '../../../src/platform/records.ts';
import { reports } from '../../../src/platform/reports/index.ts';
import type { ReportDefinition } from '../../../src/platform/reports/report.ts';
import { fetchReport } from '../../../src/reports/fetch-report.ts';
import { counted } from '../../full-counts.ts';
import { httpResponse } from '../../http/serve.ts';
import { plainRendering, rfc4180 } from '../rfc4180.ts';
import { pieces } from '../stream/pieces.ts';
import { damaged, pick, type Random, randomFrom, validDocument } from './documents.ts';

/** Of 100 documents, the number with an error. */
const wrong = 37;

interface Case {
  readonly report: ReportDefinition;
  readonly view: View<never>;
  readonly document: Buffer;
  readonly cuts: readonly number[];
  readonly columns: readonly Column[] | undefined;
  readonly csv: CsvOptions;
  readonly limit: number | undefined;
  readonly strict: boolean;
}

const lists = await Promise.all(
  reports
    .filter(({ listField }) => listField !== undefined)
    .map(async report => ({ report, ...(await report.response()) })),
);

function caseOf(random: Random): Case {
  const { report, views, item } = pick(random, lists);
  const view = pick(random, views);
  const valid = validDocument(String(report.listField), item as Schema, random);
  const document = 100 * random() < wrong ? damaged(valid, random) : valid;
  const some = view.columns.filter(() => random() < 0.4);
  return {
    report,
    view,
    document,
    cuts: Array.from({ length: Math.floor(random() * 5) }, () => Math.floor(random() * document.length)),
    columns: random() < 0.6 || some.length === 0 ? undefined : some,
    csv: {
      ...rfc4180,
      delimiter: pick(random, [',', ',', ',', ';', '\t', '|', '/', ':', '÷']),
      decimalComma: random() < 0.3,
      formulaGuard: random() < 0.9,
      headings: random() < 0.9 ? 'path' : 'human',
    },
    limit: random() < 0.7 ? undefined : 1 + Math.floor(random() * 4),
    strict: random() < 0.2,
  };
}

/** Only NDJSON says how it writes undocumented fields. */
const withoutNewNames = (message: string) => message.replace(/ \([^()]* is written as [^()]*\)/, '');

/** Only NDJSON has parsed records: those of other formats are made from the bytes, too. */
const fetched = (
  { report, document, cuts, strict }: Case,
  view: View<never>,
  warnings: string[],
  byPlan: boolean,
) =>
  fetchReport(
    {
      report,
      views: [view],
      format: byPlan ? 'csv' : 'ndjson',
      baseUrl: 'https://api.example.com',
      version: 'v0-nsfw',
      strict,
      send: async () => ({ ...httpResponse(200), body: pieces(document, cuts) }),
      newKey: () => 'key',
      warn: async message => void warnings.push(withoutNewNames(message)),
    },
    { propertyId: '=MUC,1', dateFilter: ['gte_2026-10-01'], from: '2026-10-01', to: '2027-01-01' },
  );

/** Everything observable of an export: the output, the number of rows, warnings and the error. */
async function exported(one: Case, byPlan: boolean) {
  const warnings: string[] = [];
  let elements = 0;
  const view: View<never> = {
    ...one.view,
    records: (element, parameters) => {
      elements += 1;
      return one.view.records(element, parameters);
    },
  };
  const arrangement = one.limit === undefined ? {} : { limit: one.limit };
  const chosen = { view: one.view, columns: one.columns, csv: one.csv, arrangement };
  const options: RenderOptions = { ...plainRendering, ...chosen, format: 'csv', several: false };
  const result = await fetched(one, view, warnings, byPlan);
  const { csvRows, ...others } = result;
  let whole = '';
  let error: unknown;
  const { chunks, rows } = render(options, [byPlan ? result : others]);
  const decoder = new TextDecoder();
  try {
    for await (const chunk of chunks) whole += typeof chunk === 'string' ? chunk : decoder.decode(chunk);
  } catch (thrown) {
    if (!(thrown instanceof HotelctlError)) throw thrown;
    error = {
      name: thrown.name,
      // The bytes that are not UTF-8 are in a batch, too.
      message: withoutNewNames(thrown.message).replace(/between bytes \d+ and/, 'before'),
      exitCode: thrown.exitCode,
      details: thrown.details,
    };
  }
  // How many rows have passed before an error depends on the batches.
  const passed = error === undefined ? { whole, rows: rows() } : undefined;
  return { seen: { passed, warnings, error }, elements };
}

it('writes by a plan what it writes from records: output, number of rows, warnings and errors', async () => {
  const documents = counted(250, 25_000);
  let refused = 0;
  const parsed = { byPlan: 0, byRecords: 0 };
  for (let seed = 1; seed <= documents; seed++) {
    const one = caseOf(randomFrom(seed));
    const [byPlan, byRecords] = [await exported(one, true), await exported(one, false)];
    if (byRecords.seen.error) refused += 1;
    // An element that is not as documented is read as a record, by both.
    if (!byRecords.seen.error && byRecords.seen.warnings.length === 0) {
      parsed.byPlan += byPlan.elements;
      parsed.byRecords += byRecords.elements;
    }
    expect(byPlan.seen, `the document of seed ${seed}`).toEqual(byRecords.seen);
  }
  // The comparison would be meaningless if all or no documents were refused, or if the plan read all or no records.
  expect(refused).toBeGreaterThan(0.15 * documents);
  expect(refused).toBeLessThan(0.45 * documents);
  expect(parsed.byPlan).toBeLessThan(0.75 * parsed.byRecords);
  expect(parsed.byPlan).toBeGreaterThan(parsed.byRecords / 100);
}, 600_000);

it('parses only the first of the records with the same new field, value and day that was not requested', async () => {
  const { report, views } = lists.find(each => each.report.name === 'ordered-services') ?? {};
  const guest = { title: 'Lord', lastName: 'X' };
  const named = { id: 'B', code: 'B', name: 'B', isVegan: 'no' };
  const service = { ...named, serviceDate: '2026-09-30', count: 1, guest };
  const body = { orderedServices: Array(100).fill(service), count: 100 };
  const document = Buffer.from(JSON.stringify(body));
  const view = views?.[0] as View<never>;
  const some = { ...caseOf(randomFrom(1)), limit: undefined, strict: false, columns: undefined };
  const one: Case = { ...some, report: report as ReportDefinition, view, document };
  const [byPlan, byRecords] = [await exported(one, true), await exported(one, false)];
  expect(byPlan.seen).toEqual(byRecords.seen);
  expect(byPlan.seen.warnings).toHaveLength(3);
  expect([byPlan.elements, byRecords.elements]).toEqual([1, 100]);
});

/** What a reader of items sees: JSON has no undefined fields, null is none, and the fields have no order. */
async function itemsOf(one: Case, fields: readonly string[], byPlan: boolean) {
  const warnings: string[] = [];
  const result = await fetched(one, { ...one.view, records: item => [item] }, warnings, byPlan);
  const read: ReportRecord[] = [];
  try {
    for await (const items of result.records()) read.push(...(items as readonly ReportRecord[]));
  } catch (error) {
    if (!(error instanceof HotelctlError)) throw error;
    return { warnings, error: error.exitCode };
  }
  return {
    warnings,
    items: read.map(item => fields.map(field => stringifyJson(sortedByName(item[field] ?? null)))),
  };
}

it('reads items by a plan with the values of the records', async () => {
  for (let seed = 1; seed <= counted(120, 10_000); seed++) {
    const one = caseOf(randomFrom(seed));
    const { item } = lists.find(({ report }) => report === one.report) ?? {};
    const fields = Object.keys(schemaDefinition(item as Schema).shape ?? {});
    expect(await itemsOf(one, fields, true), `the document of seed ${seed}`).toEqual(
      await itemsOf(one, fields, false),
    );
  }
}, 600_000);
