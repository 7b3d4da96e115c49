import type { Command } from 'commander';
import { Option } from 'commander';
import { collect, connectionSettings, singleValue, withSettingFlags } from '../../cli/flags.ts';
import { withExamples } from '../../cli/help.ts';
import type { OpenInvocation } from '../../cli/invocation.ts';
import { type OutputOptions, withOutputFlags } from '../../cli/output-flags.ts';
import { withQueryFlag } from '../../cli/query-flag.ts';
import type { AuthorizationOptions } from './authorization.ts';
import { maxAgeSummary, registerCreate } from './create-flags.ts';
import type { QuoteOptions } from './quote.ts';

/** `hotelctl bookings`: quote, authorization request, booking, journal. */
export function register(group: Command, open: OpenInvocation): void {
  registerQuote(group, open);
  registerAuthorization(group, open);
  registerCreate(group, open);
  registerResume(group, open);
  const list = group
    .command('list')
    .summary('list the bookings sent from this machine')
    .description(
      'List the journal of bookings sent from this machine: created, refused or outcome unknown, and how much remains of ' +
        'the two hours within which a booking must follow its authorization. The journal contains ids and amounts, but no guest data.',
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
    .summary('choose offers and services, and write a quote file')
    .description(
      'Choose offers and services, and write a quote: the offers as received, the prepayment to authorize, the total, city tax, ' +
        'fees and the grand total, in exact decimals. On a terminal, hotelctl prompts for the stay. In a script, use --reservation and ' +
        '--service, or --file.',
    )
    .option(
      '--reservation <pairs>',
      'stay, as arrival=,departure=,adults=,child=,rate-plan= (once, or once for each night),unit-group=,property=,channel-code=,promo-code=,corporate-code=,time-slice-template=; write \\, for a comma in a value; may be repeated',
      collect,
    )
    .option(
      '--service <pairs>',
      'service, as reservation=,service=,date=,count=; date may be repeated; count is the number for each date (default: the offered number); may be repeated',
      collect,
    )
    .option(
      '--file <file>',
      'file of the reservations as JSON: an array, or {"reservations": [...]}; - is standard input',
    )
    .option(
      '--property <id>',
      "property id (default HOTELCTL_PROPERTY, else the profile's property)",
      singleValue('--property'),
    )
    .option('-o, --output <file>', 'write the quote to this file; - is standard output');
  withExamples(withSettingFlags(withQueryFlag(quote), connectionSettings), [
    {
      command:
        "hotelctl bookings quote --property MUC --reservation 'arrival=2026-12-01,departure=2026-12-03,adults=2,rate-plan=MUC-NONREF-DBL' --service 'reservation=1,service=MUC-BRKF,date=2026-12-02' --output quote.json",
      explains: 'two nights for two, breakfast on the second day',
    },
    {
      command: 'hotelctl bookings quote --output quote.json',
      explains: 'prompt for the stay, on a terminal',
    },
  ]).action(async (options: QuoteOptions) => {
    const { quoteBooking } = await import('./quote.ts');
    await quoteBooking(open, options);
  });
}

function registerAuthorization(group: Command, open: OpenInvocation): void {
  const authorization = group
    .command('authorization')
    .summary('write the authorization request for the payment processor')
    .description(
      'Write the request with which the payment processor authorizes the prepayment of a quote. hotelctl does not send it, and ' +
        "never accepts card data: your server adds the data that the guest's browser encrypted. The booking must follow within two " +
        'hours of the authorization.',
    )
    .optionsGroup('Required flags:')
    .option('--quote <file>', 'file of the quote; - is standard input')
    .option('--account-id <id>', 'id of the hotel account')
    .option('--card-holder-name <name>', 'name on the card')
    .optionsGroup('Flags:')
    .option('--shopper-reference <uuid>', "UUID of the shopper at the processor (default: the quote's id)")
    .option(
      '--property <id>',
      'property that receives the payout; required if the quote has several properties',
      singleValue('--property'),
    )
    .option('--one-click', 'allow the guest to pay with one click later')
    .option('--recurring', 'allow later payments without the guest')
    // The default of earlier releases was the opposite, so scripts may still turn it off.
    .addOption(new Option('--no-recurring').hideHelp())
    .option('--max-age <duration>', maxAgeSummary, '15m')
    .option('-o, --output <file>', 'write the request to this file; - is standard output');
  withExamples(withSettingFlags(withQueryFlag(authorization), connectionSettings), [
    {
      command:
        'hotelctl bookings authorization --quote quote.json --account-id SANDBOX --card-holder-name "Jane Doe" --output authorization.json',
      explains: 'write the request that your server sends to the processor',
    },
  ]).action(async (options: AuthorizationOptions) => {
    const { writeAuthorization } = await import('./authorization.ts');
    await writeAuthorization(open, options);
  });
}

function registerResume(group: Command, open: OpenInvocation): void {
  const resume = group
    .command('resume')
    .summary('resend a booking whose outcome is unknown')
    .description(
      'Send exactly the same request again, with its Idempotency-Key. The platform then returns the outcome of the first request, ' +
        'or processes the request if the first one did not arrive. hotelctl refuses to resend after 24 hours, when the key has ' +
        'expired, and after the authorization of the payment has expired.',
    )
    .argument('<key>', 'Idempotency-Key, from the message of exit code 9 or from `hotelctl bookings list`');
  withExamples(
    withSettingFlags(
      withOutputFlags(resume, async () => (await import('./booking-output.ts')).bookingColumns),
      connectionSettings,
    ),
    [
      {
        command: 'hotelctl bookings resume 4cbcc09e-0834-8a05-a0c0-5a8c2c629f42',
        explains: 'resolve a booking with an unknown outcome',
      },
    ],
  ).action(async (key: string, options: OutputOptions) => {
    const { resumeByKey } = await import('./create.ts');
    await resumeByKey(open, key, options);
  });
}
