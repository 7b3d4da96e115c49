import type { CalendarDate } from '../../platform/dates.ts';
import { isCurrency } from '../../platform/money.ts';
import type { ExactNumber } from '../../platform/numbers.ts';
import type { RatioOfSums } from '../../platform/records.ts';
import { decimalsOfCurrency } from '../number-format.ts';
import type { Phrase } from '../words/words.ts';

/**
 * The one model of what people receive: pages, mails, sheets and the terminal show the same document. It is plain data
 * with raw values; numbers and dates become text only when it is rendered, and texts are still untrusted.
 */
export interface Document {
  readonly title: Text;
  /** The line of a mail that is read first: what it is of, with its figures. Default: the title. */
  readonly subject?: Text | undefined;
  /** One line: what the figures count, and what they are compared with. */
  readonly basis?: Text | undefined;
  /** What is missing, and why: the first thing that readers must know. */
  readonly gaps?: readonly Text[];
  readonly tiles?: readonly Tile[];
  readonly blocks: readonly DocumentBlock[];
  /** What is missing and how figures are defined. Text in backticks is a command. */
  readonly notes?: readonly Text[];
}

export type DocumentBlock =
  | DocumentTable
  | DocumentChart
  | Section
  /** In its place, where those at the end would be too late. */
  | { readonly kind: 'note'; readonly text: Text };

/** A document in a document: one hotel of several, or one request. */
export interface Section extends Document {
  readonly kind: 'section';
  /** Unique in the document; rows of tables lead to it. */
  readonly anchor: string;
  /** Whether readers open it. The terminal leaves it out. */
  readonly folded?: boolean;
  /** Unfolded at first, and so in print. */
  readonly isOpen?: boolean;
  /** Unfolded in print only. */
  readonly isPrinted?: boolean;
  /** The name of its sheet, which a workbook then has however many sections there are. Sections may share one. Default: its title. */
  readonly sheet?: Text;
}

/** A template of the language files, whose `{names}` are filled with values; `say` of `words/messages.ts` makes it. */
interface Message {
  readonly message: string;
  /** A string is data and is not translated. */
  readonly values?: Readonly<Record<string, MessageValue>>;
}

interface ShownDate {
  readonly date: CalendarDate;
  readonly as: DateForm;
}

/** A country in the language of the reader, by its ISO 3166-1 code. */
interface ShownRegion {
  readonly region: string;
}

interface ShownNumber {
  readonly number: ExactNumber;
  readonly unit: ShownUnit;
  readonly isChange?: boolean;
}

export type MessageValue = string | Pieces | number | ShownDate | ShownNumber | ShownRegion;

/** A template without values, nothing, or pieces in a row: messages, dates and numbers, and strings of data or punctuation between them. */
export type Text = Phrase | '' | Pieces;
export type Pieces = readonly (string | Message | ShownDate | ShownNumber | ShownRegion)[];

/** `Saturday, 21 November 2026`, `21 November 2026`, `Sat 21 Nov`, `21 Nov`, both with the year, `November 2026`, `November`, `Nov`, `Nov 2026`. */
export const dateForms = {
  full: { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
  long: { day: 'numeric', month: 'long', year: 'numeric' },
  weekday: { weekday: 'short', day: 'numeric', month: 'short' },
  day: { day: 'numeric', month: 'short' },
  'weekday-of-year': { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' },
  'day-of-year': { day: 'numeric', month: 'short', year: 'numeric' },
  'month-of-year': { month: 'long', year: 'numeric' },
  month: { month: 'long' },
  'short-month': { month: 'short' },
  'short-month-of-year': { month: 'short', year: 'numeric' },
} as const;
/** `numeric` and `numeric-weekday` have the order and the separators of the locale: `2026-11-21` without one. */
export type DateForm = keyof typeof dateForms | 'numeric' | 'numeric-weekday';

/** The last note of a document. @param program `hotelctl brief` */
export function describeCreation(madeAt: number, program: string): Text {
  const made = new Date(madeAt).toISOString();
  const day = { date: made.slice(0, 10), as: 'long' } as const;
  const values = { day, time: made.slice(11, 16), program };
  return [{ message: 'Created {day}, {time} UTC, by {program}.', values }];
}

export interface ShownUnit {
  /** After a number without a heading: `%`, `EUR`, `nights`. */
  readonly sign: string;
  /** Undefined: as it was received, without separators, as a year. */
  readonly decimals?: number;
  /** The decimals are the least; further ones are kept. */
  readonly isExact?: boolean;
}

export const percentUnit: ShownUnit = { sign: '%', decimals: 1 };
export const pointsUnit: ShownUnit = { sign: 'pts', decimals: 1 };
export const countUnit: ShownUnit = { sign: '', decimals: 0 };
export const nightsUnit: ShownUnit = { sign: 'nights', decimals: 0 };

/** A code that is not an ISO 4217 currency has no decimals that amounts could be rounded to. */
export const moneyUnit = (currency: string | undefined): ShownUnit => ({
  sign: currency ?? '',
  decimals: decimalsOfCurrency(currency),
  ...(currency !== undefined && isCurrency(currency) ? {} : { isExact: true }),
});

export interface Tile {
  readonly what: Text;
  readonly value: ExactNumber | null;
  readonly unit: ShownUnit;
  /** The value is a part of so many: `3 of 37`. */
  readonly of?: number | undefined;
  /** Whether the value is itself a change, with its sign. */
  readonly isChange?: boolean;
  /** Colored, as in a column of states. */
  readonly state?: string | undefined;
  readonly change?: {
    readonly value: ExactNumber | null;
    readonly unit: ShownUnit;
    /** `on last year` */
    readonly since: Text;
  };
  /** In small letters below the value and its change. */
  readonly detail?: Text | undefined;
}

export interface DocumentTable {
  readonly kind: 'table';
  readonly title?: Text | undefined;
  /** For screen readers, where the title of the document is that of the table. */
  readonly label?: Text | undefined;
  /** In small letters after the title. */
  readonly detail?: Text | undefined;
  /** Headings above the columns; together they span all of them. */
  readonly groups?: readonly { readonly title: Text; readonly span: number }[] | undefined;
  readonly columns: readonly DocumentColumn[];
  /** Read row by row, so that a table can be larger than the memory. */
  readonly rows: Iterable<DocumentRow>;
  /** Of many rows: rows with cells as wide as any, and the sums. */
  readonly widest?: readonly DocumentRow[];
  /** The rows of an excerpt that are not in it; it has no sums. */
  readonly further?: number;
  /** Where the columns do not fit side by side, they are one below the other, and none is left out. */
  readonly isComplete?: boolean;
  /** On a phone each row is a card, also of a table that is complete. */
  readonly hasCards?: boolean;
}

export interface DocumentColumn {
  readonly heading: Text;
  /** The name by which formulas refer to it. */
  readonly name?: string;
  /**
   * `change` has a sign and a color, `shade` a background as strong as the number is large, `bar` is drawn from zero to
   * its number, `sparkline` is a line through a series, `state` is the result of a check.
   */
  readonly kind: 'text' | 'state' | 'number' | 'signed' | 'shade' | 'date' | 'bar' | 'sparkline';
  readonly unit?: ShownUnit | undefined;
  /** Rows with the same value form a group: a rule is above each, and the value is shown once. */
  readonly isGroup?: boolean;
  /** People copy its texts, so that a narrow screen shortens them last. */
  readonly isIdentifier?: boolean;
  /** Whether its texts are words for readers, as those of a `state` are, and not data such as names. */
  readonly isWords?: boolean;
  /** Where the columns do not fit, those with the highest number are left out first. Default: never. */
  readonly rank?: number;
  /** Where the columns do not fit into a terminal, its texts are below their rows. */
  readonly isBelow?: boolean | 'always';
  /** The column that readers look for. */
  readonly isKey?: boolean;
  /** Its changes are neither good nor bad, and have no color. */
  readonly isNeutral?: boolean;
  /** Hidden in a workbook until it is unfolded. */
  readonly isFolded?: boolean;
  /** How a workbook computes the sums below the rows. */
  readonly formula?: ColumnFormula | undefined;
  /** Of `shade` and `bar`: the number with the strongest background, or the longest bar. */
  readonly most?: number;
  /** Of `bar`: the number with the longest bar to the left of zero. Default: zero. */
  readonly least?: number;
  /** Of `date`; default: `weekday`. */
  readonly dates?: DateForm | undefined;
}

export const textHeading = (heading: Phrase): DocumentColumn => ({ heading, kind: 'text', isWords: true });
/** Of names and numbers, which are not translated. */
export const dataHeading = (heading: Phrase): DocumentColumn => ({ heading, kind: 'text' });
export const amountHeading = (heading: Phrase, unit: ShownUnit): DocumentColumn => ({
  heading,
  kind: 'number',
  unit,
});

export type ItemColumn<Item> = readonly [column: DocumentColumn, cellOf: (item: Item) => Cell];

/** A table with a row for each item. @param more what a row has beside its cells */
export const itemsTable = <Item>(
  items: readonly Item[],
  columns: readonly ItemColumn<Item>[],
  more: (item: Item) => Omit<DocumentRow, 'cells'> = () => ({ kind: 'row' }),
) => ({
  kind: 'table' as const,
  columns: columns.map(([column]) => column),
  rows: items.map(
    (item): DocumentRow => ({ ...more(item), cells: columns.map(([, cellOf]) => cellOf(item)) }),
  ),
});

/** Of the sums of other columns, by their names: a ratio, or a change from one to the other. */
export type ColumnFormula =
  | { readonly kind: 'sum' }
  /** `decimals`: default those of its unit. */
  | (RatioOfSums & { readonly decimals?: number })
  | { readonly kind: 'change'; readonly now: string; readonly before: string; readonly inPercent: boolean };

/** The words of a `state`, and how they are colored. */
export const stateDirections: Readonly<Record<string, StateDirection>> = {
  agrees: 'up',
  open: 'down',
  passed: 'up',
  failed: 'down',
  warning: 'warn',
};
export type StateDirection = 'up' | 'down' | 'flat' | 'warn';

/** The first cell of a row names it. */
export interface DocumentRow {
  readonly kind: 'row' | 'sum';
  readonly cells: readonly Cell[];
  /** The anchor of the section that the row leads to. */
  readonly link?: string | undefined;
  /** Of a sum: it adds up only the rows with this currency or property, which is in this column, or in none (-1). */
  readonly only?: { readonly at: number; readonly code: string };
  readonly depth?: number;
  /** The levels that have further rows below this one. */
  readonly continues?: readonly number[];
}

/** A number, words, a text or a date as data, or nothing. */
type CellValue = ExactNumber | string | Pieces | null | undefined;

export type Cell = CellValue | DetailedCell;

export interface DetailedCell {
  readonly value?: CellValue;
  /** Of a `sparkline`. */
  readonly series?: readonly (ExactNumber | null)[];
  /** Of a `bar` in a terminal: the number of a second series. */
  readonly mark?: ExactNumber | null;
  /** In small letters after the value. */
  readonly detail?: Text;
  /** The unit of this number, where those of the column differ. Its sign is shown. */
  readonly unit?: ShownUnit;
  /** A figure among changes, such as the sum that they lead to. */
  readonly isFigure?: boolean;
}

export interface DocumentChart {
  readonly kind: 'chart';
  readonly title: Text;
  readonly detail?: Text;
  /** `days` is a time axis, `bars` one bar for each key. */
  readonly form: 'days' | 'bars';
  readonly unit: ShownUnit;
  /** The names of one or two series. */
  readonly series: readonly Text[];
  readonly points: readonly DocumentPoint[];
  /** The upper end of the scale at least: 100 for an occupancy. */
  readonly reaching?: number | undefined;
  /** The points that are not drawn because there are too many. */
  readonly further?: number;
}

export interface DocumentPoint {
  /** The day of a time axis; a key otherwise. */
  readonly label: string;
  readonly values: readonly (ExactNumber | null)[];
  readonly detail?: Text;
}
