import { buffer } from 'node:stream/consumers';
import { localeFormat } from '../../src/output/number-format.ts';
import type { RecordListener } from '../../src/output/results.ts';
import { workbookChunks } from '../../src/output/workbook/workbook.ts';
import type { Column, ReportRecord } from '../../src/platform/records.ts';

/** The workbook of these records, with one sheet of that name in addition to the sheet about the report. */
export async function workbookBytes(
  name: string,
  batches: Iterable<readonly ReportRecord[]>,
  columns: readonly Column[],
  title = 'Report',
): Promise<Uint8Array> {
  const content = {
    about: { title, madeAt: Date.UTC(2026, 10, 21, 9, 5) },
    view: { name, columns },
    columns: undefined,
    locale: localeFormat(undefined),
    onWritten: () => {},
    recordsOf: async function* (_: unknown, seen: RecordListener) {
      for (const records of batches) {
        seen(records);
        yield records;
      }
    },
  };
  const result = { parameters: {}, json: () => [], records: () => [] };
  return buffer(workbookChunks(content, [result]));
}
