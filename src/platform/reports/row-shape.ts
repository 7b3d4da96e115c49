import type { Schema } from '../models.ts';
import type { Parameters } from '../parameters.ts';
import type { Column, FieldValue, ReportRecord, RowShape, View } from '../records.ts';
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
  const [before, after] = [members.slice(0, place), members.slice(place + 1)];
  return function* (item: ReportRecord, parameters: Parameters) {
    const lead = { ...propertyLead(parameters), ...withFields(item, before) };
    const trail = withFields(item, after);
    for (const element of (fieldAt(item, each) ?? []) as readonly ReportRecord[])
      yield recordLedBy({ ...lead }, element, trail);
  };
}

/** The record with only these fields, with the original nesting; absent ones are omitted. */
function withFields(record: ReportRecord, paths: readonly string[]): ReportRecord {
  const chosen: Record<string, FieldValue> = {};
  for (const path of paths) {
    const value = fieldAt(record, path);
    if (value === undefined) continue;
    const [first = '', second] = path.split('.');
    chosen[first] = second === undefined ? value : { ...(chosen[first] as ReportRecord), [second]: value };
  }
  return chosen;
}

const fieldAt = (record: ReportRecord, path: string): FieldValue =>
  path.split('.').reduce<FieldValue>((value, field) => (value as ReportRecord | null)?.[field], record);
