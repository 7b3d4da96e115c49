import type german from './de.json';

/** Every template that is translated. Each language has all of them, in a file beside this one. */
export type Template = keyof typeof german;

/** The names in the braces of a template. */
export type NamesOf<Words extends string> = Words extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesOf<Rest>
  : never;

/** A template without values. */
export type Phrase = { [Words in Template]: [NamesOf<Words>] extends [never] ? Words : never }[Template];
