import type { HotelctlError } from '../../base/errors.ts';
import { ensureEntry } from '../../base/text.ts';
import { shortCause } from '../../cli/several-properties.ts';
import { percentChange } from '../../output/quotient.ts';
import { joinTexts, say } from '../../output/words/messages.ts';
import type { Phrase } from '../../output/words/words.ts';
import type { CalendarDate } from '../../platform/dates.ts';
import { type ExactNumber, ExactSum, isExactNumber, toSum } from '../../platform/numbers.ts';
import { listDays, type Period } from '../../platform/periods.ts';
import { valueReader } from '../../platform/record-paths.ts';
import type { ReportRecord } from '../../platform/records.ts';
import { addUpFigures, compareHotels, type FigureBasis } from '../../reports/figures/hotel-figures.ts';
import {
  type FigureLine,
  type HotelHead,
  listCurrencies,
  type MissingHotel,
  makeLines,
  type NamedGap,
} from '../../reports/figures/lines.ts';
import { measureOutlook, type OutlookBooks } from '../../reports/figures/morning.ts';

export interface PackBooks extends HotelHead {
  readonly now: readonly ReportRecord[];
  /** Each with the day that it is compared with as `businessDay`. */
  readonly lastYear: readonly ReportRecord[];
  /** The same for a table of days: each with the same weekday of last year, however the totals are compared. */
  readonly sameWeekday: readonly ReportRecord[];
  readonly budget: readonly ReportRecord[];
  /** The accounts of the revenues in the order of the tree, and their budget by number. */
  readonly accounts: { readonly now: readonly ReportRecord[]; readonly lastYear: readonly ReportRecord[] };
  readonly accountBudget: ReadonlyMap<string, ExactSum>;
  readonly invoices: readonly ReportRecord[];
  /** The reports that failed: what they have is empty. */
  readonly failed: readonly FailedReport[];
  /** Of a month that is not over. */
  readonly outlook: OutlookBooks | undefined;
}

interface FailedReport {
  readonly report: string;
  /** Of its section. */
  readonly title: Phrase;
  readonly error: HotelctlError;
}

/** By hotel, or once for a report that all of them lack. */
function describeFailed(books: readonly PackBooks[], expected: number): readonly NamedGap[] {
  const all = books.flatMap(({ name, failed }) => failed.map(each => ({ ...each, name })));
  return all.flatMap(({ title, name, error }, index): NamedGap[] => {
    const alike = all.filter(each => each.title === title);
    const cause = shortCause(error);
    if (alike.length < books.length || books.length === 1)
      return [{ name: expected === 1 ? say(title) : joinTexts([[name], say(title)]), cause }];
    return alike[0] === all[index] ? [{ name: say(title), cause }] : [];
  });
}

function measurePack(hotels: readonly PackBooks[], { amounts }: FigureBasis) {
  const now = (each: PackBooks) => each.now;
  const outlooks = hotels.flatMap(({ outlook }) => outlook ?? []);
  return {
    figures: addUpFigures(hotels.flatMap(now), amounts),
    lastYear: compareHotels(hotels, now, each => each.lastYear, amounts),
    onBudget: compareHotels(hotels, now, each => each.budget, amounts),
    outlook: measureOutlook(outlooks, amounts),
  };
}
export type PackLine = FigureLine<PackBooks, ReturnType<typeof measurePack>>;
type PackDay = ReturnType<typeof measurePack> & { readonly day: CalendarDate };
export type Pack = ReturnType<typeof makePack>;

export function makePack(
  books: readonly PackBooks[],
  missing: readonly MissingHotel[],
  { period, earlier }: { readonly period: Period; readonly earlier: Period },
  basis: FigureBasis,
) {
  const all = listDays(period);
  // A table of more days is not read.
  const days = all.length <= 92 ? all : [];
  const makeDays = (of: readonly PackBooks[]): readonly PackDay[] =>
    days.map(day => {
      const onDay = (rows: readonly ReportRecord[]) => rows.filter(({ businessDay }) => businessDay === day);
      const cut = of.map(each => ({
        ...each,
        now: onDay(each.now),
        lastYear: onDay(each.sameWeekday),
        budget: [],
        outlook: undefined,
      }));
      return { day, ...measurePack(cut, basis) };
    });
  const lines = makeLines(books, missing, hotels => measurePack(hotels, basis));
  const posted = books.map(each => ({
    ...each,
    currency: findPostedCurrency(each.accounts.now, basis) ?? each.currency,
  }));
  const postedIn = listCurrencies([...lines.totals, ...posted]);
  return {
    period,
    earlier,
    basis,
    ...lines,
    failed: describeFailed(books, lines.all.expected),
    totals: lines.totals.map(total => ({ ...total, days: makeDays(total.members) })),
    /** Of each currency that was posted, also by hotels that were closed. */
    accounts: postedIn.map(currency => ({
      currency,
      code: postedIn.length > 1 ? currency : undefined,
      accounts: addUpAccounts(posted, currency, basis),
    })),
    days: makeDays(books),
    invoices: books.flatMap(({ invoices, name }) => invoices.map(invoice => ({ ...invoice, hotel: name }))),
  };
}

export function findPostedCurrency(
  accounts: readonly ReportRecord[],
  { amounts }: Pick<FigureBasis, 'amounts'>,
): string | undefined {
  const [read, readCode] = ['amount', 'currency'].map(name => valueReader(`${amounts}Amount.${name}`));
  const codes = accounts.filter(record => Number(read?.(record) ?? 0) !== 0).map(each => readCode?.(each));
  return codes.find(code => typeof code === 'string');
}

/** Those beside are of this year, of the hotels that have the other side. */
type Sum = 'now' | 'lastYear' | 'besideLastYear' | 'budget' | 'besideBudget';

interface Account {
  readonly name: string;
  readonly number: string;
  readonly sums: Map<Sum, ExactSum>;
  readonly children: Map<string, Account>;
}

/**
 * The trees of all hotels added up: accounts with one path of numbers and names are one. Hotels in several countries may have
 * one number for different taxes; last year's name of an account is that of this year.
 */
function addUpAccounts(books: readonly PackBooks[], currency: string, { amounts }: FigureBasis) {
  const newAccount = (name: string, number: string): Account => ({
    name,
    number,
    sums: new Map(),
    children: new Map(),
  });
  const root = newAccount('', '');
  const [nameIn, numberIn] = [valueReader('account.name'), valueReader('account.number')];
  const amountIn = valueReader(`${amounts}Amount.amount`);
  const codeIn = valueReader(`${amounts}Amount.currency`);
  for (const each of books.filter(book => book.currency === currency)) {
    const names = new Map(
      each.accounts.now.map(record => [String(numberIn(record)), String(nameIn(record))]),
    );
    // Last year may be in a former currency.
    const amountOf = (record: ReportRecord) => {
      const value = amountIn(record);
      return codeIn(record) === currency && isExactNumber(value) ? toSum(value) : undefined;
    };
    const hasLastYear = each.accounts.lastYear.some(record => amountOf(record)?.isZero === false);
    for (const side of ['now', 'lastYear'] as const) {
      const path = [root];
      for (const record of each.accounts[side]) {
        path.length = Number(record['depth']) + 1;
        const number = String(numberIn(record));
        const name = names.get(number) ?? String(nameIn(record));
        const key = JSON.stringify([number, name]);
        const account = ensureEntry((path.at(-1) ?? root).children, key, () => newAccount(name, number));
        path.push(account);
        const amount = amountOf(record);
        const budget = each.accountBudget.get(number);
        const besideLastYear = hasLastYear ? amount : undefined;
        const sums: Partial<Record<Sum, ExactSum | undefined>> =
          side === 'lastYear'
            ? { lastYear: amount }
            : { now: amount, budget, besideLastYear, besideBudget: budget && amount };
        for (const [key, sum] of Object.entries(sums) as [Sum, ExactSum | undefined][])
          if (sum) ensureEntry(account.sums, key, () => new ExactSum()).addSum(sum);
      }
    }
  }
  const makeLines = ({ children }: Account, depth: number): readonly PackAccount[] =>
    [...children.values()].flatMap(account => {
      const { name, number, sums } = account;
      const shown = (key: Sum) => sums.get(key)?.exact ?? null;
      const [now, lastYear, budget] = [shown('now'), shown('lastYear'), shown('budget')];
      const onLastYear = percentChange(shown('besideLastYear'), lastYear);
      const onBudget = percentChange(shown('besideBudget'), budget);
      return [
        { name, number, depth, now, lastYear, onLastYear, budget, onBudget },
        ...makeLines(account, depth + 1),
      ];
    });
  return makeLines(root, 0);
}

type PackAccount = Readonly<
  Record<'now' | 'lastYear' | 'onLastYear' | 'budget' | 'onBudget', ExactNumber | null>
> & { readonly name: string; readonly number: string; readonly depth: number };
