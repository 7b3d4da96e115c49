import type { Text } from '../../output/document/document.ts';
import { joinTexts, say, sayDate } from '../../output/words/messages.ts';
import { localTimeIn } from '../../platform/dates.ts';
import type { ExactNumber } from '../../platform/numbers.ts';
import type { Posting } from '../posting.ts';

/** A few lines of many, and how many there are. */
export class KeptLines {
  count = 0;
  readonly lines: Posting[] = [];

  add(line: Posting): void {
    this.count += 1;
    if (this.lines.length < mostKept) this.lines.push(line);
  }
}

/** Readers look for the line that is wrong, and page through no more than these. */
export const mostKept = 100;

/**
 * The lines of each entry of the ledger. What is compared is in lists: an object for each of many lines takes time and memory.
 */
export class LedgerEntries {
  /** The place of the first line of each entry in the lists; -1 after the second. */
  readonly #places = new Map<string, number>();
  readonly #references: object[] = [];
  /** Four texts of each first line; there are few that differ. */
  readonly #texts: string[] = [];
  readonly #amounts: ExactNumber[] = [];

  get size(): number {
    return this.#places.size;
  }

  /**
   * What a line is in its entry: the VAT of a prepayment, listed twice, or one that does not belong there (`entry`).
   *
   * @param reference the same object for all lines of a reference
   */
  add(line: Posting, reference: object): 'first' | 'pair' | 'vatEntry' | 'twice' | 'entry' {
    const { sourceEntryNumber, date, command, grossAmount, netAmount } = line;
    const [debited, credited] = [line.debitedAccount.number, line.creditedAccount.number];
    const place = this.#places.get(sourceEntryNumber);
    if (place === undefined) {
      this.#places.set(sourceEntryNumber, this.#references.length);
      this.#references.push(reference);
      this.#amounts.push(grossAmount, netAmount);
      this.#texts.push(date, command, debited, credited);
      return 'first';
    }
    this.#places.set(sourceEntryNumber, -1);
    const first = this.#texts.slice(4 * place, 4 * place + 4);
    if (place < 0 || this.#references[place] !== reference || first[0] !== date) return 'entry';
    const isVat = (first[1] === 'PostPrepaymentVat') !== (command === 'PostPrepaymentVat');
    if (first[1] !== command) return isVat ? 'vatEntry' : 'entry';
    const isSameAmount =
      String(this.#amounts[2 * place]) === String(grossAmount) &&
      String(this.#amounts[2 * place + 1]) === String(netAmount);
    return isSameAmount && first[2] === debited && first[3] === credited ? 'twice' : 'pair';
  }
}

/** When the first lines were posted, and for which business dates. */
export function describeDates({ lines }: KeptLines, zone: string | undefined): Text {
  const local = localTimeIn(zone);
  const dates = new Map(
    lines.map(({ date, timestamp }) => {
      const { day } = local(Date.parse(timestamp));
      return [`${day} ${date}`, { day: sayDate(day), date: sayDate(date) }];
    }),
  );
  const words = [...dates.values()].map(each => say('posted on {day} with the business date {date}', each));
  return joinTexts(words.slice(0, 3), '; ');
}
