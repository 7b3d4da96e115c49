import { stringifyJson } from '../platform/json.ts';
import type { Column } from '../platform/records.ts';
import { recordOf } from './columns.ts';
import type { RecordBatches, Results } from './results.ts';

/**
 * `json`: the platform's body, unchanged in meaning, in lines of two blanks; of several requests one array of
 * `{"parameters": {...}, "report": {...}}`. An empty answer (204) is `null`: a script can tell it from every body,
 * `jq '.transactions[]?'` passes over it, and nothing is written that the platform did not say.
 */
export async function* jsonChunks(results: Results, several: boolean): AsyncGenerator<string> {
  if (!several) {
    for await (const result of results) {
      yield* result.json();
      yield '\n';
    }
    return;
  }
  let before = '[\n';
  for await (const result of results) {
    yield `${before}  {\n    "parameters": ${indented(stringifyJson(result.parameters, 2), 4)},\n    "report": `;
    // A string in JSON holds no raw line feed, so each one found is the layout's own.
    for await (const chunk of result.json()) yield indented(chunk, 4);
    yield '\n  }';
    before = ',\n';
  }
  yield before === '[\n' ? '[]\n' : '\n]\n';
}

const indented = (text: string, by: number) => text.replaceAll('\n', `\n${' '.repeat(by)}`);

/** `ndjson`: one record a line, nested; with columns chosen, those alone. */
export async function* ndjsonChunks(
  batches: RecordBatches,
  columns: readonly Column[] | undefined,
): AsyncGenerator<string> {
  for await (const records of batches) {
    let lines = '';
    for (const record of records) lines += `${stringifyJson(columns ? recordOf(record, columns) : record)}\n`;
    if (lines !== '') yield lines;
  }
}
