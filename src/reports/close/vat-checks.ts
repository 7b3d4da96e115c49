import { nameAccount } from '../posting.ts';
import { taxInRevenues } from './balances.ts';
import { type CheckedFigures, type CloseIdentity, compare, notComparable } from './check.ts';
import { addDecimals } from './exact-sum.ts';
import type { CloseBooks } from './month-books.ts';

function* compareVatAccounts({ ledger, cent }: CloseBooks): Generator<CheckedFigures> {
  const { taxOnRevenue, taxOnPrepayments, rates } = ledger;
  const onRevenue = addDecimals([...rates.values()].map(rate => rate.onRevenue.value));
  yield taxOnRevenue.rows === 0
    ? notComparable('VAT on revenue', 'not shown separately: it is only in the tax details of lines')
    : compare('VAT on revenue', taxOnRevenue.posted.value, onRevenue, {
        rounding: cent.times(taxOnRevenue.rows),
      });
  yield taxOnPrepayments.rows === 0 || taxOnPrepayments.lines === 0
    ? notComparable('VAT on prepayments', 'not shown separately')
    : compare('VAT on prepayments', taxOnPrepayments.posted.value, taxOnPrepayments.shown.value, {
        rounding: cent.times(taxOnPrepayments.rows),
      });
}

function* compareVat(books: CloseBooks): Generator<CheckedFigures> {
  for (const [percent, rate] of books.ledger.rates) {
    yield compare(`${percent} %: ledger, recomputed line by line`, rate.single.value, rate.recomputed.value, {
      rounding: books.halfCent.times(rate.rows),
      roundingOf: `rounding of ${rate.rows} lines`,
      behind: { field: 'percent', values: [percent] },
    });
    const shown = taxInRevenues(books, percent);
    const subject = `${percent} %: ledger, revenues`;
    yield shown === undefined
      ? notComparable(subject, 'an account has several rates')
      : compare(subject, rate.onRevenue.value, shown, {
          rounding: books.halfCent.times(1 + books.tree.leaves.length),
          roundingOf: 'rounding: revenues have cents',
        });
  }
}

/** An account is not meant for a rate that has fewer of its lines than one in so many. */
const rareRate = 50;
const earlierRate = 'corrections of an earlier period carry its rate';

/** Each VAT type has one rate, and no account has single lines of another rate. */
function* compareRates({ ledger }: CloseBooks): Generator<CheckedFigures> {
  for (const [type, rates] of ledger.vatTypes) {
    const all = [...rates].map(([percent, rate]) => ({ percent, ...rate, count: rate.lines.count }));
    const [main, ...others] = all.sort((one, other) => other.count - one.count);
    const lines = all.reduce((sum, rate) => sum + rate.count + rate.corrections.count, 0);
    if (others.length === 0) yield compare(`${type}: ${main?.percent} %`, lines, lines);
    for (const rate of others) {
      const found = rate.count + rate.corrections.count;
      yield compare(`${type}: ${main?.percent} %, not ${rate.percent} %`, lines, lines - found, {
        kept: rate.count > 0 ? rate.lines : rate.corrections,
        reasons: rate.count === 0 ? [{ text: earlierRate }] : [],
      });
    }
  }
  for (const { account, percents } of ledger.accounts.values()) {
    const [usual, ...others] = [...percents].sort(([, one], [, other]) => other.count - one.count);
    for (const [percent, kept] of others) {
      if (!usual || kept.count * rareRate > usual[1].count) continue;
      const isCorrection = kept.lines.every(line => Number(line.grossAmount) < 0);
      const lines = usual[1].count + kept.count;
      yield compare(`${nameAccount(account)}: ${usual[0]} %, not ${percent} %`, lines, usual[1].count, {
        kept,
        reasons: isCorrection ? [{ text: earlierRate }] : [],
      });
    }
  }
}

const ledgerOnly = 'gross-transactions';

export const vatChecks: readonly CloseIdentity[] = [
  {
    ...{ id: 'G9', title: 'VAT accounts against tax details', unit: 'money', reports: ledgerOnly },
    says: 'VAT that is posted is the tax of the other lines',
    compare: compareVatAccounts,
  },
  {
    ...{ id: 'V1', title: 'VAT per rate', unit: 'money', reports: `revenues, ${ledgerOnly}` },
    says: 'the tax of the ledger is that of its gross amounts, and that of revenues, but for rounding',
    compare: compareVat,
  },
  {
    ...{ id: 'V2', title: 'Rates of VAT', unit: 'count', reports: ledgerOnly },
    says: 'each VAT type has one rate, and no account has single lines of another rate',
    compare: compareRates,
  },
];
