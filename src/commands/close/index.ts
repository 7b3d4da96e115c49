import { defineCommand } from '../../cli/command.ts';
import { deliveryFlags } from '../../cli/delivery-flags.ts';
import { connectionSettings } from '../../cli/flags.ts';
import { outputFlags } from '../../cli/output-flags.ts';
import { severalPropertiesFlags } from '../../cli/several-properties.ts';
import { closeFlags } from './flags.ts';

const closedProperties = severalPropertiesFlags('all properties that have closes (default)');

/** `hotelctl close`: the month reconciled to the cent. */
export const command = defineCommand({
  text:
    'Reconcile the reports of a month. It fetches the ledger and the other reports, compares them with each other in exact ' +
    'decimals, and shows what agrees, what the data explains, and what is open. It shows what lies between booked and posted ' +
    'revenue, balances that are rolled forward, and VAT per rate. The responses and the result are kept, and no later ' +
    'run changes them; a later run shows what has changed since.\n\n' +
    'A month can be closed from 06:00 of the first day after it at the property, when its last night audit is done. The exit ' +
    'code is 10 if something is open.',
  flags: [
    closeFlags,
    severalPropertiesFlags('all properties that you can access'),
    outputFlags(),
    deliveryFlags,
  ],
  settings: [...connectionSettings, 'reportsVersion', 'dataDir'],
  columns: async () => (await import('./result.ts')).closeCheckColumns,
  examples: {
    'hotelctl close --property MUC --period 2026-10': 'what agrees and what is open, on the screen',
    'hotelctl close --property MUC --period 2026-10 --output october.html':
      'a page with all checks and their lines',
    'hotelctl close --all-properties --period last-month --output close.xlsx':
      'all properties, in a workbook',
    'hotelctl close --property MUC --period this-month --provisional': 'a month that is not over yet',
  },
  run: async (open, options) => (await import('./run.ts')).runClose(open, options),
});

export const commands = {
  list: defineCommand({
    summary: 'list the closes on this machine',
    flags: [closedProperties, outputFlags()],
    settings: ['dataDir'],
    columns: async () => (await import('./chain.ts')).closeColumns,
    examples: { 'hotelctl close list --property MUC': 'one property' },
    run: async (open, options) => (await import('./chain.ts')).listStoredCloses(open, options),
  }),
  verify: defineCommand({
    summary: 'check that no close was changed or removed',
    text:
      'Check that no close was changed or removed: each one names the hashes of its files and that of the close before it. The ' +
      'exit code is 10 if one was. Compare the hash of the last one with the one that you noted: nothing else shows that closes ' +
      'were removed at the end.',
    flags: [closedProperties, outputFlags()],
    settings: ['dataDir'],
    columns: async () => (await import('./chain.ts')).chainColumns,
    examples: { 'hotelctl close verify': 'all properties' },
    run: async (open, options) => (await import('./chain.ts')).verifyStoredCloses(open, options),
  }),
};
