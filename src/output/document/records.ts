import Big from 'big.js';
import { ensureEntry } from '../../base/text.ts';
import { dayNumber, isDate } from '../../platform/dates.ts';
import { type ExactNumber, isDecimal, isExactNumber, plainNumber } from '../../platform/numbers.ts';
import { valueReader } from '../../platform/record-paths.ts';
import type { Column, FieldValue, ReportRecord, TableLayout } from '../../platform/records.ts';
import { chooseShownUnit, currencyReader } from '../chart/chart.ts';
import { continuedLevels, findEarlier, makeColumnHeading } from '../columns.ts';
import { cellText, dayBefore, type LocaleFormat } from '../number-format.ts';
import { checkRowCount } from '../results.ts';
import { findFormula, StreamTotals } from '../totals.ts';
import { definedText, formatText, joinTexts, sayTotal } from '../words/messages.ts';
import {
  type Cell,
  type DateForm,
  type DocumentColumn,
  type DocumentRow,
  type DocumentTable,
  percentUnit,
} from './document.ts';

/** How records become a table: the columns that are shown, and the order of a ranking. */
export interface RecordsLayout {
  readonly columns: readonly Column[];
  readonly layout: Omit<TableLayout, 'columns' | 'title'>;
  readonly format: LocaleFormat;
  /** Every record is a hotel with a rank, which this column orders: it has a bar. */
  readonly rankedBy?: string | undefined;
  /** Records have a `propertyId`: each of several properties has a total before that of all rows. */
  readonly perProperty?: boolean;
}

/** A cell of a stored row: a decimal is spelled out. */
type StoredValue = string | number | null | { readonly decimal: string };

/** Loaded for a table that is long enough to be compressed. */
const zlib = () => process.getBuiltinModule('node:zlib');
/** Characters that are compressed together. */
const pieceSize = 1 << 17;
/** The rows of a sheet in Excel. */
const mostRows = 1_048_575;
/** A tree is not drawn deeper than this. */
const deepest = 30;

/**
 * The table of records that are read once: what headings and totals need of them is computed while they pass, and their
 * shown values are kept as compressed text, in a small part of the memory of the records.
 */
export class RecordsTable {
  readonly #columns: readonly Column[];
  readonly #layout: RecordsLayout;
  readonly #readers: readonly ((record: ReportRecord) => FieldValue)[];
  readonly #currencies: readonly ((record: ReportRecord) => string)[];
  readonly #depth: ((record: ReportRecord) => FieldValue) | undefined;
  readonly #totals: StreamTotals;
  /** The totals of each property, or of each currency if the layout asks for them. */
  readonly #totalsIn = new Map<string, StreamTotals>();
  /** The currencies of each amount. */
  readonly #codes: readonly Set<string>[];
  /** Of the columns that the table is about. */
  readonly #days = { first: '9999', last: '' };
  readonly #most: number[];
  readonly #values: readonly Set<unknown>[];
  readonly #pieces: Buffer[] = [];
  #open = '';
  /** Of each column the longest value, and the ends of its numbers: a long table is written with their widths. */
  readonly #extremes: { longest: StoredValue; length: number; least: number; greatest: number }[];
  readonly #depths: number[] = [];
  rows = 0;

  /** @param all columns that are kept too, of which a sheet has more than a page */
  constructor(layout: RecordsLayout, all = layout.columns) {
    const { layout: table } = layout;
    this.#columns = all;
    this.#layout = layout;
    this.#readers = all.map(({ name, exclusive }) => {
      const read = valueReader(name);
      if (!exclusive) return read;
      return (record: ReportRecord) => {
        const value = read(record);
        return typeof value === 'string' ? dayBefore(value) : value;
      };
    });
    this.#currencies = all.map(({ unit }) => currencyReader(unit));
    this.#depth = table.indentBy === undefined ? undefined : valueReader(table.indentBy);
    this.#totals = new StreamTotals(all);
    this.#codes = all.map(() => new Set());
    this.#most = all.map(() => 0);
    this.#extremes = all.map(() => ({ longest: null, length: 0, least: 0, greatest: 0 }));
    this.#values = all.map(() => new Set());
  }

  /** How many records there are, also of those that are not shown. */
  get seen(): number {
    return this.#totals.count;
  }

  /** The column whose values have a total each. */
  get #totalsBy(): string | undefined {
    return this.#layout.layout.totalsBy ?? (this.#layout.perProperty ? 'propertyId' : undefined);
  }

  /** Called with every record, also with those that are not shown. */
  see(records: readonly ReportRecord[]): void {
    this.#totals.add(records);
    const codeOf = this.#totalsBy && valueReader(this.#totalsBy);
    for (const record of records) {
      if (codeOf) {
        const code = String(codeOf(record));
        ensureEntry(this.#totalsIn, code, () => new StreamTotals(this.#columns)).add([record]);
      }
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
    checkRowCount(this.rows, mostRows);
    for (const record of records) {
      if (this.#depth)
        this.#depths.push(Math.min(deepest, Math.max(0, Math.trunc(Number(this.#depth(record)) || 0))));
      const row: StoredValue[] = [];
      for (const [index, column] of this.#columns.entries()) {
        const value = stored(this.#readers[index]?.(record));
        row.push(value);
        const shown = column.display && formatText(definedText(column.display(record)), this.#layout.format);
        if (column.display) row.push(shown ?? null);
        else if (column.unit?.kind === 'money') row.push(this.#currencies[index]?.(record) ?? '');
        this.#measure(index, shown ?? value);
      }
      this.#open += `${this.#open === '' ? '' : ','}${JSON.stringify(row)}`;
    }
    if (this.#open.length < pieceSize) return;
    this.#pieces.push(zlib().deflateRawSync(this.#open, { level: 1 }));
    this.#open = '';
  }

  #measure(index: number, value: StoredValue): void {
    const extremes = this.#extremes[index];
    if (value === null || !extremes) return;
    if (typeof value === 'number') {
      if (value < extremes.least) extremes.least = value;
      if (value > extremes.greatest) extremes.greatest = value;
    }
    const { length } = typeof value === 'object' ? value.decimal : String(value);
    if (length > extremes.length) Object.assign(extremes, { longest: value, length });
  }

  /** The table of everything that was added, with its totals unless it is an excerpt. */
  table(hasTotals = true): DocumentTable {
    return this.#table(this.#layout.columns, this.#layout.layout, hasTotals);
  }

  /** The columns of a sheet, some of them folded, and how their totals are computed. */
  sheet(shown: readonly Column[], folded: ReadonlySet<Column>): DocumentTable {
    return this.#table(shown, undefined, true, folded);
  }

  #table(
    chosen: readonly Column[],
    layout: RecordsLayout['layout'] | undefined,
    hasTotals: boolean,
    folded?: ReadonlySet<Column>,
  ): DocumentTable {
    const { format } = this.#layout;
    let next = 0;
    const shown = this.#columns.flatMap((column, index) => {
      // A sheet has the plain values.
      const place = next + (column.display && layout ? 1 : 0);
      next += isPair(column) ? 2 : 1;
      if (!chosen.includes(column)) return [];
      const isVaried = (this.#values[index]?.size ?? 0) > 1;
      if (layout?.onlyIfVaried?.includes(column.name) && !isVaried) return [];
      const [code = '', ...others] = this.#codes[index] ?? [];
      return [{ column, place, shared: others.length === 0 ? code : '' }];
    });
    shown.sort((one, other) => chosen.indexOf(one.column) - chosen.indexOf(other.column));
    const ranked = shown.find(({ column }) => column.name === this.#layout.rankedBy)?.column;
    const barOf = layout && (ranked?.name ?? layout.barOf);
    const earlier = findEarlier(this.#columns);
    const isRanked =
      earlier.size > 0 || shown.some(({ column }) => column === ranked || column.name === 'rank');
    // Of a comparison that does not fit, the title names its days, and a change follows from the other side.
    const isNamed = (name: string) => earlier.size > 0 && /^(then)?(from|to)$/i.test(name);
    const chooseRank = ({ name }: Column) =>
      earlier.has(name) ? { rank: 1 } : isNamed(name) ? { rank: 2 } : {};
    const isWhole = this.#totals.count === this.rows;
    const columns = shown.flatMap(({ column, shared }): DocumentColumn[] => {
      const formula = isWhole ? findFormula(column) : undefined;
      const unit = column.unit && chooseShownUnit(column.unit, shared, format);
      const own: DocumentColumn = {
        heading: [makeColumnHeading(column, shared, format)],
        name: column.name,
        kind: column.isChange ? 'signed' : column.type,
        unit,
        dates: column.type === 'date' ? this.#dateForm(column) : undefined,
        isGroup: column.name === layout?.groupBy,
        ...(column.role === 'identifier' ? { isIdentifier: true } : {}),
        isKey: column === ranked,
        isFolded: folded?.has(column) === true,
        formula,
        ...chooseRank(column),
      };
      if (column.name !== barOf) return [own];
      const scale = ranked
        ? { most: this.#most[this.#columns.indexOf(column)] ?? 0 }
        : { most: 100, unit: percentUnit };
      return [own, { heading: '', kind: 'bar', ...scale }];
    });
    const plan: RowPlan = { shown, bar: shown.findIndex(({ column }) => column.name === barOf) };
    const total = hasTotals ? this.#totalRows(plan) : [];
    const rows = { [Symbol.iterator]: () => this.#rows(plan, total) };
    const widest = [...this.#widestRows(plan), ...total];
    const hasCards = layout?.totalsBy !== undefined;
    return { kind: 'table', isComplete: !isRanked, hasCards, columns, rows, widest };
  }

  /** The totals of a property, by column name; of all rows if they are of several properties. */
  totalsOf = (property: string) =>
    (property === '' ? this.#totals : this.#totalsIn.get(property))?.end(this.#columns).values;

  /** On pages, days of one year need no year, if the table is about them. */
  #dateForm({ weekday }: Column): DateForm {
    if (!this.#layout.format.roundsMoney) return weekday ? 'numeric-weekday' : 'numeric';
    const { first, last } = this.#days;
    const isShort = isDate(first) && isDate(last) && dayNumber(last) - dayNumber(first) < 300;
    return weekday ? (isShort ? 'weekday' : 'weekday-of-year') : 'day-of-year';
  }

  *#rows(plan: RowPlan, total: readonly DocumentRow[]): Generator<DocumentRow> {
    const continued = this.#depth ? continuedLevels(this.#depths) : [];
    let row = 0;
    for (const piece of [...this.#pieces, undefined]) {
      const text = piece ? zlib().inflateRawSync(piece) : this.#open;
      for (const values of JSON.parse(`[${text}]`) as StoredValue[][]) {
        const depth = this.#depths[row];
        const tree = depth === undefined ? {} : { depth, continues: continued[row] ?? [] };
        yield { kind: 'row', cells: this.#cells(values, plan), ...tree };
        row += 1;
      }
    }
    yield* total;
  }

  #cells(values: readonly StoredValue[], { shown, bar }: RowPlan): Cell[] {
    const { format } = this.#layout;
    const cells = shown.map(({ column, place, shared }): Cell => {
      const value = unstored(values[place]);
      const isAmount = column.unit?.kind === 'money' && !column.display;
      const code = isAmount ? String(values[place + 1] ?? '') : shared;
      // Amounts of several currencies show their own.
      return code === shared || !column.unit || !isExactNumber(value)
        ? value
        : { value, unit: chooseShownUnit(column.unit, code, format) };
    });
    const value = values[shown[bar]?.place ?? -1];
    return bar < 0 ? cells : cells.toSpliced(bar + 1, 0, typeof value === 'number' ? value : null);
  }

  #widestRows(plan: RowPlan): DocumentRow[] {
    const codes = this.#codes.map(all => [...all].sort((one, other) => other.length - one.length)[0] ?? '');
    return (['longest', 'least', 'greatest'] as const).map(end => {
      const values = this.#columns.flatMap((column, index): StoredValue[] => {
        const value = this.#extremes[index]?.[end] ?? null;
        const shown = end !== 'longest' && column.type !== 'number' ? null : value;
        if (column.display) return [shown, shown];
        return column.unit?.kind === 'money' ? [shown, codes[index] ?? ''] : [shown];
      });
      return { kind: 'row', cells: this.#cells(values, plan) };
    });
  }

  /** A single row is its own total. */
  #totalRows(plan: RowPlan): readonly DocumentRow[] {
    if (this.#totals.count <= 1) return [];
    const by = this.#totalsBy;
    const ofCurrencies = by !== 'propertyId' && this.#totalsIn.size > 1;
    const whole = ofCurrencies ? [] : this.#totalRow(plan, this.#totals);
    // The only row of a property is its own total, too.
    if (!ofCurrencies && (this.#totalsIn.size < 2 || this.#totals.count === this.#totalsIn.size))
      return whole;
    const at = plan.shown.findIndex(({ column }) => column.name === by);
    const parts = [...this.#totalsIn].flatMap(([code, totals]) =>
      this.#totalRow(plan, totals, code).map(row => ({ ...row, only: { at, code } })),
    );
    return [...parts, ...whole];
  }

  #totalRow({ shown, bar }: RowPlan, running: StreamTotals, code = ''): readonly DocumentRow[] {
    const { format, layout } = this.#layout;
    const { values: totals, counted: alike } = running.end(this.#columns);
    const cells = shown.map(({ column, shared }): Cell => {
      const total = totals.get(column.name);
      if (!total) return null;
      if (!column.unit || (total.currency ?? '') === shared) return total.value;
      return { value: total.value, unit: chooseShownUnit(column.unit, total.currency, format) };
    });
    if (cells.every(cell => cell === null)) return [];
    // The first column may be a number that has a total.
    const free = shown.findIndex(
      ({ column }, index) => column.name !== 'rank' && cells[index] === null && !column.unit,
    );
    const { counted, all } = layout.properties ?? { counted: 0, all: 0 };
    // The rows of a single property name it.
    const isOfOne = code !== '' || (this.#totalsIn.size === 1 && this.#totalsBy === 'propertyId');
    const isCut = this.rows > 0 && this.#totals.count > this.rows && running.count > 1;
    const label = sayTotal(alike ?? (isOfOne ? all : counted), all, isCut ? running.count : 0);
    cells[Math.max(0, free)] ??= joinTexts([label, code && [code]], ' ');
    // Rows that do not count cannot be told apart by a formula.
    const only = alike ? { only: { at: -1, code: '' } } : {};
    return [{ kind: 'sum', cells: bar < 0 ? cells : cells.toSpliced(bar + 1, 0, null), ...only }];
  }
}

interface RowPlan {
  readonly shown: readonly {
    readonly column: Column;
    /** Of its value in a stored row. */
    readonly place: number;
    /** The currency of all amounts, which the heading shows; empty for several. */
    readonly shared: string;
  }[];
  /** The column that a bar follows, or -1. */
  readonly bar: number;
}

/** An amount is stored with its currency, and a value that is shown in other words with them. */
const isPair = ({ display, unit }: Column) => display !== undefined || unit?.kind === 'money';

const stored = (value: FieldValue): StoredValue => {
  if (value === undefined || value === null) return null;
  if (isDecimal(value)) return { decimal: plainNumber(value) };
  return typeof value === 'number' ? value : cellText(value);
};

const unstored = (value: StoredValue = null): ExactNumber | string | null =>
  value !== null && typeof value === 'object' ? new Big(value.decimal) : value;
