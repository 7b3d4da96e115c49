/** Records of a list report as JSON, joined by commas. */
export interface Batch {
  readonly json: string;
  readonly records: number;
}

/** About 64 KB of JSON: a compromise between memory and speed. */
export const recordsPerBatch = 64;

/** Records in batches; each batch is created when it is read. */
export function* batchesOf(records: Iterable<object>): Generator<Batch> {
  let batch: object[] = [];
  for (const record of records) {
    batch.push(record);
    if (batch.length < recordsPerBatch) continue;
    yield { json: listOf(batch), records: batch.length };
    batch = [];
  }
  if (batch.length > 0) yield { json: listOf(batch), records: batch.length };
}

/** The JSON of records without the list's brackets. */
export const listOf = (records: readonly object[]): string => JSON.stringify(records).slice(1, -1);

/**
 * The body of a list report, piece by piece. `count` follows the list, so that the records need not be counted
 * beforehand.
 */
export async function* listBody(listField: string, batches: Iterable<Batch>): AsyncGenerator<string> {
  let lead = `{"${listField}":[`;
  let count = 0;
  for (const { json, records } of batches) {
    yield lead + json;
    lead = ',';
    count += records;
  }
  yield `],"count":${count}}`;
}
