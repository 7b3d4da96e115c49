import { remember } from '../base/text.ts';
import type { FieldValue, ReportRecord } from './records.ts';

/** Records by dotted paths: `invoice.subTotal.amount` is a field of a field of a field. */

/** Columns have few paths, which are read and written for each record. */
const fieldsOf = remember((path: string): readonly string[] => path.split('.'));

/** Reads the value at a path, of any number of records. Only a record's own fields count: `constructor` finds nothing. */
export function valueReader(path: string): (record: ReportRecord) => FieldValue {
  const fields = fieldsOf(path);
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

export const nestedRecord = (values: Iterable<readonly [path: string, value: FieldValue]>): ReportRecord =>
  withValues({}, values);

type Nested = Record<string, FieldValue>;

/** A copy with other values at the paths. */
export function withValues(
  record: ReportRecord,
  values: Iterable<readonly [path: string, value: FieldValue]>,
): ReportRecord {
  const copy: Nested = { ...record };
  for (const [path, value] of values) {
    let [place, own] = [copy, record as Nested | undefined];
    const fields = fieldsOf(path);
    for (const field of fields.slice(0, -1)) {
      own = own?.[field] as Nested | undefined;
      // The record's own is copied once, for all values.
      if (place[field] === own) place[field] = { ...own };
      place = place[field] as Nested;
    }
    place[fields.at(-1) ?? path] = value;
  }
  return copy;
}

/** Copies only the fields at these paths, in this order and with the original nesting; absent ones are omitted. */
export function fieldPicker(paths: readonly string[]): (record: ReportRecord) => ReportRecord {
  const fields = paths.map(path => [path, valueReader(path)] as const);
  return record =>
    nestedRecord(
      fields.map(([path, read]) => [path, read(record)] as const).filter(([, value]) => value !== undefined),
    );
}
