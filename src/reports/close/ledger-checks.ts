import Big from 'big.js';
import { nameAccount } from '../posting.ts';
import { type Balance, prepaymentsOf, receivablesOf } from './balances.ts';
import { bridgeOf, bridgeTotal } from './bridge.ts';
import {
  type CheckedFigures,
  type CloseIdentity,
  compare,
  compareLines,
  compareWithBound,
  notComparable,
} from './check.ts';
import { addDecimals, equalsZero, zero } from './exact-sum.ts';
import type { CloseBooks } from './month-books.ts';
import { bridgeClasses, groupOfNode, type RevenueGroup, revenueGroups } from './revenue-tree.ts';

function* compareTree({ tree, amount, halfCent }: CloseBooks): Generator<CheckedFigures> {
  for (const node of tree.nodes.values()) {
    const { children } = node;
    if (!children?.length) continue;
    for (const kind of ['grossAmount', 'netAmount'] as const)
      yield compare(
        `${nameAccount(node.account)}, ${kind.replace('Amount', '')}`,
        amount(node[kind]),
        addDecimals(children.map(child => amount(child[kind]))),
        { rounding: halfCent.times(children.length) },
      );
  }
}

/** The leaves of the tree against the accounts of the ledger that belong to each; an account without a leaf is on its own. */
function* compareAccounts(
  { tree, ledger, amount, halfCent, period }: CloseBooks,
  kind: 'gross' | 'net',
): Generator<CheckedFigures> {
  const books = [...ledger.accounts.values()].filter(({ account }) => account.type === 'Revenues');
  const numbers = new Map(tree.leaves.map(leaf => [leaf.account.number, nameAccount(leaf.account)]));
  for (const { account } of books) {
    const number = tree.nodeOf(account)?.account.number ?? account.number;
    if (!numbers.has(number)) numbers.set(number, nameAccount(account));
  }
  for (const [number, name] of numbers) {
    const own = books.filter(
      ({ account }) => (tree.nodeOf(account)?.account.number ?? account.number) === number,
    );
    const node = tree.nodes.get(number);
    const isLeaf = node && !node.children?.length;
    const posted = addDecimals(own.map(book => book[kind].value));
    const shown = isLeaf ? amount(node[`${kind}Amount`]) : new Big(0);
    const lines = own.reduce((count, book) => count + book.lines, 0);
    const lastDay = addDecimals(own.map(book => book.days.get(period.last)?.value ?? new Big(0)));
    const isLastDay = kind === 'gross' && !equalsZero(lastDay) && posted.minus(shown).eq(lastDay);
    const compared = compare(name, posted, shown, {
      ...(kind === 'net' ? { rounding: halfCent.plus(new Big('1e-8').times(lines)) } : {}),
      roundingOf: 'rounding: the ledger has eight decimals, and revenues have cents',
      behind: { field: 'account', values: own.map(({ account }) => account.number) },
    });
    yield isLastDay
      ? { ...compared, reasons: [`it is exactly what was posted on ${period.last}`] }
      : compared;
  }
}

function* compareGroups({ tree }: CloseBooks): Generator<CheckedFigures> {
  for (const child of tree.root.children ?? []) {
    const known = groupOfNode(child) !== 'unknown';
    yield compare(nameAccount(child.account), 1, known ? 1 : 0, {
      reasons: known ? [] : [{ text: 'a group of the property, which the platform does not define' }],
    });
  }
}

function* compareCurrencies({ ledger, currency, foreign }: CloseBooks): Generator<CheckedFigures> {
  yield compareLines(`postings in ${currency}`, ledger.lines, ledger.broken.currency);
  for (const [report, count] of foreign)
    if (count > 0) yield compare(`${report}: amounts in another currency than ${currency}`, count, 0);
}

const openingUnknown = 'opening unknown: no close has its beginning';
const ofReference = (reference: string) => ({ field: 'reference', values: [reference] }) as const;

/** Balances without an opening are one subject, because there are thousands of them in a first close. */
function* compareUnknown(balances: readonly Balance[]): Generator<CheckedFigures> {
  const unknown = balances.filter(({ closing, movement }) => closing === null && !equalsZero(movement));
  if (unknown.length > 0)
    yield notComparable(
      `${unknown.length} references`,
      openingUnknown,
      addDecimals(unknown.map(({ movement }) => movement)),
    );
}

/** Of each stay that is over. */
function* compareReceivables(books: CloseBooks): Generator<CheckedFigures> {
  const over = receivablesOf(books).filter(({ isOver }) => isOver);
  const settled = over.filter(({ closing, movement }) => equalsZero(closing ?? movement));
  yield* compareUnknown(over);
  for (const { reference, closing } of over)
    if (closing && !equalsZero(closing))
      yield compare(reference, closing, 0, { behind: ofReference(reference) });
  yield settled.length > 0
    ? compare(`${settled.length} stays that are over and settled`, 0, 0)
    : notComparable('month', 'no stay ended');
}

function* comparePrepayments(books: CloseBooks): Generator<CheckedFigures> {
  let covered = 0;
  const all = prepaymentsOf(books);
  yield* compareUnknown(all);
  for (const { reference, closing, isOver } of all) {
    if (closing === null) continue;
    if (equalsZero(closing) || (closing.s > 0 && !isOver)) {
      covered += 1;
      continue;
    }
    const [reservation = ''] = reference.split(', ');
    const behind = ofReference(reservation);
    yield closing.s < 0
      ? compareWithBound(reference, closing, zero, false, { behind })
      : compare(reference, closing, 0, {
          reasons: [{ text: 'money kept, or a refund that is pending' }],
          behind,
        });
  }
  yield covered > 0
    ? compare(`${covered} prepayments that are used or still held`, 0, 0)
    : notComparable('month', 'there are no prepayments');
}

function* compareCharged({ ledger, guests }: CloseBooks): Generator<CheckedFigures> {
  const ofDays = [...ledger.chargedNights.values()].map(({ size }) => new Big(size));
  const [charged, nights] = [addDecimals(ofDays), new Big(guests['room nights'].total)];
  yield compareWithBound('month', charged, nights, charged.lte(nights));
}

/** Posted and booked differ by definition; the bridge shows by what. */
function* compareBooked(books: CloseBooks): Generator<CheckedFigures> {
  const rows = bridgeOf(books);
  for (const group of ['accommodation', 'food', 'other'] as const satisfies RevenueGroup[]) {
    const own = rows.filter(row => row.group === group);
    const { posted, booked, steps, residual, days } = bridgeTotal(own);
    yield compare(revenueGroups[group], posted, booked, {
      reasons: [
        ...steps.map(({ kind, amount, lines }) => ({
          text: `${bridgeClasses[kind]}: ${amount} in ${lines} lines`,
          amount,
        })),
        {
          text: `Booked price differs from posted price, or services outside the rate: ${residual} on ${days} days`,
          amount: residual,
        },
      ],
    });
  }
}

/** Movements of accounts that no other report shows. */
const movements = (types: readonly string[], why: string) =>
  function* ({ ledger }: CloseBooks) {
    const own = [...ledger.accounts.values()].filter(({ account }) => types.includes(account.type));
    if (own.length === 0) yield notComparable('month', 'nothing was posted to such an account');
    for (const { account, gross } of own) yield notComparable(nameAccount(account), why, gross.value);
  };

const inNoOther = 'it is in no other report';
const ledgerOnly = 'gross-transactions';
const both = 'revenues, gross-transactions';

export const ledgerChecks: readonly CloseIdentity[] = [
  {
    ...{ id: 'R1', title: 'Accounts of revenues add up', unit: 'money', reports: 'revenues' },
    says: 'each account is the sum of its subaccounts, gross and net',
    compare: compareTree,
  },
  {
    ...{ id: 'R2', title: 'Ledger against revenues, per account, gross', unit: 'money', reports: both },
    says: 'what was posted to each account is what revenues show, to the cent',
    compare: books => compareAccounts(books, 'gross'),
  },
  {
    ...{ id: 'R3', title: 'Ledger against revenues, per account, net', unit: 'money', reports: both },
    says: 'the net amounts are the same but for rounding',
    compare: books => compareAccounts(books, 'net'),
  },
  {
    ...{ id: 'R4', title: 'Groups of revenue', unit: 'count', reports: 'revenues' },
    says: 'revenues have the five groups of the platform',
    compare: compareGroups,
  },
  {
    ...{ id: 'PR', title: 'Posted against booked revenue', unit: 'money' },
    reports: 'gross-transactions, property-performance',
    says: 'posted is booked with what the bridge lists',
    compare: compareBooked,
  },
  {
    ...{ id: 'PN', title: 'Charged nights against room nights', unit: 'count' },
    reports: 'gross-transactions, room-nights',
    says: 'no more nights are charged than there are room nights',
    compare: compareCharged,
  },
  {
    ...{ id: 'G1', title: 'Gross, net and tax of a line', unit: 'count', reports: ledgerOnly },
    says: 'gross is net with all taxes, to eight decimals',
    *compare({ ledger }) {
      yield compareLines('lines', ledger.lines, ledger.broken.line);
    },
  },
  {
    ...{ id: 'G2', title: 'Tax of a line', unit: 'count', reports: ledgerOnly },
    says: 'the tax is its percentage of the net amount, to six decimals',
    *compare({ ledger }) {
      yield compareLines('lines with one tax', ledger.taxedLines, ledger.broken.tax);
      if (ledger.severalTaxes > 0)
        yield notComparable(`${ledger.severalTaxes} lines with several taxes`, 'their bases are not shown');
    },
  },
  {
    ...{ id: 'G3', title: 'Completeness of the ledger', unit: 'count', reports: ledgerOnly },
    says: 'the list has as many postings as it says',
    *compare({ ledger, count }) {
      yield count
        ? compare('postings', count, ledger.lines)
        : notComparable('postings', 'the list has no count');
    },
  },
  {
    ...{ id: 'G4', title: 'Entries of the ledger', unit: 'count', reports: ledgerOnly },
    says: 'an entry has one or two lines of the same reference, day and command',
    *compare({ ledger }) {
      yield compareLines('entries', ledger.entries, ledger.broken.entry);
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
    ...{ id: 'G5', title: 'Dates of postings', unit: 'count', reports: ledgerOnly },
    says: 'a posting is made on its business day, or on the next one until 06:00',
    *compare({ ledger }) {
      yield compareLines('lines', ledger.lines, ledger.broken.date);
      if (ledger.broken.late.count > 0)
        yield compareLines(
          'lines of the next day',
          ledger.lines,
          ledger.broken.late,
          'posted on the next day after 06:00: a late night audit',
        );
    },
  },
  {
    ...{ id: 'G6', title: 'Currency', unit: 'count', reports: 'all' },
    says: 'all amounts are in the currency of the property',
    compare: compareCurrencies,
  },
  {
    ...{ id: 'G7', title: 'Open receivables', unit: 'money', reports: ledgerOnly },
    says: 'a stay that is over has no open receivables',
    compare: compareReceivables,
  },
  {
    ...{ id: 'G8', title: 'Prepayments', unit: 'money', reports: ledgerOnly },
    says: 'no more is used of a prepayment than was received',
    compare: comparePrepayments,
  },
  {
    ...{ id: 'C1', title: 'City tax', unit: 'money', reports: ledgerOnly },
    says: 'nothing to compare with: it goes to the city-tax return',
    compare: movements(['CityTaxes', 'SecondCityTax', 'GuestLevies'], inNoOther),
  },
  {
    ...{ id: 'T1', title: 'Transitory items', unit: 'count', reports: ledgerOnly },
    says: 'they carry no tax',
    *compare(books) {
      const { broken, transitoryLines } = books.ledger;
      if (broken.transitory.count > 0) yield compareLines('lines', transitoryLines, broken.transitory);
      else yield* movements(['TransitoryItems'], inNoOther)(books);
    },
  },
];
