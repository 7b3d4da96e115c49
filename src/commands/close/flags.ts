import type { DeliveryOptions } from '../../cli/delivery-flags.ts';
import type { Options } from '../../cli/flags.ts';
import type { OutputOptions } from '../../cli/output-flags.ts';
import type { SeveralProperties } from '../../cli/several-properties.ts';
import { monthForms } from '../../platform/periods.ts';

export const closeFlags = {
  'Flags:': {
    '--period <month>': {
      summary: 'month to close, which must be over',
      fallback: 'last-month',
      suggestions: monthForms,
    },
    '--provisional': 'show the checks of a month that is not over yet, and keep nothing',
    '--service <id[=account]>': {
      summary:
        'compare the orders of this service, with the account that only this service uses; may be repeated',
      repeatable: true,
    },
    '--time-slice-definition <id>': {
      summary: 'count only these over-night time slices as sold, without day use; may be repeated',
      repeatable: true,
    },
  },
} as const;

export type CloseFlags = Options<typeof closeFlags> & SeveralProperties & OutputOptions & DeliveryOptions;
