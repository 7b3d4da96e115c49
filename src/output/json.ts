import { OutputError } from '../base/errors.ts';
import { parseJson, stringifyJson, withTexts } from '../platform/json.ts';
import { fieldPicker } from '../platform/record-paths.ts';
import type { Column } from '../platform/records.ts';
import { safeText, textForAgents } from '../platform/safe-text.ts';
import type { Query } from './query/query.ts';
import type { RecordBatches, Results } from './results.ts';

/**
 * `json`: the platform's body, unchanged in meaning, indented with two spaces; for several requests an array of
 * `{"parameters": {...}, "report": {...}}`. An empty response (204) is `null`: a script can distinguish it from every
 * body, `jq '.transactions[]?'` accepts it, and nothing is written that the platform did not send.
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
    yield `${before}  {\n    "parameters": ${indented(stringifyJson(result.parameters, 2))},\n    "report": `;
    // A JSON string contains no raw line feed, so each line feed belongs to the layout.
    for await (const chunk of result.json()) yield indented(chunk);
    yield '\n  }';
    before = ',\n';
  }
  yield before === '[\n' ? '[]\n' : '\n]\n';
}

const indented = (text: string) => text.replaceAll('\n', '\n    ');

/** `--query` on JSON, which requires the whole text. Throws OutputError for more than one string can hold. */
export async function* queriedChunks(json: AsyncIterable<string>, query: Query): AsyncGenerator<string> {
  let whole = '';
  try {
    for await (const chunk of json) whole += chunk;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new OutputError('the response is too large for --query, which needs it as a whole', {
      hint: 'use --format ndjson, which applies the query to each record',
      cause: error,
    });
  }
  yield `${queriedText(whole, query)}\n`;
}

const queriedText = (json: string, query: Query): string => query.textOf(query.of(parseJson(json)));

/**
 * `ndjson`: one record per line, nested; with only the chosen columns, if any. A query is applied to each record, and
 * `null` results are omitted.
 *
 * @param onLines called with the number of lines so far
 */
export async function* ndjsonChunks(
  batches: RecordBatches,
  columns: readonly Column[] | undefined,
  query: Query | undefined,
  onLines: (count: number) => void = () => {},
): AsyncGenerator<string> {
  const lineOf = query?.lineOf ?? stringifyJson;
  const pick = columns && fieldPicker(columns.map(({ name }) => name));
  let count = 0;
  for await (const records of batches) {
    let lines = '';
    for (const record of records) {
      const chosen = pick ? pick(record) : record;
      const shown = query ? query.of(chosen) : chosen;
      if (query && shown === null) continue;
      lines += `${lineOf(shown)}\n`;
      count += 1;
    }
    onLines(count);
    if (lines !== '') yield lines;
  }
}

/** A value as the JSON that a command prints, indented with two spaces, after the query has been applied. */
export function jsonText(value: unknown, query: Query | undefined): string {
  const json = stringifyJson(value, 2);
  return `${query ? queriedText(json, query) : json}\n`;
}

/** An agent reads at most this many characters of rows at a time: the rest is on the next page, or in a file. */
const mostCharacters = 60_000;
/** A longer text of the platform is cut. */
const longestText = 2000;

/** The rows of a page as they are sent: exact digits, texts visible and of limited length, and no more than fit. */
export function boundedRows(lines: readonly string[]): readonly unknown[] {
  const rows = lines.map(line => boundedValue(parseJson(line)));
  let count = rows.length;
  while (count > 1 && stringifyJson(rows.slice(0, count)).length > mostCharacters)
    count = Math.floor(count / 2);
  return rows.slice(0, count);
}

export const boundedValue = (value: unknown): unknown => withTexts(value, boundedText, textForAgents);

export const boundedText = (value: string): string => safeText(textForAgents(value), longestText);
