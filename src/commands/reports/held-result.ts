import type { Format } from '../../output/format.ts';
import type { RequestResult } from '../../output/results.ts';

/** What one of many requests may hold in memory before its turn to be written: records, or characters of JSON. */
const mostRecords = 20_000;
const mostCharacters = 16 << 20;

/**
 * A result that was read ahead of its turn, so that the next request may use the connection, and so that a body that
 * breaks in the middle fails this request alone and leaves no half of it behind. One that is larger than fits in
 * memory is read on when its turn comes; if it breaks then, the whole run fails and the old file stays.
 */
export async function heldResult(result: RequestResult, format: Format): Promise<RequestResult> {
  if (format === 'json') {
    const json = await readAhead(result.json(), mostCharacters, text => text.length);
    return { ...result, json: () => json };
  }
  const records = await readAhead(result.records(), mostRecords, batch => batch.length);
  return { ...result, records: () => records };
}

async function readAhead<Piece>(
  pieces: Iterable<Piece> | AsyncIterable<Piece>,
  most: number,
  sizeOf: (piece: Piece) => number,
): Promise<Iterable<Piece> | AsyncIterable<Piece>> {
  const iterator =
    Symbol.asyncIterator in pieces ? pieces[Symbol.asyncIterator]() : pieces[Symbol.iterator]();
  const held: Piece[] = [];
  for (let size = 0; size < most; ) {
    const next = await iterator.next();
    if (next.done) return held;
    held.push(next.value);
    size += sizeOf(next.value);
  }
  return (async function* () {
    yield* held;
    for (let next = await iterator.next(); !next.done; next = await iterator.next()) yield next.value;
  })();
}
