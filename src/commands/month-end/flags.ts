import type { Options } from '../../cli/flags.ts';
import type { SeveralProperties } from '../../cli/property-flags.ts';
import { asDetails, type DeliveryOptions, type OutputOptions, settingFlags } from '../../cli/shared-flags.ts';
import { monthForms, periodForms } from '../../platform/periods.ts';

const lastMonth = (summary: string) =>
  ({ summary, fallback: 'last-month', suggestions: monthForms }) as const;

export const closeFlags = {
  '--period <month>': lastMonth('month to close'),
  '--provisional': 'show the checks of a month, also of one that is not over yet; nothing is kept',
  '--close <number>':
    'show this close as it was kept, accepted and signed; last is the newest of the month; nothing is requested',
  '--opening <file>':
    "CSV file with the first close's opening balances from your previous system: ledger, reference, amount",
  '--tolerance <amount>':
    'unexplained differences between booked and posted revenue above this amount are open',
  '--service <id[=account]>...':
    'compare the orders of this service, with the account that only this service uses; may be repeated',
  '--time-slice-definition <id>...':
    'count only these over-night time slices as sold, without day use; may be repeated',
} as const;

export type CloseFlags = Options<typeof closeFlags> & SeveralProperties & OutputOptions & DeliveryOptions;

const storedMonth = {
  '--period <month>': lastMonth('month of the close'),
  '--close <number>': 'number of the close (default: the newest of the month)',
} as const;

export const acceptFlags = {
  ...storedMonth,
  '--reason <text>': 'why it is accepted; required',
  '--by <name>': 'who accepts it; required',
} as const;

export type AcceptFlags = Options<typeof acceptFlags> & SeveralProperties;

export const signFlags = {
  ...storedMonth,
  '--prepared <name>': 'who prepared the close',
  '--reviewed <name>': 'who reviewed it',
} as const;

export type SignFlags = Options<typeof signFlags> & SeveralProperties;

/** Settings of DATEV files only. */
export const datevSettings = ['adviserNumber', 'clientNumber', 'fiscalYearStart', 'accountLength'] as const;
export const journalFormats = ['datev', 'csv', 'xlsx'] as const;

const basisFlags = {
  '--close <number>': 'number of the close that it is made from (default: the newest of each month)',
  '--without-close': 'make it from the platform, of months that are not closed; the file says so',
} as const;
export type BasisOptions = Options<typeof basisFlags>;

export const exportFlags = {
  '--period <period>': { ...lastMonth('business dates of the journal'), suggestions: periodForms },
  ...basisFlags,
  '--again': 'export a month that was exported before',
  '--since-export': 'export only what has changed since the last export of the month',
  '--map <file>': 'CSV file with the account of the accounting system for each account; see `journal map`',
  '--suspense <account>': 'account for postings without a target in the map',
  '--sum <what>': {
    summary: 'day-account writes daily sums per account, tax and side, instead of one row for each posting',
    choices: ['day-account'],
  },
  '--layout <layout>': {
    summary:
      'of csv and xlsx: entries have both accounts in one row; rows have one account each, with debit and credit',
    fallback: 'entries',
    choices: ['entries', 'rows'],
  },
  'Output flags:': {
    '--format <format>': {
      summary: 'datev, csv or xlsx (default: the extension of --output, else csv)',
      choices: journalFormats,
    },
    '-o, --output <file>': {
      summary:
        'write to this file (replaced atomically); {property} and {period} in the name are replaced; for datev, the name is EXTF_*.csv',
      hasPlaceholders: true,
    },
    ...asDetails(settingFlags(['locale', 'delimiter', 'decimalComma', 'bom'])),
  },
} as const;

export type ExportOptions = Options<typeof exportFlags> & SeveralProperties & DeliveryOptions;

export const verifyFlags = {
  '--head <hash>...': 'hash of a close that you noted; it must be in the archive; may be repeated',
} as const;

export type VerifyFlags = Options<typeof verifyFlags>;

export const mapFlags = {
  '--map <file>': 'keep the rows of this map and add the missing accounts',
  '--debtors': 'add a row for each company of the city ledger, with the next account of --debtor-range',
  '--debtor-range <range>': {
    summary: 'accounts of companies in the accounting system',
    fallback: '10000-69999',
  },
} as const;

export type MapOptions = Options<typeof mapFlags> & SeveralProperties & OutputOptions;

export const evidenceFlags = {
  '--period <period>': {
    summary: 'business dates of the ledger and invoice dates',
    fallback: 'last-year',
    suggestions: periodForms,
  },
  ...basisFlags,
  '--dtd <file>': 'the DTD of the standard, gdpdu-01-03-2019.dtd, which is copied into the folder',
  '-o, --output <folder>':
    'folder to write, which must be empty or not exist; several properties have one in it each',
} as const;

export type EvidenceOptions = Options<typeof evidenceFlags> & SeveralProperties;

export const statisticsFlags = {
  '--period <month>': lastMonth('month of the return, which must be over'),
  '--portfolio <file>':
    'CSV file with property and what the reports do not contain: beds, rooms, open-days, deadline, office-id (HOTELCTL_PORTFOLIO, default portfolio.csv in the configuration folder)',
  '--adjustments <file>':
    'CSV file with guests to subtract: property, month, country, arrivals, nights, room-nights, reason',
  '--save': 'keep the figures that you report; a later run prints the correction',
} as const;

export type StatisticsOptions = Options<typeof statisticsFlags> &
  SeveralProperties &
  OutputOptions &
  DeliveryOptions;
