import { type ErrorDetails, TemporaryError, UndocumentedResponseError } from '../../base/errors.ts';
import { deepestNesting, NotJsonError, parseDoubles, parseJson, placeOfFault } from '../../platform/json.ts';
import { ByteWindow } from './byte-window.ts';
import { Structure } from './structure.ts';

/** Details of a response that errors contain in addition to their message. */
export type StreamDetails = Pick<ErrorDetails, 'status' | 'trackingId'>;

/**
 * No documented element is nearly as large. A value is held in memory as a whole, where `{},` takes twenty times its bytes,
 * so there must be a limit.
 */
export const largestValue = 1 << 20;

/**
 * JSON text that is received in pieces, read in stretches from one delimiter to the next and parsed there. Errors give
 * the byte position and contain nothing of the content.
 */
export class JsonSource extends ByteWindow {
  // The elements of a response are two levels deep; deeper nesting is rejected by the parser's own limit.
  readonly #structure = new Structure(deepestNesting - 2);
  readonly #details: StreamDetails;

  constructor(body: AsyncIterable<Uint8Array>, capacity: number, details: StreamDetails) {
    super(body, capacity);
    this.#details = details;
  }

  refused(why: string): UndocumentedResponseError {
    return new UndocumentedResponseError(`the response is ${why}`, {
      ...this.#details,
      hint: 'check the address; if it is correct, report this with the tracking id',
    });
  }

  notJson(index: number): UndocumentedResponseError {
    return this.refused(`not JSON (at byte ${this.position(index)})`);
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
      const index = this.#structure.next(this.bytes, this.at, this.end);
      if (index !== -1) {
        this.at = index + 1;
        if (this.bytes[index] === comma && index - this.start < size) continue;
        return index;
      }
      this.at = this.end;
      this.#checkLimits();
      if (!(await this.more())) {
        throw new TemporaryError('the response ends before its JSON is complete', {
          ...this.#details,
          hint: 'it was cut on its way; try again',
        });
      }
    }
  }

  /** Reads the rest of the body. */
  async takeAll(): Promise<void> {
    do this.#checkLimits();
    while (await this.more());
    this.at = this.end;
  }

  /** The value of the JSON text between two indexes; numbers keep every digit. */
  parse(from: number, to: number, exactly = this.#structure.hasLongNumber): unknown {
    const text = this.#text(from, to);
    this.#structure.hasLongNumber = false;
    // A byte order mark is skipped at the start of a whole text, but this is not the start.
    if (text.startsWith('\ufeff')) throw this.notJson(from);
    try {
      return exactly ? parseJson(text) : parseDoubles(text);
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      if (!(error instanceof NotJsonError)) throw this.refused(`not as documented: ${error.message}`);
      const characters = error.position ?? placeOfFault(text) ?? text.length;
      throw this.notJson(from + Buffer.byteLength(text.slice(0, characters)));
    }
  }

  #text(from: number, to: number): string {
    try {
      return utf8.decode(this.bytes.subarray(from, to));
    } catch {
      throw this.refused(`not UTF-8 text (between bytes ${this.position(from)} and ${this.position(to)})`);
    }
  }

  #checkLimits(): void {
    if (this.#structure.isTooDeep) throw this.refused(`nested more than ${deepestNesting} levels deep`);
    if (this.end - this.start > largestValue) {
      throw this.refused(`not as documented: a value in it is larger than ${largestValue >> 20} MiB`);
    }
  }
}

const comma = 0x2c;
// The decoder must not skip one either.
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
