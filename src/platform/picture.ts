import type { Parameters } from './parameters.ts';
import type { ReportRecord } from './records.ts';

/** What a number counts: it decides the scale of a drawing and what stands beside the number. */
export type Unit =
  | { readonly kind: 'percent' }
  | { readonly kind: 'count' }
  /** `currency` is the column of the amount's currency: two currencies never share a scale. */
  | { readonly kind: 'money'; readonly currency: string };

/**
 * A picture of a view's records. One definition serves the chart in a terminal and the drawing in a page; the names
 * are those of the view's columns.
 */
export interface Picture {
  readonly title: string;
  /** `days`: a point for each business day, in the order of time; `bars`: a bar for each key. */
  readonly kind: 'days' | 'bars';
  /** The column that says what a point stands for; a date for `days`. */
  readonly label: string;
  /** The column that is drawn. */
  readonly value: string;
  readonly unit: Unit;
  /** A column whose value is said beside the drawn one. */
  readonly beside?: string;
  /** Only the records that have one of these values in this column. */
  readonly only?: { readonly column: string; readonly values: readonly (string | number)[] };
  /** The largest first; without it the order of the records. */
  readonly largestFirst?: boolean;
}

/** The few numbers of the whole that a reader looks for first, as the report itself gives them: nothing is summed here. */
export interface Whole<Body> {
  readonly record: (body: Body, parameters: Parameters) => ReportRecord | undefined;
  /** `value` is the path of a field in that record. */
  readonly figures: readonly { readonly title: string; readonly value: string; readonly unit: Unit }[];
}
