import Big from 'big.js';
import type { ExactNumber } from '../../platform/numbers.ts';
import { nameOfPeriod, type Period } from '../../platform/periods.ts';
import { cellText } from '../cell.ts';
import type { DateForm, MessageValue, Pieces, Text } from '../document/document.ts';
import type german from './de.json';

/** Every template that is translated. Each language has all of them, in a file beside this one. */
export type Template = keyof typeof german;

/** The names in the braces of a template. */
type NamesOf<Words extends string> = Words extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesOf<Rest>
  : never;

/** A template without values. */
export type Phrase = { [Words in Template]: [NamesOf<Words>] extends [never] ? Words : never }[Template];

type ValuesOf<Words extends string> = Readonly<Record<NamesOf<Words>, MessageValue>>;

/**
 * Words for readers: an English template of the language files, and a value for each name in it. A text among the values is
 * data, such as the name of a hotel, and is never translated; words in words are a message again.
 */
export const say = <Words extends Template>(
  message: Words,
  ...[values]: [NamesOf<Words>] extends [never] ? [] : [ValuesOf<Words>]
): Pieces => [values === undefined ? { message } : { message, values }];

/** One of two templates, by the count. */
export const sayCount = <One extends Template, Many extends Template>(
  count: number,
  one: One,
  many: Many,
  values: Readonly<Record<Exclude<NamesOf<One> | NamesOf<Many>, 'count'>, MessageValue>> = {} as never,
): Pieces => [{ message: count === 1 ? one : many, values: { count, ...values } }];

/** A text as a part of another one. */
export const asPieces = (text: Text): Pieces => (typeof text === 'string' ? [{ message: text }] : text);

/** Texts in a row; empty ones are left out. */
export const joinTexts = (texts: readonly (Text | undefined)[], separator = ' · '): Pieces =>
  texts
    .filter(text => text !== undefined && text.length > 0)
    .flatMap((text = '', index) => [...(index === 0 ? [] : [separator]), ...asPieces(text)]);

/** A date among words, as sentences that programs also read have it: `2026-11-21` without a locale. */
export const sayDate = (date: string, as: DateForm = 'numeric'): Pieces => [{ date, as }];

/** `October 2026`, `21 Nov 2026`, else its first and its last day. */
export const sayPeriod = ({ first, last }: Period): Pieces =>
  /^\d{4}-\d{2}$/.test(nameOfPeriod({ first, last }))
    ? [{ date: first, as: 'month-of-year' }]
    : first === last
      ? sayDate(first, 'day-of-year')
      : say('{first} to {last}', {
          first: sayDate(first, 'day-of-year'),
          last: sayDate(last, 'day-of-year'),
        });

/** A number as it was received, such as a percentage of tax. */
export const sayNumber = (number: string | ExactNumber): Pieces => [
  { number: new Big(number), unit: { sign: '' } },
];

/** A text in English for programs, such as JSON: dates as ISO, numbers without separators. */
export const englishText = (text: Text): string =>
  typeof text === 'string' ? text : text.map(plainValue).join('');

function plainValue(value: Pieces[number] | MessageValue): string {
  if (typeof value === 'string' || typeof value === 'number') return String(value);
  if ('date' in value) return value.date;
  if ('region' in value) return regionName(value.region);
  if ('number' in value) {
    const { decimals, sign } = value.unit;
    const shown = decimals === undefined ? cellText(value.number) : new Big(value.number).toFixed(decimals);
    return sign === '' ? shown : `${shown} ${sign}`;
  }
  return 'message' in value
    ? fillTemplate(value.message, name => value.values?.[name], plainValue)
    : englishText('phrase' in value ? value.phrase : value);
}

/** The name that Unicode has of a country. */
export const regionName = (code: string, locale = 'en'): string =>
  new Intl.DisplayNames(locale, { type: 'region', fallback: 'code' }).of(code) ?? code;

/** A template with its values. */
export const fillTemplate = (
  template: string,
  findValue: (name: string) => MessageValue | undefined,
  show: (value: MessageValue) => string,
): string =>
  template.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = findValue(name);
    return value === undefined ? whole : show(value);
  });
