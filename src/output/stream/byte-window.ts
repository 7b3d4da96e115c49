/**
 * The current window of a body: bytes that were received and are still needed. One buffer is reused, so that a body of
 * any size creates no garbage.
 *
 * `start` is the first byte still needed; the byte before it is kept as well, for the reader to overwrite. `at` is
 * where reading continues, `end` the end of the received bytes. The byte at
 * `end` is free, for the reader to mark the end.
 */
export class ByteWindow {
  bytes: Buffer;
  start = 1;
  at = 1;
  end = 1;
  /** The offset of an index relative to its position in the body. */
  #ahead = 1;
  readonly #body: AsyncIterator<Uint8Array>;

  constructor(body: AsyncIterable<Uint8Array>, capacity: number) {
    this.#body = body[Symbol.asyncIterator]();
    this.bytes = Buffer.allocUnsafe(capacity);
  }

  /** The position in the body, counted from 0, of the byte at an index. */
  position(index: number): number {
    return index - this.#ahead;
  }

  /** Waits for more bytes; false at the end of the body. Earlier indexes become invalid. */
  async more(): Promise<boolean> {
    const { done, value: chunk } = await this.#body.next();
    if (done) return false;
    if (this.end + chunk.length >= this.bytes.length) this.#makeRoom(chunk.length);
    this.bytes.set(chunk, this.end);
    this.end += chunk.length;
    return true;
  }

  /** Releases the body if reading stops before its end. */
  async close(): Promise<void> {
    await this.#body.return?.();
  }

  #makeRoom(wanted: number): void {
    const from = this.start - 1;
    const kept = this.end - from;
    // Twice as large as needed, so that a growing value is not moved with every chunk.
    const room =
      kept + wanted >= this.bytes.length / 2 ? Buffer.allocUnsafe(2 * (kept + wanted)) : this.bytes;
    this.bytes.copy(room, 0, from, this.end);
    this.bytes = room;
    this.#ahead -= from;
    this.start -= from;
    this.at -= from;
    this.end -= from;
  }
}
