import type { Word } from '../number-format.ts';
import type german from './de.json';

/** Every template that is translated. Each language has all of them, in a file beside this one. */
export type Template = keyof typeof german;

/** The names in the braces of a template. */
export type NamesOf<Words extends string> = Words extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesOf<Rest>
  : never;

/** A template without values. */
export type Phrase = { [Words in Template]: [NamesOf<Words>] extends [never] ? Words : never }[Template];

const messageFiles = {
  de: () => import('./de.json', { with: { type: 'json' } }),
  fr: () => import('./fr.json', { with: { type: 'json' } }),
  es: () => import('./es.json', { with: { type: 'json' } }),
  it: () => import('./it.json', { with: { type: 'json' } }),
};

/** The languages that tables, pages, workbooks and emails are translated to. */
export const languages = Object.keys(messageFiles);

/**
 * Translates the templates of the language's file, and the names of weekdays; everything else stays English.
 *
 * @returns undefined for a locale whose language has no translation
 */
export async function loadWords(locale: string | undefined): Promise<Word | undefined> {
  if (locale === undefined) return undefined;
  const { language } = new Intl.Locale(locale);
  if (!languages.includes(language)) return undefined;
  const { default: messages } = await messageFiles[language as keyof typeof messageFiles]();
  // Swiss German has no ß.
  const spelled = (text: string) => (/^de-(CH|LI)/.test(locale) ? text.replaceAll('ß', 'ss') : text);
  const words = new Map([
    ...weekdayWords(locale),
    ...Object.entries(messages).map(([english, text]): [string, string] => [english, spelled(text)]),
  ]);
  return english => words.get(english) ?? english;
}

function weekdayWords(locale: string): [string, string][] {
  // The first week of 1970 has every weekday.
  const days = Array.from({ length: 7 }, (_, day) => Date.UTC(1970, 0, 1 + day));
  return (['short', 'long'] as const).flatMap(weekday => {
    const [english, own] = ['en', locale].map(
      language => new Intl.DateTimeFormat(language, { weekday, timeZone: 'UTC' }),
    );
    return days.map((day): [string, string] => [english?.format(day) ?? '', own?.format(day) ?? '']);
  });
}
