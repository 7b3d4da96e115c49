import type { ReportRecord } from '../../platform/records.ts';
import { makeCharts, makeTiles } from '../chart/chart.ts';
import {
  columnsOfWhole,
  type RecordListener,
  type ReportDescription,
  type RequestResult,
  type Results,
} from '../results.ts';
import { haveFigures, type StreamTotals } from '../totals.ts';
import { asPieces, definedText, joinTexts, say, sayCount, sayPart, uniqueTexts } from '../words/messages.ts';
import {
  type Document,
  type DocumentBlock,
  type DocumentTable,
  describeCreation,
  type Pieces,
  type Text,
  type Tile,
} from './document.ts';
import { contentsTable, type ReportContent, type ReportSection, sumTiles, totalTiles } from './overview.ts';
import { RecordsTable } from './records.ts';

/** With at least this many requests, their sections are folded: the overview is short enough to read. */
const foldedFrom = 4;
/** The title of a page lists up to this many names; otherwise it shows their number. */
const mostNames = 3;

export interface DocumentSource {
  readonly about: ReportDescription;
  readonly results: Results;
  readonly contentOf: (result: Pick<RequestResult, 'view'>) => ReportContent;
  /** The records that are shown. @param seen is called with all records */
  readonly recordsOf: (result: RequestResult, seen: RecordListener) => AsyncIterable<readonly ReportRecord[]>;
}

/**
 * The document of a report: a request is a section, or one for each of its views. Several have an overview before them:
 * their total figures, and a table that leads to each of them.
 */
export async function reportDocument(source: DocumentSource): Promise<Document> {
  let total: RecordsTable | undefined;
  const recordsOf: DocumentSource['recordsOf'] = (result, seen) => {
    const content = source.contentOf(result);
    if (content.isComputed) total ??= new RecordsTable(content);
    return source.recordsOf(result, records => {
      total?.see(records);
      seen(records);
    });
  };
  const sections = await readSections({ ...source, recordsOf });
  // Elsewhere the rows are one table, which ends with these sums.
  const sums = (sections.length > 1 && total ? [total.table()] : []).filter(
    ({ rows }) => [...rows].length > 0,
  );
  return composeSections(source.about, sections, sums);
}

export async function composeSections(
  about: ReportDescription,
  sections: readonly ReportSection[],
  sums: readonly DocumentTable[] = [],
): Promise<Document> {
  const document = joinSections(about, sections, sums);
  const subject = makeSubject(about.title, sections, document.tiles, false);
  return (await about.complete?.(document, subject)) ?? document;
}

function joinSections(
  about: ReportDescription,
  sections: readonly ReportSection[],
  sums: readonly DocumentTable[],
): Document {
  const notes = [
    ...(about.definition === undefined ? [] : [about.definition]),
    ...(about.notes?.() ?? []),
    describeCreation(about.madeAt, 'hotelctl'),
  ];
  const [only, ...others] = sections;
  const title = makeTitle(about.title, sections);
  if (only && others.length === 0)
    return {
      ...only,
      title,
      basis: makeBasis([about.basis, only.basis]),
      subject: makeSubject(about.title, sections, only.tiles),
      notes,
    };
  const tiles = totalTiles(sections);
  return {
    title,
    basis: makeBasis([about.basis]),
    subject: makeSubject(about.title, sections, tiles),
    tiles,
    blocks: [
      ...(sections.length > 0 ? [contentsTable(sections, tiles)] : []),
      ...sums.map(table => ({ ...table, title: say('Total') })),
      ...sections.map(section => ({ ...section, folded: sections.length >= foldedFrom })),
    ],
    notes,
  };
}

const makeBasis = (parts: readonly (Text | undefined)[]): Text | undefined => {
  const basis = joinTexts(parts);
  return basis.length === 0 ? undefined : basis;
};

/** The figures that a subject has space for. */
const mostFigures = 3;

/** `Hotel Isarblick (MUC) · October 2026: Occupancy 77.2 % (−0.4), ADR 141.02 EUR (−2.4 %)`, else the title and the rows. */
function makeSubject(
  title: Text,
  sections: readonly ReportSection[],
  tiles: readonly Tile[] = [],
  isNamed = true,
): Text {
  const named = (words: Text) => makeTitle(words, sections, isNamed);
  const rows = sections.reduce((sum, section) => sum + section.rows, 0);
  const known = tiles.filter(({ value }) => value !== null).slice(0, mostFigures);
  if (known.length === 0) return [...named(title), ': ', ...sayCount(rows, '1 row', '{count} rows')];
  const figures = known.flatMap(
    ({ what, value, unit, change }, index): Pieces => [
      index === 0 ? ': ' : ', ',
      ...asPieces(what),
      ' ',
      { number: value ?? 0, unit },
      ...(change?.value == null
        ? []
        : [' (', { number: change.value, unit: change.unit, isChange: true }, ')']),
    ],
  );
  const name = named('');
  return [...(name.length > 0 ? name : named(title)), ...figures];
}

/** A section while its rows are read. */
interface OpenSection extends Pick<ReportSection, 'content' | 'details' | 'heading' | 'viewName'> {
  readonly property: string;
  readonly table: RecordsTable;
  readonly drawn: ReportRecord[];
  /** The last of its periods. */
  last: Text | undefined;
  whole: ReportRecord | undefined;
  rows: number;
  readonly excerptsOf: StreamTotals[];
}

/** @param tableOf default: each section has its own table; that of a sheet has the rows of all */
export async function readSections(
  { about, results, contentOf, recordsOf }: DocumentSource,
  tableOf = (content: ReportContent) => new RecordsTable(content),
): Promise<ReportSection[]> {
  const opened: OpenSection[] = [];
  for await (const result of results) {
    const content = contentOf(result);
    const { heading = [], details = [] } = about.sectionOf?.(result.parameters) ?? {};
    const property = String(result.parameters['propertyId']);
    // One table of all requests has a total for each hotel, and so have the sections.
    const isJoined = content.title === undefined && content.view.whole === undefined && heading.length > 1;
    const known = isJoined
      ? opened.find(each => each.property === property && each.content.view === content.view)
      : undefined;
    const section: OpenSection = known ?? {
      content,
      details,
      heading,
      viewName: result.view?.name,
      property,
      table: tableOf(content),
      drawn: [],
      last: undefined,
      whole: undefined,
      rows: 0,
      excerptsOf: [],
    };
    if (!known) opened.push(section);
    const { table, drawn } = section;
    const before = table.rows;
    const isDrawn = definitionsOf(content).length > 0;
    for await (const records of recordsOf(result, all => table.see(all))) {
      table.add(records);
      if (isDrawn) for (const record of records) drawn.push(record);
    }
    section.last = heading[1];
    section.rows += table.rows - before;
    // Without rows, it has no sums to add.
    if (result.excerptOf?.count) section.excerptsOf.push(result.excerptOf);
    section.whole ??= result.whole?.();
  }
  return opened.map((section, index) => closeSection(about, section, index + 1));
}

const definitionsOf = ({ rankedBy, view }: ReportContent) =>
  rankedBy === undefined ? (view.charts ?? []) : [];

function closeSection(about: ReportDescription, section: OpenSection, number: number): ReportSection {
  const { content, details, viewName, property, table, drawn, last, whole, rows, excerptsOf } = section;
  const { view, format } = content;
  const [hotel = '', first = ''] = section.heading;
  const heading =
    last === undefined || last === first
      ? section.heading
      : [hotel, say('{first} to {last}', { first: asPieces(first), last: asPieces(last) })];
  const named = heading.length > 0 ? heading : [about.title];
  const further = Math.max(0, excerptsOf.reduce((sum, { count }) => sum + count, 0) - rows);
  const definitions = further > 0 ? [] : definitionsOf(content);
  const charts = definitions.flatMap(each => makeCharts(each, view.columns, drawn, format));
  const shown: DocumentBlock =
    rows === 0
      ? { kind: 'note', text: 'No rows.' }
      : { ...table.table(further === 0), label: joinTexts(named), further };
  const figures = view.whole?.figures;
  const sums = excerptsOf.map(totals => totals.end(content.columns).values);
  // What `--limit` leaves out is in the totals.
  const counted = sayPart(rows, table.seen);
  return {
    kind: 'section',
    anchor: `section-${number}`,
    title: joinTexts([...named, viewName && definedText(viewName)]),
    basis: makeBasis([...details, counted]),
    tiles: figures
      ? makeTiles(figures, whole, format)
      : sumTiles(content, sums.length > 0 ? sums : [table.totalsOf(property)]),
    blocks: [...charts, shown],
    heading,
    details,
    viewName,
    whole,
    content,
    rows: rows + further,
  };
}

/** `Property performance · MUC · October 2026`: the hotels with figures, the periods, and what the totals count. */
function makeTitle(title: Text, all: readonly ReportSection[], isNamed = true): Pieces {
  const known = all.filter(({ content: { view }, whole, rows }) =>
    view.whole && whole ? haveFigures([whole], columnsOfWhole(view)) : rows > 0 || !view.whole,
  );
  const sections = known.length > 0 ? known : all;
  const [properties = [], periods = [], counted = []] = [0, 1, 2].map(index =>
    uniqueTexts(sections.flatMap(({ heading }) => (heading[index] ? [heading[index]] : []))),
  );
  const named = (names: readonly Text[], many: '{count} properties' | '{count} periods') =>
    names.length > mostNames ? say(many, { count: names.length }) : joinTexts(names, ', ');
  const hotels = isNamed ? named(properties, '{count} properties') : '';
  return joinTexts([title, hotels, named(periods, '{count} periods'), ...counted]);
}
