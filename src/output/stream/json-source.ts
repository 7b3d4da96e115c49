import {
  checkTheAddress,
  type ErrorDetails,
  TemporaryError,
  UndocumentedResponseError,
} from '../../base/errors.ts';
import { deepestNesting, NotJsonError, parseDoubles, parseJson } from '../../platform/json.ts';

/** The elements of a response are two levels deep; deeper nesting is rejected by the parser's own limit. */
const deepest = deepestNesting - 2;

const quote = 0x22;
const backslash = 0x5c;
/** One more digit or point than a double is certain to represent. */
const longNumber = 16;

const [digit, exponent, opensString, opens, closes, separates] = [1, 2, 3, 4, 5, 6];
const kinds = new Uint8Array(256);
for (const [kind, characters] of [
  [digit, '0123456789.'],
  [exponent, 'eE'],
  [opensString, '"'],
  [opens, '{['],
  [closes, '}]'],
  [separates, ',:'],
] as const)
  for (const character of characters) kinds[character.charCodeAt(0)] = kind;

/** Details of a response that errors contain in addition to their message. */
export type StreamDetails = Pick<ErrorDetails, 'status' | 'trackingId'>;

/**
 * No documented element is nearly as large. A value is held in memory as a whole, where `{},` takes twenty times its bytes,
 * so there must be a limit.
 */
export const largestValue = 1 << 20;

/**
 * JSON text that is received in pieces, read in stretches from one delimiter to the next and parsed there. Errors give
 * the byte position and contain nothing of the content. One buffer is reused, so that a body of any size creates no
 * garbage.
 */
export class JsonSource {
  bytes: Buffer;
  /** The first byte that is still needed; the byte before it is kept too, for the reader to overwrite. */
  start = 1;
  /** Where reading continues. */
  at = 1;
  /** The end of the received bytes. The byte at this index is free, for the reader to mark the end. */
  end = 1;
  /** The offset of an index relative to its position in the body. */
  #ahead = 1;
  readonly #body: AsyncIterator<Uint8Array>;
  readonly #details: StreamDetails;
  #depth = 0;
  #inString = false;
  /** Bytes to skip at the next call of `#next`: 1 if a backslash was the last byte of the data. */
  #overrun = 0;
  #digits = 0;
  /** Whether a number was skipped that a double may not represent as written: 16 digits or more, or an exponent. */
  #hasLongNumber = false;

  constructor(body: AsyncIterable<Uint8Array>, capacity: number, details: StreamDetails) {
    this.#body = body[Symbol.asyncIterator]();
    this.bytes = Buffer.allocUnsafe(capacity);
    this.#details = details;
  }

  /** Waits for more bytes; false at the end of the body. Earlier indexes become invalid. */
  async more(): Promise<boolean> {
    const { done, value: chunk } = await this.#body.next();
    if (done) return false;
    if (this.end + chunk.length >= this.bytes.length) this.#makeSpace(chunk.length);
    this.bytes.set(chunk, this.end);
    this.end += chunk.length;
    return true;
  }

  #makeSpace(wanted: number): void {
    const from = this.start - 1;
    const kept = this.end - from;
    // Twice as large as needed, so that a growing value is not moved with every chunk.
    const larger =
      kept + wanted >= this.bytes.length / 2 ? Buffer.allocUnsafe(2 * (kept + wanted)) : this.bytes;
    this.bytes.copy(larger, 0, from, this.end);
    this.bytes = larger;
    this.#ahead -= from;
    this.start -= from;
    this.at -= from;
    this.end -= from;
  }

  /** Releases the body if reading stops before its end. */
  async close(): Promise<void> {
    await this.#body.return?.();
  }

  /** The position in the body, counted from 0, of the byte at an index. */
  #position(index: number): number {
    return index - this.#ahead;
  }

  refused(why: string): UndocumentedResponseError {
    return new UndocumentedResponseError(`the response is ${why}`, {
      ...this.#details,
      hint: checkTheAddress,
    });
  }

  notJson(index: number): UndocumentedResponseError {
    return this.refused(`not JSON (at byte ${this.#position(index)})`);
  }

  /** The next byte that is not whitespace, where a new stretch begins; undefined at the end of the body. */
  async peek(): Promise<number | undefined> {
    this.start = this.at;
    for (;;) {
      while (this.at < this.end) {
        const byte = this.bytes[this.at];
        if (byte !== 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09) return byte;
        this.at += 1;
        this.start = this.at;
      }
      if (!(await this.more())) return undefined;
    }
  }

  /**
   * Reads up to the next delimiter on this level; returns the index of the delimiter. Commas are skipped until the
   * stretch is `size` bytes long.
   */
  async take(size = 0): Promise<number> {
    for (;;) {
      const index = this.#next();
      if (index !== -1) {
        this.at = index + 1;
        if (this.bytes[index] === comma && index - this.start < size) continue;
        return index;
      }
      this.at = this.end;
      this.#checkLimits();
      if (!(await this.more()))
        throw new TemporaryError('the response ends before its JSON is complete', {
          ...this.#details,
          hint: 'it was cut on its way; try again',
        });
    }
  }

  /**
   * The index of the next `,` `:` `]` or `}` on the reader's own level: outside strings and outside everything opened
   * since the last such place. -1 if the data ends first; the next call continues from there.
   *
   * Only where strings end and how deep the nesting is, however the bytes are split, and not whether the text is JSON. It
   * is parsed before each delimiter, and can be parsed only if the delimiters are where this function found them: both
   * use the same rule for the end of a string. Bytes of non-ASCII letters are never mistaken for structure, because UTF-8
   * keeps them above 0x7f.
   */
  #next(): number {
    const { bytes, end: to } = this;
    let at = this.at + this.#overrun;
    this.#overrun = 0;
    let inString = this.#inString;
    let depth = this.#depth;
    let digits = this.#digits;
    let found = -1;
    while (at < to) {
      if (inString) {
        // Most bytes of a report are inside strings, so this loop does as little as possible.
        for (;;) {
          const byte = bytes[at++];
          if (byte === quote) {
            inString = false;
            break;
          }
          if (byte === backslash) at++;
          if (at >= to) break;
        }
        continue;
      }
      const byte = bytes[at++] as number;
      const kind = kinds[byte];
      if (kind === digit) {
        if (++digits === longNumber) this.#hasLongNumber = true;
        continue;
      }
      if (kind === exponent && digits > 0) this.#hasLongNumber = true;
      digits = 0;
      if (kind === opensString) inString = true;
      else if (kind === opens) {
        if (++depth > deepest) break;
      } else if (kind === closes) {
        if (depth === 0) {
          found = at - 1;
          break;
        }
        depth--;
      } else if (kind === separates && depth === 0) {
        found = at - 1;
        break;
      }
    }
    this.#inString = inString;
    this.#depth = depth;
    this.#digits = digits;
    if (found === -1 && at > to) this.#overrun = at - to;
    return found;
  }

  async takeAll(): Promise<void> {
    do this.#checkLimits();
    while (await this.more());
    this.at = this.end;
  }

  /** The value of the JSON text between two indexes; numbers keep every digit. */
  parse(from: number, to: number, exactly = this.#hasLongNumber): unknown {
    const place = `(between bytes ${this.#position(from)} and ${this.#position(to)})`;
    let text: string;
    try {
      text = utf8.decode(this.bytes.subarray(from, to));
    } catch {
      throw this.refused(`not UTF-8 text ${place}`);
    }
    this.#hasLongNumber = false;
    // A byte order mark is skipped at the start of a whole text, but this is not the start.
    if (text.startsWith('\ufeff')) throw this.notJson(from);
    try {
      return exactly ? parseJson(text) : parseDoubles(text);
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      throw this.refused(
        error instanceof NotJsonError ? `not JSON ${place}` : `not as documented: ${error.message}`,
      );
    }
  }

  #checkLimits(): void {
    if (this.#depth > deepest) throw this.refused(`nested more than ${deepestNesting} levels deep`);
    if (this.end - this.start > largestValue)
      throw this.refused(`not as documented: a value in it is larger than ${largestValue >> 20} MiB`);
  }
}

const comma = 0x2c;
// The decoder must not skip one either.
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
