import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { dateMatches, parseDateExpression } from '../../../src/platform/dates.ts';
import type { Posting } from '../../../src/reports/posting.ts';
import { temporaryFolder } from '../../context.ts';
import { localServer, signedIn } from '../local-server.ts';
import { germanHotel, platformListener, type Respond } from '../reports-platform.ts';

type Ledgers = Readonly<Record<string, readonly Posting[]>>;
interface Changes {
  readonly invoices?: readonly { readonly invoice: { readonly date: string } }[];
  /** Replaces the body of gross transactions. */
  readonly change?: (body: Record<string, unknown>) => Record<string, unknown> | number;
}

/** A platform with these ledgers by property. */
export async function journalPlatform(ledgers: Ledgers, changes: Changes = {}) {
  const { invoices = [], change = body => body } = changes;
  const properties = Object.keys(ledgers).map(id => germanHotel(id, `Hotel <${id}> & "Co"`));
  const respond: Respond = (report, query) => {
    const filters = query.getAll('dateFilter').flatMap(text => parseDateExpression(text) ?? []);
    if (report === 'company-invoices-vat') {
      const companyInvoices = invoices.filter(({ invoice }) => dateMatches(invoice.date, filters));
      return { companyInvoices, count: companyInvoices.length };
    }
    const lines = ledgers[query.get('propertyId') ?? ''] ?? [];
    const transactions = lines.filter(({ date }) => dateMatches(date, filters));
    return change({ transactions, count: transactions.length });
  };
  const { url } = await localServer(platformListener(properties, respond));
  const folder = join(temporaryFolder(), 'work');
  mkdirSync(folder);
  const numbers = { HOTELCTL_ADVISER_NUMBER: '29098', HOTELCTL_CLIENT_NUMBER: '55003' };
  return {
    folder,
    env: { ...signedIn(url), ...numbers, HOTELCTL_DATA_DIR: folder.replace('work', 'data') },
    /** A file in the folder. */
    file(name: string, content: string): string {
      writeFileSync(join(folder, name), content);
      return join(folder, name);
    },
  };
}
