import type { Schema } from '../../platform/models.ts';
import type { Parameters } from '../../platform/parameters.ts';
import type { Column, RowShape } from '../../platform/records.ts';
import { propertyLead } from '../../platform/reports/columns.ts';
import { type CsvCells, csvCells } from '../csv-cells.ts';
import type { CellInRow } from '../csv-quoting.ts';
import type { CsvLayout } from '../results.ts';
import { kindsOfBytes } from './byte-kinds.ts';
import { type FieldPlan, fieldPlan } from './field-plan.ts';
import { RecordReader } from './record-reader.ts';
import { RowBuffer } from './row-buffer.ts';

/**
 * Rows of a CSV straight from the bytes of a response: this folder copies cells from JSON, by a plan that is made from the
 * model, the shape of the view, the columns and the dialect.
 *
 * There is one rule for everything that is unusual in a record: an unknown field, a number with an exponent or many digits,
 * bytes that are no UTF-8, anything wrong. The reader gives the record up, and it takes the road that all other formats take,
 * from the parser to the record: that road alone judges and words warnings and errors.
 */
export interface RowPlan {
  readonly fields: FieldPlan;
  readonly shape: RowShape;
  readonly layout: CsvLayout;
  /** The one byte between cells. */
  readonly delimiter: number;
}

/** The plan; undefined where there is none, and all records take the other road. */
export function rowPlan(item: Schema, shape: RowShape | undefined, layout: CsvLayout): RowPlan | undefined {
  const { columns, options } = layout;
  const delimiter = options.delimiter.charCodeAt(0);
  // A row of one empty cell is quoted, and a decimal comma is no byte of the response.
  if (!shape || options.decimalComma || columns.length < 2 || delimiter > 0x7e) return undefined;
  const places = new Map(columns.map(({ name }, place) => [name, place]));
  for (const name of Object.keys(propertyLead({}))) places.delete(name);
  const fields = fieldPlan(item, shape, places);
  return fields && { fields, shape, layout, delimiter };
}

/** What reads the records of one response, and the rows that it puts them into. */
export interface RowReading {
  readonly reader: RecordReader;
  readonly rows: RowBuffer;
}

export async function rowReading(
  { fields, shape, layout, delimiter }: RowPlan,
  parameters: Parameters,
): Promise<RowReading> {
  const cells = await csvCells(layout.columns, layout.options);
  const constants = constantCells(layout.columns, parameters, cells);
  const rows = new RowBuffer(cells, delimiter, constants, shape.each !== undefined);
  return { reader: new RecordReader(fields, kindsOfBytes(delimiter), rows), rows };
}

function constantCells(columns: readonly Column[], parameters: Parameters, { add, quote }: CsvCells) {
  const lead: Readonly<Record<string, string>> = propertyLead(parameters);
  return columns.map(({ name }) => {
    const value = lead[name];
    if (value === undefined) return undefined;
    const row: string[] = [];
    const special: CellInRow[] = [];
    add(value, row, special);
    quote(special);
    return new TextEncoder().encode(row[0]);
  });
}
