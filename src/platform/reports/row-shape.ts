import type { Schema } from '../models.ts';
import type { Parameters } from '../parameters.ts';
import { fieldPicker, valueReader } from '../record-paths.ts';
import type { Column, ReportRecord, RowShape, View } from '../records.ts';
import { schemaDefinition, unwrapped } from '../schema-definition.ts';
import {
  type ColumnFacts,
  columnsOfModel,
  describedColumns,
  propertyColumn,
  propertyLead,
  recordLedBy,
} from './columns.ts';

/** Marks, among the members of a shape, the place of the fields of `each`. */
const fieldsOfEach = '*';

/**
 * A view of a list report. Its columns, its records and the plan for the rows of a CSV (`output/rows/`) all come
 * from the model of an item and the shape.
 */
export const shapedView = (
  item: Schema,
  facts: Readonly<Record<string, ColumnFacts>>,
  { shape, ...view }: Pick<View<ReportRecord>, 'name' | 'summary' | 'table'> & { readonly shape: RowShape },
): View<ReportRecord> => ({
  ...view,
  shape,
  columns: [propertyColumn, ...describedColumns(facts, columnsOfShape(item, shape))],
  records: recordsOfShape(shape),
});

function columnsOfShape(item: Schema, { each, members }: RowShape): readonly Column[] {
  const all = columnsOfModel(item);
  if (each === undefined) return all;
  return members.flatMap(member =>
    member === fieldsOfEach
      ? columnsOfModel(elementAt(item, each))
      : all.filter(({ name }) => name === member),
  );
}

/** The model of the elements of the array at a path. */
function elementAt(item: Schema, path: string): Schema {
  const array = path
    .split('.')
    .reduce((schema, field) => schemaDefinition(unwrapped(schema)).shape?.[field] ?? schema, item);
  return schemaDefinition(unwrapped(array)).element ?? array;
}

function recordsOfShape(shape: RowShape): View<ReportRecord>['records'] {
  const { each, members = [] } = shape;
  if (each === undefined) {
    return function* (item, parameters) {
      yield recordLedBy(propertyLead(parameters), item);
    };
  }
  const place = members.indexOf(fieldsOfEach);
  const pickBefore = fieldPicker(members.slice(0, place));
  const pickAfter = fieldPicker(members.slice(place + 1));
  const readEach = valueReader(each);
  return function* (item: ReportRecord, parameters: Parameters) {
    const lead = { ...propertyLead(parameters), ...pickBefore(item) };
    const trail = pickAfter(item);
    for (const element of (readEach(item) ?? []) as readonly ReportRecord[])
      yield recordLedBy({ ...lead }, element, trail);
  };
}
