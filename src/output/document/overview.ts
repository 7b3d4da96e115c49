import Big from 'big.js';
import { settled } from '../../platform/numbers.ts';
import { nestedRecord } from '../../platform/record-paths.ts';
import type { Column, KeyFigures, ReportRecord, View } from '../../platform/records.ts';
import { chooseShownUnit, makeTiles } from '../chart/chart.ts';
import { findEarlier, makeColumnHeading } from '../columns.ts';
import { columnsOfWhole } from '../results.ts';
import { entriesOfTotals, roundRatios } from '../totals.ts';
import { asPieces, definedText, englishText, joinTexts, say } from '../words/messages.ts';
import {
  type Cell,
  countUnit,
  type DocumentColumn,
  type DocumentRow,
  type DocumentTable,
  type Section,
  type Text,
  type Tile,
} from './document.ts';
import type { RecordsLayout, RecordsTable } from './records.ts';

/** The figures of all sections: sums, and ratios of sums. A figure without a valid total is omitted. */
export function totalTiles(sections: readonly ReportSection[]): readonly Tile[] {
  // Of several views, one has the key figures of a request.
  const leading = sections.find(({ whole }) => whole)?.viewName;
  const counted = sections.filter(({ viewName }) => viewName === leading);
  const wholes = counted.flatMap(({ whole }) => (whole ? [whole] : []));
  const [first] = counted;
  if (first && first.content.view.whole === undefined) return addTiles(sections.map(({ tiles }) => tiles));
  if (!first || wholes.length < counted.length) return [];
  const { view, format } = first.content;
  const columns = columnsOfWhole(view);
  const totals = nestedRecord(entriesOfTotals(columns)(wholes));
  return makeTiles(view.whole?.figures ?? [], roundRatios([totals], columns)[0], format);
}

type Sums = ReturnType<RecordsTable['totalsOf']>;

/** The sums of a hotel, where a view has no key figures: of two sides the later one, with its change. */
export const sumTiles = (content: ReportContent, parts: readonly Sums[]): readonly Tile[] =>
  addTiles(parts.map(part => tilesOfPart(content, part)));

function tilesOfPart({ columns, format }: ReportContent, totals: Sums): Tile[] {
  const earlier = findEarlier(columns);
  const tileOf = (column: Column): Tile | undefined => {
    const { value, currency } = totals?.get(column.name) ?? {};
    if (value === undefined || !column.unit) return undefined;
    const unit = chooseShownUnit(column.unit, currency, format);
    return { what: [makeColumnHeading(column, '', format)], value, unit };
  };
  const changes = columns.flatMap(column => {
    const { aggregation } = column;
    return aggregation?.kind === 'change' && !aggregation.inPercent ? [{ column, of: aggregation.now }] : [];
  });
  return columns.flatMap(column => {
    const { name, aggregation } = column;
    const tile = earlier.has(name) ? undefined : tileOf(column);
    if (!tile) return [];
    const own = changes.find(each => each.column === column);
    // Without its figure, a change has its own tile.
    if (own && own.of.aggregation.kind === 'sum' && !columns.some(each => each.name === own.of.name))
      return [{ ...tile, isChange: true }];
    if (aggregation?.kind !== 'sum') return [];
    const change = changes.find(({ of }) => of.name === name);
    const changed = change && tileOf(change.column);
    return [changed ? { ...tile, change: { ...changed, since: '' } } : tile];
  });
}

/** The sums that all parts have in one currency. */
function addTiles(parts: readonly (readonly Tile[])[]): readonly Tile[] {
  const [first = [], ...others] = parts;
  return first.flatMap((tile): Tile[] => {
    const { what, unit } = tile;
    const own = englishText(what);
    const same = others.flatMap(
      tiles => tiles.find(each => englishText(each.what) === own && each.unit.sign === unit.sign) ?? [],
    );
    const all = [tile, ...same];
    const sumOf = (summed: readonly Pick<Tile, 'value'>[]) =>
      settled(summed.reduce<Big>((sum, { value }) => sum.plus(value ?? 0), new Big(0)));
    const changes = all.flatMap(({ change }) => change ?? []);
    const [change] = changes.length === all.length ? changes : [];
    const changed = change && { ...change, value: sumOf(changes) };
    const { change: _own, ...figure } = { ...tile, value: sumOf(all) };
    return same.length < others.length ? [] : [{ ...figure, ...(changed && { change: changed }) }];
  });
}

/** A line for each section, with its key figures and the days of its first chart, and the figures of all. */
export function contentsTable(sections: readonly ReportSection[], totals: readonly Tile[]): DocumentTable {
  // What follows the hotel in the headings need be said only once if it is the same in all of them.
  const isOnePeriod =
    sections.every(({ heading }) => heading.length > 1) &&
    new Set(sections.map(({ heading }) => englishText(joinTexts(heading.slice(1))))).size === 1;
  const listed = sections.flatMap(({ content: { view }, tiles }) =>
    view.whole
      ? view.whole.figures.map(({ title, value, change }) => ({
          title: definedText(title),
          name: value,
          nameOfChange: change ?? '',
        }))
      : tiles.map(({ what }) => ({ title: what, name: '', nameOfChange: '' })),
  );
  const titles = new Map(listed.map(each => [englishText(each.title), each] as const));
  const figures = [...titles].map(([own, names]) => {
    const tileIn = (tiles: readonly Tile[]) => tiles.find(({ what }) => englishText(what) === own);
    const tiles = sections.flatMap(section => tileIn(section.tiles) ?? []);
    const isShared = new Set(tiles.map(({ unit }) => unit.sign)).size < 2;
    const changedIn = tiles.find(({ change }) => change)?.change?.unit.sign;
    return { ...names, tileIn, unit: tiles[0]?.unit, isShared, changedIn };
  });
  const columns = figures.flatMap(({ title, unit, isShared, changedIn, ...names }): DocumentColumn[] => {
    const heading = isShared && unit?.sign ? [...asPieces(title), ' ', unit.sign] : title;
    const own = { name: names.name, heading, kind: 'number', unit: isShared ? unit : undefined } as const;
    const changed = { name: names.nameOfChange, kind: 'signed' } as const;
    const sign = changedIn === 'pts' ? '± pts' : changedIn === '%' ? '± %' : '±';
    return changedIn === undefined ? [own] : [own, { ...changed, heading: definedText(sign) }];
  });
  const series = sections.map(({ blocks }) => {
    const drawn = blocks.find(block => block.kind === 'chart' && block.form === 'days');
    return drawn?.kind === 'chart' ? drawn.points.map(({ values: [own] }) => own ?? null) : [];
  });
  const hasSeries = series.some(each => each.length > 1);
  const isProperty = isOnePeriod && sections.every(({ viewName }) => viewName === undefined);
  const cellsOf = (tiles: readonly Tile[]) =>
    figures.flatMap(({ tileIn, isShared, changedIn }): Cell[] => {
      const tile = tileIn(tiles);
      const value: Cell = tile && (isShared ? tile.value : { value: tile.value, unit: tile.unit });
      const changed = tile?.change && { value: tile.change.value, unit: { ...tile.change.unit, sign: '' } };
      return changedIn === undefined ? [value] : [value, changed];
    });
  const rows = sections.map(({ anchor, heading, viewName, tiles, ...section }, index): DocumentRow => {
    const names = [...heading.slice(0, isOnePeriod ? 1 : undefined), viewName && definedText(viewName)];
    const drawn = hasSeries ? [{ series: series[index] ?? [] }] : [];
    return {
      kind: 'row',
      link: anchor,
      cells: [joinTexts(names), section.rows, ...cellsOf(tiles), ...drawn],
    };
  });
  if (totals.length > 0) rows.push({ kind: 'sum', cells: [say('Total'), null, ...cellsOf(totals)] });
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

/** The parts that all sections of a report share: a view, its columns and its layout. */
export interface ReportContent extends RecordsLayout {
  /** Each request has a table with this title; otherwise all have one. */
  readonly title?: unknown;
  /** The rows are computed from those of the requests. */
  readonly isComputed?: boolean;
  readonly view: Pick<View<never>, 'name' | 'charts' | 'columns' | 'table'> & {
    readonly whole?: Pick<KeyFigures<never>, 'figures' | 'columns'>;
  };
}

/** A request in one view, or those of the months of a hotel: its section, and what the overview shows of it. */
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
