import type { ExportAccount } from '../accounts.ts';
import { visitLedger } from '../ledger.ts';
import { sumOf } from '../money.ts';
import type { Property } from '../property.ts';
import { type ComputeBody, dayOf, moneyOf } from './compute.ts';

type Sums = { net: number; gross: number };

/**
 * Postings to revenue accounts from `from` to `to` (exclusive), as the tree of those accounts (platform.md, "GET
 * /reports/v0-nsfw/reports/revenues"): the sum of the gross transactions that credit them. Accounts without a posting
 * are omitted, except the root.
 */
export const revenues: ComputeBody = (property, parameters, today) => {
  const posted = new Map<ExportAccount, Sums>();
  visitLedger(
    property,
    dayOf(parameters, 'from'),
    dayOf(parameters, 'to'),
    today,
    ({ credited, net, gross }) => {
      if (credited.type !== 'Revenues') return;
      const sums = posted.get(credited) ?? { net: 0, gross: 0 };
      posted.set(credited, sums);
      sums.net += net;
      sums.gross += gross;
    },
  );
  const isGerman = /^de(-|$)/i.test(String(parameters['languageCode'] ?? 'en'));
  return tree(property, posted, isGerman);
};

/** RevenuesReportItemModel (platform facts, Reports). */
function tree(property: Property, posted: ReadonlyMap<ExportAccount, Sums>, isGerman: boolean): object {
  const accounts = property.accounts.all.filter(({ type }) => type === 'Revenues');
  const below = (account: ExportAccount, parent?: ExportAccount): Sums & { readonly item: object } => {
    const parts = accounts
      .filter(({ parentNumber }) => parentNumber === account.number)
      .map(child => below(child, account))
      .filter(({ gross, item }) => gross !== 0 || 'children' in item);
    const all = [posted.get(account) ?? { net: 0, gross: 0 }, ...parts];
    const [net, gross] = [sumOf(all, part => part.net), sumOf(all, part => part.gross)];
    const item = {
      account: isGerman ? { ...account, name: germanName(account, parent) } : account,
      netAmount: moneyOf(property, net),
      grossAmount: moneyOf(property, gross),
      ...(parts.length > 0 ? { children: parts.map(part => part.item) } : {}),
    };
    return { net, gross, item };
  };
  return below(accounts.find(({ parentNumber }) => parentNumber === null) as ExportAccount).item;
}

/** By number; the accounts of each VAT rate are named after their parent. */
const german: Readonly<Record<string, string>> = {
  '8000': 'Erlöse',
  '8100': 'Beherbergung',
  '8200': 'Speisen und Getränke',
  '8300': 'Sonstige Leistungen',
  '8400': 'Stornogebühren',
  '8500': 'No-Show-Gebühren',
};

function germanName({ number, name }: ExportAccount, parent?: ExportAccount): string {
  const rate = name.slice(parent?.name.length).replace('% VAT', ' % MwSt.');
  return german[number] ?? `${german[parent?.number ?? '']}${rate}`;
}
