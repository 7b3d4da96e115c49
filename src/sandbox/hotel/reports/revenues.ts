import type { ExportAccount } from '../accounts.ts';
import { type Day, parseDate } from '../calendar.ts';
import { visitLedger } from '../ledger.ts';
import type { Minor } from '../money.ts';
import type { Property } from '../property.ts';
import type { ComputeBody } from './compute.ts';
import { type MonetaryValue, moneyOf } from './compute.ts';

interface Sums {
  readonly net: Minor;
  readonly gross: Minor;
}

/** RevenuesReportItemModel (platform facts, Reports). */
interface RevenueItem {
  readonly account: ExportAccount;
  readonly netAmount: MonetaryValue;
  readonly grossAmount: MonetaryValue;
  readonly children?: readonly RevenueItem[];
}

/**
 * Postings to revenue accounts from `from` to `to` (exclusive), as the tree of those accounts (platform.md, "GET
 * /reports/v0-nsfw/reports/revenues"): the sum of the gross transactions that credit them. Accounts without a posting
 * are omitted, except the root.
 */
export const revenues: ComputeBody = (property, parameters, today) => {
  const from = parseDate(String(parameters['from'])) as Day;
  const to = parseDate(String(parameters['to'])) as Day;
  const posted = new Map<ExportAccount, { net: Minor; gross: Minor }>();
  visitLedger(property, from, to, today, ({ credited, net, gross }) => {
    if (credited.type !== 'Revenues') return;
    const sums = posted.get(credited);
    if (!sums) posted.set(credited, { net, gross });
    else {
      sums.net += net;
      sums.gross += gross;
    }
  });
  return tree(property, posted, String(parameters['languageCode'] ?? 'en'));
};

function tree(property: Property, posted: ReadonlyMap<ExportAccount, Sums>, languageCode: string) {
  const accounts = property.accounts.all.filter(({ type }) => type === 'Revenues');
  const below = (
    account: ExportAccount,
    parent: ExportAccount | null,
  ): Sums & { readonly item: RevenueItem } => {
    const parts = accounts
      .filter(({ parentNumber }) => parentNumber === account.number)
      .map(child => below(child, account))
      .filter(({ item, gross }) => gross !== 0 || item.children);
    const own = posted.get(account) ?? { net: 0, gross: 0 };
    const net = parts.reduce((sum, part) => sum + part.net, own.net);
    const gross = parts.reduce((sum, part) => sum + part.gross, own.gross);
    const item = {
      account: { ...account, name: nameIn(languageCode, account, parent) },
      netAmount: moneyOf(property, net),
      grossAmount: moneyOf(property, gross),
      ...(parts.length > 0 ? { children: parts.map(part => part.item) } : {}),
    };
    return { net, gross, item };
  };
  const root = accounts.find(({ parentNumber }) => parentNumber === null) as ExportAccount;
  return below(root, null).item;
}

/** German names of the revenue accounts, by number; the accounts of each VAT rate are named after their parent. */
const german: Readonly<Record<string, string>> = {
  '8000': 'Erlöse',
  '8100': 'Beherbergung',
  '8200': 'Speisen und Getränke',
  '8300': 'Sonstige Leistungen',
  '8400': 'Stornogebühren',
  '8500': 'No-Show-Gebühren',
};

/** The name of a revenue account in a language (`de`, `de-AT`): English unless the language is German. */
function nameIn(languageCode: string, account: ExportAccount, parent: ExportAccount | null): string {
  if (!/^de(-|$)/i.test(languageCode)) return account.name;
  const own = german[account.number];
  if (own !== undefined) return own;
  const rate = parent ? account.name.slice(parent.name.length) : '';
  return `${parent ? nameIn(languageCode, parent, null) : account.name}${rate.replace('% VAT', ' % MwSt.')}`;
}
