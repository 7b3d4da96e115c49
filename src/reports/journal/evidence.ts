import { xmlText } from '../../base/text.ts';
import { nameOfPeriod, type Period } from '../../platform/periods.ts';
import type { Column, ReportRecord } from '../../platform/records.ts';
import type { ListedInvoice } from '../../platform/reports/accounting-response.ts';
import { safeText } from '../../platform/safe-text.ts';
import type { Posting } from '../posting.ts';
import readme from './evidence-readme.txt?raw';

/** The audit medium (GoBD Z3): CSV files, and index.xml in a form that the standard had in 2002 and its DTD of 2019 still allows. */

const numbers =
  'line taxNumber invoiceNumber grossAmount netAmount percent amount vatPercent net.amount tax.amount invoice.subTotal.amount';
const dates = 'date invoice.date';

const typeOf = (path: string) =>
  numbers.split(' ').includes(path) ? 'number' : dates.split(' ').includes(path) ? 'date' : 'text';

/** A file of the medium. The first column is its key. @param references columns that refer to the key of another table */
const makeTable = (
  description: string,
  paths: string,
  references: Readonly<Record<string, string>> = {},
) => ({
  description,
  references,
  columns: paths.split(' ').map((path): Column => ({ name: path, type: typeOf(path) })),
});

/** Values that the platform changes later are not part of the medium: the status and the dates of a reservation. */
export const evidenceTables = {
  accounts: makeTable('The accounts of the ledger', 'number name type parentNumber'),
  ledger: makeTable(
    'The ledger: one record for each posting, with signed amounts and the accounts debited and credited',
    'line date timestamp sourceEntryNumber command debitedAccount.number creditedAccount.number currency grossAmount netAmount receipt.type receipt.number reference referenceType reservation.id',
    { 'debitedAccount.number': 'accounts', 'creditedAccount.number': 'accounts' },
  ),
  taxes: makeTable('The taxes of the lines of the ledger', 'taxNumber line type percent amount', {
    line: 'ledger',
  }),
  invoices: makeTable(
    'The invoices to companies',
    'invoiceNumber invoice.date invoice.number company.id company.code company.name company.taxId invoice.subTotal.amount invoice.subTotal.currency',
  ),
  'invoice-taxes': makeTable(
    'The taxes of the invoices',
    'taxNumber invoiceNumber vatType vatPercent net.amount tax.amount',
    { invoiceNumber: 'invoices' },
  ),
};

export type EvidenceTable = keyof typeof evidenceTables;
type EvidenceRecords = Partial<Record<EvidenceTable, readonly ReportRecord[]>>;

/** Numbers the records of the tables, in the order of the platform: none of its fields is unique. */
export class EvidenceNumbers {
  readonly accounts = new Map<string, ReportRecord>();
  #line = 0;
  #tax = 0;
  #invoice = 0;

  ofLines(lines: readonly Posting[]): EvidenceRecords {
    // Copies of all fields of so many lines take time.
    const ledger = lines.map(each => Object.assign(each, { line: ++this.#line }));
    for (const { debitedAccount, creditedAccount } of lines)
      for (const account of [debitedAccount, creditedAccount])
        if (!this.accounts.has(account.number)) this.accounts.set(account.number, { ...account });
    const taxes: ReportRecord[] = [];
    for (const { line, taxes: own } of ledger)
      for (const tax of own ?? []) taxes.push({ ...tax, line, taxNumber: ++this.#tax });
    return { ledger: asRecords(ledger), taxes };
  }

  ofInvoices(items: readonly ListedInvoice[]): EvidenceRecords {
    const invoices = items.map(each => ({ ...each, invoiceNumber: ++this.#invoice }));
    const invoiceTaxes = invoices.flatMap(({ invoiceNumber, invoice }) =>
      (invoice.taxDetails ?? []).map(tax => ({ ...tax, invoiceNumber, taxNumber: ++this.#tax })),
    );
    return { invoices: asRecords(invoices), 'invoice-taxes': asRecords(invoiceTaxes) };
  }
}

const asRecords = (list: readonly object[]) => list as readonly ReportRecord[];

/** Decimals of the amounts: the platform has up to eight in net amounts and taxes. */
export const evidenceAccuracy = 8;

const element = (name: string, ...content: readonly string[]) => `<${name}>${content.join('')}</${name}>`;
const german = (date: string) => date.split('-').toReversed().join('.');
const textElement = (name: string, value: string) => element(name, xmlText(safeText(value)));

const columnTypes = {
  text: '<AlphaNumeric/>',
  date: element('Date', element('Format', 'YYYY-MM-DD')),
  number: element('Numeric', element('Accuracy', String(evidenceAccuracy))),
};

function tableXml(name: string, { first, last }: Period) {
  const { description, columns, references } = evidenceTables[name as EvidenceTable];
  const range = element('Range', element('From', german(first)), element('To', german(last)));
  return element(
    'Table',
    textElement('URL', `${name}.csv`),
    textElement('Name', name),
    textElement('Description', description),
    element('Validity', range, element('Format', 'DD.MM.YYYY')),
    '<UTF8/>',
    element('DecimalSymbol', ','),
    element('DigitGroupingSymbol', '.'),
    element('Range', element('From', '2')),
    element(
      'VariableLength',
      element('ColumnDelimiter', ';'),
      element('RecordDelimiter', '&#13;&#10;'),
      element('TextEncapsulator', '"'),
      ...columns.map((column, index) =>
        element(
          index === 0 ? 'VariablePrimaryKey' : 'VariableColumn',
          textElement('Name', column.name),
          columnTypes[column.type],
        ),
      ),
      ...Object.entries(references).map(([column, other]) =>
        element('ForeignKey', textElement('Name', column), textElement('References', other)),
      ),
    ),
  );
}

/** @param hotel its name is from the platform */
export function indexXml(hotel: { readonly id: string; readonly name: string }, period: Period, dtd: string) {
  const title = `${hotel.id} ${nameOfPeriod(period)}`;
  const supplier = { Name: hotel.name, Location: hotel.id, Comment: `${title}, written by hotelctl` };
  const tables = Object.keys(evidenceTables).map(name => `\n${tableXml(name, period)}`);
  const content = element(
    'DataSet',
    textElement('Version', '1.0'),
    element('DataSupplier', ...Object.entries(supplier).map(([name, value]) => textElement(name, value))),
    element('Media', textElement('Name', title), ...tables),
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE DataSet SYSTEM "${dtd}">\n${content}\n`;
}

/** @param about the period, the records of each file and the words about the DTD */
export function evidenceReadme(
  hotel: { readonly id: string; readonly name: string },
  about: Period & { readonly counts: string; readonly dtd: string },
) {
  const values = { ...about, hotel: safeText(hotel.name), property: safeText(hotel.id) };
  return readme.replace(/\{(\w+)\}/g, (_, name: keyof typeof values) => values[name]);
}
