import { ensureEntry } from '../../base/text.ts';
import { isExactNumber } from '../../platform/numbers.ts';
import { valueReader } from '../../platform/record-paths.ts';
import type {
  ChartDefinition,
  Column,
  KeyFigures,
  MeasureUnit,
  ReportRecord,
} from '../../platform/records.ts';
import {
  type DocumentChart,
  type DocumentPoint,
  moneyUnit,
  type ShownUnit,
  type Text,
  type Tile,
} from '../document/document.ts';
import { cellText, dayBefore, type LocaleFormat, percentDecimals } from '../number-format.ts';
import { asPieces, definedText, formatText, joinTexts } from '../words/messages.ts';

/** One chart, or one for each currency of the records. Empty if there is nothing to draw. */
export function makeCharts(
  definition: ChartDefinition,
  columns: readonly Column[],
  records: readonly ReportRecord[],
  format: LocaleFormat,
): DocumentChart[] {
  const { unit, kind, versus, largestFirst, most = mostBars } = definition;
  const title = definedText(definition.title);
  const series = versus ? versus.names.map(definedText) : [title];
  const shown = textReader(definition, columns, format);
  const label = shown(definition.label);
  const versusLabel = versus?.label === undefined ? (): Text => '' : shown(versus.label);
  const readers = [definition, ...(versus ? [versus] : [])].map(side => ({
    value: valueReader(side.value),
    currency: currencyReader(side.unit),
  }));
  const beside = definition.beside === undefined ? (): Text => '' : shown(definition.beside);
  const byCode = new Map<string, DocumentPoint[]>();
  for (const record of records.filter(chartFilter(definition))) {
    const sides = readers.map(reader => {
      const value = reader.value(record);
      if (!isExactNumber(value) || !Number.isFinite(Number(value))) return undefined;
      return { code: reader.currency(record), value };
    });
    // Two sides of different currencies are points of two charts.
    for (const code of new Set(sides.flatMap(side => (side ? [side.code] : [])))) {
      ensureEntry(byCode, code, () => []).push({
        // A day without a counterpart has no place on the axis of the others.
        label:
          formatText(label(record), format) ||
          formatText(joinTexts([series[1], versusLabel(record)], ' '), format),
        values: sides.map(side => (side?.code === code ? side.value : null)),
        detail: beside(record),
      });
    }
  }
  return [...byCode].map(([code, points]): DocumentChart => {
    const size = ({ values }: DocumentPoint) => Number(values.find(isExactNumber) ?? 0);
    const ordered = largestFirst ? points.toSorted((a, b) => size(b) - size(a)) : points;
    const drawn = kind === 'bars' ? ordered.slice(0, most) : ordered;
    return {
      kind: 'chart',
      title,
      form: kind,
      unit: chooseShownUnit(unit, code, format),
      series,
      points: drawn,
      further: points.length - drawn.length,
      reaching: unit.kind === 'percent' && kind === 'days' ? 100 : undefined,
    };
  });
}

/** Reads the text of a column, as a point of a chart shows it. */
const textReader =
  ({ kind, label }: ChartDefinition, columns: readonly Column[], format: LocaleFormat) =>
  (name: string) => {
    const column = columns.find(candidate => candidate.name === name);
    const { display, unit, type, weekday, exclusive } = column ?? {};
    const [read, readCurrency] = [valueReader(name), currencyReader(unit)];
    return (record: ReportRecord): Text => {
      if (display) return definedText(display(record));
      const value = read(record);
      if (isExactNumber(value)) {
        if (!unit) return [{ number: value, unit: { sign: '' } }];
        const shown = chooseShownUnit(unit, readCurrency(record), format);
        return [{ number: value, unit: unit.kind === 'money' ? shown : { ...shown, sign: '' } }];
      }
      const text = cellText(value);
      // A day is positioned by its date, so its label is the date itself.
      if (type !== 'date' || (kind === 'days' && name === label)) return [text];
      return [{ date: exclusive ? dayBefore(text) : text, as: weekday ? 'numeric-weekday' : 'numeric' }];
    };
  };

/** The code of an amount; empty for other numbers. */
export function currencyReader(unit: MeasureUnit | undefined): (record: ReportRecord) => string {
  if (unit?.kind !== 'money') return () => '';
  const read = valueReader(unit.currency);
  return record => String(read(record) ?? '');
}

/** The unit of a measure: pages round to its decimals, elsewhere no digit that was received is lost. */
export function chooseShownUnit(
  { kind, rounded }: MeasureUnit,
  currency: string | undefined,
  { roundsMoney }: LocaleFormat,
): ShownUnit {
  if (kind === 'count' && !rounded) return { sign: '', decimals: 0, isExact: true };
  if (kind === 'count') return { sign: '', decimals: percentDecimals };
  const unit = kind === 'money' ? moneyUnit(currency) : { sign: '%', decimals: percentDecimals };
  return { isExact: !(rounded || roundsMoney), ...unit };
}

/** The key figures; those that the response does not contain are omitted. */
export const makeTiles = (
  figures: KeyFigures<never>['figures'],
  record: ReportRecord | undefined,
  format: LocaleFormat,
): Tile[] =>
  figures.flatMap(({ title, value, unit, change, part }): Tile[] => {
    const number = record && valueReader(value)(record);
    if (!record || !isExactNumber(number)) return [];
    const changed = change && valueReader(change)(record);
    const shownUnit = chooseShownUnit(unit, currencyReader(unit)(record), format);
    const ofPart = part && valueReader(part.value)(record);
    const detail: Text | undefined =
      part && isExactNumber(ofPart) && Number(ofPart) !== Number(number)
        ? [...asPieces(definedText(part.title)), ' ', { number: ofPart, unit: shownUnit }]
        : undefined;
    const shown = { what: definedText(title), value: number, unit: shownUnit, detail };
    if (!isExactNumber(changed)) return [shown];
    // A change of a percentage is in points, of everything else in percent.
    const sign = unit.kind === 'percent' ? 'pts' : '%';
    const unitOfChange = { ...chooseShownUnit({ kind: 'percent' }, undefined, format), sign };
    return [{ ...shown, change: { value: changed, unit: unitOfChange, since: '' as const } }];
  });

/** With more bars than these, a table is easier to read. */
const mostBars = 20;

function chartFilter({ only }: ChartDefinition): (record: ReportRecord) => boolean {
  if (!only) return () => true;
  const read = valueReader(only.column);
  return record => only.values.some(wanted => read(record) === wanted);
}
