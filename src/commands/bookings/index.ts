import { defineCommand, sentence } from '../../cli/command.ts';
import type { FlagGroups } from '../../cli/flags.ts';
import { connectionSettings, outputFlags, parameterFlags, queryFlags } from '../../cli/shared-flags.ts';
import { type OffersDefinition, serviceOffers, stayOffers } from '../../platform/bookings/offers.ts';
import { authorizationFlags, createFlags, quoteFlags, settleFlags } from './flags.ts';

const key = {
  form: '<key>',
  summary: 'Idempotency-Key, from the message of exit code 9 or from `hotelctl bookings list`',
} as const;
const returnsBooking = { rows: async () => (await import('./booking-output.ts')).bookingColumns };

export const bookingsCommands = {
  quote: defineCommand({
    summary: 'choose offers and services and write a quote file',
    text:
      'Choose offers and services, and write a quote: the offers as received, the prepayment to authorize, the total, city tax, ' +
      'fees and the grand total, in exact decimals. On a terminal, hotelctl prompts for the stay. In a script, use --reservation and ' +
      '--service, or --file.',
    flags: [quoteFlags, queryFlags],
    settings: connectionSettings,
    returns: { document: async () => (await import('../../platform/bookings/quote-model.ts')).quoteFile },
    examples: {
      "hotelctl bookings quote --property MUC --reservation 'arrival=2026-12-01,departure=2026-12-03,adults=2,rate-plan=MUC-NONREF-DBL' --service 'reservation=1,service=MUC-BRKF,date=2026-12-02' --output quote.json":
        'two nights for two, breakfast on the second day',
      'hotelctl bookings quote --output quote.json': 'prompt for the stay, on a terminal',
    },
    plan: async (...given) => (await import('./quote.ts')).planQuote(...given),
  }),
  authorization: defineCommand({
    summary: 'write the authorization request for the payment processor',
    text:
      "Write the request that asks the payment processor to authorize a quote's prepayment. hotelctl does not send it and " +
      "never accepts card data: your server adds the data that the guest's browser encrypted. The booking must follow within two " +
      'hours of the authorization.',
    flags: [authorizationFlags, queryFlags],
    settings: connectionSettings,
    returns: {
      document: async () => (await import('../../platform/bookings/authorization.ts')).authorizationModel,
    },
    changes: 'machine',
    examples: {
      'hotelctl bookings authorization --quote quote.json --account-id SANDBOX --card-holder-name "Jane Doe" --output authorization.json':
        'write the request that your server sends to the processor',
    },
    plan: async (...given) => (await import('./authorization.ts')).planAuthorization(...given),
  }),
  create: defineCommand({
    summary: 'create a booking, at most once',
    text:
      "Create a booking from a quote and the payment processor's authorization. hotelctl checks every rule of the " +
      'platform first and sends the booking once. Without a conclusive response (exit code 9), the journal records the ' +
      'outcome as unknown. `hotelctl bookings resume KEY` sends exactly the same request again if the platform is known to ' +
      'book it only once; otherwise look for the booking and run `hotelctl bookings settle KEY`.\n\n' +
      'A quote is booked at most once, even if other flags change, unless you add --again.',
    flags: [createFlags, outputFlags()],
    settings: connectionSettings,
    returns: returnsBooking,
    changes: 'platform',
    examples: {
      'hotelctl bookings create --quote quote.json --authorization response.json --booker-last-name Doe --dry-run':
        'print the request and the grand total, without sending it',
      'hotelctl bookings create --quote quote.json --authorization response.json --booker-last-name Doe --yes --expect-total 123.45EUR':
        'in a script',
    },
    plan: async (...given) => (await import('./create.ts')).planBooking(...given),
  }),
  resume: defineCommand({
    summary: 'resend a booking whose outcome is unknown',
    text:
      'Send exactly the same request again, with its Idempotency-Key. The platform then returns the outcome of the first request, ' +
      'or processes the request if the first one did not arrive. A platform that ignores the keys would book twice, so hotelctl ' +
      'resends only if assume.bookings.honorsKeys is yes. hotelctl refuses to resend after 24 hours, when the key has ' +
      'expired, and after the authorization of the payment has expired.',
    arguments: [key],
    flags: [outputFlags()],
    settings: connectionSettings,
    returns: returnsBooking,
    changes: 'platform',
    examples: {
      'hotelctl bookings resume 4cbcc09e-0834-8a05-a0c0-5a8c2c629f42':
        'resolve a booking with an unknown outcome',
    },
    plan: async (...given) => (await import('./create.ts')).planResumption(...given),
  }),
  settle: defineCommand({
    summary: 'record the outcome of a booking that cannot be resumed',
    text:
      'Record what you found in the platform about a booking whose outcome is unknown. Nothing is sent. Look for the booking first, ' +
      'by the stay and the guest: after --not-made, the same booking can be sent again.',
    arguments: [key],
    flags: [settleFlags],
    changes: 'machine',
    examples: {
      'hotelctl bookings settle 4cbcc09e-0834-8a05-a0c0-5a8c2c629f42 --booking-id XPGMSXGF':
        'the booking was found',
      'hotelctl bookings settle 4cbcc09e-0834-8a05-a0c0-5a8c2c629f42 --not-made': 'it was not found',
    },
    plan: async (...given) => (await import('./create.ts')).planSettlement(...given),
  }),
  list: defineCommand({
    summary: 'list the bookings sent from this machine',
    text:
      'List the journal of bookings sent from this machine: created, refused or outcome unknown, and how much remains of ' +
      'the two hours within which a booking must follow its authorization. The journal contains ids, amounts, the days of the stay and the last ' +
      'name of the booker. The most recently changed come first; a table has the newest 30 and each unknown outcome, unless you add --limit.',
    flags: [outputFlags()],
    returns: {
      rows: async () => (await import('./list.ts')).journalColumns,
      keys: async () => (await import('./list.ts')).keysOfJournal,
    },
    examples: {
      'hotelctl bookings list': 'as a table',
      'hotelctl bookings list --format ndjson': 'for a script',
    },
    plan: async (...given) => (await import('./list.ts')).planBookingList(...given),
  }),
};

export const offersCommands = {
  list: defineCommand({
    ...offersCommand(
      'list the offers for a stay',
      stayOffers,
      ['offers', 'nights', 'fees', 'taxes'],
      'The total contains neither city tax nor fees; the grand total is what the booker pays. An empty list ends with exit code 0.',
    ),
    examples: {
      'hotelctl offers list --property MUC --arrival 2026-12-01 --departure 2026-12-03 --adults 2':
        'two nights for two, as a table',
      'hotelctl offers list --arrival +7d --departure +9d --adults 2 --child-age 7 --include-unavailable --format csv':
        "a week from today at the profile's property, including sold-out offers, for a spreadsheet",
    },
    plan: async (...given) => (await import('./offers.ts')).planStayOffers(...given),
  }),
  services: defineCommand({
    ...offersCommand(
      'list the services that can be booked with a rate plan',
      serviceOffers,
      ['services', 'dates'],
      'Without --all-dates, each service is listed with its default dates, and its amounts are for these dates.',
    ),
    examples: {
      'hotelctl offers services --rate-plan MUC-NONREF-DBL --arrival 2026-12-01 --departure 2026-12-03 --adults 2':
        'breakfast and other services for this stay',
    },
    plan: async (...given) => (await import('./offers.ts')).planServiceOffers(...given),
  }),
};

function offersCommand(
  summary: string,
  { parameters, rules }: OffersDefinition,
  views: readonly string[],
  note: string,
) {
  const flags: FlagGroups = {
    'Output flags:': {
      '--view <name>': { summary: `kind of records (default ${views[0]})`, choices: views },
      '--strict': "exit code 6 if an offer's amounts are not valid; the offer is left out of records",
    },
  };
  const findView = async (name = views[0]) => {
    const { serviceViews, stayViews } = await import('./offers.ts');
    return [...stayViews, ...serviceViews].find(view => view.name === name);
  };
  return {
    summary,
    text: [sentence(summary), note, ...rules.map(rule => `Limit: ${rule.sentence}.`)].join('\n\n'),
    flags: [...parameterFlags(parameters), flags, outputFlags()] as const,
    settings: connectionSettings,
    returns: {
      rows: async (view?: string) => (await findView(view))?.columns ?? [],
      keys: async (view?: string) => {
        const found = await findView(view);
        return found?.table?.columns ?? found?.columns.map(({ name }) => name) ?? [];
      },
      element: async (view: string | undefined = views[0]) => {
        const { serviceOffer, stayOffer } = await import('../../platform/bookings/quote-model.ts');
        return view === 'offers' ? stayOffer : view === 'services' ? serviceOffer : undefined;
      },
    },
  };
}
