import { isDate } from '../../platform/dates.ts';
import { dateParts, type Word } from '../number-format.ts';

/** The languages that tables, pages, workbooks and emails are translated to, in the order of the phrases. */
export const languages = ['de', 'fr', 'es', 'it'];

/** A language is a file: the translation of each template. */
const messageFiles = {
  de: () => import('./de.json', { with: { type: 'json' } }),
  fr: () => import('./fr.json', { with: { type: 'json' } }),
  es: () => import('./es.json', { with: { type: 'json' } }),
  it: () => import('./it.json', { with: { type: 'json' } }),
};

/** Phrases in phrases: `Total of 4 of 7 properties, net of VAT`. More are not a phrase. */
const deepest = 6;
/** What `#` is in a phrase: a number, a day or a month, the code of a currency, a sign, or the mark of a piece of text. */
const values = '(?:\\d{1,2} )?(?:MONTHS)(?: \\d{4})?|\\S*[\\d\\uE000-\\uF8FF]\\S*|[A-Z]{3}|%';

/**
 * Translates the phrases of what people read: a template of the language's file, also with values in it, the name of a month or a
 * weekday, a date, or several of them separated by ` · ` or `; `. A phrase is translated as a whole or stays English as a whole.
 *
 * @returns undefined for a locale whose language has no translation
 */
export async function loadWords(locale: string | undefined): Promise<Word | undefined> {
  const place = locale === undefined ? -1 : languages.indexOf(new Intl.Locale(locale).language);
  if (locale === undefined || place < 0) return undefined;
  const language = languages[place] as keyof typeof messageFiles;
  const { default: messages } = await messageFiles[language]();
  // Swiss German has no ß.
  const spelled = (text: string) => (/^de-(CH|LI)/.test(locale) ? text.replaceAll('ß', 'ss') : text);
  const words = new Map([
    ...weekdayWords(locale),
    ...Object.entries(messages).map(([english, text]): [string, string] => [english, spelled(text)]),
  ]);
  // The most special one first: that with the most letters beside its values.
  const patterns = Object.keys(messages)
    .filter(english => placeholder.test(english))
    .sort((one, other) => other.replace(placeholders, '').length - one.replace(placeholders, '').length)
    .map(english => ({
      pattern: makePattern(english),
      parts: english.match(placeholders) ?? [],
      text: words.get(english) ?? english,
    }));
  const translate = (english: string, depth = 0): string | undefined => {
    const known =
      words.get(english) ?? dateWords(english, locale) ?? (isValue.test(english) ? english : undefined);
    if (known !== undefined || depth === deepest) return known;
    for (const { pattern, parts, text } of patterns) {
      const [found, ...inner] = pattern.exec(english) ?? [];
      if (found === undefined) continue;
      const shown = inner.map((value, index) =>
        parts[index] === '{}' ? translate(value, depth + 1) : (dateWords(value, locale) ?? value),
      );
      if (shown.includes(undefined)) continue;
      const named = new Map(parts.flatMap((part, index) => (part.length > 2 ? [[part, shown[index]]] : [])));
      const others = shown.filter((_, index) => !named.has(parts[index] ?? ''));
      return text.replace(placeholders, part => named.get(part) ?? others.shift() ?? '');
    }
    return undefined;
  };
  /** Sentences that are joined are translated one by one, unless one of them is known only as a part of the whole. */
  const translateJoined = (phrase: string): string => {
    const parts = phrase.split('; ');
    const known = parts.map(part => translate(part));
    const whole = parts.length > 1 && known.includes(undefined) ? translate(phrase) : undefined;
    return whole ?? parts.map((part, index) => known[index] ?? part).join('; ');
  };
  return english => english.split(' · ').map(translateJoined).join(' · ');
}

const englishMonth = new Intl.DateTimeFormat('en', { month: 'long', timeZone: 'UTC' });
const monthNames = Array.from({ length: 12 }, (_, month) => englishMonth.format(Date.UTC(1970, month)));
const monthPattern = [...monthNames, 'Sept', ...monthNames.map(name => name.slice(0, 3))].join('|');
const valuePattern = values.replace('MONTHS', monthPattern);
const isValue = new RegExp(`^(?:${valuePattern})$`);
const dateInWords = new RegExp(`^(?:(\\d{1,2}) )?(${monthPattern})(?: (\\d{4}))?$`);
const placeholders = /\{\w*\}|#/g;
/** Templates with other values are made as messages, and never looked for in a sentence. */
const placeholder = /\{\}|#/;

/** `{}` is a phrase and is translated too; `#` is a value; `{name}` is text that stays, such as the name of a hotel. */
function makePattern(phrase: string): RegExp {
  const escaped = phrase.replace(/[.*+?^$()|[\]\\]/g, '\\$&');
  return new RegExp(
    `^${escaped.replace(placeholders, part => (part === '#' ? `(${valuePattern})` : '(.+?)'))}$`,
    's',
  );
}

/** `2026-11-21`, `21 Nov`, `21 Nov 2026`, `November` and `November 2026` as the locale writes them. */
function dateWords(text: string, locale: string): string | undefined {
  const shown = (date: number, options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC', numberingSystem: 'latn' }).format(date);
  if (isDate(text)) return shown(Date.parse(text), dateParts);
  const [found, day, name = '', year] = dateInWords.exec(text) ?? [];
  if (found === undefined) return undefined;
  const month = monthNames.findIndex(each => each.startsWith(name.slice(0, 3)));
  return shown(Date.UTC(Number(year ?? 2000), month, Number(day ?? 1)), {
    ...(day === undefined ? {} : { day: 'numeric' }),
    month: monthNames.includes(name) && day === undefined ? 'long' : 'short',
    ...(year === undefined ? {} : { year: 'numeric' }),
  });
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
