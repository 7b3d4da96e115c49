import type { Command } from 'commander';
import { UsageError } from '../../base/errors.ts';
import { todayAt } from '../../cli/date-options.ts';
import { collect, withChoices } from '../../cli/flags.ts';
import type { Invocation } from '../../cli/invocation.ts';
import type { Platform } from '../../client/offers.ts';
import type { OffersDefinition } from '../../platform/booking/definition.ts';
import { isSwitch } from '../../platform/booking/kinds.ts';
import { type CalendarDate, dateIn } from '../../platform/dates.ts';
import { type Parameter, type Parameters, problemsOf } from '../../platform/parameters.ts';

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
 * What is asked for, checked as the platform would check it; one request for each property that is named. What is wrong
 * is told before anything is sent, and only `today` and the like ask for the property's time zone.
 *
 * @throws UsageError
 */
export async function offerRequests(
  definition: OffersDefinition,
  invocation: Invocation,
  options: object,
  { send, baseUrl }: Platform,
): Promise<readonly Parameters[]> {
  const setting = invocation.settings.find('property')?.value;
  const named = Reflect.get(options, 'propertyId') as readonly string[] | undefined;
  const properties = named ?? (setting === undefined ? [] : [setting]);
  const takesProperty = definition.parameters.some(({ wire }) => wire === 'propertyId');
  const here = dateIn(undefined, invocation.context.clock.now());
  const request = (propertyId: string | undefined, today: CalendarDate) =>
    checked(definition, {
      ...(takesProperty && propertyId !== undefined ? { propertyId } : {}),
      ...valuesOfFlags(definition, options, today),
    });
  const asked = takesProperty && properties.length > 0 ? [...new Set(properties)] : [properties[0]];
  for (const property of asked) request(property, here);
  const isRelative = definition.parameters.some(({ wire, kind }) =>
    [Reflect.get(options, wire) ?? []].flat().some(value => kind.isRelative?.(String(value)) ?? false),
  );
  const today = isRelative ? todayAt(invocation, send, baseUrl) : async () => here;
  const requests: Parameters[] = [];
  for (const property of asked) {
    requests.push(request(property, property === undefined ? here : await today(property)));
  }
  return requests;
}

function valuesOfFlags(definition: OffersDefinition, options: object, today: CalendarDate): Parameters {
  const values: Record<string, string | readonly string[]> = {};
  for (const { wire, kind, repeatable } of definition.parameters) {
    const given: unknown = Reflect.get(options, wire);
    if (given === true && isSwitch(kind)) values[wire] = kind.whenGiven;
    if (!Array.isArray(given) || wire === 'propertyId') continue;
    const list = (given as string[]).map(value => kind.asSent?.(value, today) ?? value);
    values[wire] = repeatable || list.length > 1 ? list : (list[0] ?? '');
  }
  return values;
}

function checked(definition: OffersDefinition, values: Parameters): Parameters {
  const problems = problemsOf(definition, values, ({ flag }) => `--${flag}`);
  if (problems.length === 0) return values;
  const hint =
    values['propertyId'] === undefined && definition.parameters.some(({ wire }) => wire === 'propertyId')
      ? 'give --property, set HOTELCTL_PROPERTY, or keep one with `hotelctl profile add NAME --property ID`'
      : 'for example --arrival 2026-12-01 --departure 2026-12-03 --adults 2';
  throw new UsageError(problems.join('; '), { hint });
}
