import { isObject, ownValue, resultOr } from '../base/text.ts';
import { parseJson, stringifyJson } from './json.ts';
import { isDecimal } from './numbers.ts';
import ourNames from './our-names.json' with { type: 'json' };

export type NamePairs = readonly (readonly [ours: string, theirs: string])[];

export const readNamePairs = (value: string): NamePairs =>
  value === 'none'
    ? []
    : value.split(',').map(pair => {
        const [ours = '', theirs = ''] = pair.split('=');
        return [ours, theirs];
      });

/** Our names that the pairs of an assumption change. The file is generated from the models. */
export const listOurNames = (key: string): readonly string[] =>
  (ourNames as Readonly<Partial<Record<string, string>>>)[key]?.split(' ') ?? [];

/** The name on the platform of one of our names. */
export const theirName = (pairs: NamePairs, ours: string): string =>
  pairs.find(pair => pair[0] === ours)?.[1] ?? ours;

/** Changes a parsed body in place, in every object. A path takes a value from the object that contains the path. */
export function withOurNames(value: unknown, pairs: NamePairs): unknown {
  if (Array.isArray(value)) for (const one of value) withOurNames(one, pairs);
  if (!hasFields(value)) return value;
  const found = pairs.map(([ours, theirs]) => ({
    ours: ours.split('.'),
    taken: taken(value, theirs.split('.')),
  }));
  for (const { ours, taken } of found) if (taken !== undefined) put(value, ours, taken);
  for (const one of Object.values(value)) withOurNames(one, pairs);
  return value;
}

/** A body that is sent, changed in place. */
export const withTheirNames = (value: unknown, pairs: NamePairs): unknown =>
  withOurNames(
    value,
    pairs.map(([ours, theirs]) => [theirs, ours]),
  );

type Fields = Record<string, unknown>;

/** A decimal is an object too. */
const hasFields = (value: unknown): value is Fields => isObject(value) && !isDecimal(value);

function taken(value: Fields, [first = '', ...rest]: readonly string[]): unknown {
  const found = ownValue(value, first);
  if (rest.length > 0) return hasFields(found) ? taken(found, rest) : undefined;
  delete value[first];
  return found;
}

function put(value: Fields, [first = '', ...rest]: readonly string[], field: unknown): void {
  if (rest.length === 0) value[first] = field;
  else {
    const found = ownValue(value, first);
    const inner = hasFields(found) ? found : {};
    value[first] = inner;
    put(inner, rest, field);
  }
}

/** A body that is not JSON stays unchanged. */
export function textWithOurNames(body: Uint8Array, pairs: NamePairs): Uint8Array {
  if (pairs.length === 0) return body;
  return resultOr(body, () => {
    const value = parseJson(new TextDecoder('utf-8', { fatal: true }).decode(body));
    return new TextEncoder().encode(stringifyJson(withOurNames(value, pairs)));
  });
}
