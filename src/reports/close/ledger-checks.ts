import type { Pieces, Text } from '../../output/document/document.ts';
import { joinTexts, nameSome, say, sayDate, uniqueTexts } from '../../output/words/messages.ts';
import { localTimeIn } from '../../platform/dates.ts';
import { listForeign } from '../../platform/money.ts';
import { addSums, ExactSum } from '../../platform/numbers.ts';
import { movementsOf } from './balances.ts';
import { askAbout, type CloseIdentity, compare, compareCount, compareLines, notComparable } from './check.ts';
import type { LedgerBooks } from './ledger.ts';
import { type KeptLines, lineFaults } from './ledger-books.ts';
import { type LedgerId, type LedgerItem, type RolledLedger, subLedgers } from './ledgers.ts';
import type { CloseBooks } from './month-books.ts';
import { revenueGroups } from './revenue-tree.ts';

/** Amounts in other currencies are reported, and never added. */
function* compareCurrencies(books: CloseBooks) {
  const { ledger, currency, tree, performance, bedrooms, services } = books;
  const own = { currency: [currency] };
  yield compareLines(say('postings in {currency}', own), ledger.lines, ledger.linesWith('currency'));
  const bodies = Object.entries({ revenues: tree.root, performance, bedrooms, services });
  const others = bodies.map(([report, body]) => [report, listForeign(body, currency)] as const);
  const invoiced = books.invoices.flatMap(({ foreign }) => foreign);
  for (const [report, names] of [...others, ['invoices', invoiced] as const]) {
    const words = say('{report}: amounts in another currency than {currency}', { report: [report], ...own });
    if (names.length > 0) yield compare(words, names.length, 0, { cause: nameSome(names), names });
  }
}

const compareAny = (...compared: Parameters<typeof compareLines>) =>
  compared[2].count > 0 ? [compareLines(...compared)] : [];

/** The faults of lines that a check names. */
const compareFaults = (id: string, ledger: LedgerBooks) =>
  lineFaults.flatMap(({ check, name, words, isQuestion }) => {
    const compared = check === id ? compareAny(words, ledger.lines, ledger.linesWith(name)) : [];
    return isQuestion ? compared.map(askAbout) : compared;
  });

/** Every item of a sub-ledger has to be zero when it is due, and is never on the other side. */
const compareItems = (id: LedgerId) =>
  function* ({ ledgers }: CloseBooks) {
    const { ledger, items, without } = ledgers.find(each => each.ledger.id === id) as RolledLedger;
    if (items.length === 0 && without.count === 0) yield notComparable('month', 'nothing was posted to it');
    const found = items.map(item => compareItem(ledger, item));
    yield* found.filter(each => each !== undefined);
    const cause = 'they name no item of the ledger';
    yield* compareAny('postings', without.count, without, { cause });
    const allowed = items.filter((_, index) => found[index] === undefined);
    const sum = addSums(allowed.map(({ closing }) => closing));
    if (allowed.length > 0) yield compare(ledger.sayItems(allowed.length), sum, sum);
  };

/** Undefined: its balance is allowed. */
function compareItem({ id, field, never, zero }: RolledLedger['ledger'], item: LedgerItem) {
  const { reference, closing, stay, isOpen, isOver, isDeparted, isUsed } = item;
  if (!isOpen) return undefined;
  const isNever = never?.side === (closing.value.s < 0 ? 'credit' : 'debit');
  const isDue = zero?.when === 'month end' || (zero?.when === 'over' && isOver);
  if (!isNever && zero?.when === 'over' && stay === null) {
    // It is part of the closing balance, and nothing says what it should be.
    const unknown = notComparable([reference], 'its stay is not known', closing);
    return { ...unknown, right: closing, difference: new ExactSum() };
  }
  if (!isNever && !isDue) return undefined;
  const behind = { field, values: reference.split(', ').slice(0, 1) };
  const cause = isNever ? never.words : describeBalance(item, zero?.words);
  // The hotel may keep what was received for a stay that did not take place.
  if (id !== 'deposit' || isNever || isDeparted) return compare([reference], closing, 0, { behind, cause });
  const reasons = [{ text: say('the hotel has kept it, or has not refunded it yet') }];
  const kept = compare([reference], closing, 0, { behind, reasons });
  return isUsed ? askAbout(kept) : kept;
}

/** @param words of an item without a sum for each day */
function describeBalance({ movement, days }: LedgerItem, words: Text = ''): Text {
  if (movement.isZero) return 'open since an earlier month, and nothing was posted to it in this one';
  const since = days && [...days].sort().find(([, sum]) => !sum.isZero)?.[0];
  if (since === undefined) return words;
  return say('a sale was not paid, or a payment has no sale, first on {day}', { day: sayDate(since) });
}

function* compareControls({ ledgers }: CloseBooks) {
  for (const { ledger, closing, control, without } of ledgers)
    yield compare(ledger.title, closing, control, {
      cause: 'postings to its accounts belong to none of its items, or an opening is incomplete',
      kept: without,
    });
}

function describeDates({ lines }: KeptLines, zone: string | undefined): Text {
  const local = localTimeIn(zone);
  const words = lines.map(({ date, timestamp }) => {
    const days = { day: sayDate(local(Date.parse(timestamp)).day), date: sayDate(date) };
    return say('posted on {day} with the business date {date}', days);
  });
  return joinTexts(uniqueTexts(words).slice(0, 3), '; ');
}

const nameReferences = ({ lines }: KeptLines): Pieces =>
  nameSome([...new Set(lines.map(({ reference }) => reference))]);

function compareCanceled({ ledger }: CloseBooks) {
  const found = Object.entries(revenueGroups).flatMap(([group, words]) => {
    const kept = ledger.bridgeLines.get(`${group} status`);
    const cause = say('charges of stays that were canceled or did not take place, and no fees: {names}', {
      names: kept ? nameReferences(kept) : [],
    });
    return kept ? askAbout(compareLines(words, kept.count, kept, { cause })) : [];
  });
  return found.length > 0 ? found : [compare('stays that did not take place', 0, 0)];
}

const movements = (kind: 'cityTax' | 'transitory') =>
  function* (books: CloseBooks) {
    const own = movementsOf(books)[kind];
    if (own.length === 0) yield notComparable('month', 'nothing was posted to such an account');
    for (const { account, amount } of own) yield notComparable([account], 'it is in no other report', amount);
  };

export const ledgerChecks: readonly CloseIdentity[] = [
  {
    id: 'G1',
    title: 'Gross, net and tax',
    says: 'gross is net with all taxes, to eight decimals',
    compare: ({ ledger }) => [compareLines('postings', ledger.lines, ledger.linesWith('line'))],
  },
  {
    id: 'G2',
    title: 'Tax of a posting',
    says: 'the tax is its percentage of the net amount, to six decimals',
    *compare({ ledger }) {
      yield compareLines('postings with one tax', ledger.taxedLines, ledger.linesWith('tax'));
      const several = say('{count} postings with several taxes', { count: ledger.severalTaxes });
      if (ledger.severalTaxes > 0) yield notComparable(several, 'their bases are not shown');
    },
  },
  {
    id: 'G3',
    title: 'Completeness of the ledger',
    sides: ['count of the report', 'its postings'],
    says: 'the list has as many postings as it says',
    compare: ({ ledger, count }) => [compareCount('postings', count, ledger.lines)],
  },
  {
    id: 'G4',
    title: 'Entries of the ledger',
    says: 'an entry has one or two lines of the same reservation, day and command, and is not listed twice',
    *compare({ ledger }) {
      const { size } = ledger.entries;
      yield compareLines('entries', size, ledger.linesWith('entry'));
      yield* compareFaults('G4', ledger);
      yield* compareAny('entries with the VAT of a prepayment', size, ledger.linesWith('vatEntry'), {
        reasons: [{ text: 'the VAT of a prepayment is a line of its entry, with its own command' }],
      });
    },
  },
  {
    id: 'G5',
    title: 'Dates of postings',
    says: 'a posting is made on its business day, or on the next one until 06:00',
    *compare({ ledger, zone }) {
      const [date, late] = [ledger.linesWith('date'), ledger.linesWith('late')];
      yield compareLines('postings', ledger.lines, date, { cause: describeDates(date, zone) });
      yield* compareFaults('G5', ledger);
      const cause = say('posted on the next day after 06:00, by a late night audit or by hand: {names}', {
        names: nameReferences(late),
      });
      yield* compareAny('postings of the next day', ledger.lines, late, { cause }).map(askAbout);
    },
  },
  {
    id: 'G6',
    title: 'Currency',
    says: 'all amounts are in the currency of the property',
    compare: compareCurrencies,
  },
  {
    id: 'G10',
    title: 'Charges of canceled stays',
    says: 'a stay that did not take place has fees, and no charges',
    compare: compareCanceled,
  },
  ...subLedgers.map(
    ({ id, checks: [check], title, says }): CloseIdentity => ({
      id: check,
      title,
      adds: true,
      sides: ['closing balance', 'expected balance'],
      says,
      compare: compareItems(id),
    }),
  ),
  {
    id: 'L3',
    title: 'Control accounts',
    unit: 'money',
    sides: ['sum of its items', 'control account'],
    says: 'the items of each sub-ledger add up to its control account',
    compare: compareControls,
  },
  {
    id: 'C1',
    title: 'City tax',
    adds: true,
    sides: ['ledger', 'no other report'],
    says: 'nothing to compare with: it goes to the city-tax return',
    compare: movements('cityTax'),
  },
  {
    id: 'T1',
    title: 'Transitory items',
    says: 'they carry no tax',
    *compare(books) {
      yield* compareFaults('T1', books.ledger);
      yield* movements('transitory')(books);
    },
  },
];
