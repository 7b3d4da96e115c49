import { nearestFirst } from '../base/choices.ts';
import type { Prompts } from '../base/context.ts';
import { RefusedError } from '../base/errors.ts';
import type { Platform } from '../bookings/requests.ts';
import type { Parameters } from '../platform/parameters.ts';
import type { ListedProperty } from '../platform/properties.ts';
import { safeText } from '../platform/safe-text.ts';
import { fetchEveryProperty } from '../reports/properties.ts';
import { knownProperties, rememberProperties } from './completion/known-lists.ts';
import type { Invocation } from './invocation.ts';
import { type SeveralProperties, severalProperties } from './several-properties.ts';

/** The hotels of a sign-in: fetched, cached on this machine, and selected at a prompt. */

/** Lists that this run has fetched: a run without a profile caches none. */
const fetchedLists = new WeakMap<Invocation, readonly ListedProperty[]>();

const listedProperties = async (invocation: Invocation) =>
  fetchedLists.get(invocation) ?? (await knownProperties(invocation));

/**
 * The names of hotels by id, from what this run has listed, else from the cached list.
 *
 * @param platform requests the list when none is known; without its answer the ids have to do
 */
export async function hotelNames(invocation: Invocation, platform: Platform | undefined) {
  let list = await listedProperties(invocation);
  if (list.length === 0 && platform) {
    list = await fetchProperties(invocation, platform).catch(() => []);
  }
  return new Map(list.map(({ id, name }): [string, string] => [id, name]));
}

export async function fetchPropertyList(invocation: Invocation, { send, baseUrl }: Platform) {
  const path = invocation.settings.assumption('assume.properties.path');
  const list = await fetchEveryProperty(send, `${baseUrl}${path}`, invocation.warn);
  fetchedLists.set(invocation, list.properties);
  await rememberProperties(invocation, list.properties);
  return list;
}

export const fetchProperties = async (invocation: Invocation, platform: Platform) =>
  (await fetchPropertyList(invocation, platform)).properties;

export const fetchPropertiesOnce = async (invocation: Invocation, platform: Platform) =>
  fetchedLists.get(invocation) ?? fetchProperties(invocation, platform);

/** The properties of the flags, else of the setting; those of the sign-in for `--all-properties`. */
export async function accessibleProperties(
  invocation: Invocation,
  options: SeveralProperties,
  platform: Platform,
) {
  const listAll = async () => (await fetchProperties(invocation, platform)).map(({ id }) => id);
  return (await severalProperties(invocation, options, listAll)).map(property => ({ property }));
}

/** More names than these are not listed in a hint. */
const mostListed = 12;

/**
 * The platform responds with 404 for a property that the sign-in cannot read.
 *
 * @returns the same error if it has another reason, if the sign-in has that property, or if its properties cannot be listed
 */
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
export function unknownProperty(
  property: string,
  list: readonly ListedProperty[],
  details?: Partial<RefusedError['details']>,
): RefusedError | undefined {
  const ids = list.map(({ id }) => id);
  if (ids.length === 0 || ids.includes(property)) return undefined;
  const { suggestion } = nearestFirst(property, ids);
  const listed =
    ids.length <= mostListed ? `properties: ${ids.join(', ')}` : 'run `hotelctl properties list`';
  return new RefusedError(`you have no access to property ${safeText(property, 100)}`, {
    ...details,
    hint: suggestion === undefined ? safeText(listed) : `did you mean ${safeText(suggestion)}?`,
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
