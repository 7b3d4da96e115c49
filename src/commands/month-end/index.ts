import { defineCommand } from '../../cli/command.ts';
import { severalPropertiesFlags } from '../../cli/property-flags.ts';
import { connectionSettings, deliveryFlags, outputFlags, settingFlags } from '../../cli/shared-flags.ts';
import {
  acceptFlags,
  closeFlags,
  datevSettings,
  evidenceFlags,
  exportFlags,
  mapFlags,
  signFlags,
  statisticsFlags,
  verifyFlags,
} from './flags.ts';

const properties = severalPropertiesFlags();
const settings = [...connectionSettings, 'reportsVersion'] as const;
const archiveSettings = [...settings, 'dataDir'] as const;
const closedProperties = severalPropertiesFlags('all properties with closes (default if none is set)');

const closeCommand = defineCommand({
  text:
    "Reconcile a month's reports. It fetches the ledger and the other reports, compares them with each other in exact " +
    'decimals, and shows what agrees, what the data explains, and what is open. It shows what lies between booked and posted ' +
    'revenue, balances that are rolled forward, and VAT per rate. The responses and the result are kept, and no later ' +
    'run changes them; a later run shows what has changed since.\n\n' +
    'A month can be closed from 06:00 of the first day after it at the property, when its last night audit is done. The exit ' +
    'code is 10 if something is open.',
  flags: [closeFlags, properties, outputFlags(), deliveryFlags],
  settings: archiveSettings,
  returns: { rows: async () => (await import('./close-result.ts')).closeCheckColumns },
  changes: 'machine',
  examples: {
    'hotelctl close --property MUC --period 2026-10': 'what agrees and what is open, on the screen',
    'hotelctl close --property MUC --period 2026-10 --output close.html': 'a page with all checks',
    'hotelctl close --all-properties --period 2026-10 --output close.xlsx': 'a workbook of all properties',
    'hotelctl close --property MUC --period this-month --provisional': 'a month that is not over yet',
  },
  plan: async (...given) => (await import('./close.ts')).planClose(...given),
});

const closeCommands = {
  list: defineCommand({
    summary: 'list the closes on this machine',
    flags: [closedProperties, outputFlags()],
    settings: ['dataDir'],
    returns: { rows: async () => (await import('./chain.ts')).closeColumns },
    examples: { 'hotelctl close list --property MUC': 'one property' },
    plan: async (...given) => (await import('./chain.ts')).planCloseList(...given),
  }),
  verify: defineCommand({
    summary: 'check that no close was changed or removed',
    text:
      'Check that no close was changed or removed: each one names the hashes of its files and of the close before it. The ' +
      'exit code is 10 if one was, or if there is none. The result is computed again from the responses that were kept. Only a hash ' +
      'that you noted elsewhere (--head) shows that closes were removed at the end.',
    flags: [verifyFlags, closedProperties, outputFlags()],
    settings: ['dataDir'],
    returns: { rows: async () => (await import('../../cli/checklist.ts')).verifiedColumns('Close') },
    examples: {
      'hotelctl close verify': 'all properties',
      'hotelctl close verify --property MUC --head 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08':
        'one property, with the hash that you noted',
    },
    plan: async (...given) => (await import('./chain.ts')).planCloseCheck(...given),
  }),
  accept: defineCommand({
    summary: 'record why an open check or a question is accepted',
    text:
      'Record why an open check or question of a close is accepted. The chain of closes records it, the page shows it, and the check is ' +
      'no longer open (exit 10) as long as its differences are the same.',
    arguments: [{ form: '<check>', summary: 'the check, such as L2' }],
    flags: [acceptFlags, properties],
    settings: ['dataDir'],
    changes: 'machine',
    examples: {
      'hotelctl close accept L2 --property MUC --period 2026-10 --reason "Deposit of a key" --by "A. Berger"':
        'a balance of a house account',
    },
    plan: async (...given) => (await import('./chain.ts')).planAcceptance(...given),
  }),
  sign: defineCommand({
    summary: 'record who prepared or reviewed a close',
    flags: [signFlags, properties],
    settings: ['dataDir'],
    changes: 'machine',
    examples: {
      'hotelctl close sign --property MUC --period 2026-10 --prepared "A. Berger"':
        'the person who prepared it',
    },
    plan: async (...given) => (await import('./chain.ts')).planSignature(...given),
  }),
};

const journalCommand = defineCommand({
  text:
    'Export the ledger of a closed month as a journal for the accounting system: DATEV files (EXTF 700, Buchungsstapel), or double entry as ' +
    'CSV or Excel. It is made from the newest close of each month, and the chain of closes records the export. Its ' +
    'sums are proven before it is written: if totals do not match the ledger, nothing is written (exit 6). ' +
    'There is one file for each property and calendar year, and in DATEV for each fiscal year.',
  flags: [exportFlags, settingFlags(datevSettings), properties, deliveryFlags],
  settings: archiveSettings,
  changes: 'machine',
  examples: {
    'hotelctl journal --property MUC --period 2026-10 --output journal.csv': "the platform's accounts",
    'hotelctl journal --property MUC --period 2026-10 --layout rows --output journal.csv':
      'one account per row, as Xero, QuickBooks and Sage import it',
    'hotelctl journal --property MUC --period 2026-10 --since-export --output late.csv':
      'what was posted late, after the month was closed again',
    'hotelctl journal map --property MUC --output map.csv': 'the accounts, for your targets',
  },
  returns: { file: true },
  plan: async (...given) => (await import('./journal.ts')).planJournal(...given),
});

const journalCommands = {
  map: defineCommand({
    summary: "list the last twelve months' accounts as a map to fill in",
    text:
      'List the accounts and taxes of the last twelve months, as a map for `hotelctl journal --map`. Fill in the targets, and the ' +
      'keys of your tax adviser. --debtors adds a row for each company, with the next account of a range.',
    flags: [mapFlags, properties, outputFlags()],
    settings,
    returns: { rows: async () => (await import('../../reports/journal/account-map.ts')).mapColumns },
    examples: { 'hotelctl journal map --property MUC --output map.csv': 'a first map' },
    plan: async (...given) => (await import('./journal.ts')).planAccountMap(...given),
  }),
  evidence: defineCommand({
    summary: 'write the audit medium: index.xml, and CSV files of the ledger, its taxes and the invoices',
    text:
      'Write the audit medium (Z3 of the GoBD): a folder with index.xml, the ledger, its taxes, its accounts and the invoices to ' +
      'companies as CSV files, their hashes, and a README for the auditor. The DTD of the standard is not part of hotelctl.',
    flags: [evidenceFlags, properties],
    settings: archiveSettings,
    changes: 'machine',
    examples: { 'hotelctl journal evidence --property MUC --period 2026-10 --output evidence': 'October' },
    plan: async (...given) => (await import('./evidence.ts')).planEvidence(...given),
  }),
};

export const statisticsCommand = defineCommand({
  text:
    'Prepare the monthly statistics return, in the rows of the form: arrivals and nights by ' +
    'country of residence, and room nights. hotelctl prepares the figures; you report them. The residence is that of ' +
    'the primary guest of each reservation. Each property has its own page or section.',
  arguments: [
    {
      form: '<form>',
      summary: 'DE or CH; totals is a list by country of residence for every other office',
      choices: ['DE', 'CH', 'totals'],
    },
  ],
  flags: [statisticsFlags, properties, outputFlags(), deliveryFlags],
  settings: archiveSettings,
  returns: { rows: async () => (await import('../../reports/statistics/return.ts')).returnColumns },
  changes: 'machine',
  examples: {
    'hotelctl statistics DE --property MUC --period last-month': 'the rows of the German form',
    'hotelctl statistics DE --property MUC --portfolio portfolio.csv --save':
      'with beds and office number from the portfolio; saves the figures',
    'hotelctl statistics CH --all-properties --period 2026-10 --output CH.html': 'a page of all properties',
    "hotelctl schedule add statistics --every 'month 3 07:00' -- statistics DE --property MUC --output /srv/statistics.xlsx":
      'on the third of each month',
  },
  plan: async (...given) => (await import('./statistics.ts')).planStatistics(...given),
});

export const closeGroup = { command: closeCommand, commands: closeCommands };
export const journalGroup = { command: journalCommand, commands: journalCommands };
