import { askForName } from '../base/choices.ts';
import type { Prompts } from '../base/context.ts';
import { type HotelctlError, RefusedError, UndocumentedResponseError } from '../base/errors.ts';
import type { Platform } from '../bookings/requests.ts';
import { readJson, responseDetails } from '../http/body.ts';
import { eachPage, getJson, type HttpResponse, type Send, sizeCaps } from '../http/exchange.ts';
import { readRefusal } from '../http/refusal.ts';
import { type AssumptionKey, restsOn } from '../platform/assumptions.ts';
import { checkAgainstModel } from '../platform/models.ts';
import type { Parameters } from '../platform/parameters.ts';
import { type ListedProperty, propertiesPage, propertiesPageSize } from '../platform/properties.ts';
import { joinSome, safeText } from '../platform/safe-text.ts';
import { hintIfMiscounted } from '../reports/fetch-report.ts';
import { knownProperties, recallList, rememberList } from './completion/known-lists.ts';
import type { Invocation } from './invocation.ts';
import { requireProperties, type SeveralProperties } from './property-flags.ts';

/** Lists that this run has fetched: a run without a profile caches none. */
const fetchedLists = new WeakMap<Invocation, readonly ListedProperty[]>();

const listedProperties = async (invocation: Invocation) =>
  fetchedLists.get(invocation) ?? (await knownProperties(invocation));

/** The names of hotels by id. @param platform requests the list when none is known; without its answer the ids have to do */
export async function hotelNames(invocation: Invocation, platform: Platform | undefined) {
  let list = await listedProperties(invocation);
  if (list.length === 0 && platform) list = await fetchProperties(invocation, platform).catch(() => []);
  return new Map(list.map(({ id, name }): [string, string] => [id, name]));
}

/** The currencies of hotels by id, from the same list. */
export async function listedCurrencies(invocation: Invocation): Promise<ReadonlyMap<string, string>> {
  const list = await listedProperties(invocation);
  return new Map(list.flatMap(({ id, currencyCode }) => (currencyCode ? [[id, currencyCode]] : [])));
}

export async function fetchPropertyList(invocation: Invocation, { send, baseUrl }: Platform) {
  const path = invocation.settings.require('assume.properties.path');
  const list = await fetchEveryProperty(send, `${baseUrl}${path}`, invocation.warn);
  fetchedLists.set(invocation, list.properties);
  await rememberList(invocation, 'properties', list.properties);
  return list;
}

export const fetchProperties = async (invocation: Invocation, platform: Platform) =>
  (await fetchPropertyList(invocation, platform)).properties;

export const fetchPropertiesOnce = async (invocation: Invocation, platform: Platform) =>
  fetchedLists.get(invocation) ?? fetchProperties(invocation, platform);

/** The properties of the flags, else of the setting, or all of the sign-in. @throws UsageError if nothing names one */
export function planPropertyList(invocation: Invocation, options: SeveralProperties) {
  const given = requireProperties(invocation, options);
  return async (platform: SignedIn): Promise<readonly RunProperty[]> =>
    options.allProperties ? listAccessible(invocation, platform) : given.map(property => ({ property }));
}

/** With who is signed in: each user has other properties. */
interface SignedIn extends Platform {
  readonly identifyUser: () => Promise<string>;
}

/** A property of a run, or one that is expected and has failed already: the list counts it without naming it. */
export interface RunProperty {
  readonly property: string;
  readonly error?: HotelctlError;
}

/** @throws RefusedError without any: nothing of nothing would be a success */
export async function listAccessible(invocation: Invocation, platform: SignedIn) {
  const { properties, unlisted } = await fetchPropertyList(invocation, platform);
  const ids = properties.map(({ id }) => id);
  // A list that is not complete has an error for each property that it lacks.
  const missing =
    unlisted.length > 0 ? unlisted : await findGone(invocation, properties, await platform.identifyUser());
  const all = [...ids.map((property): RunProperty => ({ property })), ...missing];
  if (all.length > 0) return all;
  throw new RefusedError('you do not have access to any property', {
    hint: 'ask the hotel for access to a property, then run `hotelctl properties list`',
  });
}

/** For how many days a property fails that the list no longer has. */
const alarmDays = 2;

/**
 * What has closed is not expected for ever, but a lost access must not be silent: a total would only look smaller. A user who
 * is new to the profile may have less access, so that what the last user had is expected of the new one.
 *
 * @param user default: the last one
 */
export async function findGone(
  invocation: Invocation,
  list: readonly { readonly id: string }[],
  user?: string,
) {
  const now = invocation.context.clock.now();
  const listed = new Set(list.map(({ id }) => id));
  const before = await recallList(invocation, 'expected');
  const last = before.at(-1)?.user ?? '';
  const whose = user ?? last;
  const isKnown = before.some(each => each.user === whose);
  const gone = before.flatMap(({ id, user, missingSince = now }) => {
    const isOver = listed.has(id) || now - missingSince > alarmDays * 86_400_000;
    return user !== (isKnown ? whose : last) || isOver ? [] : { id, user: whose, missingSince };
  });
  const others = before.filter(each => each.user !== whose);
  const expected = [...others, ...list.map(({ id }) => ({ id, user: whose })), ...gone];
  if (JSON.stringify(expected) !== JSON.stringify(before))
    await rememberList(invocation, 'expected', expected);
  const error = new RefusedError('no longer in the list of properties', {
    hint: `ask for access (another user: use --profile); a property that has closed fails for ${alarmDays} days`,
  });
  return gone.map(({ id }): RunProperty => ({ property: id, error }));
}

/** More names than these are not listed in a hint. */
const mostListed = 12;

/** A clearer error for the 404 of a property that the sign-in cannot read; an error with another reason stays the same. */
export async function explainNotFound<Failure>(
  invocation: Invocation,
  platform: Platform,
  { propertyId: property }: Parameters,
  error: Failure,
): Promise<Failure | RefusedError> {
  if (!(error instanceof RefusedError) || error.details.status !== 404) return error;
  if (typeof property !== 'string') return error;
  const list = await fetchPropertiesOnce(invocation, platform).catch(() => []);
  return unknownProperty(property, list, error.details) ?? error;
}

/** Undefined if the property is in the list, or if there is no list. */
function unknownProperty(
  property: string,
  list: readonly ListedProperty[],
  details?: Partial<RefusedError['details']>,
): RefusedError | undefined {
  const ids = list.map(({ id }) => id);
  if (ids.length === 0 || ids.includes(property)) return undefined;
  const listed =
    ids.length <= mostListed ? `properties: ${ids.join(', ')}` : 'run `hotelctl properties list`';
  return new RefusedError(`you have no access to property ${safeText(property, 100)}`, {
    ...details,
    hint: safeText(askForName(property, ids) ?? listed),
  });
}

export const findUnknownProperty = async (invocation: Invocation, property: string) =>
  unknownProperty(property, await listedProperties(invocation));

export const promptForProperty = async (invocation: Invocation, platform: Platform) =>
  chooseAmong(invocation.context.prompts, 'Property', await fetchProperties(invocation, platform));

export const chooseAmong = (prompts: Prompts, message: string, list: readonly ListedProperty[]) =>
  prompts.select({
    message,
    choices: list.map(({ id, name }) => ({ value: id, name: `${safeText(id)}  ${safeText(name)}` })),
  });

/** 100,000 hotels: a longer list is considered endless. */
const mostPages = 500;

/** The assumption that may explain a refusal. */
const refusedFor: ReadonlyMap<number, AssumptionKey> = new Map([
  [400, 'assume.properties.parameters'],
  [404, 'assume.properties.path'],
  [405, 'assume.properties.path'],
  [422, 'assume.properties.parameters'],
]);

/** All pages of the list. @returns `unlisted`: those that only the count has; `body`: of the first page, with all of them */
async function fetchEveryProperty(send: Send, address: string, warn: (message: string) => Promise<void>) {
  // A hotel that is added between two pages moves another one to the next page, which lists it again.
  const found = new Map<string, { readonly property: ListedProperty; readonly received: unknown }>();
  let body: object = { properties: [], count: 0 };
  let count = 0;
  let page = 0;
  const first = `${address}?pageNumber=1&pageSize=${propertiesPageSize}`;
  for await (const response of eachPage(first, url => send(getJson(url)))) {
    page += 1;
    if (response.status !== 200) {
      const refusal = await readRefusal(response, 'the list of properties', ['properties.read']);
      const key = refusedFor.get(response.status);
      throw key ? restsOn(refusal, key) : refusal;
    }
    const received = await readPage(response);
    if (page === 1) body = received.body;
    for (const [index, property] of received.properties.entries())
      found.set(property.id, { property, received: received.body.properties[index] });
    count = received.count;
    if (found.size >= count || received.properties.length === 0) break;
    if (page === mostPages || count > mostPages * propertiesPageSize)
      throw notDocumented(`has more than ${mostPages} pages`, response);
  }
  if (found.size < count) {
    const listed = found.size === 1 ? '1 property was' : `${found.size} properties were`;
    await warn(`warning: the list of properties is not complete: count is ${count}, but ${listed} listed`);
  }
  const each = [...found.values()];
  return {
    properties: each.map(({ property }) => property),
    body: { ...body, properties: each.map(({ received }) => received) },
    unlisted: Array.from({ length: Math.max(0, Math.ceil(count) - each.length) }, (_, index) => ({
      property: `unlisted-${each.length + index + 1}`,
      error: notDocumented(`names ${each.length} of ${count}`, undefined, hintIfMiscounted),
    })),
  };
}

async function readPage(response: HttpResponse) {
  const body = await readJson(response, sizeCaps.small);
  const { faults } = checkAgainstModel(propertiesPage, body);
  if (faults.length > 0) throw notDocumented(`is not as documented: ${joinSome(faults, 3, '; ')}`, response);
  return { ...propertiesPage.parse(body), body: body as { readonly properties: readonly unknown[] } };
}

const notDocumented = (words: string, response?: HttpResponse, hint = 'check the API host') =>
  restsOn(
    new UndocumentedResponseError(`the list of properties ${words}`, {
      hint,
      ...(response && responseDetails(response)),
    }),
    'assume.properties.fields',
  );
