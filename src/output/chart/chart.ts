import { type ExactNumber, isExactNumber } from '../../platform/numbers.ts';
import { valueReader } from '../../platform/record-paths.ts';
import type {
  ChartDefinition,
  Column,
  KeyFigures,
  MeasureUnit,
  ReportRecord,
} from '../../platform/records.ts';
import { safeText } from '../../platform/safe-text.ts';
import { cellText } from '../cell.ts';
import { type LocaleFormat, localeFormat } from '../number-format.ts';
import { cellTextOf, measureText } from '../shown-cell.ts';
import { type Scale, scaleOf } from './axes.ts';
import { chartFilter, drawnPoints } from './points.ts';

/**
 * Charts: a view's charts with the values of its records, ready to be drawn. This folder creates them and draws them as
 * text; `page/` draws the same charts as SVG.
 */
export interface Chart {
  readonly title: string;
  readonly kind: ChartDefinition['kind'];
  /** Shown beside the title: `%`, a currency's code, or nothing. */
  readonly unit: string;
  readonly scale: Scale;
  /** The decimal separator of the texts, used to align numbers. */
  readonly decimal: string;
  readonly points: readonly ChartPoint[];
  /** The names of both series, where a chart has two. */
  readonly series?: readonly [own: string, versus: string];
  /** The number of points that are not drawn because there are too many. */
  readonly further: number;
}

/** All texts are safe to show. A point of a chart with two series may lack one side. */
export interface ChartPoint {
  readonly label: string;
  readonly own: ChartValue | undefined;
  readonly versus?: ChartValue | undefined;
  readonly beside: string;
}

export interface ChartValue {
  /**
   * The position in the drawing. A double is sufficient, because a drawing has a few hundred steps: the exact number is
   * in `text`, and positions are never summed.
   */
  readonly value: number;
  /** The number with the decimals of its unit; no digit is lost. */
  readonly text: string;
}

export const drawnValues = ({ points }: Pick<Chart, 'points'>): number[] =>
  points.flatMap(({ own, versus }) => [own, versus].flatMap(side => (side ? [side.value] : [])));

/**
 * One chart for each definition, and for each currency if a definition has several. Empty if there is nothing to draw.
 */
export const chartsOf = (
  charts: readonly ChartDefinition[],
  columns: readonly Column[],
  records: readonly ReportRecord[],
  format: LocaleFormat = localeFormat(undefined),
): Chart[] => charts.flatMap(definition => chartsOfDefinition(definition, columns, records, format));

function chartsOfDefinition(
  definition: ChartDefinition,
  columns: readonly Column[],
  records: readonly ReportRecord[],
  format: LocaleFormat,
): Chart[] {
  const { unit, kind, versus } = definition;
  const shown = (name: string) => {
    const column = columns.find(candidate => candidate.name === name) ?? { name, type: 'text' };
    // A day is positioned by its date, so its label is the date itself.
    return kind === 'days' && name === definition.label
      ? (record: ReportRecord) => cellText(valueReader(name)(record))
      : cellTextOf(column, undefined, format);
  };
  const label = shown(definition.label);
  const versusLabel = versus?.label === undefined ? () => '' : shown(versus.label);
  const readers = [definition, ...(versus ? [versus] : [])].map(side => ({
    unit: side.unit,
    value: valueReader(side.value),
    currency: currencyOf(side.unit),
  }));
  const beside = definition.beside === undefined ? () => '' : shown(definition.beside);
  const byUnit = new Map<string, ChartPoint[]>();
  for (const record of records.filter(chartFilter(definition))) {
    const sides = readers.map(reader => {
      const number = reader.value(record);
      if (!isExactNumber(number) || !Number.isFinite(Number(number))) return undefined;
      const code = reader.currency(record);
      return { code, value: Number(number), text: measureText(number, reader.unit, code, format) };
    });
    // Two sides of different currencies are points of two charts.
    for (const code of new Set(sides.flatMap(side => (side ? [side.code] : [])))) {
      const [own, other] = sides.map(side => (side?.code === code ? side : undefined));
      const points = byUnit.get(code) ?? [];
      byUnit.set(code, points);
      points.push({
        // A day without a counterpart has no place on the axis of the others.
        label: safeText(label(record) || `${versus?.names[1] ?? ''} ${versusLabel(record)}`.trim()),
        own,
        ...(versus ? { versus: other } : {}),
        beside: safeText(beside(record)),
      });
    }
  }
  return [...byUnit].map(([code, points]): Chart => {
    const size = ({ own, versus: other }: ChartPoint) => (own ?? other)?.value ?? 0;
    const drawn = drawnPoints(definition, points, size);
    return {
      title: format.word(definition.title),
      kind,
      unit: safeText(code, 8),
      decimal: format.decimal,
      scale: scaleOf(drawnValues({ points: drawn }), {
        reaching: unit.kind === 'percent' && kind === 'days' ? 100 : 0,
        whole: unit.kind === 'count',
      }),
      points: drawn,
      ...(versus ? { series: [format.word(versus.names[0]), format.word(versus.names[1])] } : {}),
      further: points.length - drawn.length,
    };
  });
}

/** The suffix of numbers with a unit. */
function currencyOf(unit: MeasureUnit): (record: ReportRecord) => string {
  if (unit.kind !== 'money') return () => (unit.kind === 'percent' ? '%' : '');
  const read = valueReader(unit.currency);
  return record => String(read(record) ?? '');
}

/** A key figure, safe to show. */
export interface ShownFigure {
  readonly title: string;
  readonly text: string;
  /** The number itself, without separators. */
  readonly plain: string;
  readonly unit: string;
  /** The change since the period that it is compared with: `+2.25 points`, `-4.10 %`. */
  readonly change?: string;
}

/** The key figures; those that the response does not contain are omitted. */
export function figuresOf(
  figures: KeyFigures<never>['figures'],
  record: ReportRecord | undefined,
  format: LocaleFormat = localeFormat(undefined),
): readonly ShownFigure[] {
  if (!record) return [];
  return figures.flatMap(({ title, value, unit, change }) => {
    const number = valueReader(value)(record);
    if (!isExactNumber(number)) return [];
    const code = currencyOf(unit)(record);
    const changed = change && valueReader(change.value)(record);
    return [
      {
        title: format.word(title),
        text: measureText(number, unit, code, format),
        plain: cellText(number),
        unit: safeText(code, 8),
        ...(change && isExactNumber(changed)
          ? {
              change: `${signedText(changed, change.unit, format)} ${unit.kind === 'percent' ? format.word('points') : '%'}`,
            }
          : {}),
      },
    ];
  });
}

function signedText(value: ExactNumber, unit: MeasureUnit, format: LocaleFormat): string {
  const text = measureText(value, unit, undefined, format);
  return text.startsWith('-') || Number(value) === 0 ? text : `+${text}`;
}
