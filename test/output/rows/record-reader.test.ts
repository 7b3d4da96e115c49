import { expect, it } from 'vitest';
import { CellRows } from '../../../src/output/rows/cell-rows.ts';
import { incomplete, RecordReader } from '../../../src/output/rows/record-reader.ts';
import { planRows } from '../../../src/output/rows/row-plan.ts';
import { date, model, text } from '../../../src/platform/models.ts';

const columns = [
  { name: 'id', type: 'text' },
  { name: 'date', type: 'date' },
] as const;
const newRows = () => new CellRows(columns.length, false);
const newReader = (rows?: CellRows) =>
  new RecordReader(planRows(model({ id: text, date }), {}, ['id', 'date']), rows);

/** The records in a buffer as a response has them, and a byte for the reader. */
const inList = (record: string) => Buffer.from(`[${record}]\0`);

it.each([
  ['cells', newRows()],
  ['records', undefined],
] as const)('checks a text again when another has taken its place: %s', (_, rows) => {
  const reader = newReader(rows);
  const bytes = inList('{"id":"a","date":"2026-10-15"}');
  const end = bytes.length - 1;
  expect(reader.read(bytes, 1, end, 1)).toBe(end - 1);
  bytes.write('2026-13-15', bytes.indexOf('2026'));
  // -1: the reader gives the record up.
  expect(reader.read(bytes, 1, end, 1)).toBe(-1);
});

it('does not look for a kept value behind the end', () => {
  const reader = newReader();
  const bytes = inList('{"id":"a long text that is kept","date":"2026-10-15"}');
  expect(reader.read(bytes, 1, bytes.length - 1, 1)).toBe(bytes.length - 2);
  const end = bytes.indexOf(' kept');
  expect(reader.read(bytes.subarray(0, end + 1), 1, end, 1)).toBe(incomplete);
});
