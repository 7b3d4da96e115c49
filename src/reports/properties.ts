import { UndocumentedResponseError } from '../base/errors.ts';
import { readJson, responseDetails } from '../http/body.ts';
import { getJson, type HttpResponse, type Send, sizeCaps } from '../http/exchange.ts';
import { readRefusal } from '../http/refusal.ts';
import { type AssumptionKey, restsOn } from '../platform/assumptions.ts';
import { checkAgainstModel } from '../platform/models.ts';
import { type ListedProperty, propertiesPage, propertiesPageSize } from '../platform/properties.ts';
import { joinSome } from '../platform/safe-text.ts';

/** 100,000 hotels: a longer list is considered endless. */
const mostPages = 500;

/** The assumption that may explain a refusal. */
const refusedFor: ReadonlyMap<number, AssumptionKey> = new Map([
  [400, 'assume.properties.parameters'],
  [404, 'assume.properties.path'],
  [405, 'assume.properties.path'],
  [422, 'assume.properties.parameters'],
]);

/**
 * Every property that this sign-in may read, page by page, from the address of the list (`assume.properties.path`).
 * `warn` is called if the list is shorter than its count. `body` is that of the first page, with the properties of all pages.
 */
export async function fetchEveryProperty(
  send: Send,
  address: string,
  warn: (message: string) => Promise<void>,
) {
  const properties: ListedProperty[] = [];
  const listed: unknown[] = [];
  let body: object = { properties: listed, count: 0 };
  let count = 0;
  for (let page = 1; ; page += 1) {
    const response = await send(getJson(`${address}?pageNumber=${page}&pageSize=${propertiesPageSize}`));
    if (response.status === 204) {
      await response.discard();
      break;
    }
    if (response.status !== 200) {
      const refusal = await readRefusal(response, 'the list of properties', ['properties.read']);
      const key = refusedFor.get(response.status);
      throw key ? restsOn(refusal, key) : refusal;
    }
    const received = await readPage(response);
    if (page === 1) body = { ...received.body, properties: listed };
    properties.push(...received.properties);
    for (const property of received.body.properties) listed.push(property);
    count = received.count;
    if (properties.length >= count || received.properties.length === 0) break;
    if (page === mostPages) throw notDocumented(`has more than ${mostPages} pages`, response);
  }
  if (properties.length < count) {
    const found = properties.length === 1 ? '1 property was' : `${properties.length} properties were`;
    await warn(`warning: the list of properties is not complete: count is ${count}, but ${found} listed`);
  }
  return { properties, body };
}

async function readPage(response: HttpResponse) {
  const body = await readJson(response, sizeCaps.small);
  const { faults } = checkAgainstModel(propertiesPage, body);
  if (faults.length > 0) throw notDocumented(`is not as documented: ${joinSome(faults, 3, '; ')}`, response);
  return { ...propertiesPage.parse(body), body: body as { readonly properties: readonly unknown[] } };
}

const notDocumented = (words: string, response: HttpResponse) =>
  restsOn(
    new UndocumentedResponseError(`the list of properties ${words}`, {
      hint: 'check the API host',
      ...responseDetails(response),
    }),
    'assume.properties.fields',
  );
