import type { DeliveryOptions } from '../../cli/delivery-flags.ts';
import { alignFlag, type Options } from '../../cli/flags.ts';
import type { OutputOptions } from '../../cli/output-flags.ts';
import type { SeveralProperties } from '../../cli/several-properties.ts';

export const briefFlags = { 'Flags:': alignFlag } as const;

export type BriefOptions = Options<typeof briefFlags> & OutputOptions & SeveralProperties & DeliveryOptions;
