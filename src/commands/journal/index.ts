import { defineCommand } from '../../cli/command.ts';
import { deliveryFlags } from '../../cli/delivery-flags.ts';
import { connectionSettings, settingFlags } from '../../cli/flags.ts';
import { outputFlags } from '../../cli/output-flags.ts';
import { severalPropertiesFlags } from '../../cli/several-properties.ts';
import { evidenceFlags, exportFlags, mapFlags } from './flags.ts';

const properties = severalPropertiesFlags('all properties that you can access');
const settings = [...connectionSettings, 'reportsVersion'] as const;

/** `hotelctl journal`: the ledger as a journal for the accounting system. */
export const command = defineCommand({
  text:
    'Export the ledger as a journal for the accounting system: DATEV files (EXTF 700, Buchungsstapel), or double entry as CSV or Excel. The ' +
    'file is read back before it is written: if its sum of an account is not that of the ledger, nothing is written (exit 6). ' +
    'There is one file for each property and calendar year, and in DATEV for each fiscal year.',
  flags: [
    exportFlags,
    settingFlags(['adviserNumber', 'clientNumber', 'fiscalYearStart', 'accountLength'], 'Flags:'),
    properties,
    deliveryFlags,
  ],
  settings,
  examples: {
    'hotelctl journal --property MUC --period 2026-10 --format csv --output journal.csv':
      'with the accounts of the platform',
    'hotelctl journal map --property MUC --output map.csv': 'the accounts, for your targets',
  },
  run: async (open, options) => (await import('./run.ts')).exportJournal(open, options),
});

export const commands = {
  map: defineCommand({
    summary: 'list the accounts of the last twelve months, as a map to fill in',
    text:
      'List the accounts and taxes of the last twelve months, as a map for `hotelctl journal --map`. Fill in the targets, and the ' +
      'keys of your tax adviser.',
    flags: [mapFlags, properties, outputFlags()],
    settings,
    columns: async () => (await import('../../reports/journal/account-map.ts')).mapColumns,
    examples: {
      'hotelctl journal map --property MUC --output map.csv': 'a first map',
    },
    run: async (open, options) => (await import('./map.ts')).writeAccountMap(open, options),
  }),
  evidence: defineCommand({
    summary: 'write the audit medium: index.xml with the ledger, its taxes and the invoices as CSV files',
    text:
      'Write the audit medium (Z3 of the GoBD): a folder with index.xml, the ledger, its taxes, its accounts and the invoices to ' +
      'companies as CSV files, their hashes, and a README for the auditor. The DTD of the standard is not part of hotelctl.',
    flags: [evidenceFlags, properties],
    settings,
    examples: {
      'hotelctl journal evidence --property MUC --period 2026-10 --output evidence': 'October',
    },
    run: async (open, options) => (await import('./evidence.ts')).writeEvidence(open, options),
  }),
};
