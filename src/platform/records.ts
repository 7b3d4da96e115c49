import { headingOf } from '../base/text.ts';
import { localTime } from './dates.ts';
import type { ExactNumber } from './numbers.ts';
import type { Parameters } from './parameters.ts';

/** One row of a view, nested as the platform sent it: what NDJSON writes and what columns are read from. */
export type ReportRecord = { readonly [field: string]: FieldValue };
export type FieldValue =
  | string
  | boolean
  | ExactNumber
  | null
  | undefined
  | readonly FieldValue[]
  | { readonly [field: string]: FieldValue };

/** A column of a view. `name` is the path of its field, joined by dots: the header of the CSV and a value of `--columns`. */
export interface Column {
  readonly name: string;
  /** `text` is escaped for spreadsheets and terminals; `number` stays a number. Also decides the alignment. */
  readonly type: 'text' | 'number' | 'date';
  /** The exact type in Parquet files and databases; by default text, a decimal or a date, depending on `type`. */
  readonly storage?: 'text' | 'int32' | 'int64' | 'timestamp';
  /** It names or describes a person: agents receive it only with `--with-guest-data`. */
  readonly isPersonal?: true;
  /** Its values are lists of texts, or true and false, which JSON keeps; other formats write them as text. */
  readonly holds?: 'list' | 'boolean';
  /** The heading for people, without the tax and the unit, which `makeColumnHeading` adds; by default made from the path. */
  readonly heading?: string;
  /** Of which of two sides it is, which the heading ends with. */
  readonly side?: ShownWords;
  /** How tables and pages show a value; the CSV contains the plain value. */
  readonly display?: (record: ReportRecord) => ShownWords;
  /** The day after the last one: tables, pages and workbooks show the last day. */
  readonly exclusive?: true;
  /** Tables and pages show the weekday with the date. */
  readonly weekday?: true;
  /** The unit decides decimals, separators and heading. A number without one (a year) is shown as it was received. */
  readonly unit?: MeasureUnit;
  /** What the heading says in place of the unit: the change of a percentage is in points. */
  readonly unitWord?: string;
  /** Whether an amount includes taxes; part of the heading. */
  readonly tax?: 'gross' | 'net';
  /** How the values of several rows are combined; a column without it has no total. */
  readonly aggregation?: Aggregation;
  /** People see it with its sign, and in the color of good or bad. */
  readonly isChange?: true;
  /** People and computed rows have the ratio of each row by its aggregation, and not the value of the platform. */
  readonly isComputed?: true;
  /** `identifier`: people copy it, so it is shortened last. `technical`: a workbook hides it, for example a currency. */
  readonly role?: 'identifier' | 'technical';
}

/** Words that are translated, or pieces in a row: data such as a year, days, countries, and words with numbers in them. */
export type ShownWords =
  | string
  | readonly (
      | string
      | { readonly date: string; readonly as: 'numeric' | 'day' | 'day-of-year' | 'short-month-of-year' }
      | { readonly region: string }
      | { readonly message: string; readonly values?: Readonly<Record<string, number | string>> }
    )[];

const columnMaker =
  (type: Column['type']) =>
  (name: string, heading: string): Column => ({ name, type, heading });
export const textColumn = columnMaker('text');
/** Text columns whose headings are the words of their names. */
export const textColumns = (...names: readonly string[]): readonly Column[] =>
  names.map(name => textColumn(name, headingOf(name)));

/** Its values are words for readers, which tables and pages translate. */
export const wordColumn = (name: string, heading: string): Column => ({
  ...textColumn(name, heading),
  display: ({ [name]: words }) => (typeof words === 'string' ? words : ''),
});

export const listColumn = (name: string, heading: string): Column => ({
  ...textColumn(name, heading),
  holds: 'list',
});
export const numberColumn = columnMaker('number');
export const dateColumn = columnMaker('date');

/** A moment of hotelctl's own records, such as 2026-12-01T05:00:00.000Z: people see the machine's local time. */
export const momentColumn = (name: string, heading: string): Column => ({
  ...textColumn(name, heading),
  display: ({ [name]: moment }) =>
    momentWords(typeof moment === 'string' ? localTime(Date.parse(moment)) : ''),
});

/** `2026-11-30T15:00:00+01:00` and `2026-11-30 15:00:00` with the date as the locale has it. @param length of the time */
export const momentWords = (moment: string, length = 'HH:MM:SS'.length): ShownWords => {
  const [date = '', time = ''] = moment.split(/[T ]/);
  return date === '' ? '' : [{ date, as: 'numeric' }, time && ` ${time.slice(0, length)}`];
};

export const countColumn = (name: string, heading: string): Column => ({
  ...numberColumn(name, heading),
  storage: 'int32',
  unit: { kind: 'count' },
});

/** @param currency the path of its currency */
export const moneyColumn = (name: string, heading: string, currency = 'currency'): Column => ({
  ...numberColumn(name, heading),
  unit: { kind: 'money', currency },
});

/** The same column, whose values of several rows are added up. */
export const addedUp = (column: Column): Column => ({ ...column, aggregation: { kind: 'sum' } });

/**
 * Two currencies never share a scale or a sum; `currency` is the path of the column with the code. `rounded`: a ratio that
 * hotelctl computed; tables, pages and workbooks show it with the decimals of the unit.
 */
export type MeasureUnit =
  | { readonly kind: 'percent' | 'count'; readonly rounded?: true }
  | { readonly kind: 'money'; readonly currency: string; readonly rounded?: true };

/** A ratio is never averaged: it is the sum of one column divided by that of another (`per` without `less`), times `factor`. */
export interface RatioOfSums {
  readonly kind: 'ratio';
  readonly of: string;
  readonly per: string;
  readonly less?: string;
  readonly factor?: number;
}

/** How several rows are combined into one value. */
export type Aggregation =
  | { readonly kind: 'sum' }
  /** `currency`: the column with the currency of an amount, which must be that of the ratio in every row. */
  | (RatioOfSums & { readonly currency?: string })
  | ChangeOfTotals;

/** The difference of two totals, `now` less `before`, or what it is in percent of `before`; never a sum of differences. */
export interface ChangeOfTotals {
  readonly kind: 'change';
  readonly now: SideOfChange;
  readonly before: SideOfChange;
  readonly inPercent?: true;
}

/** One side of a change: a column, its unit and how its own total is made. */
export interface SideOfChange {
  readonly name: string;
  readonly unit?: MeasureUnit;
  readonly aggregation: Exclude<Aggregation, ChangeOfTotals>;
}

/** One kind of records in a report's body, and how they are shown. */
export interface View<Body> {
  readonly name: string;
  readonly summary: string;
  readonly columns: readonly Column[];
  /** What this view expands in the response: a value of the parameter `expand`. */
  readonly expands?: string;
  /** Why this view cannot be created from an otherwise valid body, as a phrase that follows the report's name. */
  readonly incomplete?: (body: Body, parameters: Parameters) => string | undefined;
  /** Pure and lazy: the records of a body, or of one element of a `listField`, led by the columns of the parameters. */
  readonly records: (body: Body, parameters: Parameters) => Iterable<ReportRecord>;
  /** How `records` makes records of an element of a `listField`, as data: a CSV is made from it without any records. */
  readonly shape?: RowShape;
  /** Table only: which columns are shown by default, and how. */
  readonly table?: TableLayout;
  readonly charts?: readonly ChartDefinition[];
  /** The key figures of the whole period, above the charts. */
  readonly whole?: KeyFigures<Body>;
}

/** A record for an item as it is, or for each element of one of its arrays. Paths are fields joined by dots. */
export type RowShape =
  | { readonly each?: undefined; readonly members?: undefined }
  | {
      readonly each: string;
      /** The columns of the item beside those of the array's element, in order; `*` stands for the latter. */
      readonly members: readonly string[];
    };

export interface TableLayout {
  /** Names of the columns shown when `--columns` is not given. */
  readonly columns: readonly string[];
  /** Those of the columns that are left out of a table in which all rows have the same value, such as the month. */
  readonly onlyIfVaried?: readonly string[];
  /** Each request then has a table, whose title continues with the property and the period of its records. */
  readonly title?: string;
  /** The column with the currency of the amounts: those of several currencies have a total each. */
  readonly totalsBy?: string;
  /** How many the rows are of, of how many that were expected: the total says so. */
  readonly properties?: { readonly counted: number; readonly all: number } | undefined;
  /** A rule is drawn where this column's value changes, and the value is written once. */
  readonly groupBy?: string;
  /** A bar is drawn for this column, as long as its value (0 to 100). */
  readonly barOf?: string;
  /** The column with the depth by which the first one is indented: a tree. */
  readonly indentBy?: string;
}

/** One definition serves the chart in a terminal and the drawing in an HTML page; the names are those of the view's columns. */
export interface ChartDefinition {
  readonly title: string;
  /** `days`: a point for each business day, by date; `bars`: a bar for each key. */
  readonly kind: 'days' | 'bars';
  /** The column that labels a point; a date for `days`. */
  readonly label: string;
  readonly value: string;
  readonly unit: MeasureUnit;
  /** A second series in the same chart, such as an earlier period. */
  readonly versus?: {
    readonly value: string;
    readonly unit: MeasureUnit;
    readonly names: readonly [own: ShownWords, versus: ShownWords];
    /** The column that labels a point of the second series only. */
    readonly label?: string;
  };
  /** A column whose value is shown beside the drawn one. */
  readonly beside?: string;
  /** Only the records that have one of these values in this column. */
  readonly only?: { readonly column: string; readonly values: readonly (string | number)[] };
  /** How many bars are drawn at most, where the chart is a ranking of everything; by default 20. */
  readonly most?: number;
  /** Sort by value, largest first; by default the order of the records. */
  readonly largestFirst?: boolean;
}

/** The figures that readers look for first, taken directly from the report: nothing is summed here. */
export interface KeyFigures<Body> {
  readonly record: (body: Body, parameters: Parameters) => ReportRecord | undefined;
  /** `value` is the path of a field in that record, `change` that of its change since the period that it is compared with. */
  readonly figures: readonly {
    readonly title: string;
    readonly value: string;
    readonly unit: MeasureUnit;
    readonly change?: string;
    /** The same figure of a part, shown beside it where it differs: its name, and the path of its value. */
    readonly part?: { readonly title: string; readonly value: string };
  }[];
  /** What the record has beside the columns of the view, so that several of them have totals. */
  readonly columns?: readonly Column[];
}
