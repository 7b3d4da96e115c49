import { expect } from 'vitest';
import { remember } from '../../src/base/text.ts';

/** What people read of a page, without its style and script; commands and flags are the same in every language. */
export const textsOf = (page: string): string[] =>
  page
    .replace(/<(style|script|code)[^>]*>[\s\S]*?<\/\1>/g, '')
    .replace(/aria-label="([^"]*)"/g, '>$1<')
    .split(/<[^>]*>|[<>]/)
    .map(text => text.replace(/\s+/g, ' ').trim())
    .filter(text => /\p{L}{2}/u.test(text));

/** Words of English sentences that none of the languages has. */
export const english =
  /(?<![\w-])(the|of|and|to|with|by|from|day|days|year|last|changes?|next|hotels reporting|Good|Created|Yesterday|October|November|Monday|rooms?|bedrooms|today|lowest|highest|Revenue|Occupancy|Snapshots?)(?![\w-])/;

/** Two, because a word may be the same in one of them. The others have the same templates: test/output/words.test.ts. */
const shown = ['de', 'es'];

/** Words of an English sentence that is translated in parts. */
const sentence = /(?<![\w-])(the|of|and|has|have|are|nothing|which|without|by|is|from)(?![\w-])/;

/**
 * The texts of a page that are the same in English and in the other languages, without its data.
 *
 * @param pageIn the page in a locale
 * @param data whose texts are names
 */
export async function findUntranslated(pageIn: (locale: string) => Promise<string>, data: unknown) {
  const pages: string[][] = [];
  for (const locale of ['en-GB', ...shown]) pages.push(textsOf(await pageIn(locale)));
  const [english = [], ...others] = pages;
  const names = new Set<string>();
  JSON.stringify(data, (_, value) => {
    if (typeof value === 'string' && value !== '') names.add(value);
    return value;
  });
  const withoutData = remember((text: string) =>
    [...names].reduce((rest, name) => rest.replaceAll(name, ''), text),
  );
  const isData = (text: string) => !/\p{Ll}{3}/u.test(withoutData(text));
  const known = new Set(others.flatMap(texts => texts.filter(text => !english.includes(text))));
  expect(known.size).toBeGreaterThan(20);
  for (const texts of others) expect(texts.length).toBe(english.length);
  const mixed = others.flat().filter(text => sentence.test(withoutData(text).replace(/--?[a-z-]+/g, '')));
  return [
    ...mixed,
    ...new Set(english.filter((text, at) => others.every(texts => texts[at] === text) && !isData(text))),
  ];
}
