import type { IncomingMessage } from 'node:http';

/** A body up to a size, and why it is not whole: what breaks after the header is seen, not thrown. */
export async function readWithin(
  response: IncomingMessage,
  sizeLimit: number,
  signal: AbortSignal,
  timeLimit: number,
): Promise<{ body: Uint8Array; incomplete: string | undefined }> {
  const chunks: Buffer[] = [];
  let size = 0;
  let incomplete: string | undefined;
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      const room = sizeLimit - size;
      chunks.push(chunk.subarray(0, room));
      size += chunk.length;
      if (size <= sizeLimit) continue;
      incomplete = `it is larger than ${sizeLimit / 1_000_000} MB`;
      break;
    }
  } catch {
    incomplete = signal.aborted
      ? `it did not end within ${timeLimit / 1000} s`
      : 'the connection broke before its end';
  }
  return { body: Buffer.concat(chunks), incomplete };
}
