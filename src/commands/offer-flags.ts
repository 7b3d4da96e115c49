import type { Command } from 'commander';
import { UsageError } from '../errors.ts';
import type { OffersDefinition } from '../platform/booking/definition.ts';
import { isSwitch } from '../platform/booking/kinds.ts';
import { type CalendarDate, dateIn, resolveDate } from '../platform/dates.ts';
import { type Parameter, type Parameters, problemsOf } from '../platform/parameters.ts';
import { collect, withChoices } from './flags.ts';
import type { Runtime } from './runtime.ts';

/** Flags of an offers definition. Collected even where one value is allowed, so that a second one is an error. */
export function withParameterFlags(command: Command, { parameters }: OffersDefinition): Command {
  for (const parameter of parameters) addParameter(command, parameter);
  return command;
}

function addParameter(
  command: Command,
  { wire, flag, kind, summary, repeatable, required }: Parameter,
): void {
  const words =
    wire === 'propertyId'
      ? "the property to stay at; may be repeated; without it HOTELCTL_PROPERTY, or the profile's"
      : `${summary}${repeatable ? '; may be repeated' : ''}`;
  const option = isSwitch(kind)
    ? command.createOption(`--${flag}`, words)
    : withChoices(
        command.createOption(`--${flag} <${kind.placeholder.toLowerCase()}>`, words),
        kind.choices,
      ).argParser(collect);
  option.attributeName = () => wire;
  command.addOption(option.helpGroup(required ? 'Required flags:' : 'Filters:'));
}

/**
 * What is asked for, checked as the platform would check it; one request for each property that is named.
 * @throws UsageError
 */
export function offerRequests(
  definition: OffersDefinition,
  { settings, context }: Runtime,
  options: object,
): readonly Parameters[] {
  const today = todayHere(context.clock.now());
  const values: Record<string, string | readonly string[]> = {};
  for (const { wire, kind, repeatable } of definition.parameters) {
    const given: unknown = Reflect.get(options, wire);
    if (given === true && isSwitch(kind)) values[wire] = kind.whenGiven;
    if (!Array.isArray(given)) continue;
    const list = (given as string[]).map(value => asSent(value, kind.name === 'date', today, kind.asSent));
    values[wire] = repeatable || list.length > 1 ? list : (list[0] ?? '');
  }
  if (!definition.parameters.some(({ wire }) => wire === 'propertyId')) {
    return [checked(definition, values)];
  }
  const fallback = settings.find('property')?.value;
  const properties = [values['propertyId'] ?? fallback ?? []].flat();
  if (properties.length === 0) return [checked(definition, values)];
  return properties.map(propertyId => checked(definition, { ...values, propertyId }));
}

const asSent = (
  value: string,
  isDay: boolean,
  today: CalendarDate,
  spelled: ((value: string) => string) | undefined,
): string => (isDay ? (resolveDate(value, today) ?? value) : (spelled?.(value) ?? value));

/** `today` of the dates on a command line: TZ's. */
export const todayHere = (now: number): CalendarDate => dateIn(undefined, now);

function checked(definition: OffersDefinition, values: Parameters): Parameters {
  const problems = problemsOf(definition, values, ({ flag }) => `--${flag}`);
  if (problems.length === 0) return values;
  const hint =
    values['propertyId'] === undefined && definition.parameters.some(({ wire }) => wire === 'propertyId')
      ? 'give --property, set HOTELCTL_PROPERTY, or keep one with `hotelctl profile add NAME --property ID`'
      : 'for example --arrival 2026-12-01 --departure 2026-12-03 --adults 2';
  throw new UsageError(problems.join('; '), { hint });
}
