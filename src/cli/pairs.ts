import { nearestFirst } from '../base/choices.ts';
import { UsageError } from '../base/errors.ts';

/**
 * Parses `key=value,key=value`, as in `--reservation`; `\,` is a comma in a value. A key of `repeatable` may occur
 * several times. No message repeats a value.
 *
 * @throws UsageError
 */
export function parsePairs(
  flag: string,
  text: string,
  keys: readonly string[],
  repeatable: readonly string[] = [],
): ReadonlyMap<string, readonly string[]> {
  const pairs = new Map<string, readonly string[]>();
  for (const part of text.split(/(?<!\\),/)) {
    const [, key = '', escaped = ''] = /^\s*([^=]*?)\s*=\s*(.*?)\s*$/s.exec(part) ?? [];
    const value = escaped.replaceAll('\\,', ',');
    if (key === '' || value === '') {
      throw new UsageError(`${flag} takes key=value pairs, separated by commas`, {
        hint: `write \\, for a comma in a value; keys: ${keys.join(', ')}`,
      });
    }
    if (!keys.includes(key)) {
      const { suggestion } = nearestFirst(key, keys);
      throw new UsageError(`${flag} has no key "${key}"`, {
        hint: `${suggestion ? `did you mean ${suggestion}? ` : ''}keys: ${keys.join(', ')}`,
      });
    }
    const before = pairs.get(key) ?? [];
    if (before.length > 0 && !repeatable.includes(key)) {
      throw new UsageError(`${flag} has ${key} twice`, { hint: 'specify each key once' });
    }
    pairs.set(key, [...before, value]);
  }
  return pairs;
}

/** Parses the number of a reservation, counted from 1; returns its index, from 0. */
export function reservationIndex(flag: string, text: string | undefined, count: number): number {
  const number = text === undefined && count === 1 ? 1 : Number(text);
  if (Number.isInteger(number) && number >= 1 && number <= count) return number - 1;
  throw new UsageError(`${flag} must name a reservation by its number, 1 to ${count}`, {
    hint: `for example ${flag} 'reservation=1,...'`,
  });
}
