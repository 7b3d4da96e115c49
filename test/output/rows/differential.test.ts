import { expect, it } from 'vitest';
import { safeParse } from 'zod/mini';
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
import { wordsOf } from '../../words.ts';
import { plainRendering, rfc4180 } from '../rfc4180.ts';
import { pieces } from '../stream/pieces.ts';

/** Documents for both ways to a CSV: the three list reports, in every spelling that JSON allows, with every possible error. */
type Random = () => number;

/** Numbers from 0 to 1, the same for the same seed. */
function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const pick = <Value>(random: Random, values: readonly Value[]): Value =>
  values[Math.floor(random() * values.length)] as Value;

/** Text that is written into the document unchanged. */
class Raw {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}
type Node = string | number | null | Raw | readonly Node[] | { readonly [name: string]: Node };

const usual = [
  ...wordsOf('"Acme GmbH" Müller "Hauptstraße 1" Łódź MUC-2026-1 x 80331 "a b" Ɏ é'),
  ...wordsOf('Normal Reduced Without PostCharge PostPayment System Revenues Payments CityTaxes House Guest'),
  ...wordsOf('InHouse Invoice EUR CHF DE Mr Dr Female 2026-01-01 2026-10-15 2026-12-28'),
  ...wordsOf('2026-10-15T10:00:00Z 2026-10-15T10:00:00.1234567+02:00 2026-10-15T10:00'),
];
const hostile = [
  ...'=1+1 @x -5 \'x -cmd|x!A1 ＝x “=x \u200b=x +A1( ﹢=a a,b a;b a"b " a|b a/b a:b \u0000 \u001b[2J'.split(
    ' ',
  ),
  ...'\u007f \u0085 \u009b \u00ad \u0250 ɏ 東京 Ελλάδα 😀 \u202e \ud800 a\udc00b \\ a\\b \u{e0041}'.split(
    ' ',
  ),
  ...'null 1 1e5 12345678901234567890 __proto__ ‘=’ ¿x ÷ ×'.split(' '),
  ...['', ' ', '+49 30', '\ufeff=1', 'a\nb', 'a\r\nb', 'a\rb', 'a\tb', '\u00a0', '\u2028', '\ufeff'],
];
const unusual = [
  ...wordsOf('0 -0 0.0 -0.00 61.0 61.50 0.10 1e2 1E+2 1.5e-7 -1e-9 0.0000001 100'),
  ...wordsOf('123456789012345 12345678901234.5 1234567890123456 0.1234567890123456 9007199254740993'),
  ...wordsOf('-99999999999999 12345678.90123450 1e400 0.30000000000000004 99999999999999.9 1e21'),
];
const number = (random: Random): Node =>
  random() < 0.95
    ? Math.round((random() - 0.3) * 1e6) / pick(random, [1, 10, 100, 1000])
    : new Raw(pick(random, unusual));
const whole = (random: Random): Node =>
  random() < 0.97
    ? Math.floor(random() * 100)
    : new Raw(pick(random, ['2147483647', '-2147483648', '5.0', '1e1', '999999999', '1234567890']));
const texts = new Map<Schema, readonly (readonly string[])[]>();

/** The usual and the hostile texts that the schema accepts. */
function acceptedTexts(schema: Schema): readonly (readonly string[])[] {
  const known = texts.get(schema);
  if (known) return known;
  const found = [usual, hostile].map(list => list.filter(one => safeParse(schema, one).success));
  if (found[0]?.length === 0) throw new Error('add a usual text that each schema accepts');
  texts.set(schema, found);
  return found;
}

/** Any value of a schema; undefined for a field that is left out. */
function valueFor(schema: Schema, random: Random): Node | undefined {
  const { type, shape, element, innerType } = schemaDefinition(schema);
  if (innerType) {
    if (random() < 0.15) return type === 'optional' ? undefined : null;
    return valueFor(innerType, random);
  }
  if (shape) {
    const fields = Object.entries(shape).map(([name, field]) => [name, valueFor(field, random)] as const);
    return Object.fromEntries(fields.filter(([, node]) => node !== undefined)) as Node;
  }
  if (element)
    return Array.from({ length: Math.floor(random() * 4) }, () => valueFor(element, random) ?? null);
  if (type !== 'string') return (safeParse(schema, 0.5).success ? number : whole)(random);
  const [plain = [], nasty = []] = acceptedTexts(schema);
  return pick(random, random() < 0.9 || nasty.length === 0 ? plain : nasty);
}

/** How a document is written: the frequency of whitespace, fields in another order, and escapes. */
interface Spelling {
  readonly random: Random;
  readonly blanks: number;
  readonly shuffles: number;
  readonly escapes: number;
}

const blank = ({ random, blanks }: Spelling) =>
  random() < blanks ? pick(random, [' ', '\n', '\t ', '\r\n']) : '';

function spelledText(value: string, { random, escapes }: Spelling): string {
  if (random() >= escapes) return JSON.stringify(value);
  return JSON.stringify(value).replace(/\\u....|\\.|[^"]/gsu, one => {
    if (one.startsWith('\\') || random() < 0.7) return one === '/' && random() < 0.5 ? '\\/' : one;
    const units = Array.from({ length: one.length }, (_, at) => one.charCodeAt(at));
    return units.map(unit => `\\u${unit.toString(16).padStart(4, '0')}`).join('');
  });
}

function spelled(node: Node, spelling: Spelling): string {
  const { random } = spelling;
  if (node === null) return 'null';
  if (node instanceof Raw) return node.text;
  if (typeof node === 'number') return String(node);
  if (typeof node === 'string') return spelledText(node, spelling);
  const gap = () => blank(spelling);
  if (Array.isArray(node))
    return `[${gap()}${(node as readonly Node[]).map(one => `${gap()}${spelled(one, spelling)}${gap()}`).join(',')}]`;
  const members = Object.entries(node as Readonly<Record<string, Node>>);
  if (random() < spelling.shuffles) members.sort(() => random() - 0.5);
  const texts = members.map(
    ([name, value]) => `${gap()}${JSON.stringify(name)}${gap()}:${gap()}${spelled(value, spelling)}${gap()}`,
  );
  return `{${gap()}${texts.join(',')}}`;
}

/** A valid document, occasionally one of several batches. */
function validDocument(list: string, item: Schema, random: Random): Buffer {
  const level = () => pick(random, [0, 0, 0, 0.05, 0.5]);
  const spelling = { random, blanks: level(), shuffles: level(), escapes: level() };
  const count = random() < 0.01 ? 300 : Math.floor(random() * 8);
  const elements = Array.from({ length: count }, () => spelled(valueFor(item, random) ?? null, spelling));
  const gap = blank(spelling);
  const members = [
    `"${list}":${gap}[${elements.join(`${gap},${gap}`)}${gap}]`,
    `${gap}"count"${gap}:${count}`,
  ];
  if (random() < 0.2) members.reverse();
  return Buffer.from(`${random() < 0.05 ? '\ufeff' : ''}{${members.join(',')}}${gap}`);
}

/** What takes the place of a text: one of these errors, or deviations that cause only a warning. */
const replacements: readonly (readonly [pattern: RegExp, ...by: string[]])[] = [
  [/"(name|id|amount|date|number)":/g, ...['1', '"=1"', 'null', '{}'].map(value => `"new":${value},"$1":`)],
  [/"(name|id|amount|date|type)":/g, '"$1":null,"$1":'],
  [/"(currency|code|number|date|invoice|receipt)":/g, '"other":'],
  [/"\w+":("[^"\\]*"|-?[\d.]+),/g, ''],
  [/"(EUR|CHF|Normal|InHouse|PostCharge|Revenues)"/g, '"Other"'],
  [/"2026-(\d\d)-\d\d"/g, '"2026-$1-32"'],
  [/:(-?[\d.]+)/g, ':"$1"'],
  [/:(-?)([\d.]+)/g, ':$1.5', ':$1$2.', ':$10$2', ':+$2', ':$1$2e5', ':$1$2e', ':true'],
  [/"(name|id|code)":"[^"\\]*"/g, '"$1":""'],
  [/"(name|id|code)":"/g, '"$1":"\ufffe\u0001'],
  [/"(name|id|code)":"/g, '"$1":"\\x', '"$1":"\\u12', '"$1":"\\ud83d'],
  [/\{/g, '{"propertyId":"X",', '{"currency":"X",', '{"__proto__":1,', '\ufeff{'],
  [/\},\{/g, '},,{', '},null,{', '} {', '},5,{', '},{},{'],
  [/"count":\d+/g, '"count":99999', '"count":"1"', '"count":null,"page":1'],
  [/:"/g, `:${'['.repeat(600)}"`],
  [/"name":"/g, ...['x', 'ü', '東', ''].map(text => `"name":"${text.repeat(70_000)}`)],
];

/** One possible error of a document. */
const damages: readonly ((text: string, random: Random) => string | Buffer)[] = [
  (text, random) => text.slice(0, Math.floor(random() * text.length)),
  (text, random) => spliced(text, random, pick(random, [...'{}[],:"\\0e-.\u0001 nt'])),
  (text, random) => spliced(text, random, '', 1),
  (text, random) => spliced(text, random, pick(random, [...'{}[],:"\\x1-']), 1),
  (text, random) => {
    const bytes = Buffer.from(text);
    bytes[Math.floor(random() * bytes.length)] = Math.floor(random() * 256);
    return bytes;
  },
  (text, random) => {
    const bytes = Buffer.from(text);
    const place = Math.floor(random() * bytes.length);
    const bad = pick(random, [[0xc3, 0x28], [0xff], [0xed, 0xa0, 0x80], [0xc0, 0xaf], [0xf8], [0xe2, 0x82]]);
    return Buffer.concat([bytes.subarray(0, place), Buffer.from(bad), bytes.subarray(place)]);
  },
  ...replacements.map(
    ([pattern, ...by]) =>
      (text: string, random: Random) =>
        replacedOnce(text, random, pattern, pick(random, by)),
  ),
  // What is new is in most records.
  ...replacements.slice(0, 6).map(
    ([pattern, ...by]) =>
      (text: string, random: Random) =>
        text.replaceAll(pattern, found =>
          random() < 0.3 ? found : found.replace(new RegExp(pattern.source), pick(random, by)),
        ),
  ),
];

function spliced(text: string, random: Random, added: string, removed = 0): string {
  const place = Math.floor(random() * text.length);
  return text.slice(0, place) + added + text.slice(place + removed);
}

function replacedOnce(text: string, random: Random, pattern: RegExp, by: string): string {
  const places = [...text.matchAll(pattern)];
  const found = places[Math.floor(random() * places.length)];
  if (!found) return text;
  const one = found[0].replace(new RegExp(pattern.source), by);
  return text.slice(0, found.index) + one + text.slice(found.index + found[0].length);
}

/** The document with one or two errors. */
function damaged(document: Buffer, random: Random): Buffer {
  const once = Buffer.from(pick(random, damages)(document.toString(), random));
  return random() < 0.2 ? Buffer.from(pick(random, damages)(once.toString(), random)) : once;
}

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
