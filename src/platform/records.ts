import type { ExactNumber } from './numbers.ts';
import type { Parameters } from './parameters.ts';
import type { Picture, Whole } from './picture.ts';

/** One row of a view, nested as it came: what NDJSON writes and what columns are read from. */
export type ReportRecord = { readonly [field: string]: FieldValue };
export type FieldValue =
  | string
  | boolean
  | ExactNumber
  | null
  | undefined
  | readonly FieldValue[]
  | { readonly [field: string]: FieldValue };

/**
 * One column of a view. `name` is the path of the field in the record, joined by dots: header of the CSV, word of
 * `--columns`. One list serves the table, the CSV, `--columns` and its completion.
 */
export interface Column {
  readonly name: string;
  /** `text` is made harmless for spreadsheets and terminals; `number` stays a number; decides the alignment too. */
  readonly type: 'text' | 'number' | 'date';
  /** Table only: a heading for people, where the path reads badly. */
  readonly heading?: string;
  /** Table only: how a value reads to a person; the CSV keeps the plain one. */
  readonly display?: (record: ReportRecord) => string;
}

/** A kind of records that a report's body holds, and how they are shown. */
export interface View<Body> {
  readonly name: string;
  readonly summary: string;
  readonly columns: readonly Column[];
  /** A parameter value that this view needs and that is added to the request. */
  readonly asks?: { readonly wire: string; readonly value: string };
  /**
   * Pure and lazy: one body in, its records out, led by the columns that the parameters give. A report with a
   * `listField` hands in one element of its list at a time.
   */
  readonly records: (body: Body, parameters: Parameters) => Iterable<ReportRecord>;
  /** Table only: what a person sees instead of every column. */
  readonly table?: TableLayout;
  /** What can be drawn of the records, for `--chart` and for a page. */
  readonly pictures?: readonly Picture[];
  /** The numbers of the whole, above the pictures. */
  readonly whole?: Whole<Body>;
}

export interface TableLayout {
  /** Names of the columns shown when `--columns` is not given. */
  readonly columns: readonly string[];
  /** A line above the table. */
  readonly title?: (records: readonly ReportRecord[]) => string;
  /** A rule is drawn where this column's value changes, and the value is written once. */
  readonly groupBy?: string;
  /** A bar as long as the value (0 to 100) of this column is drawn beside it. */
  readonly barOf?: string;
  /** A text column that is indented by the depth in another one: a tree. */
  readonly indentBy?: { readonly column: string; readonly depth: string };
  /** Amount columns that get a total line for each currency, by exact decimals; never across currencies. */
  readonly totals?: readonly { readonly amount: string; readonly currency: string }[];
}
