import Big from 'big.js';
import { ensureEntry } from '../../base/text.ts';
import { type CalendarDate, isDate } from '../../platform/dates.ts';
import type { ExactNumber } from '../../platform/numbers.ts';
import { nameOfPeriod, type Period } from '../../platform/periods.ts';
import type { ShownWords } from '../../platform/records.ts';
import { safeText } from '../../platform/safe-text.ts';
import {
  countUnit,
  type DateForm,
  dateForms,
  type MessageValue,
  type Pieces,
  type ShownUnit,
  type Text,
} from '../document/document.ts';
import { cellText, formattedNumber, type LocaleFormat } from '../number-format.ts';
import type { NamesOf, Template } from './words.ts';

type ValuesOf<Words extends string> = Readonly<Record<NamesOf<Words>, MessageValue>>;

/**
 * Words for readers: an English template of the language files, and a value for each name in it. A text among the values is
 * data, such as the name of a hotel, and is never translated; words in words are a message again.
 */
export const say = <Words extends Template>(
  message: Words,
  ...[values]: [NamesOf<Words>] extends [never] ? [] : [ValuesOf<Words>]
): Pieces => [values === undefined ? { message } : { message, values }];

export const sayCount = <One extends Template, Many extends Template>(
  count: number,
  one: One,
  many: Many,
  values: Readonly<Record<Exclude<NamesOf<One> | NamesOf<Many>, 'count'>, MessageValue>> = {} as never,
): Pieces => [{ message: count === 1 ? one : many, values: { count, ...values } }];

/** Words of the platform's definitions, for which a test holds that each has a translation, and columns of a portfolio. */
export const definedText = (words: ShownWords): Text => words as Text;

/** What is said of one of several subjects. */
export const namePart = (subject: Pieces, words: Pieces): Pieces =>
  say('{subject}: {words}', { subject, words });

export const asPieces = (text: Text): Pieces => (typeof text === 'string' ? [{ message: text }] : text);

/** Texts in a row; empty ones are left out. */
export const joinTexts = (texts: readonly (Text | undefined)[], separator = ' · '): Pieces =>
  texts
    .filter(text => text !== undefined && text.length > 0)
    .flatMap((text = '', index) => [...(index === 0 ? [] : [separator]), ...asPieces(text)]);

/**
 * The first five of several texts, and how many more there are.
 *
 * @param all how many there are if `texts` has not all of them
 */
export function saySome(texts: readonly Text[], separator = ', ', all = texts.length): Pieces {
  const names = joinTexts(texts.slice(0, 5), separator);
  return all > 5 ? say('{names} and {count} more', { names, count: all - 5 }) : names;
}

/** As `saySome`, of names, which are data. */
export const nameSome = (names: readonly string[]): Pieces =>
  saySome(names.map(name => [safeText(name, 200)]));

/** A date among words, as sentences that programs also read have it: `2026-11-21` without a locale. */
export const sayDate = (date: string, as: DateForm = 'numeric'): Pieces => [{ date, as }];

/** `2026-10` becomes `October 2026`, `2026-10-01..2026-10-14` becomes `1 Oct 2026 to 14 Oct 2026`. */
export function describePeriod(period: string): Pieces {
  const [first = [''], last] = period.split('..').map((date): Pieces => {
    const [, month, day] = /^\d{4}(-\d{2})?(-\d{2})?$/.exec(date) ?? [];
    if (month === undefined) return [date];
    return day === undefined ? sayDate(`${date}-01`, 'month-of-year') : sayDate(date, 'day-of-year');
  });
  return last === undefined ? first : say('{first} to {last}', { first, last });
}

export const sayPeriod = (period: Period): Pieces => describePeriod(nameOfPeriod(period));

/** A number as it was received, such as a percentage of tax. */
export const sayNumber = (number: string | ExactNumber): Pieces => [
  { number: new Big(number), unit: { sign: '' } },
];

/** `3 of 6,875 rows`; empty if `--limit` leaves none out. */
export const sayPart = (count: number, all: number): Text =>
  all > count ? say('{count} of {all} rows', { count, all }) : '';

/** @param counted the properties of a total, of so many @param rows of it, if not all of them are shown */
export const sayTotal = (counted: number, all: number, rows: number): Pieces => {
  if (counted < all) return say('Total of {counted} of {all} properties', { counted, all });
  return rows > 0 ? say('Total of {count} rows', { count: rows }) : say('Total');
};

/** A text in English for programs, such as JSON: dates as ISO, numbers without separators. */
export const englishText = (text: Text): string =>
  typeof text === 'string' ? text : text.map(plainValue).join('');

export const uniqueTexts = <Shown extends Text>(texts: readonly Shown[]): Shown[] => [
  ...new Map(texts.map(text => [englishText(text), text])).values(),
];

function plainValue(value: Pieces[number] | MessageValue): string {
  if (typeof value === 'string' || typeof value === 'number') return String(value);
  if ('date' in value) return value.as.includes('month') ? value.date.slice(0, 7) : value.date;
  if ('region' in value) return regionName(value.region);
  if ('number' in value) {
    const { decimals, sign } = value.unit;
    const shown = decimals === undefined ? cellText(value.number) : new Big(value.number).toFixed(decimals);
    return sign === '' ? shown : `${shown} ${sign}`;
  }
  return 'message' in value
    ? fillTemplate(value.message, name => value.values?.[name], plainValue)
    : englishText(value);
}

/** The name that Unicode has of a country. */
const regionName = (code: string, locale = 'en'): string =>
  new Intl.DisplayNames(locale, { type: 'region', fallback: 'code' }).of(code) ?? code;

export const fillTemplate = (
  template: string,
  findValue: (name: string) => MessageValue | undefined,
  show: (value: MessageValue) => string,
): string =>
  template.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = findValue(name);
    return value === undefined ? whole : show(value);
  });

/** A true minus, as wide as a plus. */
export const minus = '−';

/** Rounded half up to the decimals of its unit, without its sign. */
function numberText(value: ExactNumber, unit: ShownUnit | undefined, format: LocaleFormat): string {
  const shown = roundAsShown(value, unit);
  if (unit?.decimals === undefined) return cellText(shown).replace('.', format.decimal);
  return formattedNumber(shown, unit.decimals, format);
}

export const roundAsShown = (value: ExactNumber, unit: ShownUnit | undefined): ExactNumber =>
  unit?.decimals === undefined || unit.isExact ? value : new Big(value).round(unit.decimals, Big.roundHalfUp);

/** `+3.8`, `−1.0`, `0.0`. */
export function changeText(value: ExactNumber, unit: ShownUnit | undefined, format: LocaleFormat): string {
  const text = numberText(value, unit, format);
  const isZero = !/[1-9]/.test(text);
  if (text.startsWith('-')) return isZero ? text.slice(1) : `${minus}${text.slice(1)}`;
  return isZero ? text : `+${text}`;
}

/** A number with the same minus as a change. */
export const shownNumber: typeof numberText = (...number) => numberText(...number).replace('-', minus);

export const withSign = (text: string, { sign }: ShownUnit, format: LocaleFormat): string =>
  sign === '' ? text : `${text} ${format.word(sign)}`;

/** Creating one takes longer than using it a thousand times. */
const formats = new Map<string, Intl.DateTimeFormat>();

/** A date as people read it. A text that is not a date is returned unchanged. */
export function dateText(date: CalendarDate, as: DateForm, locale: LocaleFormat): string {
  if (!isDate(date)) return date;
  if (as === 'numeric' || as === 'numeric-weekday') return locale.date(date, as === 'numeric-weekday');
  const { tag = 'en-GB' } = locale;
  const key = `${tag} ${as}`;
  const options = { ...dateForms[as], timeZone: 'UTC', numberingSystem: 'latn' } as const;
  const format = ensureEntry(formats, key, () => new Intl.DateTimeFormat(tag, options));
  const text = format.format(Date.parse(`${date}T00:00:00Z`));
  // Versions of ICU differ in the comma after a weekday, and abbreviate September to four letters.
  return tag === 'en-GB'
    ? text
        .replace(/^(\w+day),? /, '$1, ')
        .replace(/^(\w{3}),/, '$1')
        .replace(/\bSept\b/, 'Sep')
    : text;
}

export const formatText = (text: Text, format: LocaleFormat): string =>
  typeof text === 'string' ? format.word(text) : text.map(piece => formatValue(piece, format)).join('');

function formatValue(value: Pieces[number] | MessageValue, format: LocaleFormat): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return numberText(value, countUnit, format);
  if ('date' in value) return dateText(value.date, value.as, format);
  if ('region' in value) return regionName(value.region, format.tag);
  if ('number' in value) {
    const { number, unit, isChange } = value;
    return withSign((isChange ? changeText : shownNumber)(number, unit, format), unit, format);
  }
  if (!('message' in value)) return formatText(value, format);
  // Languages differ in the order of the values.
  const show = (each: MessageValue) => formatValue(each, format);
  return fillTemplate(format.word(value.message), name => value.values?.[name], show);
}
