import type { Command } from 'commander';
import { collect, connectionSettings, withChoices, withSettingFlags } from '../../cli/flags.ts';
import { withExamples } from '../../cli/help.ts';
import type { OpenInvocation } from '../../cli/invocation.ts';
import { type OutputOptions, withOutputFlags } from '../../cli/output-flags.ts';
import { withQueryFlag } from '../../cli/query-flag.ts';
import { guaranteeTypes, travelPurposes } from '../../platform/booking/kinds.ts';
import { channelCodes } from '../../platform/parameters.ts';
import type { AuthorizationOptions } from './authorization.ts';
import type { CreateOptions } from './create.ts';
import type { QuoteOptions } from './quote.ts';

const property = "the property; without it HOTELCTL_PROPERTY, or the profile's";
const maxAge = 'how old a quote may be before its prices are asked for again';

/** `hotelctl bookings`: quote, authorization request, booking, journal. */
export function register(group: Command, open: OpenInvocation): void {
  registerQuote(group, open);
  registerAuthorization(group, open);
  registerCreate(group, open);
  const list = group
    .command('list')
    .summary('the journal of bookings sent from here')
    .description(
      'The journal of bookings sent from this machine: created, refused, outcome unknown, with the time that is left of ' +
        'the two hours in which a booking must follow its authorization. It holds ids and amounts, and nothing about guests.',
    );
  withExamples(
    withOutputFlags(list, async () => (await import('./list.ts')).journalColumns),
    [
      { command: 'hotelctl bookings list', explains: 'as a table' },
      { command: 'hotelctl bookings list --format ndjson', explains: 'for a script' },
    ],
  ).action(async (options: OutputOptions) => {
    const { listBookings } = await import('./list.ts');
    await listBookings(open, options);
  });
}

function registerQuote(group: Command, open: OpenInvocation): void {
  const quote = group
    .command('quote')
    .summary('choose offers and services, add them up, write a quote file')
    .description(
      'Choose offers and services, add them up and write a quote: the offers as received, the pre-payment to authorize, ' +
        'total, city tax, fees and the grand total for the booker, by exact decimals. On a terminal it asks; otherwise ' +
        'it takes --reservation and --service, or --file.',
    )
    .option(
      '--reservation <pairs>',
      'arrival=,departure=,adults=,child=,rate-plan=,unit-group= and property=, channel-code=, promo-code=, corporate-code=, time-slice-template=; may be repeated',
      collect,
    )
    .option(
      '--service <pairs>',
      'reservation=,service=,date=; date may be repeated, and so may the flag',
      collect,
    )
    .option('--file <file>', 'the reservations as JSON; - is standard input')
    .option('--property <id>', property)
    .option('--output <file>', 'write the quote to this file; - is standard output');
  withExamples(withSettingFlags(withQueryFlag(quote), connectionSettings), [
    {
      command:
        "hotelctl bookings quote --property MUC --reservation 'arrival=2026-12-01,departure=2026-12-03,adults=2,rate-plan=MUC-NONREF-DBL' --service 'reservation=1,service=MUC-BRKF,date=2026-12-02' --output quote.json",
      explains: 'two nights for two, breakfast on the second day',
    },
    {
      command: 'hotelctl bookings quote --output quote.json',
      explains: 'choose by questions, on a terminal',
    },
  ]).action(async (options: QuoteOptions) => {
    const { quoteBooking } = await import('./quote.ts');
    await quoteBooking(open, options);
  });
}

function registerAuthorization(group: Command, open: OpenInvocation): void {
  const authorization = group
    .command('authorization')
    .summary('the pre-payment authorization request for the payment processor')
    .description(
      'Write the request by which the payment processor authorizes the pre-payment of a quote. hotelctl does not send it, ' +
        'and never takes a card: your server adds what the guest’s browser encrypted. A booking must follow the ' +
        'authorization within two hours.',
    )
    .optionsGroup('Required flags:')
    .option('--quote <file>', 'the quote; - is standard input')
    .option('--account-id <id>', 'account id of the hotel account')
    .option('--card-holder-name <name>', 'as it stands on the card')
    .optionsGroup('Flags:')
    .option('--shopper-reference <uuid>', "the shopper's UUID at the processor; without it the quote's id")
    .option('--property <id>', 'the property that gets the payout; needed where the quote has several')
    .option('--one-click', 'the guest may pay with one click later')
    .option('--no-recurring', 'no later payments without the guest')
    .option('--max-age <duration>', maxAge, '15m')
    .option('--output <file>', 'write the request to this file; - is standard output');
  withExamples(withSettingFlags(withQueryFlag(authorization), connectionSettings), [
    {
      command:
        'hotelctl bookings authorization --quote quote.json --account-id SANDBOX --card-holder-name "Jane Doe" --output authorization.json',
      explains: 'for your server to send to the processor',
    },
  ]).action(async (options: AuthorizationOptions) => {
    const { writeAuthorization } = await import('./authorization.ts');
    await writeAuthorization(open, options);
  });
}

function registerCreate(group: Command, open: OpenInvocation): void {
  const create = group
    .command('create')
    .summary('create a booking, exactly once')
    .description(
      "Create the booking of a quote, paid with the processor's answer. Every rule of the platform is checked before " +
        'anything is sent. The booking is sent once; when no certain answer comes (exit 9) the journal says so, and the ' +
        'same command with --resume repeats it under the same key.',
    );
  const flag = (heading: string, flags: string, summary: string, choices?: readonly string[]) =>
    create.addOption(withChoices(create.createOption(flags, summary), choices).helpGroup(heading));
  const what = 'What to book:';
  flag(what, '--quote <file>', 'the quote; - is standard input');
  flag(what, '--authorization <file>', "the payment processor's answer");
  flag(
    what,
    '--file <file>',
    'the booking request itself as JSON, in place of the flags about people and payment',
  );
  flag(what, '--max-age <duration>', `${maxAge} (default 15m)`);
  const people = 'People:';
  flag(people, '--booker-last-name <name>', 'who books');
  flag(people, '--booker-first-name <name>', 'first name of who books');
  flag(people, '--booker-title <title>', 'title of who books', ['Mr', 'Ms', 'Dr', 'Prof', 'Mrs', 'Other']);
  flag(people, '--booker-email <address>', 'e-mail address of who books');
  flag(people, '--booker-phone <number>', 'telephone number of who books');
  create.addOption(
    create
      .createOption(
        '--guest <pairs>',
        'the primary guest: reservation=,last-name=,first-name=,email=,phone=; may be repeated',
      )
      .argParser(collect)
      .helpGroup(people),
  );
  const stay = 'The stay:';
  flag(stay, '--channel-code <channel>', 'where the quote has none; without it Direct', channelCodes);
  flag(stay, '--guarantee-type <type>', "without it the offer's least", guaranteeTypes);
  flag(stay, '--travel-purpose <purpose>', 'why they travel', travelPurposes);
  flag(stay, '--guest-comment <text>', 'a comment of the guest, on each reservation');
  flag(stay, '--comment <text>', 'a comment for the hotel');
  flag(stay, '--booker-comment <text>', 'a comment of who books');
  const payment = 'Payment:';
  flag(payment, '--account-number <masked>', 'masked number of the card, for example 411111******1111');
  flag(payment, '--account-holder <name>', 'as it stands on the card');
  flag(payment, '--expiry-month <month>', 'of the card, two digits');
  flag(payment, '--expiry-year <year>', 'of the card, four digits');
  flag(payment, '--payment-method <method>', 'as the processor names it, for example visa');
  flag(payment, '--payer-email <address>', 'e-mail address of who pays');
  flag(payment, '--virtual-card', 'the card is a virtual one');
  flag(payment, '--shopper-reference <uuid>', 'of the authorization request, where it was not made here');
  flag(
    payment,
    '--authorized-at <time>',
    'when it was authorized; without it when the request was made here',
  );
  flag(
    payment,
    '--property <id>',
    'the property that gets the payout, where the authorization was not made here',
  );
  flag(
    payment,
    '--transaction-reference-on-top',
    "the processor's reference at the top level too, as newer descriptions have it",
  );
  const safety = 'Safety:';
  flag(safety, '--dry-run', 'print the exact request and the grand total; the booking is not sent');
  flag(safety, '--yes', 'do not ask; wants --expect-total');
  flag(safety, '--expect-total <money>', 'refuse when the grand total is another, for example 123.45EUR');
  flag(safety, '--resume', 'repeat a booking whose outcome is unknown, under the same key');
  withExamples(
    withSettingFlags(
      withOutputFlags(create, async () => (await import('./create.ts')).bookingColumns),
      connectionSettings,
    ),
    [
      {
        command:
          'hotelctl bookings create --quote quote.json --authorization answer.json --booker-last-name Doe --dry-run',
        explains: 'what would be sent, and what it costs',
      },
      {
        command:
          'hotelctl bookings create --quote quote.json --authorization answer.json --booker-last-name Doe --yes --expect-total 123.45EUR',
        explains: 'in a script',
      },
    ],
  ).action(async (options: CreateOptions) => {
    const { createFromOptions } = await import('./create.ts');
    await createFromOptions(open, options);
  });
}
