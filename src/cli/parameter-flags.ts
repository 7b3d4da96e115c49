import type { CalendarDate } from '../platform/dates.ts';
import type { Parameter, Parameters } from '../platform/parameters.ts';
import { type FlagMeaning, givenValues, type OptionValues } from './flags.ts';

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
    // A setting may name the property.
    const isRequired = required && wire !== 'propertyId';
    const { choices, isWhole = false } = kind;
    const meaning: FlagMeaning = kind.whenGiven
      ? { summary: words, name: wire }
      : { summary: words, name: wire, choices, isWhole, required: isRequired, repeatable: true, takesOne };
    const form = kind.whenGiven ? `--${flag}` : `--${flag} <${kind.placeholder.toLowerCase()}>`;
    return { [heading ?? (required ? 'Required flags:' : 'Filters:')]: { [form]: meaning } };
  });

/** The hint where no property is set. */
export const setProperty =
  'add --property, set HOTELCTL_PROPERTY, or save one with `hotelctl profile set property ID`';

/** The values of these flags as they are sent, except for the property: each property has its own request. */
export function sentValues(
  parameters: readonly Parameter[],
  options: OptionValues,
  today: CalendarDate,
): Parameters {
  const values: Record<string, string | readonly string[]> = {};
  for (const { wire, kind, repeatable } of parameters) {
    if (options[wire] === true && kind.whenGiven) values[wire] = kind.whenGiven;
    if (wire === 'propertyId') continue;
    const list = givenValues(options, wire).map(value => kind.asSent?.(value, today) ?? value);
    if (list.length > 0) values[wire] = repeatable || list.length > 1 ? list : (list[0] ?? '');
  }
  return values;
}
