import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import { xmlAttribute } from '../../base/text.ts';
import type { Parameters } from '../../platform/parameters.ts';
import type { ChartDefinition, Column, ReportRecord, View } from '../../platform/records.ts';
import type { ReportDescription, RequestResult, Results, SectionWords } from '../results.ts';
import { type AboutContent, type AboutLayout, aboutSheetXml } from './about-sheet.ts';
import { chartSheetParts } from './chart-sheet.ts';
import { SharedTexts } from './shared-texts.ts';
import { sheetXml, type WrittenSheet } from './sheet.ts';
import { CellStyles } from './styles.ts';
import { mainNamespace, packageNamespace, relationNamespace, xmlHead } from './xml.ts';

/**
 * Records as an XLSX workbook: a sheet about the report, then a sheet for each property, and for each view if there are
 * several. The rows are written as they are read, so that a workbook of any size takes constant memory. This folder is
 * loaded only for `xlsx`.
 */
interface WorkbookContent {
  readonly about: ReportDescription;
  /** The layout of the sheets of one view; undefined is the only view of the workbook. */
  readonly layoutOf: (view: View<never> | undefined) => SheetLayout;
  readonly locale: string | undefined;
  /** The records of one result, in their order. */
  readonly recordsOf: (result: RequestResult) => AsyncIterable<readonly ReportRecord[]>;
  /** Called with the number of sheets when all of them are written. */
  readonly onWritten?: (sheets: number) => void;
}

interface SheetLayout {
  readonly view: string;
  readonly columns: readonly Column[];
  readonly charts: readonly ChartDefinition[];
  /** Columns that are not shown by default: a wide sheet hides them. */
  readonly further: ReadonlySet<Column>;
}

/** With more columns than this, a printed page would be too small to read. */
const mostColumns = 14;
/** Excel's limit for the name of a sheet. */
const longestName = 31;

interface NamedSheet extends WrittenSheet {
  readonly name: string;
  /** What its first request was about. */
  readonly heading: string;
}

/** The bytes of the workbook, created as they are read. */
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
  const [styles, texts] = [new CellStyles(), new SharedTexts()];
  const layouts = new Map<string, AboutLayout>();
  const sheets: NamedSheet[] = [];
  const sections: SectionWords[] = [];
  const mtime = new Date(content.about.madeAt);
  for await (const { name, view, heading, batches } of sheetsOf(content, results, sections)) {
    const used = sheetName(name, view, sheets);
    const footer = [content.about.title, heading, view?.name].filter(Boolean).join(' · ');
    const layout = content.layoutOf(view);
    const { columns, charts } = layout;
    const folded = foldedColumns(layout);
    layouts.set(layout.view, { view: layout.view, columns, folded });
    const xml = sheetXml({ columns, folded, batches, locale: content.locale, footer, charts }, styles, texts);
    let written: WrittenSheet | undefined;
    const pieces = async function* () {
      written = yield* xml;
    };
    await addStream(zip, Readable.from(pieces()), `xl/worksheets/sheet${sheets.length + 2}.xml`, mtime);
    // The reader closed the stream, or the run was interrupted.
    if (!written) return;
    sheets.push({ name: used, heading, ...written });
  }
  const summary: AboutContent = { about: content.about, sections, sheets, layouts: [...layouts.values()] };
  const add = (path: string, text: string) => zip.addBuffer(Buffer.from(text), path, { mtime });
  add('xl/worksheets/sheet1.xml', aboutSheetXml(summary, styles));
  add('xl/sharedStrings.xml', texts.xml());
  const drawn = sheets.flatMap(({ name, heading, charts }) =>
    charts.length > 0 ? [{ sheet: name, heading: heading || name, charts }] : [],
  );
  const count = sheets.length + 1 + (drawn.length > 0 ? 1 : 0);
  content.onWritten?.(count);
  if (drawn.length > 0) {
    for (const [path, text] of chartSheetParts(drawn, count, styles)) add(path, text);
  }
  add('xl/styles.xml', styles.xml());
  add('xl/workbook.xml', workbookXml(sheets, drawn.length > 0));
  add('xl/_rels/workbook.xml.rels', relationsXml(count));
  add('_rels/.rels', packageRelations);
  const charts = drawn.reduce((sum, group) => sum + group.charts.length, 0);
  add('[Content_Types].xml', contentTypes(count, charts));
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
  readonly name: string;
  readonly view: View<never> | undefined;
  /** The parameters of the sheet's first request. */
  readonly heading: string;
  readonly batches: AsyncIterable<readonly ReportRecord[]>;
}

/** Consecutive results of one property and view are one sheet. */
async function* sheetsOf(
  { layoutOf, recordsOf, about }: WorkbookContent,
  results: Results,
  sections: SectionWords[],
): AsyncGenerator<SheetSource> {
  const source = (async function* () {
    yield* results;
  })();
  const propertyOf = ({ parameters, view }: RequestResult) =>
    String(parameters['propertyId'] ?? layoutOf(view).view);
  // The views of one request share its parameters.
  const described = new Set<Parameters>();
  let next = await source.next();
  if (next.done) {
    yield {
      name: layoutOf(undefined).view,
      view: undefined,
      heading: '',
      batches: (async function* () {})(),
    };
  }
  while (!next.done) {
    const name = propertyOf(next.value);
    const { view } = next.value;
    const batches = async function* () {
      while (!next.done && propertyOf(next.value) === name && next.value.view === view) {
        const { parameters } = next.value;
        const words = described.has(parameters) ? undefined : about.sectionOf?.(parameters);
        described.add(parameters);
        if (words) sections.push(words);
        yield* recordsOf(next.value);
        next = await source.next();
      }
    };
    const heading = about.sectionOf?.(next.value.parameters).heading ?? '';
    yield { name, view, heading, batches: batches() };
  }
}

/** Technical columns are hidden in every sheet, other columns only if the sheet would be too wide for a page. */
function foldedColumns({ columns, further }: SheetLayout): ReadonlySet<Column> {
  const technical = columns.filter(({ role }) => role === 'technical');
  const folded =
    columns.length - technical.length > mostColumns ? columns.filter(column => further.has(column)) : [];
  return new Set([...technical, ...folded]);
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
    const absolute = range.replace(/([A-Z]+)(\d+)/g, '$$$1$$$2');
    return [
      `<definedName name="_xlnm._FilterDatabase" localSheetId="${index + 1}" hidden="1">${quoted}!${absolute}</definedName>`,
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

function relationsXml(sheets: number): string {
  const list = Array.from(
    { length: sheets },
    (_, index) =>
      `<Relationship Id="rId${index + 1}" Type="${relationNamespace}/worksheet" Target="worksheets/sheet${index + 1}.xml"/>`,
  );
  return `${xmlHead}<Relationships xmlns="${packageNamespace}/relationships">${list.join('')}<Relationship Id="rId${sheets + 1}" Type="${relationNamespace}/styles" Target="styles.xml"/><Relationship Id="rId${sheets + 2}" Type="${relationNamespace}/sharedStrings" Target="sharedStrings.xml"/></Relationships>`;
}

const packageRelations = `${xmlHead}<Relationships xmlns="${packageNamespace}/relationships"><Relationship Id="rId1" Type="${relationNamespace}/officeDocument" Target="xl/workbook.xml"/></Relationships>`;

function contentTypes(sheets: number, charts: number): string {
  const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
  const parts = Array.from(
    { length: sheets },
    (_, index) =>
      `<Override PartName="/xl/worksheets/sheet${index + 1}.xml" ContentType="${type}.worksheet+xml"/>`,
  );
  const office = 'application/vnd.openxmlformats-officedocument';
  if (charts > 0)
    parts.push(
      `<Override PartName="/xl/drawings/drawing1.xml" ContentType="${office}.drawing+xml"/>`,
      ...Array.from(
        { length: charts },
        (_, index) =>
          `<Override PartName="/xl/charts/chart${index + 1}.xml" ContentType="${office}.drawingml.chart+xml"/>`,
      ),
    );
  return `${xmlHead}<Types xmlns="${packageNamespace}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${type}.sheet.main+xml"/>${parts.join('')}<Override PartName="/xl/styles.xml" ContentType="${type}.styles+xml"/><Override PartName="/xl/sharedStrings.xml" ContentType="${type}.sharedStrings+xml"/></Types>`;
}
