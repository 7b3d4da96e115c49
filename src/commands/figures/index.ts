import { defineCommand } from '../../cli/command.ts';
import { severalPropertiesFlags, snapshotFlags } from '../../cli/property-flags.ts';
import type { CommandResult } from '../../cli/result.ts';
import { connectionSettings, deliveryFlags, outputFlags, ratesFlags } from '../../cli/shared-flags.ts';
import {
  briefFlags,
  budgetedFlags,
  figureFlags,
  paceFlags,
  packFlags,
  pageFlags,
  pickupFlags,
} from './flags.ts';

const booksOf = (kind: 'pickup' | 'pace'): CommandResult => ({
  rows: async (_, options) => (await import('../../reports/figures/books.ts')).columnsOfBooks(kind, options),
  keys: async (_, options, amounts) =>
    (await import('../../reports/figures/books.ts')).keysOfBooks(kind, options?.['by'], amounts),
});

export const briefCommand = defineCommand({
  text:
    'Show yesterday, the month to date, and the next 30 days on the books, each against the same weekdays of last ' +
    'year. Days to come are compared with the books of last year at the same distance if there is a snapshot of that day, ' +
    'else with the final result. Only bedrooms are counted; amounts are accommodation revenue as booked. With snapshots of ' +
    'earlier days it shows the pick-up of 1 and of 7 days too, and where the month is heading: the result to date, what is on the ' +
    'books to its end, and what last year still picked up from the same distance. With --budget, it shows the budget beside the month to date and the outlook.',
  flags: [severalPropertiesFlags(), briefFlags, budgetedFlags, ratesFlags, outputFlags(), deliveryFlags],
  settings: [...connectionSettings, 'reportsVersion', 'dataDir'],
  returns: {
    rows: async () => (await import('../../reports/figures/morning.ts')).morningView('net').columns,
    keys: async (_view, _options, amounts) =>
      (await import('../../reports/figures/morning.ts')).keysOfMorning(amounts),
  },
  examples: {
    'hotelctl brief --property MUC': 'one property, as a table',
    'hotelctl brief --all-properties --output brief.html --mail-to manager@hotel.example':
      'all properties, as an HTML page sent by email',
  },
  plan: async (...given) => (await import('./brief.ts')).planBrief(...given),
});

export const pickupCommand = defineCommand({
  text:
    'Show what was booked since an earlier day, for each stay date: bedrooms sold, accommodation revenue, ADR, RevPAR and ' +
    'occupancy, before and now. Cancellations are negative pick-up. This command reads the snapshots of `hotelctl snapshot ' +
    'take` and works offline.',
  flags: [pickupFlags, snapshotFlags, figureFlags, ratesFlags, outputFlags(), deliveryFlags],
  settings: ['dataDir'],
  returns: booksOf('pickup'),
  examples: {
    'hotelctl pickup --property MUC --since 7d': 'the last week, by stay date',
    'hotelctl pickup --all-properties --since 7d --by month --output pickup.xlsx':
      'all properties by month, as a workbook',
    'hotelctl pickup --property MUC --since 1d --chart': 'since yesterday, as a chart',
  },
  plan: async (...given) => (await import('./comparison.ts')).planPickup(...given),
});

export const paceCommand = defineCommand({
  text:
    'Compare what is on the books for each stay date with what was on the books for the same weekday of last year, the same ' +
    'number of days before arrival. If there is no snapshot of last year, the comparison is with the actual result of that ' +
    'day, and the column versusBasis is `actual`. Only bedrooms are counted; amounts are accommodation revenue.',
  flags: [paceFlags, snapshotFlags, budgetedFlags, ratesFlags, outputFlags(), deliveryFlags],
  settings: [...connectionSettings, 'reportsVersion', 'dataDir'],
  returns: booksOf('pace'),
  examples: {
    'hotelctl pace --property MUC --period 2026-12': 'December against last December',
    'hotelctl pace --property MUC --period 2026-12 --versus 2026-11-01 --chart':
      'against the books of 1 November, as a chart',
  },
  plan: async (...given) => (await import('./comparison.ts')).planPace(...given),
});

export const packCommand = defineCommand({
  text:
    'Write the month pack: performance against last year and budget, by region, by hotel and by day, the posted revenues by ' +
    'account, and the company invoices; for the running month also the outlook of `brief`. Only bedrooms are counted; performance is booked accommodation revenue, which differs ' +
    'by design from the posted revenues of the accounts.',
  flags: [packFlags, severalPropertiesFlags(), budgetedFlags, ratesFlags, pageFlags, deliveryFlags],
  settings: [...connectionSettings, 'reportsVersion', 'dataDir'],
  examples: {
    'hotelctl pack --property MUC --period 2026-10': 'October, on the screen',
    'hotelctl pack --all-properties --output pack.xlsx': 'last month of all properties, as a workbook',
    'hotelctl pack --all-properties --output pack.html --mail-to owner@hotel.example':
      'as a page, sent by email with the file attached',
  },
  returns: { file: true },
  plan: async (...given) => (await import('./pack.ts')).planPack(...given),
});
