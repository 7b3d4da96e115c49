import type { Command } from 'commander';
import { collect, connectionSettings, singleValue, withChoices, withSettingFlags } from '../../cli/flags.ts';
import { withExamples } from '../../cli/help.ts';
import type { OpenInvocation } from '../../cli/invocation.ts';
import { withOutputFlags } from '../../cli/output-flags.ts';
import { guaranteeTypes, travelPurposes } from '../../platform/bookings/kinds.ts';
import { channelCodes } from '../../platform/parameters.ts';
import type { CreateOptions } from './create.ts';

export const maxAgeSummary = 'age of the quote after which its prices are requested again';

/** `hotelctl bookings create`, with its flags in groups. */
export function registerCreate(group: Command, open: OpenInvocation): void {
  const create = group
    .command('create')
    .summary('create a booking, at most once')
    .description(
      'Create the booking of a quote, paid with the authorization of the payment processor. hotelctl checks every rule of the ' +
        'platform first, and sends the booking once. Without a conclusive response (exit code 9), the journal records the ' +
        'outcome as unknown, and `hotelctl bookings resume KEY` sends exactly the same request again.\n\n' +
        'A quote is booked at most once, even if other flags change, unless you add --again.',
    );
  const flag = (heading: string, flags: string, summary: string, choices?: readonly string[]) =>
    create.addOption(withChoices(create.createOption(flags, summary), choices).helpGroup(heading));
  const what = 'What to book:';
  flag(what, '--quote <file>', 'file of the quote; - is standard input');
  flag(what, '--authorization <file>', "file of the payment processor's response");
  flag(
    what,
    '--file <file>',
    'file of the whole booking request as JSON, instead of the flags for people, stay and payment',
  );
  flag(what, '--max-age <duration>', `${maxAgeSummary}; with --yes, they are always requested (default 15m)`);
  const people = 'People:';
  flag(people, '--booker-last-name <name>', 'last name of the booker');
  flag(people, '--booker-first-name <name>', 'first name of the booker');
  flag(people, '--booker-title <title>', 'title of the booker', ['Mr', 'Ms', 'Dr', 'Prof', 'Mrs', 'Other']);
  flag(people, '--booker-email <address>', 'email address of the booker');
  flag(people, '--booker-phone <number>', 'telephone number of the booker');
  flag(people, '--booker-address-line-1 <text>', "street and number of the booker's address");
  flag(people, '--booker-address-line-2 <text>', "second line of the booker's address");
  flag(people, '--booker-postal-code <code>', "postal code of the booker's address");
  flag(people, '--booker-city <name>', "city of the booker's address");
  flag(people, '--booker-region <code>', "region of the booker's address");
  flag(people, '--booker-country <code>', "country of the booker's address, two letters");
  create.addOption(
    create
      .createOption(
        '--guest <pairs>',
        'primary guest: reservation=,last-name=,first-name=,title=,email=,phone=,address-line-1=,postal-code=,city=,country=; and for this reservation only: travel-purpose=,guarantee-type=,guest-comment=; write \\, for a comma in a value; may be repeated',
      )
      .argParser(collect)
      .helpGroup(people),
  );
  const stay = 'The stay:';
  flag(
    stay,
    '--channel-code <channel>',
    'sales channel, if the quote has none (default Direct)',
    channelCodes,
  );
  flag(stay, '--guarantee-type <type>', 'guarantee (default: the minimum of the offer)', guaranteeTypes);
  flag(stay, '--travel-purpose <purpose>', 'travel purpose', travelPurposes);
  flag(stay, '--guest-comment <text>', 'comment of the guest, on each reservation');
  flag(stay, '--comment <text>', 'comment for the hotel');
  flag(stay, '--booker-comment <text>', 'comment of the booker');
  const payment = 'Payment:';
  flag(payment, '--account-number <masked>', 'masked number of the card, for example 411111******1111');
  flag(payment, '--account-holder <name>', 'name on the card');
  flag(payment, '--expiry-month <month>', 'expiry month of the card, two digits');
  flag(payment, '--expiry-year <year>', 'expiry year of the card, four digits');
  flag(payment, '--payment-method <method>', 'payment method, as the processor names it, for example visa');
  flag(payment, '--payer-email <address>', 'email address of the payer');
  flag(payment, '--virtual-card', 'the card is a virtual card');
  flag(
    payment,
    '--shopper-reference <uuid>',
    'shopperReference of the authorization request, if it was not created on this machine',
  );
  flag(
    payment,
    '--authorized-at <time>',
    'time of the authorization, such as 2026-12-01T15:00:00Z (default: the time of its request on this machine)',
  );
  create.addOption(
    create
      .createOption(
        '--property <id>',
        'property that receives the payout, if the authorization request was not created on this machine',
      )
      .argParser(singleValue('--property'))
      .helpGroup(payment),
  );
  flag(
    payment,
    '--transaction-reference-on-top',
    "also send the processor's reference at the top level of the request",
  );
  const safety = 'Safety:';
  flag(safety, '--dry-run', 'print the exact request and the grand total; no booking is sent');
  flag(safety, '--yes', 'do not prompt for confirmation; requires --expect-total');
  flag(
    safety,
    '--expect-total <money>',
    'refuse the booking if its grand total is not this amount, such as 123.45EUR',
  );
  flag(safety, '--again', 'create a second booking of the same quote or stay');
  flag(safety, '--resume', 'the same as `bookings resume KEY`, with exactly the same flags as before');
  withExamples(
    withSettingFlags(
      withOutputFlags(create, async () => (await import('./booking-output.ts')).bookingColumns),
      connectionSettings,
    ),
    [
      {
        command:
          'hotelctl bookings create --quote quote.json --authorization response.json --booker-last-name Doe --dry-run',
        explains: 'print the request and the grand total, without sending it',
      },
      {
        command:
          'hotelctl bookings create --quote quote.json --authorization response.json --booker-last-name Doe --yes --expect-total 123.45EUR',
        explains: 'in a script',
      },
    ],
  ).action(async (options: CreateOptions) => {
    const { createFromOptions } = await import('./create.ts');
    await createFromOptions(open, options);
  });
}
