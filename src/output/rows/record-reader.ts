import { isUtf8 } from 'node:buffer';
import type { Parameters } from '../../platform/parameters.ts';
import type { Column } from '../../platform/records.ts';
import { propertyLead } from '../../platform/reports/columns.ts';
import { type CellInRow, type CsvCells, csvCells } from '../csv.ts';
import { RowBuffer } from './row-buffer.ts';
import { type FieldPlan, mostKnown, type RowPlan } from './row-plan.ts';

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
  /** The delimiter: the cell requires quotation marks. */
  delimiter: 4,
  /** The first of two bytes of a letter from U+00C0 to U+024F. */
  latin: 5,
  /** Any other byte above the printable ones of ASCII. */
  foreign: 6,
} as const;

/** The kinds of all bytes inside a string, in the dialect with this delimiter of one byte. */
function kindsOfBytes(delimiter: number): Uint8Array {
  const { plain, quote, backslash, control, latin, foreign } = byteKinds;
  const kinds = new Uint8Array(256).fill(foreign).fill(plain, 0x20, 0x7f).fill(control, 0, 0x20);
  kinds.fill(latin, 0xc3, 0xca);
  kinds[delimiter] = delimiter < 0x20 ? control : byteKinds.delimiter;
  kinds[0x22] = quote;
  kinds[0x5c] = backslash;
  return kinds;
}

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

/**
 * Reads records from bytes by a plan: type, required fields, repeated fields and the grammar of JSON are checked on the
 * way, and the positions of the cells are put into rows. It accepts nothing that the JSON parser and the model would
 * refuse or warn about; a record that it does not accept may still be valid.
 */
class RecordReader {
  readonly #plan: FieldPlan;
  readonly #kinds: Uint8Array;
  readonly #rows: RowBuffer;
  #bytes: Buffer = Buffer.alloc(0);
  #end = 0;

  constructor(plan: FieldPlan, kinds: Uint8Array, rows: RowBuffer) {
    this.#plan = plan;
    this.#kinds = kinds;
    this.#rows = rows;
  }

  /**
   * Reads the record at an index. Returns the index of the delimiter after it, `incomplete` if the record goes beyond
   * `end`, or `unusual`. The byte at `end` is overwritten.
   *
   * @param start the origin of the cells' positions
   */
  read(bytes: Buffer, at: number, end: number, start: number): number {
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
      if (!this.#isAt(names[index] as Uint8Array, at)) {
        index = this.#fieldAt(names, at);
        if (index < 0) return index;
      }
      const bit = 1 << index;
      if ((seen & bit) !== 0) return unusual;
      seen |= bit;
      expected = index + 1 < names.length ? index + 1 : 0;
      at += (names[index] as Uint8Array).length;
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

  #fieldAt(names: readonly Uint8Array[], at: number): number {
    const index = names.findIndex(name => this.#isAt(name, at));
    if (index >= 0) return index;
    if (this.#bytes[at] !== quote) return this.#fault(at);
    const closing = this.#bytes.indexOf(quote, at + 1);
    return closing === -1 || closing >= this.#end ? incomplete : unusual;
  }

  #isAt(expected: Uint8Array, at: number): boolean {
    const bytes = this.#bytes;
    for (let index = 0; index < expected.length; index++)
      if (bytes[at + index] !== expected[index]) return false;
    return true;
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
    if (column >= 0) this.#rows.cell(column, isZero ? first : from, last);
    return at;
  }

  #text(plan: FieldPlan, from: number): number {
    const bytes = this.#bytes;
    const kinds = this.#kinds;
    let [isPlain, needsQuotes, hasEscape, isForeign] = [true, false, false, false];
    let at = from;
    for (;;) {
      const kind = kinds[bytes[at++] as number];
      if (kind === byteKinds.plain) continue;
      if (kind === byteKinds.quote) break;
      if (kind === byteKinds.latin && isLatin(bytes[at - 1] as number, bytes[at] as number)) at++;
      else if (kind === byteKinds.delimiter) needsQuotes = true;
      else if (kind === byteKinds.control) return this.#fault(at - 1);
      else if (kind === byteKinds.backslash) {
        hasEscape = true;
        needsQuotes = true;
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
      if (needsQuotes) this.#rows.quotedCell(plan.column, from, to);
      else this.#rows.cell(plan.column, from, to);
    } else if (hasEscape) this.#rows.text(plan.column, JSON.parse(bytes.toString('utf8', from - 1, at)));
    else this.#rows.text(plan.column, bytes.toString('utf8', from, to));
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
    if (before !== undefined && before.length === to - from && this.#isAt(before, from)) return true;
    if (!accepts?.(bytes.toString('latin1', from, to))) return false;
    // A copy: `slice` of a Buffer would be the same memory, which other records take later.
    known[place] = Uint8Array.from(bytes.subarray(from, to));
    return true;
  }
}

const isDigit = (byte: number): boolean => byte >= zero && byte <= nine;
/** Whether two bytes are a letter from U+00C0 to U+024F. */
const isLatin = (first: number, second: number): boolean =>
  second >= 0x80 && second <= (first === 0xc9 ? 0x8f : 0xbf);

const markBytes = (characters: RegExp): Uint8Array =>
  Uint8Array.from({ length: 256 }, (_, byte) => Number(characters.test(String.fromCharCode(byte))));
const escapable = markBytes(/["\\/bfnrt]/);
const hexDigits = markBytes(/[0-9a-fA-F]/);

/** The reader of the records of one response, and the rows that it fills. */
export interface RowReading {
  readonly reader: RecordReader;
  readonly rows: RowBuffer;
}

export async function rowReading(
  { fields, shape, layout, delimiter }: RowPlan,
  parameters: Parameters,
): Promise<RowReading> {
  const cells = csvCells(layout.columns, layout.options);
  const constants = await constantCells(layout.columns, parameters, cells);
  const rows = new RowBuffer(cells, delimiter, constants, shape.each !== undefined);
  return { reader: new RecordReader(fields, kindsOfBytes(delimiter), rows), rows };
}

function constantCells(columns: readonly Column[], parameters: Parameters, { add, quote }: CsvCells) {
  const lead: Readonly<Record<string, string>> = propertyLead(parameters);
  return Promise.all(
    columns.map(async ({ name }) => {
      const value = lead[name];
      if (value === undefined) return undefined;
      const row: string[] = [];
      const special: CellInRow[] = [];
      add(value, row, special);
      await quote(special);
      return new TextEncoder().encode(row[0]);
    }),
  );
}
