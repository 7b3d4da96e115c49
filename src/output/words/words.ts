import { isDate } from '../../platform/dates.ts';
import { dateParts, type Word } from '../number-format.ts';

/** The languages that tables, pages, workbooks and emails are translated to, in the order of the phrases. */
export const languages = ['de', 'fr', 'es', 'it'];

/**
 * Translates the words of what people read: an English phrase of `phrases.ts`, the name of a month or a weekday, several
 * of them separated by ` · `, or a phrase with values in it. Anything else is returned unchanged, such as a name.
 *
 * @returns undefined for a locale whose language has no translation
 */
export async function loadWords(locale: string | undefined): Promise<Word | undefined> {
  const place = locale === undefined ? -1 : languages.indexOf(new Intl.Locale(locale).language);
  if (locale === undefined || place < 0) return undefined;
  const { phrases } = await import('./phrases.ts');
  const words = new Map(calendarWords(locale));
  const patterns: (readonly [RegExp, string])[] = [];
  for (const [english, translations] of Object.entries(phrases)) {
    // Swiss German has no ß.
    const text = translations[place] ?? english;
    const translated = /^de-(CH|LI)/.test(locale) ? text.replaceAll('ß', 'ss') : text;
    if (/[{#]/.test(english)) patterns.push([patternOf(english), translated]);
    else words.set(english, translated);
  }
  const dates = new Intl.DateTimeFormat(locale, { ...dateParts, timeZone: 'UTC' });
  const word = (english: string): string => {
    const known = words.get(english);
    if (known !== undefined || english.trim() === '') return known ?? english;
    // A piece of a sentence, such as ` to ` between two dates.
    if (isDate(english)) return dates.format(Date.parse(english));
    const inner = english.trim();
    if (inner !== english) return english.replace(inner, () => word(inner));
    if (english.includes(' · ')) return english.split(' · ').map(word).join(' · ');
    for (const [pattern, translated] of patterns) {
      const [found, ...values] = pattern.exec(english) ?? [];
      if (found !== undefined) return translated.replace(/\{\}|#/g, () => word(values.shift() ?? ''));
    }
    return english;
  };
  return word;
}

/** `{}` is any text and is translated too; `#` is a word with a digit, such as a number or a date. */
function patternOf(phrase: string): RegExp {
  const escaped = phrase.replace(/[.*+?^$()|[\]\\]/g, '\\$&');
  return new RegExp(`^${escaped.replaceAll('{}', '(.+)').replaceAll('#', '(\\S*\\d\\S*)')}$`);
}

/** The names of months and weekdays, long and short. */
function calendarWords(locale: string): [string, string][] {
  const names = (options: Intl.DateTimeFormatOptions, dates: readonly number[]) =>
    dates.map((date): [string, string] => {
      const [english = '', translated = ''] = ['en', locale].map(language =>
        new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' }).format(date),
      );
      return [english, translated];
    });
  // 1970 has every month, and its first week every weekday.
  const months = Array.from({ length: 12 }, (_, month) => Date.UTC(1970, month));
  const days = Array.from({ length: 7 }, (_, day) => Date.UTC(1970, 0, 1 + day));
  return (['short', 'long'] as const).flatMap(style => [
    ...names({ month: style }, months),
    ...names({ weekday: style }, days),
  ]);
}
