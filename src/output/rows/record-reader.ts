import { isUtf8 } from 'node:buffer';
import type { FieldValue } from '../../platform/records.ts';
import type { CellRows } from './cell-rows.ts';
import { BytePattern, type FieldPlan, type KeptValue, mostKnown } from './row-plan.ts';

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

const longestKept = 256;

/**
 * Reads records from bytes by a plan: type, required fields, repeated fields and the grammar of JSON are checked on the
 * way, and the positions of the cells are put into rows, or the record is made as an object. It accepts nothing that the JSON
 * parser and the model would refuse or warn about; a record that it does not accept may still be valid.
 */
export class RecordReader {
  readonly #plan: FieldPlan;
  readonly #rows: CellRows | undefined;
  /** The fields of a record without values: a copy of it has the space for them from the beginning. */
  readonly #blank: Readonly<Record<string, FieldValue>>;
  #bytes: Buffer = Buffer.alloc(0);
  #view: DataView = new DataView(new ArrayBuffer(0));
  #end = 0;
  /** Without rows: the value that was read last. */
  #made: FieldValue;

  /** @param rows of the cells; default: records are made */
  constructor(plan: FieldPlan, rows?: CellRows) {
    this.#plan = plan;
    this.#rows = rows;
    this.#blank = blankRecord(plan.keys);
  }

  /** The record that was read last, if there are no rows. */
  get record(): FieldValue {
    return this.#made;
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
    this.#rows?.beginRecord(start);
    const after = this.#value(this.#plan, this.#pastBlanks(at));
    if (after < 0) return after;
    const delimiter = this.#pastBlanks(after);
    if (bytes[delimiter] !== comma && bytes[delimiter] !== closingBracket) return this.#fault(delimiter);
    this.#rows?.endRecord();
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
    const { kept } = plan;
    return kept && !this.#rows ? this.#keptValue(plan, kept, at) : this.#checkedValue(plan, at);
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

  /** A value is made once: most values of a field are those of a record shortly before. */
  #keptValue(plan: FieldPlan, kept: KeptValue[], at: number): number {
    // The bytes from the tenth on differ in most values: the first ones are the names of fields, or the year.
    const some = at + 13 <= this.#end ? this.#view.getInt32(at + 9, true) : 0;
    const place = (Math.imul(some, 0x9e3779b1) >>> 8) % mostKnown;
    const before = kept[place];
    if (before?.json.isAt(this.#view, at, this.#end)) {
      this.#made = before.value;
      return at + before.json.length;
    }
    const after = this.#checkedValue(plan, at);
    if (after - at >= 4 && after - at <= longestKept)
      kept[place] = {
        json: (before?.json ?? new BytePattern()).set(this.#view, at, after),
        value: this.#made,
      };
    return after;
  }

  #null(at: number): number {
    const bytes = this.#bytes;
    if (bytes[at + 1] !== u) return this.#fault(at + 1);
    if (bytes[at + 2] !== l) return this.#fault(at + 2);
    this.#made = null;
    return bytes[at + 3] === l ? at + 4 : this.#fault(at + 3);
  }

  #object(plan: FieldPlan, from: number): number {
    const { fields, names, keys, required } = plan;
    const bytes = this.#bytes;
    let made: Record<string, FieldValue> | undefined;
    if (!this.#rows) made = plan === this.#plan ? { ...this.#blank } : {};
    let seen = 0;
    let expected = 0;
    let at = this.#pastBlanks(from + 1);
    const isEmpty = bytes[at] === closingBrace;
    while (!isEmpty) {
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
      if (made) made[keys[index] as string] = this.#made;
      at = this.#pastBlanks(at);
      if (bytes[at] === closingBrace) break;
      if (bytes[at] !== comma) return this.#fault(at);
      at = this.#pastBlanks(at + 1);
    }
    this.#made = made;
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
    const rows = makesRows ? this.#rows : undefined;
    const made: FieldValue[] | undefined = this.#rows ? undefined : [];
    let at = this.#pastBlanks(from + 1);
    const isEmpty = bytes[at] === closingBracket;
    while (!isEmpty) {
      rows?.beginElement();
      at = this.#value(element as FieldPlan, at);
      if (at < 0) return at;
      made?.push(this.#made);
      at = this.#pastBlanks(at);
      if (bytes[at] === closingBracket) break;
      if (bytes[at] !== comma) return this.#fault(at);
      at = this.#pastBlanks(at + 1);
    }
    rows?.endElements();
    this.#made = made;
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
    if (!this.#rows) this.#made = readNumber(bytes, isZero ? first : from, last);
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
    const rows = this.#rows;
    if (!rows) this.#made = this.#textOf(from, to, hasEscape);
    else if (plan.column < 0) return at;
    else if (!isPlain || (to > from && beginsPlain[bytes[from] as number] === 0))
      rows.value(plan.column, this.#textOf(from, to, hasEscape));
    else if (hasEscape) rows.escapedCell(plan.column, from, to);
    else rows.cell(plan.column, from, to);
    return at;
  }

  #textOf(from: number, to: number, hasEscape: boolean): string {
    const bytes = this.#bytes;
    return hasEscape
      ? JSON.parse(bytes.toString('utf8', from - 1, to + 1))
      : bytes.toString('utf8', from, to);
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

/** The parser gives an object the space of its fields, and no more. */
function blankRecord(names: readonly string[]): Record<string, FieldValue> {
  const record = JSON.parse(`{${names.map(name => `${JSON.stringify(name)}:0`).join()}}`);
  for (const name of names) record[name] = undefined;
  return record;
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
const isLatin = (first: number, second: number) => second >= 0x80 && second <= (first === 0xc9 ? 0x8f : 0xbf);

const markBytes = (characters: RegExp): Uint8Array =>
  Uint8Array.from({ length: 256 }, (_, byte) => Number(characters.test(String.fromCharCode(byte))));
const escapable = markBytes(/["\\/bfnrt]/);
const hexDigits = markBytes(/[0-9a-fA-F]/);
