import { pipeline, Readable, type Transform } from 'node:stream';
import { createBrotliDecompress, createInflateRaw, createUnzip } from 'node:zlib';
import { UndocumentedResponseError } from '../base/errors.ts';
import { safeText } from '../platform/safe-text.ts';

/**
 * The bytes of a body without its content codings, as they arrive. Loaded with the first compressed answer. How
 * much comes out is for the reader to cap: 400 KB can become 400 MB.
 */
export function inflate(
  source: AsyncIterable<Uint8Array>,
  codings: readonly string[],
): AsyncIterable<Uint8Array> {
  // Codings are listed in the order in which they were applied.
  return codings.reduceRight((bytes, coding) => decode(bytes, coding), source);
}

async function* decode(source: AsyncIterable<Uint8Array>, coding: string): AsyncIterable<Uint8Array> {
  const bytes = source[Symbol.asyncIterator]();
  const first = await bytes.next();
  // A body without a byte is empty, whatever its header says.
  if (first.done) return;
  const rest = async function* () {
    yield first.value;
    yield* { [Symbol.asyncIterator]: () => bytes };
  };
  const decoder = decoderFor(coding, first.value);
  pipeline(Readable.from(rest(), { objectMode: false }), decoder, () => {});
  yield* decoder;
}

function decoderFor(coding: string, first: Uint8Array): Transform {
  if (coding === 'gzip' || coding === 'x-gzip') return createUnzip();
  if (coding === 'br') return createBrotliDecompress();
  // "deflate" means the zlib format, and some servers send the bare one: the first byte tells them apart.
  if (coding === 'deflate') return ((first[0] ?? 0) & 0x0f) === 8 ? createUnzip() : createInflateRaw();
  throw new UndocumentedResponseError(
    `the answer is compressed in a way that was not asked for: ${safeText(coding, 40)}`,
    {
      hint: 'report it',
    },
  );
}
