/**
 * The meaning of a byte inside a JSON string for a cell. Bytes of kind 0 are skipped: a cell without any others is
 * plain.
 */
export const byteKinds = {
  plain: 0,
  /** Ends the string. */
  quote: 1,
  /** Begins an escape. */
  backslash: 2,
  /** Not allowed inside a JSON string. */
  control: 3,
  /** The delimiter: the cell requires quotation marks. */
  delimiter: 4,
  /** The first of two bytes of a letter from U+00C0 to U+024F. */
  latin: 5,
  /** Any other byte above the printable ones of ASCII. */
  foreign: 6,
} as const;

/** The kinds of all bytes inside a string, in the dialect with this delimiter of one byte. */
export function kindsOfBytes(delimiter: number): Uint8Array {
  const { plain, quote, backslash, control, latin, foreign } = byteKinds;
  const kinds = new Uint8Array(256).fill(foreign).fill(plain, 0x20, 0x7f).fill(control, 0, 0x20);
  kinds.fill(latin, 0xc3, 0xca);
  kinds[delimiter] = delimiter < 0x20 ? control : byteKinds.delimiter;
  kinds[0x22] = quote;
  kinds[0x5c] = backslash;
  return kinds;
}

/** First bytes of a plain cell: none that could begin a formula or be invisible (see `csv-quoting.ts`). */
export const beginsPlain: Uint8Array = Uint8Array.from({ length: 256 }, (_, byte) =>
  Number(/[A-Za-z0-9\xc3-\xc9]/.test(String.fromCharCode(byte))),
);
