import Big from 'big.js';
import { ensureEntry } from '../../base/text.ts';
import type { Pieces, Text } from '../../output/document/document.ts';
import {
  englishText,
  namePart,
  nameSome,
  say,
  sayCount,
  sayDate,
  saySome,
} from '../../output/words/messages.ts';
import { monthOf, twoDigits } from '../../platform/dates.ts';
import { addDecimals } from '../../platform/numbers.ts';
import { didNotTakePlace, nameAccount } from '../posting.ts';
import { compareBooked } from './bridge.ts';
import { askAbout, type CloseIdentity, compare, nameAmount } from './check.ts';
import { nightsIn } from './ledger-books.ts';
import type { CloseBooks } from './month-books.ts';
import { groupOfNode } from './revenue-tree.ts';

/** Also of a pack, which has revenues without a ledger. */
export function* compareTree({ tree, amount, halfCent }: Pick<CloseBooks, 'tree' | 'amount' | 'halfCent'>) {
  for (const node of tree.nodes.values()) {
    const { children } = node;
    if (!children?.length) continue;
    for (const kind of ['gross', 'net'] as const)
      yield compare(
        nameAmount(kind, [nameAccount(node.account)]),
        amount(node[`${kind}Amount`]),
        addDecimals(children.map(child => amount(child[`${kind}Amount`]))),
        // Gross amounts have cents, as those of the ledger do; only net amounts are rounded.
        { rounding: kind === 'net' ? halfCent.times(children.length) : 0 },
      );
  }
}

/** The leaves of the tree against the accounts of the ledger that belong to each; an account without a leaf is on its own. */
function* compareAccounts({ tree, ledger, amount, halfCent }: CloseBooks, kind: 'gross' | 'net') {
  const books = [...ledger.accounts.values()].filter(({ account }) => account.type === 'Revenues');
  const numbers = new Map(tree.leaves.map(leaf => [leaf.account.number, nameAccount(leaf.account)]));
  for (const { account } of books) ensureEntry(numbers, tree.numberOf(account), () => nameAccount(account));
  for (const [number, name] of numbers) {
    const own = books.filter(({ account }) => tree.numberOf(account) === number);
    const leaf = tree.leaves.find(({ account }) => account.number === number);
    const posted = addDecimals(own.map(book => book[kind].value));
    const shown = amount(leaf?.[`${kind}Amount`]);
    const lines = own.reduce((count, book) => count + book.lines, 0);
    const isGrossEqual = addDecimals(own.map(({ gross }) => gross.value)).eq(amount(leaf?.grossAmount));
    const cause: Text =
      kind === 'net' && isGrossEqual
        ? 'the gross amounts agree: a posting may have another rate of VAT'
        : posted.lt(shown)
          ? 'a posting may be missing in the ledger, or be too low'
          : 'a posting of the ledger may be listed twice, or be too high';
    yield compare([name], posted, shown, {
      ...(kind === 'net' ? { rounding: halfCent.plus(new Big('1e-8').times(lines)) } : {}),
      roundingOf: 'rounding: the ledger has eight decimals, and revenues have cents',
      cause,
      behind: { field: 'account', values: own.map(({ account }) => account.number) },
    });
  }
}

function* compareGroups({ tree }: CloseBooks) {
  const twice = tree.repeated.map(({ account }) => nameAccount(account));
  const cause = say('listed twice: {names}', { names: nameSome(twice) });
  if (twice.length > 0)
    yield compare('account', tree.nodes.size + twice.length, tree.nodes.size, { cause, names: twice });
  const reasons = [{ text: 'a group of the property, which the platform does not define' }] as const;
  for (const child of tree.root.children ?? [])
    yield compare([nameAccount(child.account)], 1, groupOfNode(child) === 'unknown' ? 0 : 1, { reasons });
}

/** Nights without a charge are legitimate, such as those that are free; which ones they are must be seen. */
function compareCharged({ ledger, guests, period }: CloseBooks) {
  const charged = new Big(ledger.chargedNights);
  const nights = new Big(guests['room nights'].total);
  const compared = compare('month', charged, nights, { isWithin: charged.lte(nights) });
  if (compared.state !== 'within limit') return [compared];
  const free: Pieces[] = [];
  for (const stay of ledger.stays.values()) {
    const { id, status } = stay.reservation;
    if (didNotTakePlace(status)) continue;
    for (const day of nightsIn(stay, period))
      if ((stay.nights & (1 << day)) === 0)
        free.push([`${id} (`, ...sayDate(`${monthOf(period.first)}-${twoDigits(day)}`, 'day'), ')']);
  }
  const others = nights.minus(charged).minus(free.length);
  const listed = guests['room nights'].travelPurposeBreakdown?.flatMap(each => each.reservationIds ?? []);
  const silent = [...new Set(listed)].filter(id => !ledger.stays.has(id));
  const unposted = sayCount(
    others.toNumber(),
    '1 night of stays without any posting',
    '{count} nights of stays without any posting',
  );
  const reasons = [
    ...(free.length > 0 ? [say('not charged: {nights}', { nights: saySome(free) })] : []),
    ...(others.gt(0) ? [silent.length > 0 ? namePart(unposted, nameSome(silent)) : unposted] : []),
  ];
  const shown = { ...compared, reasons, names: [...free.map(englishText), ...silent] };
  // Someone may have forgotten to charge a night of a stay that took place.
  return [free.length > 0 || silent.length > 0 ? askAbout(shown) : shown];
}

export const revenueChecks: readonly CloseIdentity[] = [
  {
    id: 'R1',
    title: 'Accounts of revenues add up',
    unit: 'money',
    sides: ['account', 'its subaccounts'],
    says: 'each account is the sum of its subaccounts, gross and net',
    compare: compareTree,
  },
  {
    id: 'R2',
    title: 'Revenue per account, gross',
    adds: true,
    sides: ['ledger', 'revenues report'],
    says: 'what was posted to each account is what revenues show, to the cent',
    compare: books => compareAccounts(books, 'gross'),
  },
  {
    id: 'R3',
    title: 'Revenue per account, net',
    adds: true,
    sides: ['ledger', 'revenues report'],
    says: 'the net amounts are the same but for rounding',
    compare: books => compareAccounts(books, 'net'),
  },
  {
    id: 'R4',
    title: 'Groups of revenue',
    sides: ['groups', 'groups of the platform'],
    says: 'revenues have the five groups of the platform',
    compare: compareGroups,
  },
  {
    id: 'PR',
    title: 'Posted and booked revenue',
    adds: true,
    sides: ['ledger', 'property performance'],
    says: 'what was posted is what was booked, with the steps between them',
    needsAllNights: true,
    compare: compareBooked,
  },
  {
    id: 'PN',
    title: 'Charged and room nights',
    sides: ['charged in the ledger', 'room-nights report'],
    says: 'no more nights are charged than there are room nights',
    needsAllNights: true,
    compare: compareCharged,
  },
];
