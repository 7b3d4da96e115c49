import Big from 'big.js';
import { percentChange } from '../../output/totals.ts';
import type { CalendarDate } from '../../platform/dates.ts';
import { type ExactNumber, isExactNumber, plainNumber, settled } from '../../platform/numbers.ts';
import { listDays, type Period } from '../../platform/periods.ts';
import { valueReader } from '../../platform/record-paths.ts';
import type { ReportRecord } from '../../platform/records.ts';
import { bookMeasures } from '../../reports/figures/books.ts';
import {
  addUpFigures,
  compareHotels,
  type FigureBasis,
  inParts,
} from '../../reports/figures/hotel-figures.ts';
import { withoutChoice } from '../../reports/figures/rates.ts';

export interface PackBooks {
  readonly property: string;
  readonly name: string;
  readonly group: string | undefined;
  readonly currency: string | undefined;
  readonly now: readonly ReportRecord[];
  /** Each with the day that it is compared with as `businessDay`. */
  readonly lastYear: readonly ReportRecord[];
  /** The same for a table of days: each with the same weekday of last year, however the totals are compared. */
  readonly sameWeekday: readonly ReportRecord[];
  readonly budget: readonly ReportRecord[];
  /** The accounts of the revenues in the order of the tree, and their budget by number. */
  readonly accounts: { readonly now: readonly ReportRecord[]; readonly lastYear: readonly ReportRecord[] };
  readonly accountBudget: ReadonlyMap<string, Big>;
  readonly invoices: readonly ReportRecord[];
}

export type Pack = ReturnType<typeof makePack>;

const budgetMeasures = bookMeasures.map(withoutChoice);

type Side = 'now' | 'lastYear' | 'budget';

/** A hotel, a day, a group of hotels or all of them, in one currency. */
function makeLine(
  books: readonly PackBooks[],
  { amounts }: FigureBasis,
  head: {
    /** Undefined for the total of all hotels. */
    readonly name?: string | undefined;
    readonly property?: string;
    readonly day?: CalendarDate;
  },
) {
  const rowsOn = (side: Side) => (each: PackBooks) =>
    each[side].filter(({ businessDay }) => head.day === undefined || businessDay === head.day);
  const now = rowsOn('now');
  return {
    ...head,
    currency: books.find(({ currency }) => currency)?.currency,
    hotels: books.length,
    figures: addUpFigures(books.flatMap(now), amounts),
    lastYear: compareHotels(books, now, rowsOn('lastYear'), amounts),
    budget: compareHotels(books, now, rowsOn('budget'), amounts, budgetMeasures),
  };
}
export type PackLine = ReturnType<typeof makeLine>;

const revParChange = ({ lastYear }: PackLine) => Number(lastYear.change.revPar ?? Number.NEGATIVE_INFINITY);

export function makePack(
  books: readonly PackBooks[],
  { period, earlier }: { readonly period: Period; readonly earlier: Period },
  basis: FigureBasis,
) {
  const all = listDays(period);
  // A table of more days is not read.
  const days = all.length <= 92 ? all : [];
  const hotelLine = (each: PackBooks) =>
    makeLine([each], basis, { name: each.name, property: each.property });
  const ordered = (of: readonly PackBooks[]) =>
    of.map(hotelLine).sort((one, other) => revParChange(other) - revParChange(one) || 0);
  const makeDays = (of: readonly PackBooks[]) => {
    const aligned = of.map(each => ({ ...each, lastYear: each.sameWeekday }));
    return days.map(day => makeLine(aligned, basis, { day }));
  };
  return {
    period,
    earlier,
    basis,
    hotels: ordered(books),
    groups: inParts(books, ({ group }) => group).map(part => ({
      ...makeLine(part, basis, { name: part[0]?.group }),
      members: ordered(part),
    })),
    totals: inParts(books, () => '').map(part => ({
      ...makeLine(part, basis, {}),
      days: makeDays(part),
      accounts: addUpAccounts(part, basis),
    })),
    days: makeDays(books),
    invoices: books.flatMap(({ invoices, name }) => invoices.map(invoice => ({ ...invoice, hotel: name }))),
  };
}

interface Account {
  readonly name: string;
  readonly number: string;
  /** Beside the sides, what they are compared with: this year of the hotels that have the other side. */
  readonly sums: Map<Side | 'besideLastYear' | 'besideBudget', Big>;
  readonly children: Map<string, Account>;
}

/** The trees of all hotels added up: accounts with one path of numbers are one. */
function addUpAccounts(books: readonly PackBooks[], { amounts }: FigureBasis) {
  const newAccount = (name: string, number: string): Account => ({
    name,
    number,
    sums: new Map(),
    children: new Map(),
  });
  const root = newAccount('', '');
  const [nameIn, numberIn] = [valueReader('account.name'), valueReader('account.number')];
  const amountIn = valueReader(`${amounts}Amount.amount`);
  for (const each of books) {
    for (const side of ['now', 'lastYear'] as const) {
      const path = [root];
      for (const record of each.accounts[side]) {
        path.length = Number(record['depth']) + 1;
        const [name, number] = [String(nameIn(record)), String(numberIn(record))];
        const siblings = path.at(-1)?.children;
        const account = siblings?.get(number) ?? newAccount(name, number);
        siblings?.set(number, account);
        path.push(account);
        const value = amountIn(record);
        const amount = isExactNumber(value) ? new Big(plainNumber(value)) : undefined;
        const budget = side === 'now' ? each.accountBudget.get(number) : undefined;
        const sums = {
          [side]: amount,
          budget,
          besideLastYear: side === 'now' && each.lastYear.length > 0 ? amount : undefined,
          besideBudget: budget && amount,
        };
        for (const [key, sum] of Object.entries(sums) as [Side, Big | undefined][])
          if (sum) account.sums.set(key, (account.sums.get(key) ?? new Big(0)).plus(sum));
      }
    }
  }
  const makeLines = ({ children }: Account, depth: number): readonly PackAccount[] =>
    [...children.values()].flatMap(account => {
      const { name, number, sums } = account;
      const shown = (key: Parameters<typeof sums.get>[0]) => {
        const sum = sums.get(key);
        return sum ? settled(sum) : null;
      };
      const [now, lastYear, budget] = [shown('now'), shown('lastYear'), shown('budget')];
      const change = (after: ExactNumber | null, before: ExactNumber | null) =>
        after === null || before === null ? null : percentChange(after, before);
      const onLastYear = change(shown('besideLastYear'), lastYear);
      const onBudget = change(shown('besideBudget'), budget);
      return [
        { name, number, depth, now, lastYear, onLastYear, budget, onBudget },
        ...makeLines(account, depth + 1),
      ];
    });
  return makeLines(root, 0);
}

type PackAccount = Readonly<
  Record<'now' | 'lastYear' | 'onLastYear' | 'budget' | 'onBudget', ExactNumber | null>
> & {
  readonly name: string;
  readonly number: string;
  readonly depth: number;
};
