import {
  moneyUnit,
  percentUnit,
  pointsUnit,
  type ShownUnit,
  type Text,
  type Tile,
} from '../../output/document/document.ts';
import type { ExactNumber } from '../../platform/numbers.ts';
import { describeBasis } from '../../platform/reports/report.ts';
import type { FigureBasis, HotelFigures } from '../../reports/figures/morning.ts';

/** What the morning page and the month pack say alike. */

/** `bedrooms only, net of VAT · changes against the same weekday of last year`. */
export const basisWords = ({ unitGroupTypes, amounts, alignment, conversion }: FigureBasis): string =>
  `${describeBasis(unitGroupTypes, amounts, conversion)} · changes against the same ${alignment === 'weekday' ? 'weekday' : 'date'} of last year`;

interface ChangedFigures {
  readonly currency: string | undefined;
  readonly figures: HotelFigures | undefined;
  readonly change: HotelFigures;
}

/** `: 74.4 % occ. (+3.8), RevPAR 119.80 EUR (+6.9 %)`, after a name and a period. */
export function subjectFigures({ currency, figures, change }: ChangedFigures): Exclude<Text, string> {
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
