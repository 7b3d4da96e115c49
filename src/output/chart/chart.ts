import { isExactNumber } from '../../platform/numbers.ts';
import type {
  ChartDefinition,
  Column,
  KeyFigures,
  MeasureUnit,
  ReportRecord,
} from '../../platform/records.ts';
import { safeText } from '../../platform/safe-text.ts';
import { cellText } from '../cell.ts';
import { valueReader } from '../columns.ts';
import { type LocaleFormat, localeFormat } from '../number-format.ts';
import { cellTextOf, measureText } from '../shown-cell.ts';
import { type Scale, scaleOf } from './scale.ts';

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
  /** The number of points that are not drawn because there are too many. */
  readonly further: number;
}

/** All texts are safe to show. */
export interface ChartPoint {
  readonly label: string;
  /**
   * The position in the drawing. A double is sufficient, because a drawing has a few hundred steps: the exact number is
   * in `text`, and positions are never summed.
   */
  readonly value: number;
  /** The number with the decimals of its unit; no digit is lost. */
  readonly text: string;
  readonly beside: string;
}

/** With more bars than these, a table is easier to read. */
const mostBars = 20;

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
  const { only, unit, kind } = definition;
  const shown = (name: string) => {
    const column = columns.find(candidate => candidate.name === name) ?? { name, type: 'text' };
    // A day is positioned by its date, so its label is the date itself.
    return kind === 'days' && name === definition.label
      ? (record: ReportRecord) => cellText(valueReader(name)(record))
      : cellTextOf(column, undefined, format);
  };
  const [label, value, currency] = [shown(definition.label), valueReader(definition.value), currencyOf(unit)];
  const beside = definition.beside === undefined ? () => '' : shown(definition.beside);
  const kept = only ? records.filter(keeper(only)) : records;
  const byUnit = new Map<string, ChartPoint[]>();
  for (const record of kept) {
    const number = value(record);
    if (!isExactNumber(number) || !Number.isFinite(Number(number))) continue;
    const code = currency(record);
    const points = byUnit.get(code) ?? [];
    byUnit.set(code, points);
    points.push({
      label: safeText(label(record)),
      value: Number(number),
      text: measureText(number, unit, code, format),
      beside: safeText(beside(record)),
    });
  }
  return [...byUnit].map(([code, points]): Chart => {
    if (definition.largestFirst) points.sort((a, b) => b.value - a.value);
    const drawn = kind === 'bars' ? points.slice(0, mostBars) : points;
    return {
      title: definition.title,
      kind,
      unit: safeText(code, 8),
      decimal: format.decimal,
      scale: scaleOf(
        drawn.map(point => point.value),
        { reaching: unit.kind === 'percent' && kind === 'days' ? 100 : 0, whole: unit.kind === 'count' },
      ),
      points: drawn,
      further: points.length - drawn.length,
    };
  });
}

function keeper({ column, values }: NonNullable<ChartDefinition['only']>) {
  const read = valueReader(column);
  return (record: ReportRecord) => {
    const value = read(record);
    return values.some(wanted => value === wanted);
  };
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
}

/** The key figures; those that the response does not contain are omitted. */
export function figuresOf(
  figures: KeyFigures<never>['figures'],
  record: ReportRecord | undefined,
  format: LocaleFormat = localeFormat(undefined),
): readonly ShownFigure[] {
  if (!record) return [];
  return figures.flatMap(({ title, value, unit }) => {
    const number = valueReader(value)(record);
    if (!isExactNumber(number)) return [];
    const code = currencyOf(unit)(record);
    return [
      {
        title,
        text: measureText(number, unit, code, format),
        plain: cellText(number),
        unit: safeText(code, 8),
      },
    ];
  });
}
