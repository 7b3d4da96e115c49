import { countText } from '../../base/text.ts';
import type { Invocation } from '../../cli/invocation.ts';
import {
  type Cell,
  countUnit,
  type DocumentBlock,
  type DocumentColumn,
  type DocumentRow,
  moneyUnit,
  percentUnit,
  pointsUnit,
  type ShownUnit,
  type Text,
  type Tile,
  withDates,
} from '../../output/document/document.ts';
import type { ExactNumber } from '../../platform/numbers.ts';
import { describeBasis } from '../../platform/reports/report.ts';
import type { FigureBasis, HotelFigures } from '../../reports/figures/hotel-figures.ts';

/** What the pages of several hotels say alike. */

/** `bedrooms only, net of VAT · changes against the same weekday of last year`. */
export const basisWords = ({ unitGroupTypes, amounts, alignment, conversion }: FigureBasis): string =>
  `${describeBasis(unitGroupTypes, amounts, conversion)} · changes against the same ${alignment === 'weekday' ? 'weekday' : 'date'} of last year`;

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
  const occupancy =
    figures?.occupancy == null
      ? []
      : [
          ': ',
          { number: figures.occupancy, unit: percentUnit },
          ' ',
          { phrase: 'occ.' },
          ...changed(change?.occupancy, { ...pointsUnit, sign: '' }),
        ];
  const revPar =
    figures?.revPar == null
      ? []
      : [
          occupancy.length > 0 ? ', ' : ': ',
          'RevPAR',
          ' ',
          { number: figures.revPar, unit: moneyUnit(currency) },
          ...changed(change?.revPar, percentUnit),
        ];
  return [...occupancy, ...revPar];
}

const columnMaker =
  (kind: 'number' | 'signed') =>
  (heading: string, unit: ShownUnit, rank = 0): DocumentColumn => ({ heading, kind, unit, rank });
export const figureColumn = columnMaker('number');
export const changeColumn = columnMaker('signed');

/** A column of a table, and its cell in the row of each line. */
export type LineColumn<Line> = readonly [column: DocumentColumn, cell: (line: Line) => Cell];

/** A table with a row for each line. @param more what a row has beside its cells */
export const fillTable = <Line>(
  columns: readonly LineColumn<Line>[],
  lines: readonly Line[],
  more: (line: Line) => Omit<DocumentRow, 'cells'> = () => ({ kind: 'row' }),
) => ({
  kind: 'table' as const,
  columns: columns.map(([column]) => column),
  rows: lines.map((line): DocumentRow => ({ ...more(line), cells: columns.map(([, cell]) => cell(line)) })),
});

/** An amount of a hotel in a table that may have hotels of other currencies. */
export const amountCell = (
  value: ExactNumber | null | undefined,
  currency: string | undefined,
  sign = '',
): Cell => (value == null ? value : { value, unit: { ...moneyUnit(currency), sign } });

/** The measures in their order, with the units of their change. */
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

/**
 * Measures, each with its change after it.
 *
 * @param ranks of the columns of these measures and of their changes
 * @param currency of all lines, if they share one
 * @param code follows the headings of amounts
 */
export const measureColumns = <Line>(
  ranks: { readonly [Name in keyof HotelFigures]?: readonly [figure: number, change: number] },
  currency: string | undefined,
  read: (line: Line) => LineFigures,
  code = '',
): LineColumn<Line>[] =>
  listMeasures(currency).flatMap(({ name, heading, unit, changeUnit, isMoney }): LineColumn<Line>[] => {
    const [rank, changeRank] = ranks[name] ?? [];
    if (rank === undefined) return [];
    const figure = figureColumn(isMoney ? `${heading}${code}` : heading, unit, rank);
    const cell = (line: Line): Cell => {
      const { figures, ...own } = read(line);
      const value = figures?.[name];
      return isMoney ? amountCell(value, own.currency, name === 'revPar' ? own.code : '') : value;
    };
    return [
      [name === 'revPar' ? { ...figure, isKey: true } : figure, cell],
      [
        changeColumn(`± ${changeUnit.sign}`.trim(), changeUnit, changeRank),
        line => read(line).change?.[name],
      ],
    ];
  });

export function figureTile(
  what: Text,
  value: ExactNumber | null | undefined,
  unit: ShownUnit,
  change: ExactNumber | null | undefined,
  since = 'on last year',
): Tile {
  const changeUnit = unit === percentUnit ? pointsUnit : percentUnit;
  return { what, value: value ?? null, unit, change: { value: change ?? null, unit: changeUnit, since } };
}

/** Occupancy, ADR and RevPAR. @param when follows their names: `, yesterday` */
export const keyTiles = ({ currency, figures, change }: LineFigures, when = ''): Tile[] =>
  listMeasures(currency)
    .slice(0, 3)
    .map(({ name, title, unit }) => figureTile(`${title}${when}`, figures?.[name], unit, change?.[name]));

interface CurrencyTotal {
  readonly hotels: number;
  readonly currency: string | undefined;
}

/** Hotels of several currencies have no common figures: tiles and subjects are of the currency that most hotels have. */
export const findLeading = <Total extends CurrencyTotal>(totals: readonly Total[]): Total | undefined =>
  totals.toSorted((one, other) => other.hotels - one.hotels)[0];

/** `40 hotels`, or `26 of 40 hotels (EUR)`. */
export const countLeading = ({ hotels, currency }: CurrencyTotal, all: number): string =>
  hotels === all ? countText(all, 'hotel') : `${hotels} of ${countText(all, 'hotel')} (${currency})`;

export const noteLeading = (leading: CurrencyTotal | undefined, all: number): DocumentBlock[] =>
  leading === undefined || leading.hotels === all
    ? []
    : [
        {
          kind: 'note',
          text: ['Key figures at the top: ', { phrase: countLeading(leading, all) }, '.'],
        },
      ];

/** Pages say what they show; how to convert it is for the person who runs the command. */
export async function noteCurrencies(invocation: Invocation, codes: readonly (string | undefined)[]) {
  const [code, ...others] = [...new Set(codes.filter(each => each !== undefined))];
  if (others.length > 0)
    await invocation.note(
      `figures are in ${code}, ${others.join(', ')}; add \`--currency ${code} --rates FILE\` to convert them`,
    );
}

interface NotedHotel {
  readonly property: string;
  readonly notes: readonly string[];
}

/** The hotels of a note, of so many: `All hotels`, `AMS, ATH`, `AMS, ATH and 38 others`. */
export function nameHotels(ids: readonly string[], all: number): string {
  if (ids.length === all && all > 1) return 'All hotels';
  return ids.length <= 3 ? ids.join(', ') : `${ids.slice(0, 2).join(', ')} and ${ids.length - 2} others`;
}

function joinNotes(hotels: readonly NotedHotel[]) {
  const byText = new Map<string, Set<string>>();
  for (const { property, notes } of hotels)
    for (const text of notes) byText.set(text, (byText.get(text) ?? new Set<string>()).add(property));
  return [...byText].map(([text, ids]) => ({ who: nameHotels([...ids], hotels.length), text }));
}

export const describeNotes = (hotels: readonly NotedHotel[]): Text[] =>
  joinNotes(hotels).map(({ who, text }) => [{ phrase: who }, ...withDates(`: ${text}`)]);

export async function warnNotes(invocation: Invocation, hotels: readonly NotedHotel[]) {
  for (const { who, text } of joinNotes(hotels)) await invocation.warn(`${who}: ${text}`);
}
