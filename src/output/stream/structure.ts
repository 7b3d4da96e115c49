/**
 * Follows the structure of JSON text through its bytes, whatever pieces they come in: where strings end and how deep
 * the nesting is, and nothing else. It does not know whether the text is JSON. Who asks for the next delimiter parses
 * what lies before it, and only text whose delimiters are where this says so can be parsed: both know the same rule of
 * where a string ends. Bytes of letters beyond ASCII are never taken for anything: UTF-8 keeps them above 0x7f.
 */
export class Structure {
  #depth = 0;
  #inString = false;
  /** Bytes to pass over at the next call: 1 when a backslash was the last byte of the data. */
  #overrun = 0;
  #digits = 0;
  #deepest: number;

  /**
   * Whether a number was passed that a double may not hold as written: 16 digits or more, or an exponent. Whoever
   * parsed what was passed sets it back.
   */
  hasLongNumber = false;

  /** @param deepest levels of nesting, counted from where the reader is, above which it `isTooDeep`. */
  constructor(deepest: number) {
    this.#deepest = deepest;
  }

  get isTooDeep(): boolean {
    return this.#depth > this.#deepest;
  }

  /**
   * The index in `from` to `to` of the next `,` `:` `]` or `}` on the reader's own level: outside of strings and of
   * whatever was opened since the last such place. -1 where the data ends first; the next call goes on from there.
   */
  next(bytes: Uint8Array, from: number, to: number): number {
    let at = from + this.#overrun;
    this.#overrun = 0;
    let inString = this.#inString;
    let depth = this.#depth;
    let digits = this.#digits;
    let found = -1;
    while (at < to) {
      if (inString) {
        // Most bytes of a report are inside strings, so this loop does as little as it can.
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
        if (++digits === longNumber) this.hasLongNumber = true;
        continue;
      }
      if (kind === exponent && digits > 0) this.hasLongNumber = true;
      digits = 0;
      if (kind === opensString) inString = true;
      else if (kind === opens) {
        if (++depth > this.#deepest) break;
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
}

const quote = 0x22;
const backslash = 0x5c;
/** As many digits and points as a double holds for certain, and one more. */
const longNumber = 16;

const [digit, exponent, opensString, opens, closes, separates] = [1, 2, 3, 4, 5, 6];
const kinds = new Uint8Array(256);
const are = (kind: number, characters: string) => {
  for (const character of characters) kinds[character.charCodeAt(0)] = kind;
};
are(digit, '0123456789.');
are(exponent, 'eE');
are(opensString, '"');
are(opens, '{[');
are(closes, '}]');
are(separates, ',:');
