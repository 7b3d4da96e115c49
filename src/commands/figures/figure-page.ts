import { describeBasis } from '../../cli/render-options.ts';
import {
  type Cell,
  countUnit,
  type DocumentBlock,
  type DocumentColumn,
  type DocumentRow,
  type ItemColumn,
  moneyUnit,
  percentUnit,
  pointsUnit,
  type ShownUnit,
  type Text,
  type Tile,
} from '../../output/document/document.ts';
import { joinTexts, say } from '../../output/words/messages.ts';
import type { Phrase } from '../../output/words/words.ts';
import type { CalendarDate } from '../../platform/dates.ts';
import type { ExactNumber } from '../../platform/numbers.ts';
import type { FigureBasis, HotelFigures, OtherSide } from '../../reports/figures/hotel-figures.ts';
import { countHotels, type HotelHead, type Lines, type MissingHotel } from '../../reports/figures/lines.ts';

/** What the pages of several hotels say alike. */

export const describeAlignment = ({ alignment }: FigureBasis): Phrase =>
  alignment === 'weekday'
    ? 'changes against the same weekday of last year'
    : 'changes against the same date of last year';

type PageLines = Pick<Lines<HotelHead, object>, 'all' | 'totals' | 'missing'>;

/**
 * The line of scope, the same on every page: how many hotels of how many, what is counted, net or gross, the currency.
 *
 * @param more what the page adds: rooms or stay dates before, and what is compared after the basis
 */
export function describeScope(
  { all }: { readonly all: Pick<PageLines['all'], 'hotels' | 'expected' | 'currency'> },
  { unitGroupTypes, amounts, conversion }: FigureBasis,
  { before = [], after }: { readonly before?: readonly Text[]; readonly after?: Text },
): Text {
  const currency = all.currency === undefined || conversion ? [] : [all.currency];
  const basis = joinTexts([describeBasis(unitGroupTypes, amounts, conversion), currency], ', ');
  const one = all.expected === 1 ? [] : [countHotels(all)];
  return joinTexts([...one, ...before, basis, after]);
}

/** The amounts of a page whose hotels have several currencies are those of the currency that most of them have. */
export function noteLeading({ all, totals: [leading = all] }: PageLines): DocumentBlock[] {
  if (leading.hotels === all.hotels) return [];
  const hotels = countHotels({ hotels: leading.hotels, expected: all.hotels });
  const currency = [leading.currency ?? ''];
  return [{ kind: 'note', text: say('Amounts at the top: {hotels} ({currency}).', { hotels, currency }) }];
}

/** Which budget it is, how it was compared, and the hotels that have none; why none was compared is in other notes. */
export const describeBudget = (
  { hotels, all }: Lines<HotelHead, Pick<LineHead, 'onBudget'>>,
  file: string | undefined,
): Text[] => {
  if (file === undefined) return [];
  const without = hotels.filter(({ onBudget }) => onBudget.hotels === 0).map(({ property = '' }) => property);
  const lacking = say('Budget: {hotels} have none; changes on budget compare the others.', {
    hotels: [without.join(', ')],
  });
  if (without.length === hotels.length) return [[...say('Budget'), `: ${file}`]];
  return [
    say(
      'Budget: {file}, in the currency and on the basis of the figures; without rooms available, with those that the hotels had.',
      { file: [file] },
    ),
    ...(without.length > 0 && all.hotels > 1 ? [lacking] : []),
  ];
};

/** The note of totals whose hotels have not all a change. */
export function noteUnlikeHotels<Line extends Pick<HotelHead, 'currency'>>(
  hotels: readonly Line[],
  isCompared: (line: Line) => boolean,
): Text[] {
  const having = hotels.filter(({ currency }) => currency !== undefined);
  const isUnlike = having.length > 1 && !having.every(isCompared);
  return isUnlike ? [say('Changes in totals count only hotels with figures on both sides.')] : [];
}

/** The figures of a line of a page: of a hotel, or of several with one currency. */
interface LineFigures {
  readonly currency: string | undefined;
  readonly figures: HotelFigures | undefined;
  readonly change: HotelFigures | undefined;
  /** After its RevPAR, in a table of several currencies. */
  readonly code?: string | undefined;
}

/** `: 74.4 % occ. (+3.8), RevPAR 119.80 EUR (+6.9 %)`, after a name and a period. */
export function subjectFigures({ currency, figures, change }: LineFigures): Exclude<Text, string> {
  const changed = (number: ExactNumber | null | undefined, unit: ShownUnit) =>
    number == null ? [] : [' (', { number, unit, isChange: true }, ')'];
  const { occupancy, revPar } = figures ?? {};
  const points = changed(change?.occupancy, { ...pointsUnit, sign: '' });
  const percent = changed(change?.revPar, percentUnit);
  const shown = [
    occupancy == null ? [] : [{ number: occupancy, unit: percentUnit }, ' ', ...say('occ.'), ...points],
    revPar == null ? [] : ['RevPAR ', { number: revPar, unit: moneyUnit(currency) }, ...percent],
  ];
  const texts = joinTexts(shown, ', ');
  return texts.length === 0 ? [] : [': ', ...texts];
}

const columnMaker =
  (kind: 'number' | 'signed') =>
  (heading: Text, unit: ShownUnit, rank = 0): DocumentColumn => ({ heading, kind, unit, rank });
export const figureColumn = columnMaker('number');
export const changeColumn = columnMaker('signed');

/** Points have a word in each language. */
const nameChange = ({ sign }: ShownUnit): Text => (sign === pointsUnit.sign ? '± pts' : [`± ${sign}`.trim()]);

export const withCode = (heading: Phrase, code: string | undefined): Text =>
  code ? [...say(heading), ` ${code}`] : heading;

/** An amount of a hotel in a table that may have hotels of other currencies. */
export const amountCell = (
  value: ExactNumber | null | undefined,
  currency: string | undefined,
  sign = '',
): Cell => (value == null ? value : { value, unit: { ...moneyUnit(currency), sign } });

export function listMeasures(currency: string | undefined) {
  const money = { unit: moneyUnit(currency), changeUnit: percentUnit, isMoney: true };
  const count = { unit: countUnit, changeUnit: countUnit, isMoney: false };
  const percent = { unit: percentUnit, changeUnit: pointsUnit, isMoney: false };
  return [
    { name: 'occupancy', title: 'Occupancy', heading: 'Occ. %', ...percent },
    { name: 'adr', title: 'ADR', heading: 'ADR', ...money },
    { name: 'revPar', title: 'RevPAR', heading: 'RevPAR', ...money },
    { name: 'sold', title: 'Room nights sold', heading: 'Room nights sold', ...count },
    { name: 'available', title: 'Rooms available', heading: 'Rooms available', ...count },
    { name: 'revenue', title: 'Room revenue', heading: 'Revenue', ...money },
  ] as const;
}

/** Each measure with its change after it. @param ranks of both columns @param currency of all lines, if they share one */
export const measureColumns = <Line>(
  ranks: { readonly [Name in keyof HotelFigures]?: readonly [figure: number, change: number] },
  currency: string | undefined,
  read: (line: Line) => LineFigures,
  code?: string,
): ItemColumn<Line>[] =>
  listMeasures(currency).flatMap(({ name, heading, unit, changeUnit, isMoney }): ItemColumn<Line>[] => {
    const [rank, changeRank] = ranks[name] ?? [];
    if (rank === undefined) return [];
    const figure = figureColumn(isMoney ? withCode(heading, code) : heading, unit, rank);
    const cell = (line: Line): Cell => {
      const { figures, ...own } = read(line);
      const value = figures?.[name];
      return isMoney ? amountCell(value, own.currency, name === 'revPar' ? own.code : '') : value;
    };
    return [
      [name === 'revPar' ? { ...figure, isKey: true } : figure, cell],
      [changeColumn(nameChange(changeUnit), changeUnit, changeRank), line => read(line).change?.[name]],
    ];
  });

export function figureTile(
  what: Text,
  value: ExactNumber | null | undefined,
  unit: ShownUnit,
  change: ExactNumber | null | undefined,
  since: Text = 'on last year',
): Tile {
  const changeUnit = unit === percentUnit ? pointsUnit : percentUnit;
  return { what, value: value ?? null, unit, change: { value: change ?? null, unit: changeUnit, since } };
}

/** Cents of a revenue are in the tables. */
export const revenueTile = (
  what: Text,
  value: ExactNumber | null | undefined,
  currency: string | undefined,
  change: ExactNumber | null | undefined,
  since?: Text,
): Tile => figureTile(what, value, { ...moneyUnit(currency), decimals: 0 }, change, since);

/** Occupancy, ADR and RevPAR: units of all hotels, amounts of those with one currency. */
export const keyTiles = (
  all: LineFigures,
  leading: LineFigures,
  nameFigure: (title: Phrase) => Text = title => title,
): Tile[] =>
  listMeasures(leading.currency)
    .slice(0, 3)
    .map(({ name, title, unit, isMoney }) => {
      const { figures, change } = isMoney ? leading : all;
      return figureTile(nameFigure(title), figures?.[name], unit, change?.[name]);
    });

export const ofYesterday = (title: Phrase): Text => say('{figure}, yesterday', { figure: say(title) });

/** Occupancy by day, and that of last year if the series have a name for it. */
export const occupancyChart = (
  days: readonly (Record<'figures' | 'lastYear', HotelFigures | undefined> & {
    readonly day: CalendarDate;
  })[],
  series: readonly Text[],
) => ({
  kind: 'chart' as const,
  form: 'days' as const,
  unit: percentUnit,
  series,
  reaching: 100,
  points: days.map(({ day, figures, lastYear }) => ({
    label: day,
    values: [figures, lastYear].slice(0, series.length).map(side => side?.occupancy ?? null),
  })),
});

/** A table of lines; a hotel that is missing is a row with its cause. */
export function fillLines<Line extends LineHead>(
  columns: readonly ItemColumn<Line>[],
  lines: readonly (Line | MissingHotel)[],
  more: (line: Line) => Partial<DocumentRow> = () => ({}),
) {
  const rows = lines.map((line): DocumentRow => {
    if (!('cause' in line))
      return {
        kind: line.kind === 'hotel' ? 'row' : 'sum',
        cells: columns.map(([, cell]) => cell(line)),
        ...more(line),
      };
    const detail = [`${line.property} · ${line.cause}`];
    return {
      kind: 'row',
      cells: columns.map((_, index) => (index === 0 ? { value: [line.name], detail } : null)),
    };
  });
  return { kind: 'table' as const, columns: columns.map(([column]) => column), rows };
}

type LineHead = Omit<PageLines['all'], 'members'> & { readonly onBudget: Pick<OtherSide, 'hotels'> };

/** The first cell of a line: `Hotel Isarblick · MUC`, `South · 3 hotels`, `All EUR hotels · 26 hotels · 1 with a budget`. */
export function nameLine(line: LineHead, more: readonly Text[] = []): Cell {
  const { kind, name, property, code, hotels, onBudget } = line;
  const all = code === undefined ? say('All hotels') : say('All {currency} hotels', { currency: [code] });
  const budgeted =
    onBudget.hotels > 0 && onBudget.hotels < hotels
      ? [say('{count} with a budget', { count: onBudget.hotels })]
      : [];
  const id = property === undefined ? countHotels(line) : [property];
  return {
    value: kind === 'hotel' ? [name ?? ''] : name === undefined ? all : [name],
    detail: joinTexts([id, ...(code ? [[code]] : []), ...more, ...budgeted]),
  };
}

/**
 * The revenue of the hotels that have a budget, where a line has others too, and that budget: the change is between two
 * figures that are shown.
 */
export function budgetOfLines<Line extends LineHead & { readonly onBudget: OtherSide }>(
  lines: readonly (Line | MissingHotel)[],
  shared: string | undefined,
  amount: (value: ExactNumber | null | undefined, line: Line) => Cell,
): ItemColumn<Line>[] {
  const budgeted = lines.flatMap(line => ('cause' in line || line.onBudget.hotels === 0 ? [] : [line]));
  if (budgeted.length === 0) return [];
  const columns: ItemColumn<Line>[] = [
    [
      figureColumn('Revenue of these hotels', moneyUnit(shared), 3),
      line => amount(line.onBudget.beside?.revenue, line),
    ],
    [figureColumn('Revenue', moneyUnit(shared), 2), line => amount(line.onBudget.figures?.revenue, line)],
    [changeColumn(['± %'], percentUnit, 1), ({ onBudget }) => onBudget.change.revenue],
  ];
  return budgeted.some(({ onBudget, hotels }) => onBudget.hotels < hotels) ? columns : columns.slice(1);
}
