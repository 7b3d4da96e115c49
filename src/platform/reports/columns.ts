import {
  date,
  dateTime,
  double,
  int32,
  int64,
  money,
  type Schema,
  schemaDefinition,
  unwrapped,
} from '../models.ts';
import type { Parameters } from '../parameters.ts';
import { fieldPicker, valueReader } from '../record-paths.ts';
import { type Column, dateColumn, type ReportRecord, type RowShape, type View } from '../records.ts';

/** Everything else is text. */
const types = new Map<Schema, Pick<Column, 'type' | 'storage'>>([
  [double, { type: 'number' }],
  [int32, { type: 'number', storage: 'int32' }],
  [int64, { type: 'number', storage: 'int64' }],
  [date, { type: 'date' }],
  [dateTime, { type: 'date', storage: 'timestamp' }],
]);

/**
 * The columns of a model. Arrays of models have a separate view and are omitted; arrays of plain values become one cell.
 * Money has its currency in the next column, and a field named `id` is an identifier.
 */
export function columnsOfModel(schema: Schema, prefix = ''): Column[] {
  const inner = unwrapped(schema);
  if (inner === money) return moneyColumns(prefix);
  const { type, shape, element } = schemaDefinition(inner);
  if (type === 'object' && shape)
    return Object.entries(shape).flatMap(([name, field]) =>
      columnsOfModel(field, prefix ? `${prefix}.${name}` : name),
    );
  if (type === 'array' && element && schemaDefinition(unwrapped(element)).type === 'object') return [];
  return [
    {
      name: prefix,
      ...(types.get(inner) ?? { type: 'text' }),
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

export const describedColumns = (facts: Readonly<Record<string, ColumnFacts>>, columns: readonly Column[]) =>
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
 * A record after its leading columns; a field with the name of one becomes `platform_NAME`. Large exports call this for each
 * record, and assigning takes a tenth of the time of spreading; only spreading keeps a field that is named `__proto__`.
 *
 * @param lead a new object, which becomes the record
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
  dateColumn('from', 'From'),
  dateColumn('to', 'To'),
];
export const intervalLead = (parameters: Parameters) => ({
  ...propertyLead(parameters),
  from: String(parameters['from']),
  to: String(parameters['to']),
});

/** `no VAT` of the platform's `Without`, `none` of `Null`, `very reduced` of `VeryReduced`. */
export const vatTypeWords = (path: string): NonNullable<Column['display']> => {
  const read = valueReader(path);
  return record => {
    const type = String(read(record) ?? '');
    if (type === 'Without' || type === 'Null') return type === 'Null' ? 'none' : 'no VAT';
    return type.replace(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase();
  };
};

/** Marks, among the members of a shape, the place of the fields of `each`. */
const fieldsOfEach = '*';

/** A view of a list: columns, records and the plan of CSV rows (`output/rows/`) follow from model and shape. */
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

function elementAt(item: Schema, path: string): Schema {
  const array = path
    .split('.')
    .reduce((schema, field) => schemaDefinition(unwrapped(schema)).shape?.[field] ?? schema, item);
  return schemaDefinition(unwrapped(array)).element ?? array;
}

function recordsOfShape(shape: RowShape): View<ReportRecord>['records'] {
  const { each, members = [] } = shape;
  if (each === undefined)
    return function* (item, parameters) {
      yield recordLedBy(propertyLead(parameters), item);
    };
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

/** The counts of units and items, which add up: heading and definition of each. */
export const performanceCounts = {
  houseCount: ['House', 'Units that physically exist, without those out of inventory'],
  houseItemsCount: [
    'House items',
    'Items (beds, seats) that physically exist, without those out of inventory',
  ],
  soldCount: ['Units sold', 'Sold units and definitely blocked units of groups'],
  soldItemsCount: ['Sold items', 'Sold items and definitely blocked items of groups'],
  unsoldCount: ['Unsold', 'Units of the house without sold units and units out of order'],
  unsoldItemsCount: ['Unsold items', 'Items of the house without sold items and items out of order'],
  outOfOrderCount: ['Out of order', 'Units out of order'],
  outOfOrderItemsCount: ['Out of order items', 'Items out of order'],
  tentativelyBlockedCount: ['Tentatively blocked', 'Tentatively blocked units'],
  tentativelyBlockedItemsCount: ['Tentatively blocked items', 'Tentatively blocked items'],
  definitelyBlockedCount: ['Definitely blocked', 'Definitely blocked units of groups'],
  optionallyBlockedCount: ['Optionally blocked', 'Optionally blocked units of groups'],
  arrivalsCount: ['Arrivals', 'Arriving units'],
  departuresCount: ['Departures', 'Departing units'],
  noShowsCount: ['No-shows', 'Units of guests who did not arrive'],
  cancellationsCount: ['Cancellations', 'Cancelled units'],
} as const;

/** Unit revenue is what ADR and RevPAR divide: the accommodation, without the services that a rate includes. */
export const performanceRevenues = {
  grossUnitRevenue: ['Unit revenue', 'Booked unit revenue, taxes included'],
  netUnitRevenue: ['Unit revenue', 'Booked unit revenue, without taxes'],
  grossAccommodationRevenue: ['Revenue', 'Booked accommodation revenue, taxes included'],
  netAccommodationRevenue: ['Revenue', 'Booked accommodation revenue, without taxes'],
  grossFoodAndBeveragesRevenue: ['F&B revenue', 'Booked food and beverages revenue, taxes included'],
  netFoodAndBeveragesRevenue: ['F&B revenue', 'Booked food and beverages revenue, without taxes'],
  grossOtherRevenue: ['Other revenue', 'Booked other revenue, taxes included'],
  netOtherRevenue: ['Other revenue', 'Booked other revenue, without taxes'],
} as const;

/** Definitions of report columns in one sentence, for the metadata of Parquet files and the comments of database columns. */
const definitions: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    Object.entries({ ...performanceCounts, ...performanceRevenues }).map(([name, [, text]]) => [name, text]),
  ),
  occupancyPercentage: 'Sold units in percent of the units of the house without those out of order',
  grossAdr: 'Average daily rate, taxes included',
  netAdr: 'Average daily rate, without taxes',
  revPar: 'Revenue per available room',
  propertyId: 'Id of the property',
  businessDay: 'Business day of the property',
  from: 'First day of the report',
  to: 'Last day of the report, or the day after it where the report excludes its end',
  year: 'Year of the report',
  month: 'Month of the report, 1 to 12',
  breakdown: 'What the guests are counted by',
  key: 'Travel purpose or country code; empty for the total',
  reservationId: 'Id of the reservation',
  sourceEntryNumber: 'Number of the ledger entry',
  grossAmount: 'Posted amount, taxes included',
  netAmount: 'Posted amount, without taxes',
  serviceDate: 'Day on which the service is delivered',
  depth: 'Depth of the account in the tree, 0 for the top',
};

/** The definition of a column, by its path; undefined if its name is self-explanatory. */
export function columnDefinition(path: string): string | undefined {
  const [field = '', part] = path.split('.');
  const definition = definitions[field];
  if (definition === undefined || part === undefined || part === 'amount') return definition;
  return part === 'currency' ? `Currency of: ${definition}` : undefined;
}
