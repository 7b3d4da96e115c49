import { stringifyJson } from '../platform/json.ts';
import type { Parameters } from '../platform/parameters.ts';
import type { ReportRecord, View } from '../platform/records.ts';

/**
 * What one request brought. Both sides are functions, so that only what the format needs is made, and so that a
 * body of any size can come as a stream: a source may hand out records and JSON text piece by piece.
 */
export interface RequestResult {
  readonly parameters: Parameters;
  /** The body as JSON in lines of two blanks, without a final line feed. */
  readonly json: () => Iterable<string> | AsyncIterable<string>;
  readonly records: () => Iterable<ReportRecord> | AsyncIterable<ReportRecord>;
}

/** The result of a request whose body is in memory; undefined is an empty answer (204): `null`, and no record. */
export function parsedResult<Body>(
  view: Pick<View<Body>, 'records'>,
  parameters: Parameters,
  body: Body | undefined,
): RequestResult {
  return {
    parameters,
    json: () => [stringifyJson(body === undefined ? null : body, 2)],
    records: () => (body === undefined ? [] : view.records(body, parameters)),
  };
}

/** The records of all results in turn, as one stream. */
export async function* recordsOf(
  results: Iterable<RequestResult> | AsyncIterable<RequestResult>,
): AsyncGenerator<ReportRecord> {
  for await (const result of results) yield* result.records();
}
