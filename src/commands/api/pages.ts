import { UndocumentedResponseError, UsageError } from '../../base/errors.ts';
import { readJson } from '../../http/body.ts';
import { type HttpRequest, type HttpResponse, sizeCaps } from '../../http/exchange.ts';
import { stringifyJson } from '../../platform/json.ts';
import { isExactNumber } from '../../platform/numbers.ts';
import { propertiesPageSize } from '../../platform/properties.ts';

/**
 * `--paginate`: requests page after page (pageNumber from 1, pageSize; platform-facts, Booking) and returns all
 * elements.
 */

/** A host that never sends a last page must not fill the memory. */
const mostPages = 10_000;
const mostElements = 1_000_000;

/** The request for the first page, with default paging parameters. @throws UsageError */
export function firstPage(request: HttpRequest): HttpRequest {
  const url = new URL(request.url);
  for (const [name, fallback] of [
    ['pageNumber', 1],
    ['pageSize', propertiesPageSize],
  ] as const) {
    const given = url.searchParams.getAll(name);
    if (given.length > 1 || given.some(text => !/^[1-9]\d{0,8}$/.test(text))) {
      throw new UsageError(`${name} must be a whole number of 1 or more, specified once`, {
        hint: `omit it to use ${fallback}`,
      });
    }
    if (given.length === 0) url.searchParams.set(name, String(fallback));
  }
  return { ...request, url: url.href };
}

/**
 * The elements of all pages. The last page is the one that is empty (204), shorter or longer than pageSize, or that
 * reaches the body's `count`.
 *
 * @param ask sends a request and returns a successful response
 * @throws UndocumentedResponseError if a body is not a page, or the same page is returned again and again
 */
export async function everyElement(
  first: HttpRequest,
  ask: (request: HttpRequest) => Promise<HttpResponse>,
): Promise<unknown[]> {
  const url = new URL(first.url);
  const size = Number(url.searchParams.get('pageSize'));
  const before = (Number(url.searchParams.get('pageNumber')) - 1) * size;
  const found: unknown[] = [];
  let lastPage = '';
  for (let pages = 1; ; pages += 1) {
    const response = await ask({ ...first, url: url.href });
    if (response.status === 204) {
      await response.discard();
      return found;
    }
    const { elements, count } = pageOf(await readJson(response, sizeCaps.small));
    const text = stringifyJson(elements);
    if (elements.length > 0 && text === lastPage)
      throw noPage('the same page was returned twice: the operation does not support pageNumber');
    lastPage = text;
    for (const element of elements) found.push(element);
    if (pages > mostPages || found.length > mostElements) {
      throw noPage(`there are more than ${mostPages} pages or ${mostElements} elements`);
    }
    if (elements.length !== size || (count !== undefined && before + found.length >= count)) return found;
    url.searchParams.set('pageNumber', String(Number(url.searchParams.get('pageNumber')) + 1));
  }
}

/** A list, or an object that contains one; `count` is the number of elements on all pages. */
function pageOf(body: unknown): {
  readonly elements: readonly unknown[];
  readonly count: number | undefined;
} {
  if (Array.isArray(body)) return { elements: body, count: undefined };
  const lists = typeof body === 'object' && body !== null ? Object.values(body).filter(Array.isArray) : [];
  const [elements] = lists;
  if (lists.length !== 1 || elements === undefined) {
    throw noPage(
      lists.length > 1
        ? '--paginate requires one list in the response, which has several'
        : '--paginate requires one list in the response, which has none',
    );
  }
  const { count } = body as { count?: unknown };
  return { elements, count: isExactNumber(count) ? Number(count) : undefined };
}

const noPage = (message: string) => new UndocumentedResponseError(message, { hint: 'omit --paginate' });
