import { isSwitch } from '../platform/bookings/kinds.ts';
import type { Parameter } from '../platform/parameters.ts';
import type { FlagMeaning } from './flags.ts';

/**
 * The flags of an operation's parameters: one group for each, in their order. They are not mandatory options of
 * commander: a setting may supply them, and `findProblems` has better messages. All are collected, even if only one value is
 * allowed, so that a second one is an error and never replaces the first.
 *
 * @param property the summary of the flag for the property
 * @param heading default: required flags and filters
 */
export const parameterFlags = (parameters: readonly Parameter[], property: string, heading?: string) =>
  parameters.map(({ wire, flag, kind, summary, repeatable, required }) => {
    const words = wire === 'propertyId' ? property : `${summary}${repeatable ? '; may be repeated' : ''}`;
    const takesOne = !repeatable && wire !== 'propertyId';
    const meaning: FlagMeaning = isSwitch(kind)
      ? { summary: words, name: wire }
      : { summary: words, name: wire, choices: kind.choices, repeatable: true, takesOne };
    const form = isSwitch(kind) ? `--${flag}` : `--${flag} <${kind.placeholder.toLowerCase()}>`;
    return { [heading ?? (required ? 'Required flags:' : 'Filters:')]: { [form]: meaning } };
  });
