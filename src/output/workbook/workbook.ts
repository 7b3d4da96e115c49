import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import { xmlAttribute } from '../../base/text.ts';
import type { Document, Section } from '../document/document.ts';
import type { LocaleFormat } from '../number-format.ts';
import { formatText } from '../words/messages.ts';
import {
  absoluteRange,
  CellStyles,
  mainNamespace,
  packageNamespace,
  quotedSheet,
  relationNamespace,
  relationships,
  SharedTexts,
  xmlHead,
} from './cells.ts';
import { chartParts } from './chart-sheet.ts';
import { sheetXml, type WrittenSheet } from './sheet.ts';

/** Excel's limit for the name of a sheet, in units of UTF-16. */
const longestName = 31;
/** The first and the last sheet. */
const reservedNames = ['Overview', 'About'];
/** More sections than these, which name no sheet, are below each other on one. */
const mostSheets = 4;

type WorkbookListener = (sheets: number, cut: readonly string[]) => void;

/**
 * A document as an XLSX workbook, sheet by sheet: first its tiles, its tables and its charts, then its sections, then its
 * notes. The rows are written as they are read. This folder is loaded only for `xlsx`.
 *
 * @param onWritten called when all sheets are written, with their number and the cells whose text was cut
 */
export async function* documentWorkbook(
  document: Document,
  format: LocaleFormat,
  madeAt: number,
  onWritten: WorkbookListener = () => {},
): AsyncGenerator<Uint8Array> {
  const zip = new ZipFile();
  const bytes = zip.outputStream as Readable;
  const writing = writeBook(zip, document, format, new Date(madeAt), onWritten).then(
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

/** A sheet of the workbook: its name, which is made unique, and what it shows. */
interface PartOfBook {
  readonly name: string;
  readonly part: Document;
}

async function writeBook(
  zip: ZipFile,
  document: Document,
  format: LocaleFormat,
  mtime: Date,
  onWritten: WorkbookListener,
): Promise<void> {
  const book = { styles: new CellStyles(), texts: new SharedTexts(), format, data: new Map(), cut: [] };
  const add = (path: string, text: string) => zip.addBuffer(Buffer.from(text), path, { mtime });
  const parts = partsOfBook(document, format);
  const title = [document.title, document.basis ?? ''].map(text => formatText(text, format)).filter(Boolean);
  const sheets: (WrittenSheet & { readonly name: string })[] = [];
  // The rows come first in the file, so that what reads them back need not look for them, and the first sheet can add them up.
  for (const index of [...parts.keys()].slice(1).concat(0)) {
    const { name, part } = parts[index] as PartOfBook;
    const footer = [...title, ...(index === 0 ? [] : [name])].join(' · ');
    let written: WrittenSheet | undefined;
    const pieces = function* () {
      written = yield* sheetXml(
        part,
        { ...book, sheet: name, changes: [], merged: [] },
        { isFirst: index === 0, footer },
      );
    };
    const stream = Readable.from(pieces(), { highWaterMark: 1 });
    await addStream(zip, stream, `xl/worksheets/sheet${index + 1}.xml`, mtime);
    // The reader closed the stream, or the run was interrupted.
    if (!written) return;
    sheets[index] = { name, ...written };
  }
  onWritten(sheets.length, book.cut);
  const charts = sheets.flatMap(sheet => sheet.charts);
  if (charts.length > 0) for (const [path, text] of chartParts(charts, format)) add(path, text);
  add('xl/workbook.xml', workbookXml(sheets));
  add('xl/sharedStrings.xml', book.texts.xml());
  add('xl/styles.xml', book.styles.xml());
  add('xl/_rels/workbook.xml.rels', relationsXml(sheets.length));
  add('_rels/.rels', relationships([['officeDocument', 'xl/workbook.xml']]));
  add('[Content_Types].xml', contentTypes(sheets.length, charts.length));
}

/** What is read first, the sections, and the notes. */
function partsOfBook(document: Document, format: LocaleFormat): readonly PartOfBook[] {
  const { blocks, notes = [], title, basis } = document;
  const sections = blocks.filter(block => block.kind === 'section');
  const plain = sections.filter(({ sheet }) => sheet === undefined);
  const isTogether = plain.length > mostSheets;
  const [first = '', last = ''] = reservedNames.map(format.word);
  const taken = new Set(['history', first.toLowerCase(), last.toLowerCase()]);
  const named = (part: Section): PartOfBook => {
    const name = uniqueName(formatText(part.sheet ?? part.title, format), taken);
    taken.add(name.toLowerCase());
    return { name, part };
  };
  const nameOf = ({ sheet, title: words }: Section) =>
    formatText(sheet ?? (isTogether ? 'Details' : words), format);
  const own = sections.flatMap(section => {
    const isShared = section.sheet !== undefined || isTogether;
    const together = sections.filter(each => isShared && nameOf(each) === nameOf(section));
    if (together.length < 2) return [named(section)];
    const name = section.sheet ?? 'Details';
    return section === together[0]
      ? [named({ kind: 'section', anchor: '', title: name, blocks: together })]
      : [];
  });
  const main = { ...document, notes: [], blocks: blocks.filter(({ kind }) => kind !== 'section') };
  const about = { title, blocks: [], notes, basis };
  return [{ name: first, part: main }, ...own, { name: last, part: about }];
}

/** A quarter of the time of the usual level, for a file that is a fifth larger. */
const compressionLevel = 2;

/** Adds a part and waits until all of it is written, because the next part depends on its result. */
function addStream(zip: ZipFile, source: Readable, path: string, mtime: Date): Promise<void> {
  const stop = () => source.destroy();
  zip.outputStream.once('close', stop);
  return new Promise<void>((resolve, reject) => {
    source.once('end', resolve).once('error', reject).once('close', resolve);
    zip.addReadStream(source, path, { mtime, compressionLevel });
  }).finally(() => zip.outputStream.off('close', stop));
}

/** A name that Excel accepts and that is unique in the workbook. */
function uniqueName(words: string, taken: ReadonlySet<string>): string {
  const plain = words.replace(/[\p{Cc}\p{Cf}\p{Cs}[\]:*?/\\]/gu, '_') || 'Sheet';
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

function workbookXml(sheets: readonly (WrittenSheet & { readonly name: string })[]): string {
  const defined = sheets.flatMap(({ name, printTitles, range }, index) => {
    const quoted = quotedSheet(name);
    const own = (what: string, rows: string, more = '') =>
      `<definedName name="_xlnm.${what}" localSheetId="${index}"${more}>${quoted}${rows}</definedName>`;
    return [
      ...(range === undefined ? [] : [own('_FilterDatabase', absoluteRange(range), ' hidden="1"')]),
      ...(printTitles === undefined ? [] : [own('Print_Titles', printTitles)]),
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
