import Big from 'big.js';
import { dayNumber, isDate } from '../../platform/dates.ts';
import { type ExactNumber, isDecimal, isExactNumber, plainNumber } from '../../platform/numbers.ts';
import { valueReader } from '../../platform/record-paths.ts';
import type { Column, FieldValue, ReportRecord, TableLayout } from '../../platform/records.ts';
import { cellText, dayBefore } from '../cell.ts';
import { chooseShownUnit, currencyReader } from '../chart/chart.ts';
import { makeColumnHeading } from '../columns.ts';
import type { LocaleFormat } from '../number-format.ts';
import { StreamTotals, totalLabel } from '../totals.ts';
import type { Cell, DateForm, DocumentColumn, DocumentRow, DocumentTable } from './document.ts';

/** How records become a table: the columns that are shown, and the order of a ranking. */
export interface RecordsLayout {
  readonly columns: readonly Column[];
  readonly layout: Omit<TableLayout, 'columns' | 'title'>;
  readonly format: LocaleFormat;
  /** Every record is a hotel with a rank, which this column orders: it has a bar. */
  readonly rankedBy?: string | undefined;
}

/** A cell of a stored row: an amount has its currency after it, a decimal is spelled out. */
type StoredValue = string | number | null | { readonly decimal: string };

/**
 * The table of records that are read once: what headings and totals need of them is computed while they pass, and their
 * shown values are kept as text, in a third of the memory of the records.
 */
export class RecordsTable {
  readonly #columns: readonly Column[];
  readonly #layout: RecordsLayout;
  readonly #readers: readonly ((record: ReportRecord) => FieldValue)[];
  readonly #currencies: readonly ((record: ReportRecord) => string)[];
  readonly #depth: ((record: ReportRecord) => FieldValue) | undefined;
  readonly #totals: StreamTotals;
  /** The currencies of each amount. */
  readonly #codes: readonly Set<string>[];
  /** Of the columns that the table is about. */
  readonly #days = { first: '9999', last: '' };
  readonly #most: number[];
  readonly #values: readonly Set<unknown>[];
  readonly #pieces: Buffer[] = [];
  rows = 0;

  constructor(layout: RecordsLayout) {
    const { columns, layout: table } = layout;
    this.#columns = columns;
    this.#layout = layout;
    const { word } = layout.format;
    this.#readers = columns.map(({ display, name, exclusive }) => {
      const read = valueReader(name);
      if (display) return (record: ReportRecord) => word(display(record));
      if (!exclusive) return read;
      return (record: ReportRecord) => {
        const value = read(record);
        return typeof value === 'string' ? dayBefore(value) : value;
      };
    });
    this.#currencies = columns.map(({ unit }) => currencyReader(unit));
    this.#depth = table.indentBy && valueReader(table.indentBy.depth);
    this.#totals = new StreamTotals(columns);
    this.#codes = columns.map(() => new Set());
    this.#most = columns.map(() => 0);
    this.#values = columns.map(() => new Set());
  }

  /** Called with every record, also with those that are not shown. */
  see(records: readonly ReportRecord[]): void {
    this.#totals.add(records);
    for (const record of records) {
      for (const [index, column] of this.#columns.entries()) {
        const value = this.#readers[index]?.(record);
        if (column.unit?.kind === 'money' && isExactNumber(value))
          this.#codes[index]?.add(this.#currencies[index]?.(record) ?? '');
        if (this.#layout.rankedBy !== undefined && isExactNumber(value))
          this.#most[index] = Math.max(this.#most[index] ?? 0, Number(value));
        if (column.type === 'date' && column.weekday && typeof value === 'string') {
          if (value < this.#days.first) this.#days.first = value;
          if (value > this.#days.last) this.#days.last = value;
        }
        if (this.#layout.layout.onlyIfVaried?.includes(column.name)) this.#values[index]?.add(value);
      }
    }
  }

  /** Called with the records that are shown. */
  add(records: readonly ReportRecord[]): void {
    this.rows += records.length;
    const rows = records.map(record => [
      this.#depth === undefined ? 0 : Math.max(0, Math.trunc(Number(this.#depth(record)) || 0)),
      ...this.#columns.flatMap((column, index) => {
        const value = stored(this.#readers[index]?.(record));
        return column.unit?.kind === 'money' ? [value, this.#currencies[index]?.(record) ?? ''] : [value];
      }),
    ]);
    this.#pieces.push(Buffer.from(JSON.stringify(rows)));
  }

  /** The table of everything that was added, with its totals unless it is an excerpt. */
  table(hasTotals = true): DocumentTable {
    const { layout, format } = this.#layout;
    const shown = this.#columns.flatMap((column, index) => {
      const isVaried = (this.#values[index]?.size ?? 0) > 1;
      if (layout.onlyIfVaried?.includes(column.name) && !isVaried) return [];
      const [code = '', ...others] = this.#codes[index] ?? [];
      return [{ column, index, shared: others.length === 0 ? code : '' }];
    });
    const ranked = shown.find(({ column }) => column.name === this.#layout.rankedBy)?.column;
    const earlier = findEarlier(this.#columns);
    // Of a comparison that does not fit, the title names the days, and a change follows from the other side.
    const chooseRank = ({ name, type, weekday }: Column) =>
      earlier.has(name) ? { rank: 1 } : earlier.size > 0 && type === 'date' && !weekday ? { rank: 2 } : {};
    const columns = shown.flatMap(({ column, index, shared }): DocumentColumn[] => {
      const isChange = column.aggregation?.kind === 'change';
      const own = {
        heading: makeColumnHeading(column, shared, format.word),
        kind: isChange ? ('signed' as const) : column.type,
        ...(column.unit ? { unit: chooseShownUnit(column.unit, shared, format) } : {}),
        ...(column.type === 'date' ? { dates: this.#dateForm(column) } : {}),
        ...chooseRank(column),
      };
      return column === ranked
        ? [
            { ...own, isKey: true },
            { heading: '', kind: 'bar', most: this.#most[index] ?? 0 },
          ]
        : [own];
    });
    const rows = { [Symbol.iterator]: () => this.#rows(shown, ranked, hasTotals) };
    return { kind: 'table', isSortable: true, columns, rows };
  }

  /** Days of one year need no year, if the table is about them. */
  #dateForm({ weekday }: Column): DateForm {
    const { first, last } = this.#days;
    const isShort = isDate(first) && isDate(last) && dayNumber(last) - dayNumber(first) < 300;
    return weekday ? (isShort ? 'weekday' : 'weekday-of-year') : 'day-of-year';
  }

  *#rows(
    shown: readonly ShownRecordColumn[],
    ranked: Column | undefined,
    hasTotals: boolean,
  ): Generator<DocumentRow> {
    const { format, layout } = this.#layout;
    const places: number[] = [];
    let place = 1;
    for (const { unit } of this.#columns) {
      places.push(place);
      place += unit?.kind === 'money' ? 2 : 1;
    }
    for (const piece of this.#pieces) {
      for (const values of JSON.parse(piece.toString()) as StoredValue[][]) {
        const cells = shown.flatMap(({ column, index, shared }): Cell[] => {
          const at = places[index] ?? 0;
          const value = unstored(values[at]);
          const code = column.unit?.kind === 'money' ? String(values[at + 1] ?? '') : shared;
          // Amounts of several currencies show their own.
          const cell =
            code === shared || !column.unit || !isExactNumber(value)
              ? value
              : { value, unit: chooseShownUnit(column.unit, code, format) };
          return column === ranked ? [cell, isExactNumber(value) ? value : null] : [cell];
        });
        const depth = layout.indentBy ? { depth: Number(values[0]) } : {};
        yield { kind: 'row', cells, ...depth };
      }
    }
    const total = hasTotals && this.#totalRow(shown, ranked);
    if (total) yield total;
  }

  /** A single row is its own total. */
  #totalRow(shown: readonly ShownRecordColumn[], ranked: Column | undefined): DocumentRow | undefined {
    if (this.#totals.count <= 1) return undefined;
    const { format } = this.#layout;
    const { values: totals, properties } = this.#totals.end(this.#columns);
    const cells = shown.map(({ column, shared }): Cell => {
      const total = totals.get(column.name);
      if (!total) return null;
      if (!column.unit || (total.currency ?? '') === shared) return total.value;
      return { value: total.value, unit: chooseShownUnit(column.unit, total.currency, format) };
    });
    if (cells.every(cell => cell === null)) return undefined;
    const name = Math.max(
      0,
      shown.findIndex(({ column }) => column.name !== 'rank'),
    );
    cells[name] ??= format.word(totalLabel(properties, this.rows, this.#totals.count));
    const after = shown.findIndex(({ column }) => column === ranked) + 1;
    return { kind: 'sum', cells: after === 0 ? cells : cells.toSpliced(after, 0, null) };
  }
}

/** The names of the columns that others are changes from. */
export const findEarlier = (columns: readonly Column[]): ReadonlySet<string> =>
  new Set(
    columns.flatMap(({ aggregation }) => (aggregation?.kind === 'change' ? [aggregation.before.name] : [])),
  );

interface ShownRecordColumn {
  readonly column: Column;
  readonly index: number;
  /** The currency of all amounts, which the heading shows; empty for several. */
  readonly shared: string;
}

const stored = (value: FieldValue): StoredValue => {
  if (value === undefined || value === null) return null;
  if (isDecimal(value)) return { decimal: plainNumber(value) };
  return typeof value === 'number' ? value : cellText(value);
};

const unstored = (value: StoredValue = null): ExactNumber | string | null =>
  value !== null && typeof value === 'object' ? new Big(value.decimal) : value;
