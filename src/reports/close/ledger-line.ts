import type { Text } from '../../output/document/document.ts';
import { joinTexts, say, sayDate } from '../../output/words/messages.ts';
import { type CalendarDate, dateOfDay, twoDigits } from '../../platform/dates.ts';
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

const quarter = 900_000;

/** The day and the hour at a property of a moment. Offsets of zones change only at quarters of an hour, so few are computed. */
export function localTimeIn(zone: string | undefined) {
  const offsets = new Map<number, number>();
  const dates = new Map<number, CalendarDate>();
  const format = new Intl.DateTimeFormat('en', {
    ...(zone === undefined ? {} : { timeZone: zone }),
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    hourCycle: 'h23',
  });
  const offsetAt = (at: number) => {
    const parts = Object.fromEntries(
      format.formatToParts(at).map(({ type, value }) => [type, Number(value)]),
    );
    const { year = 0, month = 0, day = 0, hour = 0, minute = 0 } = parts;
    return Date.UTC(year, month - 1, day, hour, minute) - at;
  };
  return (moment: number): { readonly day: CalendarDate; readonly hour: number; readonly offset: number } => {
    const at = Math.floor(moment / quarter) * quarter;
    let offset = offsets.get(at);
    if (offset === undefined) {
      offset = offsetAt(at);
      offsets.set(at, offset);
    }
    const local = moment + offset;
    const day = Math.floor(local / 86_400_000);
    let date = dates.get(day);
    if (date === undefined) {
      date = dateOfDay(day);
      dates.set(day, date);
    }
    return { day: date, hour: Math.floor((local - day * 86_400_000) / 3_600_000), offset };
  };
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

/** A moment in the local time of a property: `2026-11-01T07:12:00+01:00`. */
export function writeMoment({ offset }: { readonly offset: number }, at: number): string {
  const minutes = Math.abs(offset) / 60_000;
  const size = `${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}`;
  return `${new Date(at + offset).toISOString().slice(0, 19)}${offset < 0 ? '-' : '+'}${size}`;
}
