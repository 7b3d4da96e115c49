import { longFlag, type Options, type OptionValues } from '../../cli/flags.ts';
import type { OutputOptions, QueryOptions } from '../../cli/shared-flags.ts';
import { guaranteeTypes } from '../../platform/bookings/offers.ts';
import { channelCodes, travelPurposes } from '../../platform/parameters.ts';

const maxAgeSummary = 'age of the quote after which its prices are requested again';

export const quoteFlags = {
  '--reservation <pairs>...': {
    summary:
      'stay, as arrival=,departure=,adults=,child=,rate-plan= (once, or once for each night),unit-group=,property=,channel-code=,promo-code=,corporate-code=,time-slice-template=; write \\, for a comma in a value; may be repeated',
    required: true,
  },
  '--service <pairs>...':
    'service, as reservation=,service=,date=,count=; date may be repeated; count is the number for each date (default: the offered number); may be repeated',
  '--file <file>': {
    summary: 'file of the reservations as JSON: an array, or {"reservations": [...]}; - is standard input',
    onlyOnCommandLine: true,
  },
  '--property <id>': "property id (default HOTELCTL_PROPERTY, else the profile's property)",
  '-o, --output <file>': {
    summary: 'write the quote to this file; - is standard output',
    onlyOnCommandLine: true,
  },
} as const;

export type QuoteOptions = Options<typeof quoteFlags> & QueryOptions;

export const authorizationFlags = {
  'Required flags:': {
    '--quote <file>': { summary: 'file of the quote; - is standard input', input: true },
    '--account-id <id>': 'id of the hotel account',
    '--card-holder-name <name>': 'name on the card',
  },
  '--shopper-reference <uuid>': "UUID of the shopper at the processor (default: the quote's id)",
  '--property <id>': 'property that receives the payout; required if the quote has several properties',
  '--one-click': 'allow the guest to pay with one click later',
  '--recurring': 'allow later payments without the guest',
  '--again': 'authorize a second booking of a quote that was booked',
  '--max-age <duration>': { summary: maxAgeSummary, fallback: '15m' },
  '-o, --output <file>': {
    summary: 'write the request to this file; - is standard output',
    onlyOnCommandLine: true,
  },
} as const;

export type AuthorizationOptions = Options<typeof authorizationFlags> & QueryOptions;

/** The card that pays or guarantees the booking; a booking file replaces these flags. */
export const accountFlags = {
  '--account-number <masked>': 'masked number of the card, for example 411111******1111',
  '--account-holder <name>': 'name on the card',
  '--expiry-month <month>': 'expiry month of the card, two digits',
  '--expiry-year <year>': 'expiry year of the card, four digits',
  '--payment-method <method>': 'payment method, as the processor names it, for example visa',
  '--payer-email <address>': 'email address of the payer',
  '--virtual-card': 'the card is a virtual card',
} as const;

export const topReferenceFlag = {
  '--transaction-reference-on-top': "also send the processor's reference at the top level of the request",
} as const;

const bookerFlags = {
  '--booker-last-name <name>': { summary: 'last name of the booker', required: true },
  '--booker-first-name <name>': 'first name of the booker',
  '--booker-title <title>': {
    summary: 'title of the booker',
    choices: ['Mr', 'Ms', 'Dr', 'Prof', 'Mrs', 'Other'],
  },
  '--booker-email <address>': 'email address of the booker',
  '--booker-phone <number>': 'telephone number of the booker',
  '--booker-address-line-1 <text>': "street and number of the booker's address",
  '--booker-address-line-2 <text>': "second line of the booker's address",
  '--booker-postal-code <code>': "postal code of the booker's address",
  '--booker-city <name>': "city of the booker's address",
  '--booker-region <code>': "region of the booker's address",
  '--booker-country <code>': "country of the booker's address, two letters",
} as const;

/** The keys of `--guest`: those of a person, and the details of one reservation. */
export const personKeys = Object.keys(bookerFlags).map(form => longFlag(form).replace('--booker-', ''));
export const stayKeys = ['travel-purpose', 'guarantee-type', 'guest-comment'];

export const createFlags = {
  'What to book:': {
    '--quote <file>': { summary: 'file of the quote; - is standard input', input: true },
    '--authorization <file>': "file of the payment processor's response",
    '--file <file>': {
      summary: 'JSON file with the whole booking request, instead of the flags for people, stay and payment',
      onlyOnCommandLine: true,
    },
    '--max-age <duration>': {
      summary: `${maxAgeSummary}; with --yes, they are always requested (default 15m)`,
      onlyOnCommandLine: true,
    },
  },
  'People:': {
    ...bookerFlags,
    '--guest <pairs>...': `primary guest: reservation=,${personKeys.join('=,')}=; and for this reservation only: ${stayKeys.join('=,')}=; write \\, for a comma in a value; may be repeated`,
  },
  'The stay:': {
    '--channel-code <channel>': {
      summary: 'sales channel, if the quote has none (default Direct)',
      choices: channelCodes,
    },
    '--guarantee-type <type>': {
      summary: 'guarantee (default: the minimum of the offer)',
      choices: guaranteeTypes,
    },
    '--travel-purpose <purpose>': { summary: 'travel purpose', choices: travelPurposes },
    '--guest-comment <text>': 'comment of the guest, on each reservation',
    '--comment <text>': 'comment for the hotel',
    '--booker-comment <text>': 'comment of the booker',
  },
  'Payment:': {
    ...accountFlags,
    '--shopper-reference <uuid>':
      'shopperReference of the authorization request, if it was not created on this machine',
    '--authorized-at <time>':
      'authorization time, such as 2026-12-01T15:00:00Z (default: when the request was written on this machine)',
    '--property <id>':
      'property that receives the payout, if the authorization request was not created on this machine',
    ...topReferenceFlag,
  },
  'Safety:': {
    '--reference <id>':
      'order number in your system; a second booking with it is refused, even from another quote',
    '--dry-run': {
      summary: 'print the exact request and the grand total; no booking is sent',
      onlyOnCommandLine: true,
    },
    '-y, --yes': {
      summary: 'do not prompt for confirmation; requires --expect-total',
      onlyOnCommandLine: true,
    },
    '--expect-total <money>': {
      summary: 'refuse the booking unless its grand total is this amount, such as 123.45EUR',
      required: true,
    },
    '--again': 'create a second booking of the same quote or stay',
  },
} as const;

export const settleFlags = {
  '--booking-id <id>': 'id of the booking that was found in the platform',
  '--not-made': 'the platform has no such booking; it may be booked again',
} as const;

export type SettleOptions = Options<typeof settleFlags>;

export type CreateOptions = Options<typeof createFlags> & OutputOptions & OptionValues;
