import { buffer } from 'node:stream/consumers';
import { render } from '../../src/output/render.ts';
import type { Column, ReportRecord } from '../../src/platform/records.ts';
import { plainRendering } from './rfc4180.ts';

/** The workbook of these records, with one sheet of that name in addition to the sheet about the report. */
export async function workbookBytes(
  name: string,
  batches: Iterable<readonly ReportRecord[]>,
  columns: readonly Column[],
  title = 'Report',
  shown: readonly string[] = [],
): Promise<Uint8Array> {
  const { chunks } = render(
    {
      ...plainRendering,
      format: 'xlsx',
      several: false,
      view: { name, columns, ...(shown.length > 0 ? { table: { columns: shown } } : {}) },
      about: { title: [title], madeAt: Date.UTC(2026, 10, 21, 9, 5) },
    },
    [{ parameters: {}, json: () => [], records: () => batches }],
  );
  return buffer(chunks as AsyncIterable<Uint8Array>);
}
