import { WebPageError } from '../../platform/json.ts';
import { safeText } from '../../platform/safe-text.ts';
import type { CellRows } from '../rows/cell-rows.ts';
import { incomplete, type RecordReader } from '../rows/record-reader.ts';
import { JsonSource, largestValue, type StreamDetails } from './json-source.ts';

/** The parts of a body, in the order in which they were received. */
export type Part =
  | { readonly kind: 'list-begins' | 'list-ends' }
  /** Complete elements of the list, one or more; `first` is the index of the first one. */
  | {
      readonly kind: 'elements';
      readonly elements: readonly unknown[];
      readonly first: number;
      /** They are as documented, or have been decided on. */
      readonly isChecked?: true;
    }
  /** The cells of so many complete elements, which are as documented. */
  | { readonly kind: 'rows'; readonly rows: CellRows; readonly elements: number }
  /** Another field of the body; also the list field, if its value is not a list. */
  | { readonly kind: 'field'; readonly name: string; readonly value: unknown }
  /** The complete body, if it is not an object. */
  | { readonly kind: 'other'; readonly value: unknown };

/**
 * Bytes of elements that are parsed at a time. Larger pieces are not faster and take more memory: V8 keeps texts of
 * more than 128 KiB in a separate space, until a full garbage collection.
 */
export const batchSize = 64 << 10;

/** The maximum number of fields besides the list, which are all held in memory. A documented body has two. */
const mostFields = 1000;

const [comma, colon, quote, lessThan] = [0x2c, 0x3a, 0x22, 0x3c];
const [openingBracket, closingBracket, openingBrace, closingBrace] = [0x5b, 0x5d, 0x7b, 0x7d];

/**
 * Reads a JSON object of any size whose field `list` is an array, in constant memory. Only the boundaries between
 * elements are located in the bytes; everything between two boundaries goes to the JSON parser, so that invalid JSON is
 * found as reliably as in a whole body. Numbers keep every digit, as with parseJson.
 *
 * @throws UndocumentedResponseError for text that is not JSON or not UTF-8 (giving byte positions and nothing of the
 * content), for a field that occurs twice, and for a body that is too deep or too large; TemporaryError if the body
 * ends too early; any error of the body.
 */
export async function* readParts(
  body: AsyncIterable<Uint8Array>,
  list: string,
  details: StreamDetails,
  readBatch: BatchReader = parsedBatch,
): AsyncGenerator<Part> {
  const source = new JsonSource(body, 8 * batchSize, details);
  try {
    const first = await pastByteOrderMark(source);
    if (first === undefined) throw source.refused('empty');
    if (first === openingBrace) yield* readFields(source, list, readBatch);
    else if (first === lessThan) throw new WebPageError('the response', details);
    else {
      await source.takeAll();
      yield { kind: 'other', value: source.parse(source.start, source.end, true) };
    }
    if ((await source.peek()) !== undefined) throw source.notJson(source.at);
  } finally {
    await source.close();
  }
}

async function pastByteOrderMark(source: JsonSource): Promise<number | undefined> {
  if ((await source.peek()) !== 0xef) return source.peek();
  while (source.end - source.at < 3 && (await source.more())) {}
  if (source.end - source.at >= 3 && source.bytes.readUIntBE(source.at, 3) === 0xefbbbf) source.at += 3;
  return source.peek();
}

async function* readFields(source: JsonSource, list: string, readBatch: BatchReader): AsyncGenerator<Part> {
  const names = new Set<string>();
  let size = 0;
  source.at += 1;
  if ((await source.peek()) === closingBrace) {
    source.at += 1;
    return;
  }
  for (;;) {
    const first = await source.peek();
    const colonAt = await source.take();
    if (first !== quote || source.bytes[colonAt] !== colon) throw source.notJson(colonAt);
    const name = source.parse(source.start, colonAt) as string;
    // The first of two lists has already been written, so "the last one wins" is not possible.
    if (names.has(name)) throw source.refused(`not as documented: it has ${safeText(name, 60)} twice`);
    names.add(name);
    if (names.size > mostFields)
      throw source.refused(`not as documented: it has more than ${mostFields} fields`);
    const isList = (await source.peek()) === openingBracket && name === list;
    if (isList) {
      yield* readElements(source, readBatch);
      await source.peek();
    }
    const end = await source.take();
    if (!isList) {
      size += end - source.start;
      if (size > largestValue)
        throw source.refused('not as documented: the fields around its list are too large');
      yield { kind: 'field', name, value: source.parse(source.start, end) };
    } else if (end !== source.start) throw source.notJson(source.start);
    if (source.bytes[end] === closingBrace) return;
    if (source.bytes[end] !== comma) throw source.notJson(end);
  }
}

async function* readElements(source: JsonSource, readBatch: BatchReader): AsyncGenerator<Part> {
  yield { kind: 'list-begins' };
  source.at += 1;
  for (let first = 0; ; ) {
    source.start = source.at;
    const { part, count, isLast } = await readBatch(source, first);
    if (count > 0) yield part;
    first += count;
    if (isLast) break;
  }
  yield { kind: 'list-ends' };
}

/** Complete elements, one or more; none only for an empty list. */
interface Batch {
  readonly part: Part;
  readonly count: number;
  readonly isLast: boolean;
}

/** Reads the elements that begin at `start`, of which the first has the index `first`, and the delimiter behind them. */
export type BatchReader = (source: JsonSource, first: number) => Promise<Batch>;

const parsedBatch: BatchReader = async (source, first) => {
  const end = await source.take(batchSize);
  const delimiter = source.bytes[end];
  if (!isBetweenElements(delimiter)) throw source.notJson(end);
  // The delimiters on both sides have been read: replacing them with brackets makes the stretch an array.
  source.bytes[source.start - 1] = openingBracket;
  source.bytes[end] = closingBracket;
  const elements = source.parse(source.start - 1, end + 1) as unknown[];
  if (elements.length === 0 && (first > 0 || delimiter === comma)) throw source.notJson(end);
  const part = { kind: 'elements', elements, first } as const;
  return { part, count: elements.length, isLast: isEndOfList(delimiter) };
};

/** Whether a delimiter may follow an element of a list. */
const isBetweenElements = (delimiter: number | undefined) => delimiter === comma || isEndOfList(delimiter);

const isEndOfList = (delimiter: number | undefined): boolean => delimiter === closingBracket;

/** A larger record is given up, because it would be read again with each piece that arrives. */
const largestRecord = 64 << 10;

/** What is made of the records of a batch. */
interface RecordSink {
  readonly reader: RecordReader;
  begin(): void;
  addRead?(): void;
  /** A record that the reader gives up. @returns false if it is refused */
  addParsed(element: unknown, index: number): boolean;
  end(source: JsonSource, first: number, count: number): Part;
}

/**
 * Reads a batch of elements. If the sink refuses one, the whole batch is read again by `parsedBatch`, so that the same
 * error is reported as in every other format.
 */
export const readBatchInto =
  (sink: RecordSink): BatchReader =>
  async (source, first) => {
    sink.begin();
    const read = () => sink.reader.read(source.bytes, source.at, source.end, source.start);
    for (let count = 1; ; count++) {
      let delimiter = read();
      while (delimiter === incomplete && source.end - source.at < largestRecord && (await source.more()))
        delimiter = read();
      if (delimiter >= 0) {
        source.at = delimiter + 1;
        sink.addRead?.();
      } else {
        const element = await nextElement(source);
        if (!element || !sink.addParsed(element.value, first + count - 1)) {
          source.at = source.start;
          return parsedBatch(source, first);
        }
      }
      const isLast = isEndOfList(source.bytes[source.at - 1]);
      if (isLast || source.at - 1 - source.start >= batchSize)
        return { part: sink.end(source, first, count), count, isLast };
    }
  };

/** The next element, parsed as for all other formats; undefined if it is not JSON. */
async function nextElement(source: JsonSource): Promise<{ readonly value: unknown } | undefined> {
  const from = source.at - source.start;
  const end = await source.take();
  if (!isBetweenElements(source.bytes[end])) return undefined;
  try {
    return { value: source.parse(source.start + from, end) };
  } catch {
    return undefined;
  }
}
