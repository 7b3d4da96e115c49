import { countText } from '../../base/text.ts';
import {
  type DocumentBlock,
  type DocumentColumn,
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
import type { Invocation } from '../invocation.ts';

/** What the pages of several hotels say alike. */

/** `bedrooms only, net of VAT · changes against the same weekday of last year`. */
export const basisWords = ({ unitGroupTypes, amounts, alignment, conversion }: FigureBasis): string =>
  `${describeBasis(unitGroupTypes, amounts, conversion)} · changes against the same ${alignment === 'weekday' ? 'weekday' : 'date'} of last year`;

/** The figures of a line of a page: of a hotel, or of several with one currency. */
interface LineFigures {
  readonly currency: string | undefined;
  readonly figures: HotelFigures | undefined;
  readonly change: HotelFigures;
}

/** `: 74.4 % occ. (+3.8), RevPAR 119.80 EUR (+6.9 %)`, after a name and a period. */
export function subjectFigures({ currency, figures, change }: LineFigures): Exclude<Text, string> {
  const changed = (number: ExactNumber | null | undefined, unit: ShownUnit) =>
    number == null ? [] : [' (', { number, unit, isChange: true }, ')'];
  const occupancy =
    figures?.occupancy == null
      ? []
      : [
          ...[': ', { number: figures.occupancy, unit: percentUnit }, ' ', { phrase: 'occ.' }],
          ...changed(change.occupancy, { ...pointsUnit, sign: '' }),
        ];
  const revPar =
    figures?.revPar == null
      ? []
      : [
          ...[occupancy.length > 0 ? ', ' : ': ', 'RevPAR', ' '],
          { number: figures.revPar, unit: moneyUnit(currency) },
          ...changed(change.revPar, percentUnit),
        ];
  return [...occupancy, ...revPar];
}

const columnMaker =
  (kind: 'number' | 'signed') =>
  (heading: string, unit: ShownUnit, rank = 0): DocumentColumn => ({ heading, kind, unit, rank });
export const figureColumn = columnMaker('number');
export const changeColumn = columnMaker('signed');

export function figureTile(
  what: Text,
  value: ExactNumber | null | undefined,
  unit: ShownUnit,
  change: ExactNumber | null,
  since = 'on last year',
): Tile {
  const changeUnit = unit === percentUnit ? pointsUnit : percentUnit;
  return { what, value: value ?? null, unit, change: { value: change, unit: changeUnit, since } };
}

/** Occupancy, ADR and RevPAR. @param when follows their names: `, yesterday` */
export const keyTiles = ({ currency, figures, change }: LineFigures, when = ''): Tile[] => [
  figureTile(`Occupancy${when}`, figures?.occupancy, percentUnit, change.occupancy),
  figureTile(`ADR${when}`, figures?.adr, moneyUnit(currency), change.adr),
  figureTile(`RevPAR${when}`, figures?.revPar, moneyUnit(currency), change.revPar),
];

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
