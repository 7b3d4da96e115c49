import { defineCommand, sentence } from '../../cli/command.ts';
import { connectionSettings, type FlagGroups } from '../../cli/flags.ts';
import { outputFlags } from '../../cli/output-flags.ts';
import { parameterFlags } from '../../cli/parameter-flags.ts';
import { type OffersDefinition, serviceOffers, stayOffers } from '../../platform/bookings/offers.ts';

export const commands = {
  list: defineCommand({
    ...offersCommand(
      'list the offers for a stay',
      stayOffers,
      ['offers', 'nights', 'fees', 'taxes'],
      [
        'The total contains neither city tax nor fees; the grand total is what the booker pays. An empty list is a success.',
      ],
    ),
    examples: {
      'hotelctl offers list --property MUC --arrival 2026-12-01 --departure 2026-12-03 --adults 2':
        'two nights for two, as a table',
      'hotelctl offers list --arrival +7d --departure +9d --adults 2 --child-age 7 --include-unavailable --format csv':
        "a week from today at the profile's property, including sold-out offers, for a spreadsheet",
    },
    run: async (open, options) => (await import('./list.ts')).listStayOffers(open, options),
  }),
  services: defineCommand({
    ...offersCommand(
      'list the services that can be booked with a rate plan',
      serviceOffers,
      ['services', 'dates'],
      [
        'Without --all-dates, each service is listed with its default dates, and its amounts are for these dates.',
      ],
    ),
    examples: {
      'hotelctl offers services --rate-plan MUC-NONREF-DBL --arrival 2026-12-01 --departure 2026-12-03 --adults 2':
        'breakfast and other services for this stay',
    },
    run: async (open, options) => (await import('./list.ts')).listServiceOffers(open, options),
  }),
};

function offersCommand(
  summary: string,
  { parameters, rules }: OffersDefinition,
  views: readonly string[],
  notes: readonly string[],
) {
  const property = "property id; may be repeated (default HOTELCTL_PROPERTY, else the profile's property)";
  const flags: FlagGroups = {
    'Output flags:': {
      '--view <name>': { summary: `kind of records (default ${views[0]})`, choices: views },
      '--strict': 'exit code 6 if the amounts of an offer are not valid; it is left out of records',
    },
  };
  return {
    summary,
    text: [sentence(summary), ...notes, ...rules.map(rule => `Limit: ${rule.sentence}.`)].join('\n\n'),
    flags: [...parameterFlags(parameters, property), flags, outputFlags()] as const,
    settings: connectionSettings,
    columns: async (view = views[0]) => {
      const { serviceViews, stayViews } = await import('./list.ts');
      return [...stayViews, ...serviceViews].find(({ name }) => name === view)?.columns ?? [];
    },
  };
}
