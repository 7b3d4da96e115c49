import Big from 'big.js';
import { percentChange } from '../../output/totals.ts';
import type { CalendarDate } from '../../platform/dates.ts';
import { type ExactNumber, isExactNumber, plainNumber, settled } from '../../platform/numbers.ts';
import { listDays, type Period } from '../../platform/periods.ts';
import { valueReader } from '../../platform/record-paths.ts';
import type { ReportRecord } from '../../platform/records.ts';
import { bookMeasures } from './books.ts';
import type { FigureBasis, HotelFigures } from './morning.ts';
import { changeOf, figuresOf, totalOf } from './morning-figures.ts';

/** What the month pack knows of a hotel. Rows are of days, and of months in a budget. */
export interface PackBooks {
  readonly property: string;
  readonly name: string;
  readonly group: string | undefined;
  readonly currency: string | undefined;
  readonly now: readonly ReportRecord[];
  /** Each with the day that it is compared with as `businessDay`. */
  readonly lastYear: readonly ReportRecord[];
  readonly budget: readonly ReportRecord[];
  /** The accounts of the revenues in the order of the tree, and their budget by number. */
  readonly accounts: { readonly now: readonly ReportRecord[]; readonly lastYear: readonly ReportRecord[] };
  readonly accountBudget: ReadonlyMap<string, Big>;
  readonly invoices: readonly ReportRecord[];
}

/** Figures beside those of another side; their change is that of the hotels that have both. */
export interface PackSide {
  readonly figures: HotelFigures | undefined;
  readonly change: HotelFigures;
  readonly hotels: number;
}

/** A hotel, a day, a group of hotels or all of them, in one currency. */
export interface PackLine {
  /** Undefined for the total of all hotels. */
  readonly name: string | undefined;
  readonly property?: string;
  readonly day?: CalendarDate;
  readonly currency: string | undefined;
  readonly hotels: number;
  readonly figures: HotelFigures | undefined;
  readonly lastYear: PackSide;
  readonly budget: PackSide;
}

export interface PackAccount {
  readonly name: string;
  readonly number: string;
  readonly depth: number;
  readonly now: ExactNumber | null;
  readonly lastYear: ExactNumber | null;
  readonly budget: ExactNumber | null;
  readonly changes: { readonly lastYear: ExactNumber | null; readonly budget: ExactNumber | null };
}

/** The month pack as data. */
export interface Pack {
  readonly period: Period;
  readonly earlier: Period;
  readonly basis: FigureBasis;
  readonly hotels: readonly PackLine[];
  /** Of each group of hotels and currency; the group of `hotels` in their order. */
  readonly groups: readonly (PackLine & { readonly members: readonly PackLine[] })[];
  /** Of each currency, with its days and its accounts. */
  readonly totals: readonly (PackLine & {
    readonly days: readonly PackLine[];
    readonly accounts: readonly PackAccount[];
  })[];
  /** Occupancy does not depend on a currency. */
  readonly days: readonly PackLine[];
  readonly invoices: readonly (ReportRecord & { readonly hotel: string })[];
}

/** A budget has no RevPAR of the platform that its basis could be read from. */
const budgetMeasures = bookMeasures.map(column => {
  if (column.aggregation?.kind !== 'ratio') return column;
  const { or: _or, isChosen: _isChosen, ...aggregation } = column.aggregation;
  return { ...column, aggregation };
});

type Side = 'now' | 'lastYear' | 'budget';

function lineOf(
  books: readonly PackBooks[],
  { amounts }: FigureBasis,
  head: Pick<PackLine, 'name' | 'property' | 'day'>,
): PackLine {
  const rowsOf = (each: PackBooks, side: Side) =>
    each[side].filter(({ businessDay }) => head.day === undefined || businessDay === head.day);
  const figures = (of: readonly PackBooks[], side: Side) => {
    const rows = of.flatMap(each => rowsOf(each, side));
    const total = totalOf(rows, side === 'budget' ? budgetMeasures : bookMeasures);
    return total && figuresOf(total, amounts);
  };
  const sideOf = (side: Side): PackSide => {
    const alike = books.filter(each => rowsOf(each, 'now').length > 0 && rowsOf(each, side).length > 0);
    return {
      figures: figures(books, side),
      change: changeOf(figures(alike, 'now'), figures(alike, side)),
      hotels: alike.length,
    };
  };
  return {
    ...head,
    currency: books.find(({ currency }) => currency)?.currency,
    hotels: books.length,
    figures: figures(books, 'now'),
    lastYear: sideOf('lastYear'),
    budget: sideOf('budget'),
  };
}

/** Hotels in parts of one currency, in their order. */
function partsBy(books: readonly PackBooks[], groupOf: (each: PackBooks) => string) {
  const parts = new Map<string, PackBooks[]>();
  for (const each of books) {
    if (each.currency === undefined) continue;
    const id = JSON.stringify([groupOf(each), each.currency]);
    parts.set(id, [...(parts.get(id) ?? []), each]);
  }
  return [...parts.values()];
}

const revParChange = ({ lastYear }: PackLine) => Number(lastYear.change.revPar ?? Number.NEGATIVE_INFINITY);

export function packOf(
  books: readonly PackBooks[],
  { period, earlier }: Pick<Pack, 'period' | 'earlier'>,
  basis: FigureBasis,
): Pack {
  const all = listDays(period);
  // A table of more days is not read.
  const days = all.length <= 92 ? all : [];
  const hotelLine = (each: PackBooks) => lineOf([each], basis, { name: each.name, property: each.property });
  const ordered = (of: readonly PackBooks[]) =>
    of.map(hotelLine).sort((one, other) => revParChange(other) - revParChange(one) || 0);
  const daysOf = (of: readonly PackBooks[]) => days.map(day => lineOf(of, basis, { name: undefined, day }));
  const grouped = books.filter(({ group }) => group !== undefined);
  return {
    ...{ period, earlier },
    basis,
    hotels: ordered(books),
    groups: partsBy(grouped, ({ group }) => group ?? '').map(part => ({
      ...lineOf(part, basis, { name: part[0]?.group }),
      members: ordered(part),
    })),
    totals: partsBy(books, () => '').map(part => ({
      ...lineOf(part, basis, { name: undefined }),
      days: daysOf(part),
      accounts: accountsOf(part, basis),
    })),
    days: daysOf(books),
    invoices: books.flatMap(({ invoices, name }) => invoices.map(invoice => ({ ...invoice, hotel: name }))),
  };
}

interface Account {
  readonly name: string;
  readonly number: string;
  readonly sums: Map<Side, Big>;
  readonly children: Map<string, Account>;
}

/** The trees of all hotels added up: accounts with one path of numbers are one. */
function accountsOf(books: readonly PackBooks[], { amounts }: FigureBasis): PackAccount[] {
  const newAccount = (name: string, number: string): Account => ({
    ...{ name, number },
    sums: new Map(),
    children: new Map(),
  });
  const root = newAccount('', '');
  const [nameIn, numberIn] = [valueReader('account.name'), valueReader('account.number')];
  const amountIn = valueReader(`${amounts}Amount.amount`);
  for (const each of books) {
    const budgets = new Map(each.accountBudget);
    for (const side of ['now', 'lastYear'] as const) {
      const path = [root];
      for (const record of each.accounts[side]) {
        path.length = Number(record['depth']) + 1;
        const [name, number] = [String(nameIn(record)), String(numberIn(record))];
        const siblings = path.at(-1)?.children;
        const account = siblings?.get(number) ?? newAccount(name, number);
        siblings?.set(number, account);
        path.push(account);
        const amount = amountIn(record);
        if (isExactNumber(amount)) addTo(account, side, new Big(plainNumber(amount)));
        const budget = budgets.get(number);
        if (budget) addTo(account, 'budget', budget);
        budgets.delete(number);
      }
    }
  }
  const linesOf = ({ children }: Account, depth: number): PackAccount[] =>
    [...children.values()].flatMap(account => {
      const [now = null, lastYear = null, budget = null] = (['now', 'lastYear', 'budget'] as const).map(
        side => {
          const sum = account.sums.get(side);
          return sum === undefined ? null : settled(sum);
        },
      );
      const changeFrom = (before: ExactNumber | null) =>
        now === null || before === null ? null : percentChange(now, before);
      const changes = { lastYear: changeFrom(lastYear), budget: changeFrom(budget) };
      const { name, number } = account;
      return [{ name, number, depth, now, lastYear, budget, changes }, ...linesOf(account, depth + 1)];
    });
  return linesOf(root, 0);
}

const addTo = ({ sums }: Account, side: Side, amount: Big) =>
  sums.set(side, (sums.get(side) ?? new Big(0)).plus(amount));
