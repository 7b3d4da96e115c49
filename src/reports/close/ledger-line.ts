import { type CalendarDate, dateOfDay, twoDigits } from '../../platform/dates.ts';
import { keepTexts, type Posting } from '../posting.ts';

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

type EntryLine = Pick<Posting, 'reference' | 'date' | 'command' | 'grossAmount' | 'netAmount'> & {
  readonly debited: string;
  readonly credited: string;
};

/** The lines of each entry of the ledger. No texts are joined here: a ledger has many lines. */
export class LedgerEntries {
  /** The first line of each entry; null after the second. */
  readonly #first = new Map<string, EntryLine | null>();
  readonly #keep = keepTexts();

  get size(): number {
    return this.#first.size;
  }

  /** What a line is in its entry: the VAT of a prepayment, listed twice, or one that does not belong there (`entry`). */
  add(line: Posting): 'first' | 'pair' | 'vatEntry' | 'twice' | 'entry' {
    const { sourceEntryNumber, date, grossAmount, netAmount } = line;
    const first = this.#first.get(sourceEntryNumber);
    const [reference, command] = [this.#keep(line.reference), this.#keep(line.command)];
    const debited = this.#keep(line.debitedAccount.number);
    const credited = this.#keep(line.creditedAccount.number);
    if (first === undefined) {
      const own = { reference, command, date, grossAmount, netAmount, debited, credited };
      this.#first.set(sourceEntryNumber, own);
      return 'first';
    }
    this.#first.set(sourceEntryNumber, null);
    if (first?.reference !== reference || first.date !== date) return 'entry';
    const isVat = (first.command === 'PostPrepaymentVat') !== (command === 'PostPrepaymentVat');
    if (first.command !== command) return isVat ? 'vatEntry' : 'entry';
    const isSameAmount =
      String(first.grossAmount) === String(grossAmount) && String(first.netAmount) === String(netAmount);
    return isSameAmount && first.debited === debited && first.credited === credited ? 'twice' : 'pair';
  }
}

const quarter = 900_000;

/** The day and the hour at a property of a moment. Offsets of zones change only at quarters of an hour, so few are computed. */
export function localTimeIn(zone: string | undefined) {
  const offsets = new Map<number, number>();
  const dates = new Map<number, CalendarDate>();
  const format = new Intl.DateTimeFormat('en', {
    ...(zone === undefined ? {} : { timeZone: zone }),
    ...{ year: 'numeric', month: 'numeric', day: 'numeric' },
    ...{ hour: 'numeric', minute: 'numeric', hourCycle: 'h23' },
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

/** A moment in the local time of a property: `2026-11-01T07:12:00+01:00`. */
export function writeMoment({ offset }: { readonly offset: number }, at: number): string {
  const minutes = Math.abs(offset) / 60_000;
  const size = `${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}`;
  return `${new Date(at + offset).toISOString().slice(0, 19)}${offset < 0 ? '-' : '+'}${size}`;
}
