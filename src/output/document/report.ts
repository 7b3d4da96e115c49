import type { KeyFigures, ReportRecord, View } from '../../platform/records.ts';
import { makeCharts, makeTiles } from '../chart/chart.ts';
import type { RecordListener, ReportDescription, RequestResult, Results } from '../results.ts';
import { computeTotals } from '../totals.ts';
import { asPieces, definedText, englishText, joinTexts, say, sayCount } from '../words/messages.ts';
import {
  type Cell,
  countUnit,
  type Document,
  type DocumentBlock,
  type DocumentColumn,
  type DocumentRow,
  type DocumentTable,
  describeCreation,
  noteFurther,
  type Pieces,
  type Section,
  type Text,
  type Tile,
} from './document.ts';
import { type RecordsLayout, RecordsTable } from './records.ts';

/** With at least this many requests, their sections are folded: the overview is short enough to read. */
const foldedFrom = 4;
/** The title of a page lists up to this many names; otherwise it shows their number. */
const mostNames = 3;

/** The parts that all sections of a report share: a view, its columns and its layout. */
export interface ReportContent extends RecordsLayout {
  readonly view: Pick<View<never>, 'name' | 'charts' | 'columns' | 'table'> & {
    readonly whole?: Pick<KeyFigures<never>, 'figures' | 'columns'>;
  };
}

/** One request in one view: its section, and what the overview shows of it. */
export interface ReportSection extends Section {
  readonly tiles: readonly Tile[];
  readonly heading: readonly Text[];
  /** The filters of the request. */
  readonly details: readonly Text[];
  readonly viewName: string | undefined;
  readonly whole: ReportRecord | undefined;
  readonly content: ReportContent;
  readonly rows: number;
}

export type ShownRecords = (
  result: RequestResult,
  seen: RecordListener,
) => AsyncIterable<readonly ReportRecord[]>;

/**
 * The document of a report: a request is a section, or one for each of its views. Several have an overview before them:
 * their total figures, and a table that leads to each of them.
 */
export async function reportDocument(
  about: ReportDescription,
  contentOf: (result: RequestResult) => ReportContent,
  results: Results,
  recordsOf: ShownRecords,
): Promise<Document> {
  const sections: ReportSection[] = [];
  for await (const result of results)
    sections.push(await readSection(about, contentOf(result), result, sections.length + 1, recordsOf));
  return composeSections(about, sections);
}

/** The document of the sections that were read. */
export async function composeSections(
  about: ReportDescription,
  sections: readonly ReportSection[],
): Promise<Document> {
  const document = joinSections(about, sections);
  return (await about.complete?.(document)) ?? document;
}

function joinSections(about: ReportDescription, sections: readonly ReportSection[]): Document {
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
      ...withBasis([about.basis, only.basis]),
      subject: makeSubject(title, sections, only.tiles),
      notes,
    };
  const folded = sections.length >= foldedFrom;
  const tiles = totalTiles(sections);
  return {
    title,
    ...withBasis([about.basis]),
    subject: makeSubject(title, sections, tiles),
    tiles,
    blocks: [
      ...(sections.length > 0 ? [contentsTable(sections)] : []),
      ...sections.map(section => ({ ...section, folded })),
    ],
    notes,
  };
}

const withBasis = (parts: readonly (Text | undefined)[]): { readonly basis?: Text } => {
  const basis = joinTexts(parts);
  return basis.length === 0 ? {} : { basis };
};

/** The figures that a subject has space for. */
const mostFigures = 3;

/** `Hotel Isarblick (MUC) · October 2026: Occupancy 77.2 % (−0.4), ADR 141.02 EUR (−2.4 %)`, else the title and the rows. */
function makeSubject(title: Pieces, sections: readonly ReportSection[], tiles: readonly Tile[]): Text {
  const rows = sections.reduce((sum, section) => sum + section.rows, 0);
  const known = tiles.filter(({ value }) => value !== null).slice(0, mostFigures);
  if (known.length === 0) return [...title, ': ', ...sayCount(rows, '1 row', '{count} rows')];
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
  const name = makeTitle('', sections);
  return [...(name.length > 0 ? name : title), ...figures];
}

/** @param table of this request; that of a sheet has the rows of all requests */
export async function readSection(
  about: ReportDescription,
  content: ReportContent,
  result: RequestResult,
  number: number,
  recordsOf: ShownRecords,
  table = new RecordsTable(content),
): Promise<ReportSection> {
  const { view, format } = content;
  const { heading = [], details = [] } = about.sectionOf?.(result.parameters) ?? {};
  const named = heading.length > 0 ? heading : [about.title];
  const before = table.rows;
  const definitions = content.rankedBy === undefined ? (view.charts ?? []) : [];
  const drawn: ReportRecord[] = [];
  const all = (records: readonly ReportRecord[]) => table.see(records);
  for await (const records of recordsOf(result, all)) {
    table.add(records);
    if (definitions.length > 0) for (const record of records) drawn.push(record);
  }
  const { further = 0 } = result;
  const whole = result.whole?.();
  const viewName = result.view?.name;
  const charts = further > 0 ? [] : makeCharts(definitions, view.columns, drawn, format);
  const blocks: DocumentBlock[] =
    table.rows === before
      ? [...charts, { kind: 'note', text: 'No rows.' }]
      : [...charts, { ...table.table(further === 0), label: joinTexts(named) }];
  if (further > 0) blocks.push(noteFurther(further));
  return {
    kind: 'section',
    anchor: `section-${number}`,
    title: joinTexts([...named, viewName && definedText(viewName)]),
    ...withBasis(details),
    tiles: makeTiles(view.whole?.figures ?? [], whole, format),
    blocks,
    heading,
    details,
    viewName,
    whole,
    content,
    rows: table.rows - before + further,
  };
}

/** `Property performance · MUC · October 2026`: the hotels and the periods of the page. */
function makeTitle(title: Text, sections: readonly ReportSection[]): Pieces {
  const [properties = [], periods = []] = [0, 1].map(index => [
    ...new Map(
      sections.flatMap(({ heading }) =>
        heading[index] ? [[englishText(heading[index]), heading[index]]] : [],
      ),
    ).values(),
  ]);
  const named = (names: readonly Text[], many: '{count} properties' | '{count} periods') =>
    names.length > mostNames ? say(many, { count: names.length }) : joinTexts(names, ', ');
  return joinTexts([title, named(properties, '{count} properties'), named(periods, '{count} periods')]);
}

/** Whether what follows the hotel in the headings is the same in all of them, and need be said only once. */
const havePeriod = (sections: readonly ReportSection[]): boolean =>
  sections.every(({ heading }) => heading.length > 1) &&
  new Set(sections.map(({ heading }) => englishText(joinTexts(heading.slice(1))))).size === 1;

/** The figures of all sections: sums, and ratios of sums. A figure without a valid total is omitted. */
function totalTiles(sections: readonly ReportSection[]): readonly Tile[] {
  // Of several views, one has the key figures of a request.
  const leading = sections.find(({ whole }) => whole)?.viewName;
  const counted = sections.filter(({ viewName }) => viewName === leading);
  const wholes = counted.flatMap(({ whole }) => (whole ? [whole] : []));
  const [first] = counted;
  if (!first || wholes.length < counted.length) return [];
  const { view, format } = first.content;
  const totals = computeTotals(wholes, [...view.columns, ...(view.whole?.columns ?? [])]);
  return (view.whole?.figures ?? []).flatMap((figure): Tile[] => {
    const total = totals.get(figure.value);
    if (!total) return [];
    const changed = figure.change && totals.get(figure.change.value);
    // The total has its own currency, which is the same in all sections.
    const part = figure.part && totals.get(figure.part.value)?.value;
    const record = { value: total.value, currency: total.currency, change: changed?.value, part };
    const unit = figure.unit.kind === 'money' ? { ...figure.unit, currency: 'currency' } : figure.unit;
    const change = figure.change && changed ? { change: { ...figure.change, value: 'change' } } : {};
    const beside = figure.part ? { part: { ...figure.part, value: 'part' } } : {};
    return makeTiles([{ title: figure.title, value: 'value', unit, ...change, ...beside }], record, format);
  });
}

/** A line for each section, with its key figures and the days of its first chart. */
function contentsTable(sections: readonly ReportSection[]): DocumentTable {
  const isOnePeriod = havePeriod(sections);
  const titles = new Set(
    sections.flatMap(({ content }) =>
      (content.view.whole?.figures ?? []).map(({ title }) => definedText(title)),
    ),
  );
  const figures = [...titles].map(title => {
    const tiles = sections.map(section => section.tiles.find(({ what }) => what === title));
    const units = tiles.flatMap(tile => tile?.unit ?? []);
    const isShared = new Set(units.map(({ sign }) => sign)).size < 2;
    return { title, tiles, unit: units[0], isShared, isChanged: tiles.some(tile => tile?.change) };
  });
  const columns = figures.flatMap(({ title, unit, isShared, isChanged }): DocumentColumn[] => [
    {
      heading: isShared && unit?.sign ? [...asPieces(title), ' ', unit.sign] : title,
      kind: 'number',
      ...(unit && isShared ? { unit } : {}),
    },
    ...(isChanged ? [{ heading: [unit?.sign === '%' ? '± pts' : '± %'], kind: 'signed' as const }] : []),
  ]);
  const series = sections.map(seriesOfSection);
  const hasSeries = series.some(each => each.length > 1);
  const isProperty = isOnePeriod && sections.every(({ viewName }) => viewName === undefined);
  const rows = sections.map((section, index): DocumentRow => {
    const cells = figures.flatMap(({ tiles, isShared, isChanged }): Cell[] => {
      const tile = tiles[index];
      const value: Cell = tile && (isShared ? tile.value : { value: tile.value, unit: tile.unit });
      const changed = tile?.change && { value: tile.change.value, unit: { ...tile.change.unit, sign: '' } };
      return isChanged ? [value, changed] : [value];
    });
    return {
      kind: 'row',
      link: section.anchor,
      cells: [
        joinTexts([
          ...section.heading.slice(0, isOnePeriod ? 1 : undefined),
          section.viewName && definedText(section.viewName),
        ]),
        section.rows,
        ...cells,
        ...(hasSeries ? [{ series: series[index] ?? [] }] : []),
      ],
    };
  });
  return {
    kind: 'table',
    title: 'Overview',
    columns: [
      { heading: isProperty ? 'Property' : 'Section', kind: 'text' },
      { heading: 'Rows', kind: 'number', unit: countUnit, rank: 2 },
      ...columns,
      ...(hasSeries ? [{ heading: 'By day', kind: 'sparkline', rank: 1 } as const] : []),
    ],
    rows,
  };
}

function seriesOfSection({ blocks }: ReportSection) {
  for (const block of blocks as readonly DocumentBlock[])
    if (block.kind === 'chart' && block.form === 'days')
      return block.points.map(({ values: [own] }) => own ?? null);
  return [];
}
