import { pipeline, Readable, type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip } from 'node:zlib';
import { UndocumentedResponseError } from '../base/errors.ts';
import { safeText } from '../platform/safe-text.ts';

/** One coding is usual, two are possible behind a proxy; each additional one only multiplies the output. */
const mostCodings = 2;

/** Reports are compressed to a tenth to a fiftieth. A body beyond this, after 64 MiB, is meant to exhaust memory. */
const largestRatio = 250;
const alwaysAllowed = 64 << 20;

/** A body without its codings. @throws UndocumentedResponseError for three, an unknown one, and a body that expands too much */
export function inflate(source: AsyncIterable<Uint8Array>, codings: readonly string[]) {
  if (codings.length > mostCodings) throw undocumented(`has ${codings.length} content codings`);
  const received = { bytes: 0 };
  // Codings are listed in the order in which they were applied.
  return limited(codings.reduceRight(decode, counted(source, received)), received);
}

async function* counted(source: AsyncIterable<Uint8Array>, received: { bytes: number }) {
  for await (const chunk of source) {
    received.bytes += chunk.length;
    yield chunk;
  }
}

async function* limited(inflated: AsyncIterable<Uint8Array>, received: { readonly bytes: number }) {
  let size = 0;
  for await (const chunk of inflated) {
    size += chunk.length;
    if (size > alwaysAllowed && size > received.bytes * largestRatio)
      throw undocumented(`expands to more than ${largestRatio} times its size`);
    yield chunk;
  }
}

async function* decode(source: AsyncIterable<Uint8Array>, coding: string): AsyncIterable<Uint8Array> {
  const bytes = source[Symbol.asyncIterator]();
  const first = await bytes.next();
  // A body without bytes is empty, whatever its header declares.
  if (first.done) return;
  const rest = async function* () {
    yield first.value;
    yield* { [Symbol.asyncIterator]: () => bytes };
  };
  const decoder = decoderFor(coding);
  pipeline(Readable.from(rest(), { objectMode: false }), decoder, () => {});
  yield* decoder;
}

function decoderFor(coding: string): Transform {
  if (coding === 'gzip') return createGunzip();
  if (coding === 'br') return createBrotliDecompress();
  throw undocumented(`is compressed in a way that was not requested: ${safeText(coding, 40)}`);
}

const undocumented = (what: string) =>
  new UndocumentedResponseError(`the response ${what}`, {
    hint: 'check the address; if it is correct, report this',
  });
