import type { MessageValue, Text } from '../document/document.ts';
import type german from './de.json';

/** Every template that is translated. Each language has all of them, in a file beside this one. */
export type Template = keyof typeof german;

/** The names in the braces of a template. */
type NamesOf<Words extends string> = Words extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesOf<Rest>
  : never;

type ValuesOf<Words extends string> = Readonly<Record<NamesOf<Words>, MessageValue>>;

/**
 * Words for readers: an English template of the language files, and a value for each name in it. A text among the values is
 * data, such as the name of a hotel, and is never translated; words in words are a message again.
 */
export const say = <Words extends Template>(
  message: Words,
  ...[values]: [NamesOf<Words>] extends [never] ? [] : [ValuesOf<Words>]
): Exclude<Text, string> => [values === undefined ? { message } : { message, values }];

/** One of two templates, by the count. */
export const sayCount = <One extends Template, Many extends Template>(
  count: number,
  one: One,
  many: Many,
  values: Readonly<Record<Exclude<NamesOf<One> | NamesOf<Many>, 'count'>, MessageValue>> = {} as never,
): Exclude<Text, string> => [{ message: count === 1 ? one : many, values: { count, ...values } }];
