import { changeOf } from '../../output/totals.ts';
import { isExactNumber } from '../../platform/numbers.ts';
import { nestedRecord, valueReader } from '../../platform/record-paths.ts';
import type {
  ChangeOfTotals,
  ChartDefinition,
  Column,
  FieldValue,
  KeyFigures,
  ReportRecord,
  SideOfChange,
} from '../../platform/records.ts';

/**
 * `--compare`: rows of two periods side by side. A measure `soldCount` becomes `soldCount.now`, `.then`, `.change` and
 * `.changePercent`; an amount also keeps the currency of each side, because a change between two currencies is unknown.
 */

const baseOf = (name: string) => name.replace(/\.amount$/, '');
const isMeasure = ({ unit }: Column) => unit !== undefined;

/** The columns of the compared rows: those that identify a row, then four for each measure. */
export function comparedColumns(source: readonly Column[]): readonly Column[] {
  const currencies = new Set(source.flatMap(({ unit }) => (unit?.kind === 'money' ? [unit.currency] : [])));
  const labels = source.filter(column => !isMeasure(column) && !currencies.has(column.name));
  const day: readonly Column[] = labels.some(({ name }) => name === 'businessDay')
    ? [{ name: 'thenDay', type: 'date', heading: 'Day then', weekday: true }]
    : [];
  return [
    ...labels,
    ...day,
    { name: 'thenFrom', type: 'date', heading: 'Then from', role: 'technical' },
    { name: 'thenTo', type: 'date', heading: 'Then to', role: 'technical' },
    ...source.filter(isMeasure).flatMap(measureColumns),
  ];
}

function measureColumns(column: Column): Column[] {
  const base = baseOf(column.name);
  const { heading = base, unit, tax, storage, aggregation } = column;
  const common = { type: 'number', ...(tax ? { tax } : {}), ...(storage ? { storage } : {}) } as const;
  const side = (name: 'now' | 'then'): Column[] => {
    const currency = currencyPath(base, name);
    const ofSide = aggregation && aggregation.kind !== 'change' && sideOf(aggregation, name);
    const money = unit?.kind === 'money';
    return [
      {
        ...common,
        name: `${base}.${name}`,
        heading: `${heading} ${name}`,
        ...(money ? { unit: { kind: 'money', currency } } : unit ? { unit } : {}),
        ...(ofSide ? { aggregation: ofSide } : {}),
      },
      ...(money ? ([{ name: currency, type: 'text', role: 'technical' }] as const) : []),
    ];
  };
  const change: Column = {
    ...common,
    name: `${base}.change`,
    heading: `${heading} change`,
    ...(unit?.kind === 'money'
      ? { unit: { kind: 'money', currency: currencyPath(base, 'now') } }
      : unit
        ? { unit }
        : {}),
    ...(unit?.kind === 'percent' ? { unitWord: 'points' } : {}),
    ...(aggregation && aggregation.kind !== 'change'
      ? { aggregation: changeBetween(base, unit, aggregation) }
      : {}),
  };
  const percent: Column = {
    name: `${base}.changePercent`,
    type: 'number',
    heading: `${heading} change`,
    unit: { kind: 'percent' },
    ...(change.aggregation?.kind === 'change'
      ? { aggregation: { ...change.aggregation, inPercent: true } }
      : {}),
  };
  // The change of a percentage is in points; a percentage of it would be mistaken for one.
  return [...side('then'), ...side('now'), change, ...(unit?.kind === 'percent' ? [] : [percent])];
}

const currencyPath = (base: string, side: 'now' | 'then') =>
  side === 'now' ? `${base}.currency` : `${base}.thenCurrency`;

type OwnAggregation = SideOfChange['aggregation'];

function changeBetween(base: string, unit: Column['unit'], aggregation: OwnAggregation): ChangeOfTotals {
  const side = (name: 'now' | 'then'): SideOfChange => ({
    name: `${base}.${name}`,
    ...(unit?.kind === 'money'
      ? { unit: { kind: 'money', currency: currencyPath(base, name) } }
      : unit
        ? { unit }
        : {}),
    aggregation: sideOf(aggregation, name),
  });
  return { kind: 'change', now: side('now'), before: side('then') };
}

/** A ratio of one side is computed from the sums of that side. */
function sideOf(aggregation: OwnAggregation, side: 'now' | 'then'): OwnAggregation {
  if (aggregation.kind === 'sum') return aggregation;
  const { of, per, less } = aggregation;
  const path = (name: string) => `${baseOf(name)}.${side}`;
  return {
    ...aggregation,
    of: path(of),
    per: path(per),
    ...(less === undefined ? {} : { less: path(less) }),
  };
}

/**
 * The rows of both sides, in the order of `now`. A row that exists on one side only has an empty other side; a row that
 * exists only in `then` follows the same row as there.
 *
 * @param now rows, with `thenFrom` and `thenTo` of the period that they are compared with
 * @param then rows with the dates of `now` that they are compared with, and their own as `thenFrom` and `thenTo`
 * @param keyOf returns equal keys for rows that belong together
 */
export function comparedRecords(
  now: readonly ReportRecord[],
  then: readonly ReportRecord[],
  source: readonly Column[],
  keyOf: (record: ReportRecord) => string,
): readonly ReportRecord[] {
  const rows = now.map(record => ({
    key: keyOf(record),
    now: record as ReportRecord | undefined,
    before: undefined as ReportRecord | undefined,
  }));
  let place = -1;
  for (const record of then) {
    const key = keyOf(record);
    const found = rows.findIndex(row => row.key === key && row.before === undefined);
    if (found === -1) {
      place += 1;
      rows.splice(place, 0, { key, now: undefined, before: record });
    } else {
      place = found;
      (rows[found] as (typeof rows)[number]).before = record;
    }
  }
  const currencies = new Set(source.flatMap(({ unit }) => (unit?.kind === 'money' ? [unit.currency] : [])));
  const labels = source.filter(column => !isMeasure(column) && !currencies.has(column.name));
  const measures = source.filter(isMeasure);
  const hasDays = labels.some(({ name }) => name === 'businessDay');
  const dates = [...(hasDays ? ['thenDay'] : []), 'thenFrom', 'thenTo'];
  return rows.map(row =>
    nestedRecord([
      ...labels.map(({ name }): [string, FieldValue] => [
        name,
        valueReader(name)(row.now ?? row.before ?? {}) ?? null,
      ]),
      ...dates.map((name): [string, FieldValue] => [name, row.before?.[name] ?? row.now?.[name] ?? null]),
      ...measures.flatMap(column => sidesOf(column, row.now, row.before)),
    ]),
  );
}

function sidesOf(
  { name, unit }: Column,
  now: ReportRecord | undefined,
  then: ReportRecord | undefined,
): [string, FieldValue][] {
  const base = baseOf(name);
  const read = (record: ReportRecord | undefined, path: string) =>
    (record ? valueReader(path)(record) : undefined) ?? null;
  const [value, before] = [read(now, name), read(then, name)];
  const [currency, currencyThen] =
    unit?.kind === 'money' ? [read(now, unit.currency), read(then, unit.currency)] : [];
  const isComparable = isExactNumber(value) && isExactNumber(before) && currency === currencyThen;
  const change = isComparable ? changeOf(value, before) : undefined;
  return [
    [`${base}.then`, before],
    ...(unit?.kind === 'money' ? ([[currencyPath(base, 'then'), currencyThen ?? null]] as const) : []),
    [`${base}.now`, value],
    ...(unit?.kind === 'money' ? ([[currencyPath(base, 'now'), currency ?? null]] as const) : []),
    [`${base}.change`, change?.difference ?? null],
    ...(unit?.kind === 'percent' ? [] : ([[`${base}.changePercent`, change?.percent ?? null]] as const)),
  ] as [string, FieldValue][];
}

/** The charts of a view for both sides, one above the other with the same labels. */
export const comparedCharts = (charts: readonly ChartDefinition[]): readonly ChartDefinition[] =>
  charts.map(({ beside: _beside, value, unit, ...chart }) => {
    const base = baseOf(value);
    const unitOf = (side: 'now' | 'then') =>
      unit.kind === 'money' ? ({ kind: 'money', currency: currencyPath(base, side) } as const) : unit;
    return {
      ...chart,
      value: `${base}.now`,
      unit: unitOf('now'),
      versus: {
        value: `${base}.then`,
        unit: unitOf('then'),
        names: ['now', 'then'],
        ...(chart.kind === 'days' ? { label: 'thenDay' } : {}),
      },
    };
  });

/** The key figures with their changes: points of a percentage, percent of everything else. */
export const comparedFigures = (figures: KeyFigures<never>['figures']): KeyFigures<never>['figures'] =>
  figures.map(({ title, value, unit }) => {
    const base = baseOf(value);
    return {
      title,
      value: `${base}.now`,
      unit: unit.kind === 'money' ? { kind: 'money', currency: currencyPath(base, 'now') } : unit,
      change: {
        value: unit.kind === 'percent' ? `${base}.change` : `${base}.changePercent`,
        unit: { kind: 'percent' },
      },
    };
  });
