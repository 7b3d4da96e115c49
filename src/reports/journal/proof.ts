import Big from 'big.js';
import { UndocumentedResponseError } from '../../base/errors.ts';
import { safeText } from '../../platform/safe-text.ts';
import { addTo, type LedgerJournal } from './entries.ts';

/** A row of a file, as it is read back from the bytes of the file. */
export interface WrittenRow {
  readonly debit: string;
  readonly credit: string;
  /** Signed: debited to the first account, credited to the second. */
  readonly amount: Big;
}

/**
 * Proves that the rows of the files are those of the ledger: as many as entries, and the same sum for each account. The rows are
 * read one by one, because all of them would take more memory than the file.
 *
 * @throws UndocumentedResponseError (exit 6) with the account and the difference
 */
export async function proveSums(
  { entries, movements, currency = '' }: LedgerJournal,
  rows: Iterable<WrittenRow> | AsyncIterable<WrittenRow>,
): Promise<void> {
  const sums = new Map<string, Big>();
  let count = 0;
  for await (const { debit, credit, amount } of rows) {
    count += 1;
    addTo(sums, debit, amount);
    addTo(sums, credit, amount.times(-1));
  }
  for (const account of new Set([...movements.keys(), ...sums.keys()])) {
    const [moved, written] = [movements, sums].map(each => each.get(account) ?? new Big(0)) as [Big, Big];
    if (moved.eq(written)) continue;
    throw refused(
      `account ${safeText(account, 80)} is ${written.toFixed()} ${currency} in the file and ${moved.toFixed()} ${currency} in ` +
        `the ledger: a difference of ${written.minus(moved).toFixed()} ${currency}`,
    );
  }
  if (count !== entries.length)
    throw refused(`the file has ${count} rows, and the journal has ${entries.length}`);
}

const refused = (message: string) =>
  new UndocumentedResponseError(message, { hint: 'nothing was written; report it' });
