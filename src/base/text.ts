import { styleText } from 'node:util';

/** A duration in its two largest units: `9 min 58 s`, `3 days 4 h`. @param smallest with `min`, whole minutes, rounded down */
export function durationText(milliseconds: number, smallest: 's' | 'min' = 's'): string {
  const whole = smallest === 's' ? Math.round(milliseconds / 1000) : Math.floor(milliseconds / 60_000) * 60;
  const seconds = Math.max(0, whole);
  const parts: readonly (readonly [count: number, unit: string])[] = [
    [Math.floor(seconds / 86_400), seconds >= 172_800 ? 'days' : 'day'],
    [Math.floor(seconds / 3600) % 24, 'h'],
    [Math.floor(seconds / 60) % 60, 'min'],
    [seconds % 60, 's'],
  ];
  const first = parts.findIndex(([count]) => count > 0);
  if (first === -1) return `0 ${smallest}`;
  return parts
    .slice(first, first + 2)
    .filter(([count]) => count > 0)
    .map(([count, unit]) => `${count} ${unit}`)
    .join(' ');
}

/** A time limit or a pause: `0.3 s`, `12 s`, `300 s`. */
export const secondsText = (milliseconds: number): string =>
  `${milliseconds < 10_000 ? Math.round(milliseconds / 100) / 10 : Math.round(milliseconds / 1000)} s`;

export const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** `invoice.subTotal.currency` as `Invoice sub total currency`, the heading of its column; the `amount` of Money is the field itself. */
export function headingOf(path: string): string {
  const words = path
    .replace(/\.amount$/, '')
    .replace(/[.-]|(?<=[a-z0-9])(?=[A-Z])/g, ' ')
    .toLowerCase()
    .replace(/\badr\b/, 'ADR')
    .replace(/\brev par\b/, 'RevPAR');
  return capitalized(words);
}

/** `1 property`, `2 properties`: a number with its noun. */
export const countText = (count: number, one: string, several = `${one}s`): string =>
  `${count} ${count === 1 ? one : several}`;

type TextStyle = 'bold' | 'dim' | 'gray' | 'red' | 'green' | 'yellow' | 'blue' | 'cyan';

/** Text with an ANSI style if color is enabled. Whether the stream supports colors has been decided before. */
export const styledText = (isColored: boolean, style: TextStyle, text: string): string =>
  isColored && text !== '' ? styleText(style, text, { validateStream: false }) : text;

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** Text within an XML element. Characters that XML 1.0 does not allow are dropped. */
export const xmlText = (text: string): string =>
  text.replace(
    /[&<>]|[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu,
    character => entities[character] ?? '',
  );

export const xmlAttribute = (text: string): string => xmlText(text).replaceAll('"', '&quot;');

/** The result of work, or another value if it throws. */
export function resultOr<Result, Other>(other: Other, work: () => Result): Result | Other {
  try {
    return work();
  } catch {
    return other;
  }
}

/** The value of a JSON text; undefined for any other text. */
export const jsonValue = (text: string): unknown => resultOr(undefined, () => JSON.parse(text));

/** Whether a value of JSON has fields: a list has none. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The fields of an object; none of any other value. */
export const toFields = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? { ...value } : {};

/** The value under a name from outside: an object inherits `constructor`, too. */
export const ownValue = <Value>(table: Readonly<Record<string, Value>>, name: string): Value | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined;

/** Without percent-encoding; unchanged if that is not valid. */
export const uriDecoded = (text: string): string => resultOr(text, () => decodeURIComponent(text));

/** Words quoted as one command line of the shell here: copying it must repeat the same command. */
export const shellWords = (words: readonly string[], platform: NodeJS.Platform = process.platform): string =>
  words.map(platform === 'win32' ? quoteForWindows : quoteWord).join(' ');

const quoteWord = (word: string): string =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;

/** For PowerShell, and for cmd as far as both agree: only PowerShell has single quotes, in which nothing is expanded. */
function quoteForWindows(word: string): string {
  if (/^[\w+=:./\\-]+$/.test(word)) return word;
  return /["$`]/.test(word) ? `'${word.replaceAll("'", "''")}'` : quoteForProgram(word);
}

/** For the C runtime of Windows, which takes the quotes from a command line: backslashes before a quote are doubled. */
export const quoteForProgram = (word: string): string =>
  `"${word.replace(/(\\*)("|$)/g, (_, slashes: string, quote: string) => `${slashes}${slashes}${quote && '\\"'}`)}"`;

/** A pattern with classes such as `\p{L}`: V8 takes half a millisecond at each start to look up those of a literal. */
export const unicodePattern = ({ raw: [pattern = ''] }: TemplateStringsArray) => new RegExp(pattern, 'u');

/** A map, also a weak one. */
type Entries<Key, Value> = { get(key: Key): Value | undefined; set(key: Key, value: Value): unknown };

export const ensureEntry = <Key, Value>(map: Entries<Key, Value>, key: Key, make: (key: Key) => Value) => {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make(key);
  map.set(key, made);
  return made;
};

/** Items by their keys, in the order of the first item of each. */
export function groupBy<Item, Key>(items: Iterable<Item>, keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) ensureEntry(groups, keyOf(item), (): Item[] => []).push(item);
  return groups;
}

/** A function that computes the value of each key once. */
export const remember =
  <Key, Value>(compute: (key: Key) => Value, known: Entries<Key, Value> = new Map()) =>
  (key: Key): Value =>
    ensureEntry(known, key, compute);
