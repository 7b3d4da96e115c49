import { addDays } from '../dates.ts';
import { date, dateTime, double, int32, int64, money, type Schema } from '../models.ts';
import type { Parameters } from '../parameters.ts';
import type { Column, ReportRecord } from '../records.ts';
import { schemaDefinition, unwrapped } from '../schema-definition.ts';

const types = new Map<Schema, Column['type']>([
  [double, 'number'],
  [int32, 'number'],
  [int64, 'number'],
  [date, 'date'],
  [dateTime, 'date'],
]);

/** The exact types for Parquet and databases, if they are more specific than number and date. */
const storages = new Map<Schema, NonNullable<Column['storage']>>([
  [int32, 'int32'],
  [int64, 'int64'],
  [dateTime, 'timestamp'],
]);

/**
 * The columns of a model: the paths of its fields joined by dots, in the order of the model. Arrays of models have a
 * separate view and are omitted; arrays of plain values become one cell. Properties that follow from the model are
 * filled in: Money has its currency in the next column, and a field named `id` is an identifier.
 */
export function columnsOfModel(schema: Schema, prefix = ''): Column[] {
  const inner = unwrapped(schema);
  if (inner === money) return moneyColumns(prefix);
  const { type, shape, element } = schemaDefinition(inner);
  if (type === 'object' && shape) {
    return Object.entries(shape).flatMap(([name, field]) =>
      columnsOfModel(field, prefix ? `${prefix}.${name}` : name),
    );
  }
  if (type === 'array' && element && schemaDefinition(unwrapped(element)).type === 'object') return [];
  const storage = storages.get(inner);
  return [
    {
      name: prefix,
      type: types.get(inner) ?? 'text',
      ...(storage ? { storage } : {}),
      ...(/(^|\.)id$/.test(prefix) ? { role: 'identifier' } : {}),
    },
  ];
}

function moneyColumns(name: string): Column[] {
  const tax = /^(gross|net)(?=[A-Z])|\.(gross|net)(?=[A-Z])/.exec(name)?.[0].replace('.', '');
  const currency = `${name}.currency`;
  return [
    {
      name: `${name}.amount`,
      type: 'number',
      unit: { kind: 'money', currency },
      ...(tax === 'gross' || tax === 'net' ? { tax } : {}),
    },
    { name: currency, type: 'text', role: 'technical' },
  ];
}

/** Properties of a column that its model does not define; a text is the heading. */
export type ColumnFacts = string | Omit<Column, 'name' | 'type'>;

/** Adds the report's definitions to the columns, by path. */
export const describedColumns = (
  facts: Readonly<Record<string, ColumnFacts>>,
  columns: readonly Column[],
): readonly Column[] =>
  columns.map(column => {
    const known = facts[column.name];
    return { ...column, ...(typeof known === 'string' ? { heading: known } : known) };
  });

/** The columns of the parameters, which come first in every record of a view (cli.md, Output). */
export const propertyColumn: Column = {
  name: 'propertyId',
  type: 'text',
  heading: 'Property',
  role: 'identifier',
};
export const propertyLead = (parameters: Parameters) => ({ propertyId: String(parameters['propertyId']) });

/**
 * A record of the platform after its leading columns. An undocumented field with the name of a leading column is
 * written as `platform_NAME`. Large exports call this for each record, and assigning takes a tenth of the time of
 * spreading; only spreading keeps a field that is named `__proto__`.
 *
 * @param lead a new object, which becomes the record
 * @param trail what follows the record
 */
export function recordLedBy(
  lead: ReportRecord,
  fields: ReportRecord,
  trail: ReportRecord = {},
): ReportRecord {
  let isPlain = !Object.hasOwn(fields, '__proto__');
  for (const name in lead) if (Object.hasOwn(fields, name)) isPlain = false;
  for (const name in trail) if (Object.hasOwn(fields, name)) isPlain = false;
  if (isPlain) return Object.assign(lead, fields, trail);
  const isTaken = (name: string) => Object.hasOwn(lead, name) || Object.hasOwn(trail, name);
  const renamed = Object.entries(fields).map(([name, value]) => [
    isTaken(name) ? `platform_${name}` : name,
    value,
  ]);
  return { ...lead, ...Object.fromEntries(renamed), ...trail };
}

export const intervalColumns: readonly Column[] = [
  propertyColumn,
  { name: 'from', type: 'date', heading: 'From' },
  { name: 'to', type: 'date', heading: 'To' },
];
export const intervalLead = (parameters: Parameters) => ({
  ...propertyLead(parameters),
  from: String(parameters['from']),
  to: String(parameters['to']),
});

/** Property and interval (first and last day) of a record, for the title above a table; empty without a record. */
export const intervalWords = (record: ReportRecord | undefined, end: 'inclusive' | 'exclusive'): string[] =>
  record
    ? [
        String(record['propertyId']),
        `${record['from']} to ${end === 'exclusive' ? addDays(String(record['to']), -1) : record['to']}`,
      ]
    : [];
