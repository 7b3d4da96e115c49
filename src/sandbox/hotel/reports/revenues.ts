import type { RevenueKind } from '../blueprints/blueprint.ts';
import { type ExportAccount, revenueParents, revenueRoot } from '../folio.ts';
import { eachLedgerLine } from '../ledger.ts';
import { addUp, addUpGross, minorOfExact, vatTypes } from '../money.ts';
import { type ComputeBody, readDay, toMoney } from './compute.ts';

/**
 * Postings to revenue accounts from `from` to `to` (exclusive), as the tree of those accounts (platform.md, "GET
 * /reports/v0-nsfw/reports/revenues"; RevenuesReportItemModel in platform facts): the sum of the gross transactions
 * that credit them, rounded once for each account. Accounts without a posting are omitted, except the root.
 */
export const revenues: ComputeBody = (property, parameters, today) => {
  const posted = new Map<ExportAccount, { net: bigint; gross: number }>();
  const [from, to] = [readDay(parameters, 'from'), readDay(parameters, 'to')];
  for (const { credited, net, gross } of eachLedgerLine(property, from, to, today)) {
    const sums = posted.get(credited) ?? { net: 0n, gross: 0 };
    posted.set(credited, sums);
    sums.net += BigInt(net);
    sums.gross += gross;
  }
  const isGerman = /^de(-|$)/i.test(String(parameters['languageCode'] ?? 'en'));
  type Leaf = { readonly account: ExportAccount; readonly net: number; readonly gross: number };
  const item = (account: ExportAccount, leaves: readonly Leaf[], children: readonly object[] = []) => ({
    account: isGerman ? translate(account) : account,
    netAmount: toMoney(
      property,
      addUp(leaves, ({ net }) => net),
    ),
    grossAmount: toMoney(property, addUpGross(leaves)),
    ...(children.length > 0 ? { children } : {}),
  });
  const kinds = Object.entries(revenueParents).flatMap(([kind, parent]) => {
    const leaves = vatTypes.flatMap(type => {
      const account = property.revenueAccounts[kind as RevenueKind][type];
      const sums = posted.get(account);
      if (!sums || (sums.gross === 0 && sums.net === 0n)) return [];
      return [{ account, gross: sums.gross, net: minorOfExact(sums.net, property.currency.digits) }];
    });
    const children = leaves.map(leaf => item(leaf.account, [leaf]));
    return leaves.length > 0 ? [{ leaves, tree: item(parent, leaves, children) }] : [];
  });
  const trees = kinds.map(({ tree }) => tree);
  return item(
    revenueRoot,
    kinds.flatMap(({ leaves }) => leaves),
    trees,
  );
};

const german: Readonly<Record<string, string>> = {
  Revenues: 'Erlöse',
  Accommodation: 'Beherbergung',
  'Food and beverages': 'Speisen und Getränke',
  'Other services': 'Sonstige Leistungen',
  'Cancellation fees': 'Stornogebühren',
  'No-show fees': 'No-Show-Gebühren',
};

function translate(account: ExportAccount): ExportAccount {
  const english = Object.keys(german).find(name => account.name.startsWith(name)) ?? '';
  const name = account.name.replace(english, german[english] ?? '').replace('% VAT', ' % MwSt.');
  return { ...account, name };
}
