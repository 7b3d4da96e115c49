import type { Command } from 'commander';
import { collect, connectionSettings, withChoices, withSettingFlags } from '../../cli/flags.ts';
import { sentence, withExamples } from '../../cli/help.ts';
import type { OpenInvocation } from '../../cli/invocation.ts';
import { withOutputFlags } from '../../cli/output-flags.ts';
import { isSwitch } from '../../platform/bookings/kinds.ts';
import { type OffersDefinition, serviceOffers, stayOffers } from '../../platform/bookings/offers.ts';
import type { Parameter } from '../../platform/parameters.ts';
import type { OfferOptions } from './list.ts';

/** `hotelctl offers`: stay offers, and the services that go with a rate plan. */
export function register(group: Command, open: OpenInvocation): void {
  const list = offersCommand(group, 'list', 'list the offers for a stay', stayOffers, [
    'The total contains neither city tax nor fees; the grand total is what the booker pays. An empty list is a success.',
  ]);
  withExamples(list, [
    {
      command: 'hotelctl offers list --property MUC --arrival 2026-12-01 --departure 2026-12-03 --adults 2',
      explains: 'two nights for two, as a table',
    },
    {
      command:
        'hotelctl offers list --arrival +7d --departure +9d --adults 2 --child-age 7 --include-unavailable --format csv',
      explains: "a week from today at the profile's property, including sold-out offers, for a spreadsheet",
    },
  ]).action(async (options: OfferOptions) => {
    const { listStayOffers } = await import('./list.ts');
    await listStayOffers(open, options);
  });

  const services = offersCommand(
    group,
    'services',
    'list the services that can be booked with a rate plan',
    serviceOffers,
    [
      'Without --all-dates, each service is listed with its default dates, and its amounts are for these dates.',
    ],
  );
  withExamples(services, [
    {
      command:
        'hotelctl offers services --rate-plan MUC-NONREF-DBL --arrival 2026-12-01 --departure 2026-12-03 --adults 2',
      explains: 'breakfast and other services for this stay',
    },
  ]).action(async (options: OfferOptions) => {
    const { listServiceOffers } = await import('./list.ts');
    await listServiceOffers(open, options);
  });
}

function offersCommand(
  group: Command,
  name: string,
  summary: string,
  definition: OffersDefinition,
  notes: readonly string[],
): Command {
  const limits = definition.rules.map(rule => `Limit: ${rule.sentence}.`);
  const command = group
    .command(name)
    .summary(summary)
    .description([sentence(summary), ...notes, ...limits].join('\n\n'));
  withParameterFlags(command, definition);
  const names = name === 'list' ? ['offers', 'nights', 'fees', 'taxes'] : ['services', 'dates'];
  const columns = async (view = names[0]) => {
    const { serviceViews, stayViews } = await import('./list.ts');
    return [...stayViews, ...serviceViews].find(one => one.name === view)?.columns ?? [];
  };
  const summaryOfView = `kind of records (default ${names[0]})`;
  command.addOption(
    withChoices(command.createOption('--view <name>', summaryOfView), names).helpGroup('Output flags:'),
  );
  return withSettingFlags(withOutputFlags(command, columns), connectionSettings);
}

/** Flags of an offers definition. Collected even if only one value is allowed, so that a second one is an error. */
function withParameterFlags(command: Command, { parameters }: OffersDefinition): Command {
  for (const parameter of parameters) addParameter(command, parameter);
  return command;
}

function addParameter(
  command: Command,
  { wire, flag, kind, summary, repeatable, required }: Parameter,
): void {
  const words =
    wire === 'propertyId'
      ? "property id; may be repeated (default HOTELCTL_PROPERTY, else the profile's property)"
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
