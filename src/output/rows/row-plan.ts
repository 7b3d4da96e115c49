import type { Schema } from '../../platform/models.ts';
import type { Parameters } from '../../platform/parameters.ts';
import type { Column, RowShape } from '../../platform/records.ts';
import { propertyLead } from '../../platform/reports/columns.ts';
import { type CellInRow, type CsvCells, csvCells } from '../csv.ts';
import type { CsvLayout } from '../results.ts';
import { type FieldPlan, fieldPlan } from './field-plan.ts';
import { kindsOfBytes, RecordReader } from './record-reader.ts';
import { RowBuffer } from './row-buffer.ts';

/**
 * Rows of a CSV directly from the bytes of a response: this folder copies cells from JSON, by a plan that comes
 * from the model, the shape of the view, the columns and the dialect.
 *
 * There is one rule for everything unusual in a record (an unknown field, a number with an exponent or many digits,
 * invalid UTF-8, any error): the reader gives up, and the record is parsed in the same way as for all other formats,
 * which is the only place that produces warnings and errors.
 */
export interface RowPlan {
  readonly fields: FieldPlan;
  readonly shape: RowShape;
  readonly layout: CsvLayout;
  /** The one byte between cells. */
  readonly delimiter: number;
}

/** The plan; undefined if there is none, and all records are parsed. */
export function rowPlan(item: Schema, shape: RowShape | undefined, layout: CsvLayout): RowPlan | undefined {
  const known = plans.get(layout);
  if (known?.item === item && known.shape === shape) return known.plan;
  const plan = newPlan(item, shape, layout);
  plans.set(layout, { item, shape, plan });
  return plan;
}

/** All requests of a run have the same layout. */
const plans = new WeakMap<
  CsvLayout,
  { readonly item: Schema; readonly shape: RowShape | undefined; readonly plan: RowPlan | undefined }
>();

function newPlan(item: Schema, shape: RowShape | undefined, layout: CsvLayout): RowPlan | undefined {
  const { columns, options } = layout;
  const delimiter = options.delimiter.charCodeAt(0);
  // A row of one empty cell is quoted, and a decimal comma is not a byte of the response.
  if (!shape || options.decimalComma || columns.length < 2 || delimiter > 0x7e) return undefined;
  const places = new Map(columns.map(({ name }, place) => [name, place]));
  for (const name of Object.keys(propertyLead({}))) places.delete(name);
  const fields = fieldPlan(item, shape, places);
  return fields && { fields, shape, layout, delimiter };
}

/** The reader of the records of one response, and the rows that it fills. */
export interface RowReading {
  readonly reader: RecordReader;
  readonly rows: RowBuffer;
}

export async function rowReading(
  { fields, shape, layout, delimiter }: RowPlan,
  parameters: Parameters,
): Promise<RowReading> {
  const cells = csvCells(layout.columns, layout.options);
  const constants = await constantCells(layout.columns, parameters, cells);
  const rows = new RowBuffer(cells, delimiter, constants, shape.each !== undefined);
  return { reader: new RecordReader(fields, kindsOfBytes(delimiter), rows), rows };
}

function constantCells(columns: readonly Column[], parameters: Parameters, { add, quote }: CsvCells) {
  const lead: Readonly<Record<string, string>> = propertyLead(parameters);
  return Promise.all(
    columns.map(async ({ name }) => {
      const value = lead[name];
      if (value === undefined) return undefined;
      const row: string[] = [];
      const special: CellInRow[] = [];
      add(value, row, special);
      await quote(special);
      return new TextEncoder().encode(row[0]);
    }),
  );
}
