import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import { xmlAttribute } from '../../base/text.ts';
import type { Parameters } from '../../platform/parameters.ts';
import type { Column, View } from '../../platform/records.ts';
import type { LocaleFormat } from '../number-format.ts';
import type { RecordListener, ReportDescription, RequestResult, Results, SectionWords } from '../results.ts';
import { aboutSheetXml } from './about-sheet.ts';
import {
  absoluteRange,
  mainNamespace,
  packageNamespace,
  relationNamespace,
  relationships,
  type SheetLayout,
  xmlHead,
} from './cells.ts';
import { chartSheetParts } from './chart-sheet.ts';
import { type SheetRecords, sheetXml, type WrittenSheet } from './sheet.ts';
import { CellStyles, SharedTexts } from './styles.ts';

/**
 * Records as an XLSX workbook: a sheet about the report, then a sheet for each property, and for each view if there are
 * several. The rows are written as they are read, so that a workbook of any size takes constant memory. This folder is
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

type WorkbookView = Pick<View<never>, 'name' | 'columns' | 'table' | 'charts'>;

/** With more columns than this, a printed page would be too small to read. */
const mostColumns = 14;
/** Excel's limit for the name of a sheet. */
const longestName = 31;

interface NamedSheet extends WrittenSheet {
  readonly name: string;
  readonly heading: string;
}

export async function* workbookChunks(
  content: WorkbookContent,
  results: Results,
): AsyncGenerator<Uint8Array> {
  const zip = new ZipFile();
  const bytes = zip.outputStream as Readable;
  const writing = writeParts(zip, content, results).then(
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
  const { about, locale } = content;
  const [styles, texts] = [new CellStyles(), new SharedTexts()];
  const layouts = new Map<string, SheetLayout>();
  const sheets: NamedSheet[] = [];
  const sections: SectionWords[] = [];
  const mtime = new Date(about.madeAt);
  for await (const { property, view, heading, batches } of sheetsOf(content, results, sections)) {
    const layout = sheetLayout(view ?? content.view, content.columns);
    layouts.set(layout.view, layout);
    const footer = [about.title, heading, view?.name].filter(Boolean).join(' · ');
    const xml = sheetXml({ ...layout, batches, locale, footer }, styles, texts);
    let written: WrittenSheet | undefined;
    const pieces = async function* () {
      written = yield* xml;
    };
    await addStream(zip, Readable.from(pieces()), `xl/worksheets/sheet${sheets.length + 2}.xml`, mtime);
    // The reader closed the stream, or the run was interrupted.
    if (!written) return;
    sheets.push({ name: sheetName(property, view, sheets), heading, ...written });
  }
  const add = (path: string, text: string) => zip.addBuffer(Buffer.from(text), path, { mtime });
  add('xl/worksheets/sheet1.xml', aboutSheetXml(about, sections, sheets, [...layouts.values()], styles));
  add('xl/sharedStrings.xml', texts.xml());
  const drawn = sheets.filter(({ charts }) => charts.length > 0);
  const count = sheets.length + 1 + (drawn.length > 0 ? 1 : 0);
  content.onWritten(count);
  if (drawn.length > 0) {
    for (const [path, text] of chartSheetParts(drawn, count, styles)) add(path, text);
  }
  add('xl/styles.xml', styles.xml());
  add('xl/workbook.xml', workbookXml(sheets, drawn.length > 0));
  add('xl/_rels/workbook.xml.rels', relationsXml(count));
  add('_rels/.rels', relationships([['officeDocument', 'xl/workbook.xml']]));
  add('[Content_Types].xml', contentTypes(count, drawn.flatMap(({ charts }) => charts).length));
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

interface SheetSource {
  readonly property: string;
  /** Undefined if the results name no view. */
  readonly view: View<never> | undefined;
  /** The property and the period of its first request. */
  readonly heading: string;
  readonly batches: SheetRecords;
}

/** Consecutive results of one property and view are one sheet. */
async function* sheetsOf(
  { view: only, recordsOf, about }: WorkbookContent,
  results: Results,
  sections: SectionWords[],
): AsyncGenerator<SheetSource> {
  const source = (async function* () {
    yield* results;
  })();
  const propertyOf = ({ parameters, view = only }: { parameters: Parameters; view?: WorkbookView }) =>
    String(parameters['propertyId'] ?? view.name);
  // The views of one request share its parameters.
  const described = new Set<Parameters>();
  let next = await source.next();
  if (next.done) {
    const batches = async function* () {};
    yield { property: only.name, view: undefined, heading: '', batches };
  }
  while (!next.done) {
    const property = propertyOf(next.value);
    const { view } = next.value;
    const batches: SheetRecords = async function* (seen) {
      while (!next.done && propertyOf(next.value) === property && next.value.view === view) {
        const { parameters } = next.value;
        const words = described.has(parameters) ? undefined : about.sectionOf?.(parameters);
        described.add(parameters);
        if (words) sections.push(words);
        yield* recordsOf(next.value, seen);
        next = await source.next();
      }
    };
    const heading = about.sectionOf?.(next.value.parameters).heading ?? '';
    yield { property, view, heading, batches };
  }
}

/** Technical columns are folded in every sheet, columns beyond the usual ones only if it would be too wide for a page. */
function sheetLayout(
  { name, columns: all, charts = [], table }: WorkbookView,
  chosen: readonly Column[] | undefined,
): SheetLayout {
  const columns = chosen ?? all;
  const usual = chosen ? [] : (table?.columns ?? []);
  const technical = columns.filter(({ role }) => role === 'technical');
  const isWide = usual.length > 0 && columns.length - technical.length > mostColumns;
  const further = isWide ? columns.filter(column => !usual.includes(column.name)) : [];
  return { view: name, columns, charts, folded: new Set([...technical, ...further]) };
}

/**
 * A name that Excel accepts and that is unique in the workbook; `About` is the first sheet's. Of several views it says
 * the property and the view, `MUC days`; of a long name, the property is shortened.
 */
function sheetName(name: string, view: View<never> | undefined, others: readonly NamedSheet[]): string {
  const plain = name.replace(/[\p{Cc}\p{Cf}\p{Cs}[\]:*?/\\]/gu, '_').replace(/^'+|'+$/g, '_') || 'Sheet';
  const taken = new Set(['about', 'charts', 'history', ...others.map(sheet => sheet.name.toLowerCase())]);
  for (let number = 1; ; number++) {
    const suffix = (view ? ` ${view.name}` : '') + (number === 1 ? '' : ` (${number})`);
    const candidate =
      Array.from(plain)
        .slice(0, longestName - suffix.length)
        .join('') + suffix;
    if (!taken.has(candidate.toLowerCase())) return candidate;
  }
}

function workbookXml(sheets: readonly NamedSheet[], hasCharts: boolean): string {
  const names = ['About', ...sheets.map(({ name }) => name), ...(hasCharts ? ['Charts'] : [])];
  const defined = sheets.flatMap(({ name, range }, index) => {
    const quoted = `'${xmlAttribute(name.replaceAll("'", "''"))}'`;
    return [
      `<definedName name="_xlnm._FilterDatabase" localSheetId="${index + 1}" hidden="1">${quoted}!${absoluteRange(range)}</definedName>`,
      `<definedName name="_xlnm.Print_Titles" localSheetId="${index + 1}">${quoted}!$1:$1</definedName>`,
    ];
  });
  const list = names
    .map(
      (name, index) => `<sheet name="${xmlAttribute(name)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`,
    )
    .join('');
  return `${xmlHead}<workbook xmlns="${mainNamespace}" xmlns:r="${relationNamespace}"><bookViews><workbookView activeTab="0"/></bookViews><sheets>${list}</sheets>${defined.length === 0 ? '' : `<definedNames>${defined.join('')}</definedNames>`}<calcPr fullCalcOnLoad="1"/></workbook>`;
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
