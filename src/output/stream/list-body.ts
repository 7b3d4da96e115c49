import { safeText } from '../../platform/safe-text.ts';
import { type AnswerDetails, JsonSource } from './json-source.ts';

/** The parts of a body, in the order in which they were received. */
export type Part =
  | { readonly kind: 'list-begins' | 'list-ends' }
  /** Complete elements of the list, one or more; `first` is the index of the first one. */
  | { readonly kind: 'elements'; readonly elements: readonly unknown[]; readonly first: number }
  /** Another field of the body; also the list field, if its value is not a list. */
  | { readonly kind: 'field'; readonly name: string; readonly value: unknown }
  /** The complete body, if it is not an object. */
  | { readonly kind: 'other'; readonly value: unknown };

/**
 * Bytes of elements that are parsed at a time. Larger pieces are not faster and take more memory: V8 keeps texts of
 * more than 128 KiB in a separate space, until a full garbage collection.
 */
const batchSize = 64 << 10;

/** The maximum number of fields besides the list. A documented body has two. */
const mostFields = 1000;

const [comma, colon, quote] = [0x2c, 0x3a, 0x22];
const [openingBracket, closingBracket, openingBrace, closingBrace] = [0x5b, 0x5d, 0x7b, 0x7d];

/**
 * Reads a JSON object of any size whose field `list` is an array, in constant memory. Only the boundaries between
 * elements are located in the bytes; everything between two boundaries goes to the JSON parser, so that invalid JSON is
 * found as reliably as in a whole body. Numbers keep every digit, as with parseJson.
 *
 * @throws UndocumentedResponseError for text that is not JSON or not UTF-8 (giving the byte position and nothing of the
 * content), for a field that occurs twice, and for a body that is too deep or too large; TemporaryError if the body
 * ends too early; any error of the body.
 */
export async function* partsOf(
  body: AsyncIterable<Uint8Array>,
  list: string,
  details: AnswerDetails = {},
): AsyncGenerator<Part> {
  const source = new JsonSource(body, 8 * batchSize, details);
  try {
    const first = await pastByteOrderMark(source);
    if (first === undefined) throw source.refused('empty');
    if (first === openingBrace) yield* fieldsOf(source, list);
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

async function* fieldsOf(source: JsonSource, list: string): AsyncGenerator<Part> {
  const names = new Set<string>();
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
      yield* elementsOf(source);
      await source.peek();
    }
    const end = await source.take();
    if (!isList) yield { kind: 'field', name, value: source.parse(source.start, end) };
    else if (end !== source.start) throw source.notJson(source.start);
    if (source.bytes[end] === closingBrace) return;
    if (source.bytes[end] !== comma) throw source.notJson(end);
  }
}

async function* elementsOf(source: JsonSource): AsyncGenerator<Part> {
  yield { kind: 'list-begins' };
  source.at += 1;
  let first = 0;
  for (let afterComma = false; ; afterComma = true) {
    source.start = source.at;
    const end = await source.take(batchSize);
    const delimiter = source.bytes[end];
    if (delimiter !== comma && delimiter !== closingBracket) throw source.notJson(end);
    // The delimiters on both sides have been read: replacing them with brackets makes the stretch an array.
    source.bytes[source.start - 1] = openingBracket;
    source.bytes[end] = closingBracket;
    const elements = source.parse(source.start - 1, end + 1) as unknown[];
    if (elements.length > 0) yield { kind: 'elements', elements, first };
    else if (afterComma || delimiter === comma) throw source.notJson(end);
    first += elements.length;
    if (delimiter === closingBracket) break;
  }
  yield { kind: 'list-ends' };
}
