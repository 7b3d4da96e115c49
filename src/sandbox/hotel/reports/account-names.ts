import type { ExportAccount } from '../accounts.ts';

/** The revenue accounts' names in German, by number; the accounts of one VAT rate follow from their parent's. */
const german: Readonly<Record<string, string>> = {
  '8000': 'Erlöse',
  '8100': 'Beherbergung',
  '8200': 'Speisen und Getränke',
  '8300': 'Sonstige Leistungen',
  '8400': 'Stornogebühren',
  '8500': 'No-Show-Gebühren',
};

/** How a revenue account is called in a language (`de`, `de-AT`): English unless it is German. */
export function nameIn(languageCode: string, account: ExportAccount, parent: ExportAccount | null): string {
  if (!/^de(-|$)/i.test(languageCode)) return account.name;
  const own = german[account.number];
  if (own !== undefined) return own;
  const rate = parent ? account.name.slice(parent.name.length) : '';
  return `${parent ? nameIn(languageCode, parent, null) : account.name}${rate.replace('% VAT', ' % MwSt.')}`;
}
