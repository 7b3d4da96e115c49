import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import { xmlAttribute } from '../../base/text.ts';
import type { Parameters } from '../../platform/parameters.ts';
import type { Column, KeyFigures, View } from '../../platform/records.ts';
import type { Document, DocumentBlock } from '../document/document.ts';
import { formatText } from '../document/words.ts';
import type { LocaleFormat } from '../number-format.ts';
import type { RecordListener, ReportDescription, RequestResult, Results } from '../results.ts';
import { aboutSheetXml } from './about-sheet.ts';
import {
  absoluteRange,
  CellStyles,
  mainNamespace,
  packageNamespace,
  relationNamespace,
  relationships,
  SharedTexts,
  type SheetLayout,
  xmlHead,
} from './cells.ts';
import { chartParts, rowsOfChart, type SheetChart } from './chart-sheet.ts';
import { makeOverview, type WorkbookRequest } from './overview.ts';
import { OverviewSheet } from './overview-sheet.ts';
import { type SheetRecords, sheetXml, type WrittenSheet } from './sheet.ts';

/**
 * Records as an XLSX workbook: an overview as on a page, a sheet for each view, and a sheet about the report. The rows are written as they are read, so that a workbook of any size takes constant memory. This folder is
 * loaded only for `xlsx`.
 */
interface WorkbookContent {
  readonly about: ReportDescription;
  /** The view of results that name none. */
  readonly view: WorkbookView;
  readonly columns: readonly Column[] | undefined;
  readonly locale: LocaleFormat;
  readonly recordsOf: (result: RequestResult, seen: RecordListener) => ReturnType<SheetRecords>;
  /** Called with the number of sheets when all of them are written. */
  readonly onWritten: (sheets: number) => void;
}

type WorkbookView = Pick<View<never>, 'name' | 'columns' | 'table' | 'charts' | 'whole'>;

/** With more columns than this, a printed page would be too small to read. */
const mostColumns = 14;
/** With more folded columns than this, only those that totals and charts need are in the sheet. */
const mostFolded = 20;
/** Excel's limit for the name of a sheet, in units of UTF-16. */
const longestName = 31;
/** The first and the last sheet. */
const reservedNames = ['Overview', 'About'];

interface NamedSheet extends WrittenSheet {
  readonly name: string;
  readonly layout: SheetLayout;
}

interface SheetInBook {
  readonly name: string;
  /** The rows that each printed page begins with. */
  readonly titles: string | undefined;
  /** What its filter covers. */
  readonly range?: string;
}

export const workbookChunks = (content: WorkbookContent, results: Results) =>
  zipped(zip => writeParts(zip, content, results));

/**
 * A document as a workbook: its tiles, its tables and one chart on the first sheet, a sheet for each section, and a last
 * one with its notes.
 */
export const documentWorkbook = (document: Document, format: LocaleFormat, madeAt: number) =>
  zipped(zip => writeDocument(zip, document, format, new Date(madeAt)));

async function* zipped(write: (zip: ZipFile) => Promise<void>): AsyncGenerator<Uint8Array> {
  const zip = new ZipFile();
  const bytes = zip.outputStream as Readable;
  const writing = write(zip).then(
    () => zip.end(),
    (error: unknown) => bytes.destroy(error as Error),
  );
  try {
    yield* bytes;
    await writing;
  } finally {
    bytes.destroy();
  }
}

async function writeParts(zip: ZipFile, content: WorkbookContent, results: Results): Promise<void> {
  const { about, locale: format } = content;
  const [styles, texts] = [new CellStyles(), new SharedTexts()];
  const layouts = new Map<string, SheetLayout>();
  const sheets: NamedSheet[] = [];
  const requests: WorkbookRequest[] = [];
  const mtime = new Date(about.madeAt);
  let figures: KeyFigures<never>['figures'] = [];
  for await (const { view, heading, batches } of eachSheet(content, results, requests)) {
    const layout = sheetLayout(view, content.columns);
    layouts.set(layout.view, layout);
    if (figures.length === 0) figures = view.whole?.figures ?? [];
    const name = sheetName(about.title, view.name, sheets, format);
    const footer = [about.title, about.basis, heading, name].filter(Boolean).join(' · ');
    const xml = sheetXml({ ...layout, batches, format, footer }, styles, texts);
    let written: WrittenSheet | undefined;
    const pieces = async function* () {
      written = yield* xml;
    };
    const stream = Readable.from(pieces(), { highWaterMark: 1 });
    await addStream(zip, stream, `xl/worksheets/sheet${sheets.length + 2}.xml`, mtime);
    // The reader closed the stream, or the run was interrupted.
    if (!written) return;
    sheets.push({ name, layout, ...written });
  }
  const count = sheets.length + 2;
  content.onWritten(count);
  const add = (path: string, text: string) => zip.addBuffer(Buffer.from(text), path, { mtime });
  const overview = new OverviewSheet(styles, format);
  const rows = sheets.find(({ few }) => few !== undefined && few.length > 1);
  const shown = rows?.few && { layout: rows.layout, records: rows.few };
  await overview.addDocument(makeOverview(about, requests, figures, shown, format));
  const charts = [
    ...overview.charts.map(chart => ({ sheet: '', chart })),
    ...sheets.flatMap(sheet => sheet.charts.map(chart => ({ sheet: sheet.name, chart }))),
  ];
  const places = overview.places(charts.map(({ chart }) => rowsOfChart(chart)));
  add('xl/worksheets/sheet1.xml', overview.xml(charts.length > 0));
  if (charts.length > 0) for (const [path, text] of chartParts(charts, places)) add(path, text);
  const sections = requests.flatMap(({ words }) => (words ? [words] : []));
  const aboutXml = aboutSheetXml(about, sections, sheets, [...layouts.values()], styles, format);
  add(`xl/worksheets/sheet${count}.xml`, aboutXml);
  const [first = '', last = ''] = reservedNames.map(format.word);
  const own = sheets.map(({ name, range }) => ({ name, range, titles: '$1:$1' }));
  const inBook = [{ name: first, titles: overview.printTitles }, ...own, { name: last, titles: undefined }];
  add('xl/workbook.xml', workbookXml(inBook));
  addPackage(add, count, charts.length, styles, texts);
}

/** Of more sections than these, most are left out: the tables of the page have their figures. */
const mostSections = 4;

async function writeDocument(zip: ZipFile, document: Document, format: LocaleFormat, mtime: Date) {
  const [styles, texts] = [new CellStyles(), new SharedTexts()];
  const add = (path: string, text: string) => zip.addBuffer(Buffer.from(text), path, { mtime });
  const { notes = [], title, basis } = document;
  const blocks: DocumentBlock[] = [];
  for await (const block of document.blocks) blocks.push(block);
  const sections = blocks.filter(block => block.kind === 'section');
  const main = { ...document, notes: [], blocks: blocks.filter(({ kind }) => kind !== 'section') };
  const about = {
    title,
    blocks: notes.map(text => ({ kind: 'note' as const, text })),
    ...(basis === undefined ? {} : { basis }),
  };
  const sheets: SheetInBook[] = [];
  const [first = '', last = ''] = reservedNames.map(format.word);
  const parts = [main, ...sections.filter(each => each.sheet || sections.length <= mostSections), about];
  const charts: SheetChart[] = [];
  for (const [index, part] of parts.entries()) {
    const sheet = new OverviewSheet(styles, format);
    // The charts of sections are on the page; a sheet of theirs has the tables.
    await sheet.addDocument(part);
    if (index === 0) charts.push(...sheet.charts);
    const places = index === 0 ? sheet.places(charts.map(rowsOfChart)) : [];
    const drawn = charts.map(chart => ({ sheet: '', chart }));
    if (places.length > 0) for (const [path, text] of chartParts(drawn, places)) add(path, text);
    add(`xl/worksheets/sheet${index + 1}.xml`, sheet.xml(places.length > 0, index === 0));
    const others = sheets.map(({ name }) => name);
    const reserved = index === 0 ? first : part === about ? last : undefined;
    const words = ('sheet' in part && part.sheet) || part.title;
    const name = reserved ?? uniqueName(formatText(words, format), others, format);
    sheets.push({ name, titles: sheet.printTitles });
  }
  add('xl/workbook.xml', workbookXml(sheets));
  addPackage(add, parts.length, charts.length, styles, texts);
}

/** The parts that every workbook has. */
function addPackage(
  add: (path: string, text: string) => void,
  sheets: number,
  charts: number,
  styles: CellStyles,
  texts: SharedTexts,
): void {
  add('xl/sharedStrings.xml', texts.xml());
  add('xl/styles.xml', styles.xml());
  add('xl/_rels/workbook.xml.rels', relationsXml(sheets));
  add('_rels/.rels', relationships([['officeDocument', 'xl/workbook.xml']]));
  add('[Content_Types].xml', contentTypes(sheets, charts));
}

/** Adds a part and waits until all of it is written, because the next part depends on its result. */
function addStream(zip: ZipFile, source: Readable, path: string, mtime: Date): Promise<void> {
  const stop = () => source.destroy();
  zip.outputStream.once('close', stop);
  return new Promise<void>((resolve, reject) => {
    source.once('end', resolve).once('error', reject).once('close', resolve);
    zip.addReadStream(source, path, { mtime });
  }).finally(() => zip.outputStream.off('close', stop));
}

/** Consecutive results of one view are one sheet. */
async function* eachSheet(
  { view: only, recordsOf, about }: WorkbookContent,
  results: Results,
  requests: WorkbookRequest[],
) {
  const source = (async function* () {
    yield* results;
  })();
  // The views of one request share its parameters.
  const described = new Set<Parameters>();
  let next = await source.next();
  if (next.done) yield { view: only, heading: '', batches: async function* () {} };
  while (!next.done) {
    const { view } = next.value;
    const batches: SheetRecords = async function* (seen) {
      while (!next.done && next.value.view === view) {
        const result: RequestResult = next.value;
        yield* recordsOf(result, seen);
        if (!described.has(result.parameters))
          requests.push({ words: about.sectionOf?.(result.parameters), whole: result.whole?.() });
        described.add(result.parameters);
        next = await source.next();
      }
    };
    // The property and the period of its first request.
    const heading = about.sectionOf?.(next.value.parameters).heading ?? '';
    yield { view: view ?? only, heading, batches };
  }
}

/**
 * Of a view that is too wide for a page, the other columns than the usual ones are folded; of very many, only those that
 * totals and charts need. Technical columns are always folded.
 */
function sheetLayout(
  { name, columns: all, charts = [], table }: WorkbookView,
  chosen: readonly Column[] | undefined,
): SheetLayout {
  const columns = chosen ?? all;
  const usual = chosen ? [] : (table?.columns ?? []);
  const technical = columns.filter(({ role }) => role === 'technical');
  if (usual.length === 0 || columns.length - technical.length <= mostColumns)
    return { view: name, columns, charts, folded: new Set(technical) };
  // Which hotel a row is of is never hidden.
  const isUsual = ({ name: path }: Column) => path === 'propertyId' || usual.includes(path);
  const further = columns.filter(column => !isUsual(column));
  if (further.length <= mostFolded) return { view: name, columns, charts, folded: new Set(further) };
  const drawn = charts.flatMap(({ label, value, versus }) => [
    label,
    value,
    ...(versus ? [versus.value] : []),
  ]);
  const kept = columns.filter(column => isUsual(column) || drawn.includes(column.name));
  const parts = new Set(kept.flatMap(partsOfTotal));
  const isKept = (column: Column) => kept.includes(column) || parts.has(column.name);
  const shown = columns.filter(isKept);
  return { view: name, columns: shown, charts, folded: new Set(shown.filter(column => !isUsual(column))) };
}

/** The columns that the formula of a column's total refers to. */
function partsOfTotal({ aggregation }: Pick<Column, 'aggregation'>): readonly string[] {
  if (aggregation?.kind === 'ratio') {
    const { of, per, less, or } = aggregation;
    return [of, per, ...(less === undefined ? [] : [less]), ...(or ? [or.of] : [])];
  }
  if (aggregation?.kind !== 'change') return [];
  return [aggregation.now, aggregation.before].flatMap(side => [side.name, ...partsOfTotal(side)]);
}

/** A name that Excel accepts and that is unique in the workbook: `Days`, `Unit groups`, `Hotels`. */
function sheetName(title: string, view: string, others: readonly NamedSheet[], format: LocaleFormat): string {
  // A computed view is named after its report: `property-performance-property-compared`.
  const report = title.toLowerCase().replaceAll(' ', '-');
  const own = view.startsWith(`${report}-`) ? view.slice(report.length + 1) : view;
  const english = own.replace(/^property(-compared)?$/, 'hotels').replaceAll('-', ' ');
  const words = format.word(`${english.charAt(0).toUpperCase()}${english.slice(1)}`);
  return uniqueName(
    words,
    others.map(({ name }) => name),
    format,
  );
}

function uniqueName(words: string, others: readonly string[], { word }: LocaleFormat): string {
  const plain = words.replace(/[\p{Cc}\p{Cf}\p{Cs}[\]:*?/\\]/gu, '_') || 'Sheet';
  const taken = new Set(['history', ...others.map(name => name.toLowerCase())]);
  for (const reserved of reservedNames) taken.add(word(reserved).toLowerCase());
  for (let number = 1; ; number++) {
    const suffix = number === 1 ? '' : ` (${number})`;
    // Excel refuses an apostrophe at an end, and the cut may leave one there, or half of a character.
    const name = plain
      .slice(0, longestName - suffix.length)
      .replace(/[\ud800-\udbff]$/, '')
      .replace(/^'+|'+$/g, '_');
    const candidate = name + suffix;
    if (!taken.has(candidate.toLowerCase())) return candidate;
  }
}

function workbookXml(sheets: readonly SheetInBook[]): string {
  const defined = sheets.flatMap(({ name, titles, range }, index) => {
    const quoted = `'${xmlAttribute(name.replaceAll("'", "''"))}'`;
    const own = (what: string, rows: string, more = '') =>
      `<definedName name="_xlnm.${what}" localSheetId="${index}"${more}>${quoted}!${rows}</definedName>`;
    return [
      ...(range === undefined ? [] : [own('_FilterDatabase', absoluteRange(range), ' hidden="1"')]),
      ...(titles === undefined ? [] : [own('Print_Titles', titles)]),
    ];
  });
  const list = sheets.map(
    ({ name }, index) =>
      `<sheet name="${xmlAttribute(name)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`,
  );
  return `${xmlHead}<workbook xmlns="${mainNamespace}" xmlns:r="${relationNamespace}"><bookViews><workbookView activeTab="0"/></bookViews><sheets>${list.join('')}</sheets>${defined.length === 0 ? '' : `<definedNames>${defined.join('')}</definedNames>`}<calcPr fullCalcOnLoad="1"/></workbook>`;
}

const relationsXml = (sheets: number): string =>
  relationships([
    ...Array.from(
      { length: sheets },
      (_, index) => ['worksheet', `worksheets/sheet${index + 1}.xml`] as const,
    ),
    ['styles', 'styles.xml'],
    ['sharedStrings', 'sharedStrings.xml'],
  ]);

function contentTypes(sheets: number, charts: number): string {
  const part = (path: string, type: string) =>
    `<Override PartName="/xl/${path}.xml" ContentType="application/vnd.openxmlformats-officedocument.${type}+xml"/>`;
  const numbered = (count: number, path: string, type: string) =>
    Array.from({ length: count }, (_, index) => part(`${path}${index + 1}`, type));
  const parts = [
    part('workbook', 'spreadsheetml.sheet.main'),
    ...numbered(sheets, 'worksheets/sheet', 'spreadsheetml.worksheet'),
    ...(charts > 0 ? [part('drawings/drawing1', 'drawing')] : []),
    ...numbered(charts, 'charts/chart', 'drawingml.chart'),
    part('styles', 'spreadsheetml.styles'),
    part('sharedStrings', 'spreadsheetml.sharedStrings'),
  ];
  return `${xmlHead}<Types xmlns="${packageNamespace}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${parts.join('')}</Types>`;
}
