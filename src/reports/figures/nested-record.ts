import type { FieldValue, ReportRecord } from '../../platform/records.ts';

type Nested = Record<string, FieldValue>;

/** Creates a record from values and their dotted paths, in that order: the inverse of reading columns. */
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
