import { countText } from '../../base/text.ts';
import { nameAccount } from '../posting.ts';
import { type Balance, computePrepayments, computeReceivables, firstKnownDay } from './balances.ts';
import { type CheckedFigures, type CloseIdentity, compare, compareLines, notComparable } from './check.ts';
import { addSums } from './exact-sum.ts';
import { describeDates } from './ledger-line.ts';
import type { CloseBooks } from './month-books.ts';

function* compareCurrencies({ ledger, currency, foreign }: CloseBooks): Generator<CheckedFigures> {
  yield compareLines(`postings in ${currency}`, ledger.lines, ledger.broken.currency);
  for (const [report, count] of foreign)
    if (count > 0) yield compare(`${report}: amounts in another currency than ${currency}`, count, 0);
}

const ofReference = (reference: string) => ({ field: 'reference', values: [reference] }) as const;

/** Balances without an opening are one subject, because there are thousands of them in a first close. */
function* compareUnknown(balances: readonly Balance[], books: CloseBooks): Generator<CheckedFigures> {
  const unknown = balances.filter(({ closing, movement }) => closing === null && !movement.isZero);
  if (unknown.length > 0)
    yield notComparable(
      countText(unknown.length, 'stay or folio', 'stays or folios'),
      `opening not known: before the first close, which begins on ${firstKnownDay(books)}`,
      addSums(unknown.map(({ movement }) => movement)),
    );
}

/** Of each stay that is over. */
function* compareReceivables(books: CloseBooks): Generator<CheckedFigures> {
  const over = computeReceivables(books).filter(({ isOver }) => isOver);
  const settled = over.filter(({ closing, movement }) => (closing ?? movement).isZero);
  yield* compareUnknown(over, books);
  const cause = 'open since an earlier month, and nothing was posted to it in this one';
  for (const { reference, movement, closing } of over)
    if (closing && !closing.isZero)
      yield compare(reference, closing, 0, movement.isZero ? { cause } : { behind: ofReference(reference) });
  yield settled.length > 0
    ? compare(`${settled.length} stays that are over and settled`, 0, 0)
    : notComparable('month', 'no stay ended');
}

function* comparePrepayments(books: CloseBooks): Generator<CheckedFigures> {
  let covered = 0;
  const all = computePrepayments(books);
  yield* compareUnknown(all, books);
  for (const { reference, closing, isOver, isDeparted } of all) {
    if (closing === null) continue;
    const isUsed = closing.value.s < 0;
    if (closing.isZero || !(isUsed || isOver)) {
      covered += 1;
      continue;
    }
    const [reservation = ''] = reference.split(', ');
    const behind = ofReference(reservation);
    const cause = isUsed
      ? 'more was used than the closes have received'
      : 'the stay has ended, and it was neither used nor refunded';
    const reasons = [{ text: 'the hotel has kept it, or has not refunded it yet' }];
    yield compare(reference, closing, 0, { behind, ...(isUsed || isDeparted ? { cause } : { reasons }) });
  }
  yield covered > 0
    ? compare(`${covered} prepayments that are used or still held`, 0, 0)
    : notComparable('month', 'there are no prepayments');
}

/** Movements of accounts that no other report shows. */
const movements = (types: readonly string[], why: string) =>
  function* ({ ledger }: CloseBooks) {
    const own = [...ledger.accounts.values()].filter(({ account }) => types.includes(account.type));
    if (own.length === 0) yield notComparable('month', 'nothing was posted to such an account');
    for (const { account, gross } of own) yield notComparable(nameAccount(account), why, gross.value);
  };

const inNoOther = 'it is in no other report';
const allAndCorrect = ['all', 'correct'] as const;
const balance = ['closing balance', 'what it must be'] as const;

export const ledgerChecks: readonly CloseIdentity[] = [
  {
    id: 'G1',
    title: 'Gross, net and tax',
    unit: 'count',
    sides: allAndCorrect,
    says: 'gross is net with all taxes, to eight decimals',
    *compare({ ledger }) {
      yield compareLines('postings', ledger.lines, ledger.broken.line);
    },
  },
  {
    id: 'G2',
    title: 'Tax of a posting',
    unit: 'count',
    sides: allAndCorrect,
    says: 'the tax is its percentage of the net amount, to six decimals',
    *compare({ ledger }) {
      yield compareLines('postings with one tax', ledger.taxedLines, ledger.broken.tax);
      if (ledger.severalTaxes > 0)
        yield notComparable(
          `${ledger.severalTaxes} postings with several taxes`,
          'their bases are not shown',
        );
    },
  },
  {
    id: 'G3',
    title: 'Completeness of the ledger',
    unit: 'count',
    sides: ['count of the report', 'its postings'],
    says: 'the list has as many postings as it says',
    *compare({ ledger, count }) {
      yield count
        ? compare('postings', count, ledger.lines)
        : notComparable('postings', 'the list has no count');
    },
  },
  {
    id: 'G4',
    title: 'Entries of the ledger',
    unit: 'count',
    sides: allAndCorrect,
    says: 'an entry has one or two lines of the same reservation, day and command, and is not listed twice',
    *compare({ ledger }) {
      yield compareLines('entries', ledger.entries, ledger.broken.entry);
      if (ledger.broken.twice.count > 0)
        yield compareLines('entries that are listed twice', ledger.entries, ledger.broken.twice);
      if (ledger.broken.vatEntry.count > 0)
        yield compareLines(
          'entries with the VAT of a prepayment',
          ledger.entries,
          ledger.broken.vatEntry,
          'the VAT of a prepayment is a line of its entry, with its own command',
        );
    },
  },
  {
    id: 'G5',
    title: 'Dates of postings',
    unit: 'count',
    sides: allAndCorrect,
    says: 'a posting is made on its business day, or on the next one until 06:00',
    *compare({ ledger, zone }) {
      const { date } = ledger.broken;
      const cause = describeDates(date, zone);
      yield compare('postings', ledger.lines, ledger.lines - date.count, { kept: date, cause });
      if (ledger.broken.late.count > 0)
        yield compareLines(
          'postings of the next day',
          ledger.lines,
          ledger.broken.late,
          'posted on the next day after 06:00: a late night audit',
        );
    },
  },
  {
    id: 'G6',
    title: 'Currency',
    unit: 'count',
    sides: allAndCorrect,
    says: 'all amounts are in the currency of the property',
    compare: compareCurrencies,
  },
  {
    id: 'G7',
    title: 'Open receivables',
    unit: 'money',
    adds: true,
    sides: balance,
    says: 'a stay that is over has no open receivables',
    compare: compareReceivables,
  },
  {
    id: 'G8',
    title: 'Prepayments',
    unit: 'money',
    adds: true,
    sides: balance,
    says: 'no more is used of a prepayment than was received',
    compare: comparePrepayments,
  },
  {
    id: 'C1',
    title: 'City tax',
    unit: 'money',
    adds: true,
    sides: ['ledger', 'no other report'],
    says: 'nothing to compare with: it goes to the city-tax return',
    compare: movements(['CityTaxes', 'SecondCityTax', 'GuestLevies'], inNoOther),
  },
  {
    id: 'T1',
    title: 'Transitory items',
    unit: 'count',
    sides: allAndCorrect,
    says: 'they carry no tax',
    *compare(books) {
      const { broken, transitoryLines } = books.ledger;
      if (broken.transitory.count > 0) yield compareLines('postings', transitoryLines, broken.transitory);
      else yield* movements(['TransitoryItems'], inNoOther)(books);
    },
  },
];
