import { expect, it } from 'vitest';
import { type RowReading, rowReading } from '../../../src/output/rows/record-reader.ts';
import { rowPlan } from '../../../src/output/rows/row-plan.ts';
import { date, model, text } from '../../../src/platform/models.ts';
import { rfc4180 } from '../rfc4180.ts';

const columns = [
  { name: 'id', type: 'text' },
  { name: 'date', type: 'date' },
] as const;

async function newReading(): Promise<RowReading> {
  const plan = rowPlan(model({ id: text, date }), {}, { columns, options: rfc4180 });
  if (!plan) throw new Error('no plan');
  return rowReading(plan, {});
}

/** The records in a buffer as a response has them, and a byte for the reader. */
const inList = (record: string) => Buffer.from(`[${record}]\0`);

it('checks a text again when other bytes have taken the place of an accepted one', async () => {
  const { reader } = await newReading();
  const bytes = inList('{"id":"a","date":"2026-10-15"}');
  const end = bytes.length - 1;
  expect(reader.read(bytes, 1, end, 1)).toBe(end - 1);
  bytes.write('2026-13-15', bytes.indexOf('2026'));
  // -1: the reader gives the record up.
  expect(reader.read(bytes, 1, end, 1)).toBe(-1);
});

it('is planned once for a layout and a model', () => {
  const [layout, item, shape] = [{ columns, options: rfc4180 }, model({ id: text, date }), {}];
  const plan = rowPlan(item, shape, layout);
  expect(plan).toBeDefined();
  expect(rowPlan(item, shape, layout)).toBe(plan);
  expect(rowPlan(model({ id: text, date, name: text }), shape, layout)).not.toBe(plan);
  expect(rowPlan(item, shape, { ...layout })).not.toBe(plan);
});

it('writes a delimiter and quotation marks of a text in quotation marks', async () => {
  const { reader, rows } = await newReading();
  const bytes = inList(
    String.raw`{"id":"Blue, \"Ocean\"","date":"2026-10-15"},{"id":"x\"","date":"2026-10-16"}`,
  );
  const end = bytes.length - 1;
  const next = reader.read(bytes, 1, end, 1);
  expect(reader.read(bytes, next + 1, end, 1)).toBe(end - 1);
  expect(String((await rows.take(bytes, 1)).bytes)).toBe(
    '"Blue, ""Ocean""",2026-10-15\r\n"x""",2026-10-16\r\n',
  );
});
