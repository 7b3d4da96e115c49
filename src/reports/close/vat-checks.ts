import { say, sayNumber } from '../../output/words/messages.ts';
import { addDecimals, addSums, perUnit } from '../../platform/numbers.ts';
import { nameAccount, type Posting } from '../posting.ts';
import { rareRate, ratesOfAccount, sumInRevenues, taxedLeavesOf } from './balances.ts';
import {
  askAbout,
  type CheckedFigures,
  type CloseIdentity,
  compare,
  compareLines,
  notComparable,
} from './check.ts';
import { type KeptLines, vatAccounts } from './ledger-books.ts';
import type { CloseBooks } from './month-books.ts';

function* compareVatAccounts({ ledger, cent, halfCent }: CloseBooks): Generator<CheckedFigures> {
  const { accounts, taxOnRevenue, rates, vatOfPrepayments } = ledger;
  const own = [...accounts.values()].filter(({ account }) => vatAccounts.has(account.type));
  const onRevenue = addDecimals([...rates.values()].map(rate => rate.onRevenue.tax.value));
  yield taxOnRevenue.lines === 0
    ? notComparable('VAT on revenue', 'not shown separately: it is only in the tax details of lines')
    : compare('VAT on revenue', taxOnRevenue.sum, onRevenue, {
        rounding: cent.times(taxOnRevenue.lines),
        behind: { field: 'account', values: own.map(({ account }) => account.number) },
      });
  const all = [...vatOfPrepayments.values()];
  const rows = all.reduce((sum, { posted }) => sum + posted.lines, 0);
  if (rows === 0 || all.every(({ lines }) => lines === 0))
    return yield notComparable('VAT on prepayments', 'not shown separately');
  // VAT is posted in cents, and prepayments carry eight decimals of it.
  const half = halfCent.times(perUnit).toNumber() + 1;
  for (const [key, vat] of vatOfPrepayments) {
    const [reference = ''] = key.split('\0');
    const rest = addSums([vat.posted.sum]).addSum(vat.shown, -1);
    if (!rest.isBeyond(half * Math.max(vat.posted.lines, vat.lines))) continue;
    yield compare(say('VAT on prepayments of {name}', { name: [reference] }), vat.posted.sum, vat.shown, {
      cause: 'a prepayment or its VAT may be missing, listed twice, or at another rate',
      behind: { field: 'reference', values: [reference] },
    });
  }
  const [posted, shown] = [addSums(all.map(each => each.posted.sum)), addSums(all.map(each => each.shown))];
  yield compare('VAT on prepayments', posted, shown, { rounding: cent.times(rows) });
}

function* compareVat(books: CloseBooks) {
  const { ledger, halfCent } = books;
  const leaves = taxedLeavesOf(books);
  const circumstances = {
    rounding: halfCent.times(1 + leaves.length),
    roundingOf: 'rounding: revenues have cents' as const,
    cause: 'postings may be missing, listed twice, or at another rate' as const,
  };
  for (const [percent, rate] of ledger.rates) {
    const own = { percent: sayNumber(percent) };
    const recomputed = say('{percent} %: ledger, recomputed line by line', own);
    yield compare(recomputed, rate.single.value, rate.recomputed.value, {
      rounding: halfCent.times(rate.rows),
      roundingOf: say('rounding of postings ({count})', { count: rate.rows }),
      behind: { field: 'percent', values: [percent] },
    });
    const shown = sumInRevenues(books, percent)?.tax;
    const subject = say('{percent} %: ledger, revenues', own);
    yield shown === undefined
      ? notComparable(subject, 'an account has several rates: its taxes are compared as one')
      : compare(subject, rate.onRevenue.tax.value, shown, circumstances);
  }
  // The taxes of an account with several rates are not compared by rate.
  for (const { account, percent, percents, posted, shown } of leaves) {
    const subject = say('{account}, all rates: ledger, revenues', { account: [nameAccount(account)] });
    if (percent === undefined && percents.size > 0) yield compare(subject, posted, shown, circumstances);
  }
}

const otherRate = (name: string, usual: string, other: string) =>
  say('{account}: {percent} %, not {other} %', {
    account: [name],
    percent: sayNumber(usual),
    other: sayNumber(other),
  });

function* compareRates(books: CloseBooks) {
  const { ledger, openings, cent, tree } = books;
  const before = openings?.vatTypes;
  // Revenues have the rate of such a correction too: where their tax differs, it is another rate than theirs.
  const differing = new Set(
    taxedLeavesOf(books).flatMap(({ account, posted, shown }) =>
      posted.minus(shown).abs().gt(cent) ? account.number : [],
    ),
  );
  const isInRevenues = ({ creditedAccount }: Posting) => !differing.has(tree.numberOf(creditedAccount));
  const reasonsOf = ({ lines }: KeptLines) =>
    lines.every(line => Number(line.grossAmount) < 0 && isInRevenues(line))
      ? [{ text: say('corrections of an earlier period carry its rate') }]
      : [];
  for (const [type, rates] of ledger.vatTypes) {
    const [main, ...others] = [...rates].sort(([, one], [, other]) => other.charges - one.charges);
    if (!main) continue;
    const [usual, { lines: first }] = main;
    const all = [...rates.values()].reduce((sum, { lines }) => sum + lines.count, 0);
    if (before && !before.includes(type))
      yield askAbout(
        compareLines([type], first.count, first, {
          cause: 'the month before had no posting of this VAT type',
        }),
      );
    if (others.length === 0) yield compare([type, ': ', ...sayNumber(usual), ' %'], all, all);
    for (const [percent, { lines, charges }] of others) {
      // What another type has now was not the rate of this one before.
      const isOfOther = [...ledger.vatTypes].some(([one, known]) => one !== type && known.has(percent));
      const reasons = charges > 0 || isOfOther ? [] : reasonsOf(lines);
      yield compareLines(otherRate(type, usual, percent), all, lines, { reasons });
    }
  }
  for (const book of ledger.accounts.values()) {
    const { account, untaxed } = book;
    const { usual, rare } = ratesOfAccount(book);
    if (!usual) continue;
    const [main, { count }] = usual;
    const compareRate = (percent: string, kept: KeptLines, more = {}) =>
      compareLines(otherRate(nameAccount(account), main, percent), count + kept.count, kept, more);
    if (untaxed.count > 0 && Number(main) > 0) {
      const found = compareRate('0', untaxed);
      yield untaxed.count * rareRate <= count || untaxed.count === 1 ? found : askAbout(found);
    }
    for (const [percent, kept] of rare) yield compareRate(percent, kept, { reasons: reasonsOf(kept) });
  }
}

export const vatChecks: readonly CloseIdentity[] = [
  {
    id: 'G9',
    title: 'VAT accounts and tax details',
    unit: 'money',
    sides: ['VAT accounts', 'tax of the other postings'],
    says: 'VAT that is posted is the tax of the other lines',
    compare: compareVatAccounts,
  },
  {
    id: 'V1',
    title: 'VAT per rate',
    unit: 'money',
    sides: ['ledger', 'revenues report, or computed line by line'],
    says: 'the tax of the ledger is that of its gross amounts, and that of revenues, but for rounding',
    compare: compareVat,
  },
  {
    id: 'V2',
    title: 'Rates of VAT',
    sides: ['all', 'with the usual rate'],
    says: 'each VAT type has one rate, and no account has single lines of another rate',
    compare: compareRates,
  },
];
