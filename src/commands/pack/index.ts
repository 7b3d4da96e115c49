import { defineCommand } from '../../cli/command.ts';
import { deliveryFlags } from '../../cli/delivery-flags.ts';
import { connectionSettings, figureFlags, portfolioFlags } from '../../cli/flags.ts';
import { severalPropertiesFlags } from '../../cli/several-properties.ts';
import { packFlags, pageFlags, pageSettings } from './flags.ts';

/** `hotelctl pack`: what a controller sends to the owner. */
export const command = defineCommand({
  text:
    'Write the month pack: performance against last year and budget, by region, by hotel and by day, the posted revenues by ' +
    'account, and the company invoices. Counts are of bedrooms; performance is booked accommodation revenue, which differs ' +
    'by design from the posted revenues of the accounts.',
  flags: [
    packFlags,
    severalPropertiesFlags('all properties that you can access'),
    figureFlags,
    portfolioFlags,
    pageFlags,
    pageSettings,
    deliveryFlags,
  ],
  settings: [...connectionSettings, 'reportsVersion'],
  examples: {
    'hotelctl pack --property MUC --period 2026-10': 'October, on the screen',
    'hotelctl pack --all-properties --output pack.xlsx': 'last month of all properties, as a workbook',
    'hotelctl pack --all-properties --output pack.html --mail-to owner@hotel.example':
      'as a page, sent by email with the file attached',
  },
  run: async (open, options) => (await import('./run.ts')).runPack(open, options),
});
