import { isUtf8 } from 'node:buffer';
import type { FieldValue } from '../../platform/records.ts';
import type { CellRows } from './cell-rows.ts';
import { BytePattern, type FieldPlan, mostKnown } from './row-plan.ts';

/**
 * The meaning of a byte inside a JSON string for a cell. Bytes of kind 0 are skipped: a cell without any others is
 * plain.
 */
const byteKinds = {
  plain: 0,
  quote: 1,
  backslash: 2,
  /** Not allowed inside a JSON string. */
  control: 3,
  /** The first of two bytes of a letter from U+00C0 to U+024F. */
  latin: 4,
  /** Any other byte above the printable ones of ASCII. */
  foreign: 5,
} as const;

const kinds = new Uint8Array(256).fill(byteKinds.foreign).fill(byteKinds.plain, 0x20, 0x7f);
kinds.fill(byteKinds.control, 0, 0x20).fill(byteKinds.latin, 0xc3, 0xca);
kinds[0x22] = byteKinds.quote;
kinds[0x5c] = byteKinds.backslash;

/** First bytes of a plain cell: none that could begin a formula or be invisible (see `csv.ts`). */
const beginsPlain: Uint8Array = Uint8Array.from({ length: 256 }, (_, byte) =>
  Number(/[A-Za-z0-9\xc3-\xc9]/.test(String.fromCharCode(byte))),
);

/** The results of `read` other than an index. */
const unusual = -1;
export const incomplete = -2;

const [blank, lineFeed, carriageReturn, tab] = [0x20, 0x0a, 0x0d, 0x09];
const [comma, colon, quote, minus, decimalPoint, zero, nine] = [0x2c, 0x3a, 0x22, 0x2d, 0x2e, 0x30, 0x39];
const [openingBracket, closingBracket, openingBrace, closingBrace] = [0x5b, 0x5d, 0x7b, 0x7d];
const [n, u, l] = [0x6e, 0x75, 0x6c];

/** The maximum length of a number that a double certainly represents as written. */
const longestNumber = 15;

/** A value of a field, and its JSON. */
interface KeptValue {
  readonly json: BytePattern;
  readonly value: FieldValue;
}
/** Longer values are not kept. */
const longestKept = 256;
/** How many values of a field are kept. */
const mostKept = 64;

/**
 * Reads records from bytes by a plan: type, required fields, repeated fields and the grammar of JSON are checked on the
 * way, and the positions of the cells are put into rows. It accepts nothing that the JSON parser and the model would
 * refuse or warn about; a record that it does not accept may still be valid.
 */
export class RecordReader {
  readonly #plan: FieldPlan;
  readonly #rows: CellRows;
  /** The last values of each column. */
  readonly #kept: readonly KeptValue[][];
  #bytes: Buffer = Buffer.alloc(0);
  #view: DataView = new DataView(new ArrayBuffer(0));
  #end = 0;

  /** @param kept how many columns have values that are kept; none where their places are wanted */
  constructor(plan: FieldPlan, rows: CellRows, kept = 0) {
    this.#kept = Array.from({ length: kept }, () => []);
    this.#plan = plan;
    this.#rows = rows;
  }

  /**
   * Reads the record at an index. Returns the index of the delimiter after it, `incomplete` if the record goes beyond
   * `end`, or `unusual`. The byte at `end` is overwritten.
   *
   * @param start the origin of the cells' positions
   */
  read(bytes: Buffer, at: number, end: number, start: number): number {
    if (this.#bytes !== bytes) this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    this.#bytes = bytes;
    this.#end = end;
    // JSON never contains a zero byte, so reading stops there and no other code has to check for the end.
    bytes[end] = 0;
    this.#rows.beginRecord(start);
    const after = this.#value(this.#plan, this.#pastBlanks(at));
    if (after < 0) return after;
    const delimiter = this.#pastBlanks(after);
    if (bytes[delimiter] !== comma && bytes[delimiter] !== closingBracket) return this.#fault(delimiter);
    this.#rows.endRecord();
    return delimiter;
  }

  #fault(at: number): number {
    return at >= this.#end ? incomplete : unusual;
  }

  #pastBlanks(from: number): number {
    const bytes = this.#bytes;
    for (let at = from; ; at++) {
      const byte = bytes[at] as number;
      if (byte > blank) return at;
      if (byte !== blank && byte !== lineFeed && byte !== carriageReturn && byte !== tab) return at;
    }
  }

  #value(plan: FieldPlan, at: number): number {
    const isKept = this.#kept.length > 0 && plan.column >= 0 && plan.kind !== 'number';
    return isKept ? this.#keptValue(plan, at) : this.#checkedValue(plan, at);
  }

  #checkedValue(plan: FieldPlan, at: number): number {
    const byte = this.#bytes[at] as number;
    switch (plan.kind) {
      case 'text':
        if (byte === quote) return this.#text(plan, at + 1);
        break;
      case 'number':
        if (byte !== n) return this.#number(plan, at);
        break;
      case 'object':
        if (byte === openingBrace) return this.#object(plan, at);
        break;
      case 'list':
        if (byte === openingBracket) return this.#list(plan, at);
    }
    return byte === n && plan.isNullable ? this.#null(at) : this.#fault(at);
  }

  /** A value that is kept, not its place: most values of a field are those of a record shortly before. */
  #keptValue(plan: FieldPlan, at: number): number {
    const bytes = this.#bytes;
    const kept = this.#kept[plan.column] as KeptValue[];
    // The bytes from the tenth on differ in most values: the first ones are the names of fields, or the year.
    const some = at + 13 <= this.#end ? this.#view.getInt32(at + 9, true) : 0;
    const place = (Math.imul(some, 0x9e3779b1) >>> 8) % mostKept;
    const before = kept[place];
    if (before?.json.isAt(this.#view, at, this.#end)) {
      this.#rows.value(plan.column, before.value);
      return at + before.json.length;
    }
    const after = this.#checkedValue(plan, at);
    if (after < 0 || bytes[at] === n) return after;
    const json = bytes.toString('utf8', at, after);
    const isText = bytes[at] === quote && !json.includes('\\');
    const value = isText ? json.slice(1, -1) : JSON.parse(json);
    this.#rows.value(plan.column, value);
    if (after - at >= 4 && after - at <= longestKept)
      kept[place] = { json: (before?.json ?? new BytePattern()).set(this.#view, at, after), value };
    return after;
  }

  #null(at: number): number {
    const bytes = this.#bytes;
    if (bytes[at + 1] !== u) return this.#fault(at + 1);
    if (bytes[at + 2] !== l) return this.#fault(at + 2);
    return bytes[at + 3] === l ? at + 4 : this.#fault(at + 3);
  }

  #object({ fields, names, required }: FieldPlan, from: number): number {
    const bytes = this.#bytes;
    let seen = 0;
    let expected = 0;
    let at = this.#pastBlanks(from + 1);
    if (bytes[at] === closingBrace) return required === 0 ? at + 1 : unusual;
    for (;;) {
      // The platform writes fields in the order of the model.
      let index = expected;
      if (!(names[index] as BytePattern).isAt(this.#view, at, this.#end)) {
        index = this.#fieldAt(names, at);
        if (index < 0) return index;
      }
      const bit = 1 << index;
      if ((seen & bit) !== 0) return unusual;
      seen |= bit;
      expected = index + 1 < names.length ? index + 1 : 0;
      at += (names[index] as BytePattern).length;
      if (bytes[at] !== colon) at = this.#pastBlanks(at);
      if (bytes[at] !== colon) return this.#fault(at);
      at = this.#value(fields[index] as FieldPlan, this.#pastBlanks(at + 1));
      if (at < 0) return at;
      at = this.#pastBlanks(at);
      if (bytes[at] === closingBrace) break;
      if (bytes[at] !== comma) return this.#fault(at);
      at = this.#pastBlanks(at + 1);
    }
    return (seen & required) === required ? at + 1 : unusual;
  }

  #fieldAt(names: readonly BytePattern[], at: number): number {
    const index = names.findIndex(name => name.isAt(this.#view, at, this.#end));
    if (index >= 0) return index;
    if (this.#bytes[at] !== quote) return this.#fault(at);
    const closing = this.#bytes.indexOf(quote, at + 1);
    return closing === -1 || closing >= this.#end ? incomplete : unusual;
  }

  #list({ element, makesRows }: FieldPlan, from: number): number {
    const bytes = this.#bytes;
    let at = this.#pastBlanks(from + 1);
    if (bytes[at] === closingBracket) return at + 1;
    for (;;) {
      if (makesRows) this.#rows.beginElement();
      at = this.#value(element as FieldPlan, at);
      if (at < 0) return at;
      at = this.#pastBlanks(at);
      if (bytes[at] === closingBracket) break;
      if (bytes[at] !== comma) return this.#fault(at);
      at = this.#pastBlanks(at + 1);
    }
    if (makesRows) this.#rows.endElements();
    return at + 1;
  }

  #number({ column, wholeDigits }: FieldPlan, from: number): number {
    const bytes = this.#bytes;
    const first = bytes[from] === minus ? from + 1 : from;
    let at = first;
    while (isDigit(bytes[at] as number)) at++;
    if (at === first || (bytes[first] === zero && at > first + 1)) return this.#fault(at);
    const point = at;
    // The shortest spelling, as everywhere: without trailing zeros of a fraction.
    let last = at;
    if (bytes[at] === decimalPoint) {
      at++;
      if (!isDigit(bytes[at] as number)) return this.#fault(at);
      for (; isDigit(bytes[at] as number); at++) if (bytes[at] !== zero) last = at + 1;
    }
    if (at - from > longestNumber) return unusual;
    if (wholeDigits > 0 && (last > point || point - first > wholeDigits)) return unusual;
    const isZero = bytes[first] === zero && last === first + 1;
    if (column >= 0 && this.#kept.length > 0)
      this.#rows.value(column, readNumber(bytes, isZero ? first : from, last));
    else if (column >= 0) this.#rows.cell(column, isZero ? first : from, last);
    return at;
  }

  #text(plan: FieldPlan, from: number): number {
    const bytes = this.#bytes;
    let [isPlain, hasEscape, isForeign] = [true, false, false];
    let at = from;
    for (;;) {
      const kind = kinds[bytes[at++] as number];
      if (kind === byteKinds.plain) continue;
      if (kind === byteKinds.quote) break;
      if (kind === byteKinds.latin && isLatin(bytes[at - 1] as number, bytes[at] as number)) at++;
      else if (kind === byteKinds.control) return this.#fault(at - 1);
      else if (kind === byteKinds.backslash) {
        hasEscape = true;
        if (bytes[at] === quote) at++;
        else {
          isPlain = false;
          at = this.#pastEscape(at);
          if (at < 0) return at;
        }
      } else {
        isPlain = false;
        isForeign = true;
      }
    }
    const to = at - 1;
    if (to - from < plan.shortest || (isForeign && !isUtf8(bytes.subarray(from, to)))) return unusual;
    if (plan.accepts && (hasEscape || isForeign || !this.#isAccepted(plan, from, to))) return unusual;
    if (plan.column < 0) return at;
    if (isPlain && (to === from || beginsPlain[bytes[from] as number] === 1)) {
      if (hasEscape) this.#rows.escapedCell(plan.column, from, to);
      else this.#rows.cell(plan.column, from, to);
    } else if (hasEscape) this.#rows.value(plan.column, JSON.parse(bytes.toString('utf8', from - 1, at)));
    else this.#rows.value(plan.column, bytes.toString('utf8', from, to));
    return at;
  }

  /** The index after the escape whose backslash is at an index. */
  #pastEscape(at: number): number {
    const bytes = this.#bytes;
    if (bytes[at] !== u) return escapable[bytes[at] as number] === 1 ? at + 1 : this.#fault(at);
    for (let digit = at + 1; digit < at + 5; digit++)
      if (hexDigits[bytes[digit] as number] !== 1) return this.#fault(digit);
    return at + 5;
  }

  /**
   * Whether the model accepts the text. Most texts have just been seen, and comparing their bytes is faster than
   * validating.
   */
  #isAccepted({ accepts, known }: FieldPlan, from: number, to: number): boolean {
    const bytes = this.#bytes;
    // Each day of a month has a different place.
    const place = ((bytes[to - 1] as number) + 10 * (bytes[to - 2] as number) + to - from) % mostKnown;
    const before = known[place];
    if (before?.isAt(this.#view, from - 1, this.#end)) return true;
    if (!accepts?.(bytes.toString('latin1', from, to))) return false;
    if (to - from >= 2) known[place] = (before ?? new BytePattern()).set(this.#view, from - 1, to + 1);
    return true;
  }
}

/** Fifteen digits and their power of ten are exact doubles, so the quotient is rounded once. */
function readNumber(bytes: Uint8Array, from: number, to: number): number {
  const isNegative = bytes[from] === minus;
  let [digits, power] = [0, 0];
  for (let at = isNegative ? from + 1 : from; at < to; at++) {
    const byte = bytes[at] as number;
    if (byte === decimalPoint) power = 1;
    else {
      digits = 10 * digits + byte - zero;
      power *= 10;
    }
  }
  const value = power === 0 ? digits : digits / power;
  return isNegative ? -value : value;
}

const isDigit = (byte: number): boolean => byte >= zero && byte <= nine;
/** Whether two bytes are a letter from U+00C0 to U+024F. */
const isLatin = (first: number, second: number): boolean =>
  second >= 0x80 && second <= (first === 0xc9 ? 0x8f : 0xbf);

const markBytes = (characters: RegExp): Uint8Array =>
  Uint8Array.from({ length: 256 }, (_, byte) => Number(characters.test(String.fromCharCode(byte))));
const escapable = markBytes(/["\\/bfnrt]/);
const hexDigits = markBytes(/[0-9a-fA-F]/);
