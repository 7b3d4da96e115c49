import type { FieldValue, ReportRecord } from './records.ts';

/** Records by dotted paths: `invoice.subTotal.amount` is a field of a field of a field. */

/** Reads the value at a path, of any number of records. Only a record's own fields count: `constructor` finds nothing. */
export function valueReader(path: string): (record: ReportRecord) => FieldValue {
  const fields = path.split('.');
  // Checking every object for own fields takes half of the time; most names are not inherited by any object.
  const mayBeInherited = fields.some(field => field in Array.prototype);
  return record => {
    let value: FieldValue = record;
    for (const field of fields) {
      if (typeof value !== 'object' || value === null) return undefined;
      if (mayBeInherited && !Object.hasOwn(value, field)) return undefined;
      value = (value as ReportRecord)[field];
    }
    return value;
  };
}

export function nestedRecord(values: Iterable<readonly [path: string, value: FieldValue]>): ReportRecord {
  const record: Nested = {};
  for (const [path, value] of values) {
    const fields = path.split('.');
    const last = fields.pop() ?? path;
    let place = record;
    for (const field of fields) {
      place[field] ??= {};
      place = place[field] as Nested;
    }
    place[last] = value;
  }
  return record;
}

type Nested = Record<string, FieldValue>;

/** A copy with another value at the path. */
export function withValue(record: ReportRecord, path: string, value: FieldValue): ReportRecord {
  const [field = '', ...rest] = path.split('.');
  if (rest.length === 0) return { ...record, [field]: value };
  return { ...record, [field]: withValue((record[field] ?? {}) as ReportRecord, rest.join('.'), value) };
}

/** Copies only the fields at these paths, in this order and with the original nesting; absent ones are omitted. */
export function fieldPicker(paths: readonly string[]): (record: ReportRecord) => ReportRecord {
  const fields = paths.map(path => [path, valueReader(path)] as const);
  return record =>
    nestedRecord(
      fields.map(([path, read]) => [path, read(record)] as const).filter(([, value]) => value !== undefined),
    );
}
