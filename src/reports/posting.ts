import Big from 'big.js';
import type { CalendarDate } from '../platform/dates.ts';
import { type ExactNumber, plainNumber } from '../platform/numbers.ts';
import { safeText } from '../platform/safe-text.ts';

export interface PostedAccount {
  readonly name: string;
  readonly number: string;
  readonly parentNumber?: string | null;
  readonly type: string;
}

export interface LineTax {
  readonly type: string;
  readonly percent: ExactNumber;
  readonly amount: ExactNumber;
}

/** A gross transaction. Amounts are signed: a reduction stays on the usual side, with a negative amount. */
export interface Posting {
  readonly timestamp: string;
  /** The business date. */
  readonly date: CalendarDate;
  readonly debitedAccount: PostedAccount;
  readonly creditedAccount: PostedAccount;
  readonly command: string;
  readonly currency: string;
  readonly grossAmount: ExactNumber;
  readonly netAmount: ExactNumber;
  readonly receipt?: { readonly type?: string | null; readonly number?: string };
  readonly sourceEntryNumber: string;
  readonly reference: string;
  readonly referenceType: string;
  readonly taxes?: readonly LineTax[] | null;
  readonly reservation?: {
    readonly id: string;
    readonly status: string;
    readonly arrival: string;
    readonly departure: string;
  } | null;
}

/** Whether the stay of a reservation with this status did not take place. */
export const didNotTakePlace = (status: string): boolean => status === 'Canceled' || status === 'NoShow';

export const nameAccount = ({ number, name }: Pick<PostedAccount, 'number' | 'name'>): string =>
  `${number} ${name}`;

/** How a person finds a line in the ledger. */
export const nameOfLine = ({ sourceEntryNumber, date }: Posting): string =>
  `entry ${safeText(sourceEntryNumber, 60)} of ${date}`;

/** `Reduced:7`: how a map names a tax, whatever the decimals of its rate. */
export const taxName = (type: string, percent: ExactNumber | string): string =>
  `${type}:${plainNumber(typeof percent === 'string' ? new Big(percent) : percent)}`;
