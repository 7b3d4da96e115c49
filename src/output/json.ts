import { OutputError } from '../base/errors.ts';
import { stringifyJson } from '../platform/json.ts';
import type { Column } from '../platform/records.ts';
import { recordOf } from './columns.ts';
import type { Query } from './query/query.ts';
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

/** `--query` on JSON, which it needs as a whole. Throws OutputError for more than one text can hold. */
export async function* queriedChunks(json: AsyncIterable<string>, query: Query): AsyncGenerator<string> {
  let whole = '';
  try {
    for await (const chunk of json) whole += chunk;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new OutputError('the answer is too large for --query, which needs it as a whole', {
      hint: 'with --format ndjson the query is asked of each record, whatever their number',
      cause: error,
    });
  }
  yield `${query.ofText(whole)}\n`;
}

/**
 * `ndjson`: one record a line, nested; with columns chosen, those alone. A query is asked of each record, and what it
 * answers `null` for is left out.
 */
export async function* ndjsonChunks(
  batches: RecordBatches,
  {
    columns,
    query,
  }: { readonly columns?: readonly Column[] | undefined; readonly query?: Query | undefined },
): AsyncGenerator<string> {
  for await (const records of batches) {
    let lines = '';
    for (const record of records) {
      const chosen = columns ? recordOf(record, columns) : record;
      const shown = query ? query.of(chosen) : chosen;
      if (!query || shown !== null) lines += `${query?.lineOf?.(shown) ?? stringifyJson(shown)}\n`;
    }
    if (lines !== '') yield lines;
  }
}

/** A value as the JSON that a command prints, in lines of two blanks, with what the query makes of it. */
export function jsonText(value: unknown, query: Query | undefined): string {
  const json = stringifyJson(value, 2);
  return `${query ? query.ofText(json) : json}\n`;
}
