/** Bytes cut at the given places, like the body of a response. */
export async function* pieces(bytes: Uint8Array, cuts: readonly number[] = []): AsyncGenerator<Uint8Array> {
  const places = [...new Set(cuts.map(cut => cut % (bytes.length + 1)))].sort((a, b) => a - b);
  let from = 0;
  for (const to of [...places, bytes.length]) {
    // A copy, so that readers cannot depend on bytes beyond the piece.
    yield bytes.slice(from, to);
    from = to;
  }
}

/** One byte at a time. */
export const bytewise = (bytes: Uint8Array) =>
  pieces(
    bytes,
    Array.from(bytes, (_, index) => index),
  );

export const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
