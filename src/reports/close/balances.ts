import { ensureEntry } from '../../base/text.ts';
import { addDecimals, plainNumber, zero } from '../../platform/numbers.ts';
import { nameAccount } from '../posting.ts';
import { type AccountBook, cityTaxTypes, newTaxSums, RateBook } from './ledger-books.ts';
import { type CloseBooks, once } from './month-books.ts';

/** The tax of each rate, three ways, with its base, and what rounding each line makes of it. */
export const vatLinesOf = once(books => {
  const { ledger, invoices } = books;
  const invoiced = new Map<string, ReturnType<typeof newTaxSums>>();
  for (const { taxDetails } of invoices)
    for (const { percent, tax, net } of taxDetails) {
      const sums = ensureEntry(invoiced, plainNumber(percent), newTaxSums);
      sums.tax.add(tax);
      sums.net.add(net);
    }
  const percents = new Set([...ledger.rates.keys(), ...invoiced.keys()]);
  return [...percents]
    .toSorted((one, other) => Number(one) - Number(other))
    .map(percent => {
      const rate = ledger.rates.get(percent) ?? new RateBook();
      const inRevenues = sumInRevenues(books, percent);
      const onInvoices = invoiced.get(percent);
      const columnsOf = (of: 'tax' | 'net') => ({
        /** Prepayments included, because their tax is due when they are received. */
        ledger: rate.ledger[of].value,
        onRevenue: rate.onRevenue[of].value,
        /** Null where an account has several rates. */
        revenues: inRevenues?.[of] ?? null,
        invoices: onInvoices?.[of].value ?? zero,
      });
      return {
        percent,
        ...columnsOf('tax'),
        base: columnsOf('net'),
        /** What the tax of the gross amounts, rounded line by line, adds to the tax of the ledger. */
        rounding: rate.recomputed.value.minus(rate.single.value),
      };
    });
});

export const movementsOf = once(({ ledger }) => {
  const ofTypes = (types: readonly string[], sign: 1 | -1) =>
    [...ledger.accounts.values()]
      .filter(({ account }) => types.includes(account.type))
      .map(({ account, gross }) => ({ account: nameAccount(account), amount: gross.value.times(sign) }));
  return {
    payments: ofTypes(['Payments'], -1),
    cityTax: ofTypes(cityTaxTypes, 1),
    transitory: ofTypes(['TransitoryItems'], 1),
  };
});

/** An account is not meant for a rate that has fewer of its lines than one in so many. */
export const rareRate = 50;

/** The rate of most lines of an account, the single lines of another rate, and whether it has several rates. */
export function ratesOfAccount({ percents }: Pick<AccountBook, 'percents'>) {
  const [usual, ...others] = [...percents].sort(([, one], [, other]) => other.count - one.count);
  const isRare = ([, kept]: (typeof others)[number]) => kept.count * rareRate <= (usual?.[1].count ?? 0);
  return { usual, rare: others.filter(isRare), isMixed: !others.every(isRare) };
}

/** The accounts of revenues with what the ledger has of them, and their tax. */
export const taxedLeavesOf = once(({ tree, ledger, amount }) => {
  const books = [...ledger.accounts.values()].map(book => ({ book, leaf: tree.nodeOf(book.account) }));
  return tree.leaves.map(leaf => {
    const own = books
      .filter(each => each.leaf === leaf)
      .map(({ book }) => ({ book, ...ratesOfAccount(book) }));
    const percents = new Set(own.flatMap(({ usual }) => usual?.[0] ?? []));
    const net = amount(leaf.netAmount);
    return {
      account: leaf.account,
      percents: new Set(own.flatMap(({ book }) => [...book.percents.keys()])),
      /** Undefined: no rate, or several, which revenues do not tell apart. */
      percent: percents.size === 1 && !own.some(({ isMixed }) => isMixed) ? [...percents][0] : undefined,
      net,
      shown: amount(leaf.grossAmount).minus(net),
      posted: addDecimals(own.map(({ book }) => book.gross.value.minus(book.net.value))),
    };
  });
});

/** What revenues show as tax of the accounts of this rate, and as its base; undefined if one of them has several rates. */
export function sumInRevenues(books: CloseBooks, percent: string) {
  const leaves = taxedLeavesOf(books);
  if (leaves.some(leaf => leaf.percent === undefined && leaf.percents.has(percent))) return undefined;
  const own = leaves.filter(leaf => leaf.percent === percent);
  return { tax: addDecimals(own.map(({ shown }) => shown)), net: addDecimals(own.map(({ net }) => net)) };
}
