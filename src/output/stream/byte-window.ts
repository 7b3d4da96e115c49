/**
 * The part of a body that is looked at: bytes that came and are not done with yet. One buffer is used again and
 * again, so that a body of any size leaves nothing behind for the garbage collector.
 *
 * `start` is the first byte still needed; the byte before it is kept as well, for the reader to write over.
 * `at` is where reading goes on, `end` the end of what has come.
 */
export class ByteWindow {
  bytes: Buffer;
  start = 1;
  at = 1;
  end = 1;
  /** What an index is ahead of its position in the body. */
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

  /** Waits for more bytes; false where the body has ended. Indexes of before are no longer good. */
  async more(): Promise<boolean> {
    const { done, value: chunk } = await this.#body.next();
    if (done) return false;
    if (this.end + chunk.length > this.bytes.length) this.#makeRoom(chunk.length);
    this.bytes.set(chunk, this.end);
    this.end += chunk.length;
    return true;
  }

  /** Lets go of the body where reading stops before its end. */
  async close(): Promise<void> {
    await this.#body.return?.();
  }

  #makeRoom(wanted: number): void {
    const from = this.start - 1;
    const kept = this.end - from;
    // Twice as large as needed: a value that grows is then not moved with every chunk.
    const room = kept + wanted > this.bytes.length / 2 ? Buffer.allocUnsafe(2 * (kept + wanted)) : this.bytes;
    this.bytes.copy(room, 0, from, this.end);
    this.bytes = room;
    this.#ahead -= from;
    this.start -= from;
    this.at -= from;
    this.end -= from;
  }
}
