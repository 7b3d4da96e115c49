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
    .summary('the journal of bookings sent from this machine')
    .description(
      'The journal of bookings sent from this machine: created, refused, outcome unknown, with the time that is left of ' +
        'the two hours in which a booking must follow its authorization. It contains ids and amounts, and no data of guests.',
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
      'Choose offers and services, add them up and write a quote: the offers as received, the prepayment to authorize, ' +
        'total, city tax, fees and the grand total for the booker, in exact decimals. On a terminal, hotelctl prompts for ' +
        'the stay; otherwise give --reservation and --service, or --file.',
    )
    .option(
      '--reservation <pairs>',
      'arrival=,departure=,adults=,child=,rate-plan= (once, or once for each night),unit-group= and property=, channel-code=, promo-code=, corporate-code=, time-slice-template=; \\, is a comma in a value; may be repeated',
      collect,
    )
    .option(
      '--service <pairs>',
      'reservation=,service=,date=,count=; date may be repeated, and so may the flag; count is the number for each date (default the offered one)',
      collect,
    )
    .option(
      '--file <file>',
      'the reservations as JSON, an array or {"reservations": [...]}; - is standard input',
    )
    .option(
      '--property <id>',
      "the property (default HOTELCTL_PROPERTY, then the profile's)",
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
      explains: 'use prompts, on a terminal',
    },
  ]).action(async (options: QuoteOptions) => {
    const { quoteBooking } = await import('./quote.ts');
    await quoteBooking(open, options);
  });
}

function registerAuthorization(group: Command, open: OpenInvocation): void {
  const authorization = group
    .command('authorization')
    .summary('the prepayment authorization request for the payment processor')
    .description(
      'Write the request by which the payment processor authorizes the prepayment of a quote. hotelctl does not send it, ' +
        'and never accepts a card: your server adds what the guest’s browser encrypted. A booking must follow the ' +
        'authorization within two hours.',
    )
    .optionsGroup('Required flags:')
    .option('--quote <file>', 'the quote; - is standard input')
    .option('--account-id <id>', 'account id of the hotel account')
    .option('--card-holder-name <name>', 'name on the card')
    .optionsGroup('Flags:')
    .option('--shopper-reference <uuid>', "the shopper's UUID at the processor (default the quote's id)")
    .option(
      '--property <id>',
      'the property that gets the payout; required if the quote has several',
      singleValue('--property'),
    )
    .option('--one-click', 'let the guest pay with one click later')
    .option('--recurring', 'allow later payments without the guest')
    // The default of earlier releases was the opposite, so scripts may still turn it off.
    .addOption(new Option('--no-recurring').hideHelp())
    .option('--max-age <duration>', maxAgeSummary, '15m')
    .option('-o, --output <file>', 'write the request to this file; - is standard output');
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

function registerResume(group: Command, open: OpenInvocation): void {
  const resume = group
    .command('resume')
    .summary('send a booking with an unknown outcome again')
    .description(
      'Send exactly the same request again, with its Idempotency-Key. The platform returns the same response, whether or not ' +
        'the first request arrived. hotelctl refuses this after 24 hours, when the key has expired, and after the authorization of ' +
        'the payment has expired.',
    )
    .argument(
      '<key>',
      'the Idempotency-Key, from the message of exit code 9 or from `hotelctl bookings list`',
    );
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
    const { resumeByKey } = await import('./resume.ts');
    await resumeByKey(open, key, options);
  });
}
