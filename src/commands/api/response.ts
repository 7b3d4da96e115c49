import {
  HotelctlError,
  OutcomeUnknownError,
  OutputError,
  UndocumentedResponseError,
  withDetails,
} from '../../base/errors.ts';
import { isUncertain } from '../../base/http-status.ts';
import { resultOr, toFields } from '../../base/text.ts';
import type { Invocation } from '../../cli/invocation.ts';
import { deliverOutput } from '../../cli/write-records.ts';
import { readJson } from '../../http/body.ts';
import { eachPage, type HttpRequest, type HttpResponse, sizeCaps } from '../../http/exchange.ts';
import { describeError, outcomeUnknown, readRefusal } from '../../http/refusal.ts';
import { redactHeaders } from '../../http/trace.ts';
import { isStandardOutput } from '../../output/deliver.ts';
import { visibleText } from '../../output/number-format.ts';
import { parseJson, stringifyJson } from '../../platform/json.ts';
import { isExactNumber, readWholeNumber } from '../../platform/numbers.ts';
import { propertiesPageSize } from '../../platform/properties.ts';

const isWrite = ({ method }: HttpRequest) => method !== 'GET' && method !== 'HEAD';
const named = ({ method, url }: HttpRequest) => `${method} ${new URL(url).pathname}`;

const unknown = (request: HttpRequest, why: string, error: unknown) =>
  outcomeUnknown(
    named(request),
    why,
    request.repeatable
      ? 'run it again with the same --idempotency-key within 24 hours: it is carried out once'
      : 'check whether it was carried out before you send it again',
    error,
  );

/** The outcome of a write without a response is unknown, and of one whose success cannot be read: a proxy may have sent it. */
export const withoutAnswer = (request: HttpRequest, error: unknown, isCertain: boolean): unknown =>
  isWrite(request) && !isCertain ? unknown(request, describeError(error), error) : error;

/** The error for an unsuccessful response. For a write whose outcome 408, 499 and 5xx leave unknown, exit 9. */
export async function refusal(request: HttpRequest, response: HttpResponse): Promise<HotelctlError> {
  const error = await readRefusal(response, named(request));
  const { status } = response;
  return isWrite(request) && isUncertain(status)
    ? unknown(request, `the platform responded ${status}`, error)
    : error;
}

/** Prints a response byte for byte; on a terminal, control characters are made visible. */
export async function printAnswer(
  { status, headers, body }: HttpResponse,
  invocation: Invocation,
  output: string | undefined,
  include: boolean,
) {
  const { context } = invocation;
  const onTerminal = isStandardOutput(output) && context.stdout.isTerminal;
  const chunks = async function* () {
    if (include) {
      const lines = Object.entries(redactHeaders(headers)).map(([name, value]) => `${name}: ${value}\n`);
      // A header may contain a token under any name.
      yield context.secrets.redact(`HTTP/1.1 ${status}\n${lines.join('')}\n`);
    }
    yield* onTerminal ? forTerminal(body, headers) : body;
  };
  await deliverOutput(invocation, { chunks: chunks() }, output);
}

/** Prints a success. A write was carried out by then, whatever becomes of its response, so nothing suggests sending it again. */
export async function carriedOut(request: HttpRequest, status: number, print: () => Promise<void>) {
  try {
    await print();
  } catch (error) {
    if (!isWrite(request) || error instanceof OutcomeUnknownError) throw error;
    const what = `${named(request)} was carried out (${status}), but`;
    const hint = 'do not send it again; check what it created';
    if (error instanceof OutputError) throw withDetails(error, { hint }, `${what} ${error.message}`);
    const message = `${what} its response was lost: ${describeError(error)}`;
    throw new OutcomeUnknownError(message, { hint, status, cause: error });
  }
}

/** The maximum number of characters that are indented on a terminal; longer bodies are printed as they arrive. */
const mostIndented = 4 << 20;

/** JSON with indentation; everything else as it arrives, with control characters escaped. */
async function* forTerminal(body: AsyncIterable<Uint8Array>, headers: HttpResponse['headers']) {
  const safe = safeLines(body);
  if (!/\bjson\b/i.test(headers['content-type'] ?? '')) return yield* safe;
  let whole = '';
  for await (const text of safe) {
    whole += text;
    if (whole.length <= mostIndented) continue;
    yield whole;
    return yield* safe;
  }
  yield resultOr(whole, () => `${stringifyJson(parseJson(whole), 2)}\n`);
}

async function* safeLines(body: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  let last = '\n';
  for await (const bytes of body) {
    const text = decoder.decode(bytes, { stream: true });
    if (text === '') continue;
    last = text;
    yield visibleText(text);
  }
  const rest = visibleText(decoder.decode());
  if (rest !== '' || !last.endsWith('\n')) yield `${rest}\n`;
}

/** A host that never sends a last page must not fill the memory. */
const mostPages = 10_000;
const mostElements = 1_000_000;

/** The request for the first page, with default paging parameters. @throws UsageError */
export function firstPage(request: HttpRequest): HttpRequest {
  const url = new URL(request.url);
  for (const [name, fallback] of Object.entries({ pageNumber: 1, pageSize: propertiesPageSize })) {
    const [text = String(fallback), ...others] = url.searchParams.getAll(name);
    const number = readWholeNumber(name, others.length === 0 ? text : '', {
      least: 1,
      most: 999_999_999,
      words: 'of 1 or more, specified once',
      hint: `omit it to use ${fallback}`,
    });
    url.searchParams.set(name, String(number));
  }
  return { ...request, url: url.href };
}

/**
 * The elements of all pages, for `--paginate`. The last page is the one that is empty (204), shorter or longer than pageSize, or that
 * reaches the body's `count`.
 *
 * @returns the elements, and what to say if the last page does not reach the count
 * @throws UndocumentedResponseError if a body is not a page, or the same page is returned again and again
 */
export async function everyElement(first: HttpRequest, ask: (request: HttpRequest) => Promise<HttpResponse>) {
  const { searchParams } = new URL(first.url);
  const size = Number(searchParams.get('pageSize'));
  const before = (Number(searchParams.get('pageNumber')) - 1) * size;
  const found: unknown[] = [];
  let lastPage = '';
  let expected = 0;
  let pages = 0;
  try {
    for await (const response of eachPage(first.url, url => ask({ ...first, url }))) {
      const { elements, count } = readPage(await readJson(response, sizeCaps.small));
      expected = count ?? 0;
      const text = stringifyJson(elements);
      if (elements.length > 0 && text === lastPage)
        throw noPage('the same page was returned twice: the operation does not support pageNumber');
      lastPage = text;
      for (const element of elements) found.push(element);
      if (pages === mostPages || found.length > mostElements)
        throw noPage(`there are more than ${mostPages} pages or ${mostElements} elements`);
      pages += 1;
      if (elements.length !== size || (count !== undefined && before + found.length >= count)) break;
    }
  } catch (error) {
    if (!(error instanceof HotelctlError)) throw error;
    throw withDetails(error, {}, `page ${before / size + pages + 1}: ${error.message}`);
  }
  const listed = before + found.length;
  const lacking =
    listed < expected
      ? `the list is not complete: count is ${expected}, but ${listed} were listed`
      : undefined;
  return { elements: found, lacking };
}

/** A list, or an object that contains one; `count` is the number of elements on all pages. */
function readPage(body: unknown) {
  if (Array.isArray(body)) return { elements: body, count: undefined };
  const { count, ...fields } = toFields(body);
  const [elements, other] = Object.values(fields).filter(Array.isArray);
  if (elements === undefined || other)
    throw noPage(`--paginate requires one list in the response, which has ${other ? 'several' : 'none'}`);
  return { elements, count: isExactNumber(count) ? Number(count) : undefined };
}

const noPage = (message: string) => new UndocumentedResponseError(message, { hint: 'omit --paginate' });
