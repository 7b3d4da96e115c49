/**
 * Follows the structure of JSON text in its bytes, however they are split: only where strings end and how deep the
 * nesting is. It does not check whether the text is JSON. The caller parses the text before each delimiter, and the
 * text can be parsed only if the delimiters are where this function found them: both use the same rule for the end of a
 * string. Bytes of non-ASCII letters are never mistaken for structure, because UTF-8 keeps them above 0x7f.
 */
export class Structure {
  #depth = 0;
  #inString = false;
  /** Bytes to skip at the next call: 1 if a backslash was the last byte of the data. */
  #overrun = 0;
  #digits = 0;
  #deepest: number;

  /**
   * Whether a number was skipped that a double may not represent as written: 16 digits or more, or an exponent. The
   * caller resets it after parsing.
   */
  hasLongNumber = false;

  /** @param deepest levels of nesting, counted from the reader's own, above which it `isTooDeep`. */
  constructor(deepest: number) {
    this.#deepest = deepest;
  }

  get isTooDeep(): boolean {
    return this.#depth > this.#deepest;
  }

  /**
   * The index between `from` and `to` of the next `,` `:` `]` or `}` on the reader's own level: outside strings and
   * outside everything opened since the last such place. -1 if the data ends first; the next call continues from there.
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
/** One more digit or point than a double is certain to represent. */
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
