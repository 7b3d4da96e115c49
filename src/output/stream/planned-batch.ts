import type { ReportRecord } from '../../platform/records.ts';
import { incomplete } from '../rows/record-reader.ts';
import type { RowReading } from '../rows/row-plan.ts';
import type { JsonSource } from './json-source.ts';
import { type BatchReader, batchSize, isBetweenElements, isEndOfList, parsedBatch } from './list-body.ts';

/** A larger record is given up, because it would be read again with each piece that arrives. */
const largestRecord = 64 << 10;

/**
 * Reads a batch of elements as rows of a CSV. The records of an element that the plan gives up come from `recordsOf`.
 * If that returns none because of an error, the whole batch is read again by `parsedBatch`, so that the same error is
 * reported as in every other format.
 */
export const plannedBatch =
  (
    { reader, rows }: RowReading,
    recordsOf: (element: unknown, index: number) => Iterable<ReportRecord> | undefined,
  ): BatchReader =>
  async (source, first) => {
    rows.clear();
    const delimiterAfter = async () => {
      for (;;) {
        const index = reader.read(source.bytes, source.at, source.end, source.start);
        const waits = index === incomplete && source.end - source.at < largestRecord;
        if (!waits || !(await source.more())) return index;
      }
    };
    for (let count = 1; ; count++) {
      const delimiter = await delimiterAfter();
      if (delimiter >= 0) source.at = delimiter + 1;
      else {
        const element = await nextElement(source);
        const records = element && recordsOf(element.value, first + count - 1);
        if (!records) {
          source.at = source.start;
          return parsedBatch(source, first);
        }
        for (const record of records) rows.addRecord(record);
      }
      const isLast = isEndOfList(source.bytes[source.at - 1]);
      if (isLast || source.at - 1 - source.start >= batchSize) {
        const part = {
          kind: 'rows',
          rows: await rows.take(source.bytes, source.start),
          elements: count,
        } as const;
        return { part, count, isLast };
      }
    }
  };

/** The next element, parsed as for all other formats; undefined if it is not JSON. */
async function nextElement(source: JsonSource): Promise<{ readonly value: unknown } | undefined> {
  const from = source.at - source.start;
  const end = await source.take();
  if (!isBetweenElements(source.bytes[end])) return undefined;
  try {
    return { value: source.parse(source.start + from, end) };
  } catch {
    return undefined;
  }
}
