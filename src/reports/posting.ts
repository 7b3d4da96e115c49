import { UndocumentedResponseError } from '../base/errors.ts';
import type { CalendarDate } from '../platform/dates.ts';
import type { ExactNumber } from '../platform/numbers.ts';
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

/** One copy of each text: those of all lines would fill the memory. */
export function keepTexts(): (text: string) => string {
  const known = new Map<string, string>();
  return text => {
    const kept = known.get(text);
    if (kept === undefined) known.set(text, text);
    return kept ?? text;
  };
}

export const nameAccount = ({ number, name }: Pick<PostedAccount, 'number' | 'name'>): string =>
  `${number} ${name}`;

/** How a person finds a line in the ledger. */
export const nameOfLine = ({ sourceEntryNumber, date }: Partial<Posting>): string =>
  `entry ${safeText(sourceEntryNumber ?? 'without a number', 60)} of ${date ?? 'no date'}`;

/** The fields of a line in the order of the model; without loops over names, because a ledger has many lines. */
function findMissing(line: Partial<Posting>): string | undefined {
  if (line.timestamp === undefined) return 'timestamp';
  if (line.date === undefined) return 'date';
  if (line.debitedAccount === undefined) return 'debitedAccount';
  if (line.creditedAccount === undefined) return 'creditedAccount';
  if (line.command === undefined) return 'command';
  if (line.currency === undefined) return 'currency';
  if (line.grossAmount === undefined) return 'grossAmount';
  if (line.netAmount === undefined) return 'netAmount';
  if (line.sourceEntryNumber === undefined) return 'sourceEntryNumber';
  if (line.reference === undefined) return 'reference';
  if (line.referenceType === undefined) return 'referenceType';
  for (const tax of line.taxes ?? []) {
    if (tax.type === undefined) return 'taxes[].type';
    if (tax.percent === undefined) return 'taxes[].percent';
    if (tax.amount === undefined) return 'taxes[].amount';
  }
  const { reservation } = line;
  if (!reservation) return undefined;
  if (reservation.id === undefined) return 'reservation.id';
  if (reservation.status === undefined) return 'reservation.status';
  if (reservation.arrival === undefined) return 'reservation.arrival';
  return reservation.departure === undefined ? 'reservation.departure' : undefined;
}

/**
 * A line that can be added up. The specification does not show its fields, so reports only warn where one is missing.
 *
 * @throws UndocumentedResponseError (exit 6)
 */
export function requirePosting(record: unknown): Posting {
  const missing = findMissing(record as Posting);
  if (missing === undefined) return record as Posting;
  throw new UndocumentedResponseError(`${nameOfLine(record as Posting)} in the ledger has no ${missing}`, {
    hint: 'see the line with `hotelctl reports gross-transactions --format json`; nothing was written',
  });
}
