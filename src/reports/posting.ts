import Big from 'big.js';
import { type ExactNumber, plainNumber } from '../platform/numbers.ts';
import type { GrossTransaction } from '../platform/reports/accounting-response.ts';
import { safeText } from '../platform/safe-text.ts';

/** A gross transaction. Amounts are signed: a reduction stays on the usual side, with a negative amount; `date` is the business date. */
export type Posting = GrossTransaction;
export type PostedAccount = Posting['debitedAccount'];
export type LineTax = NonNullable<Posting['taxes']>[number];

/** Whether the stay of a reservation with this status did not take place. */
export const didNotTakePlace = (status: string): boolean => status === 'Canceled' || status === 'NoShow';

export const nameAccount = ({ number, name }: Pick<PostedAccount, 'number' | 'name'>) => `${number} ${name}`;

/** How a person finds a line in the ledger. */
export const nameOfLine = ({ sourceEntryNumber, date }: Posting): string =>
  `entry ${safeText(sourceEntryNumber, 60)} of ${date}`;

/** `Reduced:7`: how a map names a tax, whatever the decimals of its rate. */
export const taxName = (type: string, percent: ExactNumber | string): string =>
  `${type}:${plainNumber(typeof percent === 'string' ? new Big(percent) : percent)}`;
