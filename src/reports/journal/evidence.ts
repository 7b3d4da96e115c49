import { xmlText } from '../../base/text.ts';
import { type ExactNumber, plainNumber } from '../../platform/numbers.ts';
import { nameOfPeriod, type Period } from '../../platform/periods.ts';
import {
  type Column,
  dateColumn,
  numberColumn,
  type ReportRecord,
  textColumn,
} from '../../platform/records.ts';
import { safeText } from '../../platform/safe-text.ts';
import type { LedgerAccount, LedgerLine } from './ledger.ts';

/**
 * The audit medium (GoBD Z3): CSV files, and index.xml that describes them in the form of the DTD of 2019, which also
 * accepts the forms of 2002.
 */

/** A file of the medium. The first column is its key. */
export interface EvidenceTable {
  readonly name: string;
  readonly description: string;
  readonly columns: readonly Column[];
  /** Columns that refer to the key of another table. */
  readonly references?: Readonly<Record<string, string>>;
}

const invoiceColumns = ['companyId', 'companyCode', 'companyName', 'companyTaxId', 'invoiceNumber'];

/** What is a file of the medium: the values that are live (the status and the dates of a reservation) are not. */
export const evidenceTables = {
  accounts: {
    name: 'accounts',
    description: 'The accounts of the ledger',
    columns: ['number', 'name', 'type', 'parentNumber'].map(name => textColumn(name, name)),
  },
  ledger: {
    name: 'ledger',
    description: 'The ledger: one line for each posting, amounts signed, debited and credited account',
    columns: [
      numberColumn('line', 'line'),
      dateColumn('date', 'date'),
      ...['timestamp', 'entry', 'command', 'debitedAccount', 'creditedAccount', 'currency'].map(name =>
        textColumn(name, name),
      ),
      numberColumn('grossAmount', 'grossAmount'),
      numberColumn('netAmount', 'netAmount'),
      ...['receiptType', 'receiptNumber', 'reference', 'referenceType', 'reservation'].map(name =>
        textColumn(name, name),
      ),
    ],
    references: { debitedAccount: 'accounts', creditedAccount: 'accounts' },
  },
  taxes: {
    name: 'taxes',
    description: 'The taxes of the lines of the ledger',
    columns: [
      numberColumn('tax', 'tax'),
      numberColumn('line', 'line'),
      textColumn('type', 'type'),
      numberColumn('percent', 'percent'),
      numberColumn('amount', 'amount'),
    ],
    references: { line: 'ledger' },
  },
  invoices: {
    name: 'invoices',
    description: 'The invoices to companies',
    columns: [
      numberColumn('invoice', 'invoice'),
      dateColumn('date', 'date'),
      ...invoiceColumns.map(name => textColumn(name, name)),
      numberColumn('subTotal', 'subTotal'),
      textColumn('currency', 'currency'),
    ],
  },
  invoiceTaxes: {
    name: 'invoice-taxes',
    description: 'The taxes of the invoices',
    columns: [
      numberColumn('tax', 'tax'),
      numberColumn('invoice', 'invoice'),
      textColumn('vatType', 'vatType'),
      numberColumn('vatPercent', 'vatPercent'),
      numberColumn('netAmount', 'netAmount'),
      numberColumn('taxAmount', 'taxAmount'),
    ],
    references: { invoice: 'invoices' },
  },
} as const satisfies Record<string, EvidenceTable>;

export interface CompanyInvoice {
  readonly company: {
    readonly id: string;
    readonly code: string;
    readonly name: string;
    readonly taxId?: string | null;
  };
  readonly invoice: {
    readonly number?: string | null;
    readonly date: string;
    readonly subTotal: { readonly amount: ExactNumber; readonly currency: string };
    readonly taxDetails?:
      | readonly {
          readonly vatType: string;
          readonly vatPercent: ExactNumber;
          readonly net: { readonly amount: ExactNumber };
          readonly tax: { readonly amount: ExactNumber };
        }[]
      | null;
  };
}

/** Numbers the records of the tables, as they come. */
export class EvidenceRecords {
  readonly accounts = new Map<string, ReportRecord>();
  #lines = 0;
  #taxes = 0;
  #invoices = 0;
  #invoiceTaxes = 0;

  ofLine(line: LedgerLine): { readonly ledger: ReportRecord; readonly taxes: readonly ReportRecord[] } {
    this.#lines += 1;
    const { debitedAccount, creditedAccount, receipt, taxes, reservation } = line;
    for (const account of [debitedAccount, creditedAccount]) this.#addAccount(account);
    return {
      ledger: {
        line: this.#lines,
        ...line,
        entry: line.sourceEntryNumber,
        debitedAccount: debitedAccount.number,
        creditedAccount: creditedAccount.number,
        receiptType: receipt.type,
        receiptNumber: receipt.number,
        taxes: undefined,
        reservation: reservation?.id,
      } as ReportRecord,
      taxes: (taxes ?? []).map(({ type, percent, amount }) => {
        this.#taxes += 1;
        return { tax: this.#taxes, line: this.#lines, type, percent, amount };
      }),
    };
  }

  ofInvoice({ company, invoice }: CompanyInvoice) {
    this.#invoices += 1;
    return {
      invoices: {
        ...{ invoice: this.#invoices, date: invoice.date, companyId: company.id, companyCode: company.code },
        ...{ companyName: company.name, companyTaxId: company.taxId, invoiceNumber: invoice.number },
        ...{ subTotal: invoice.subTotal.amount, currency: invoice.subTotal.currency },
      },
      invoiceTaxes: (invoice.taxDetails ?? []).map(({ vatType, vatPercent, net, tax }) => {
        this.#invoiceTaxes += 1;
        return {
          ...{ tax: this.#invoiceTaxes, invoice: this.#invoices, vatType, vatPercent },
          ...{ netAmount: net.amount, taxAmount: tax.amount },
        };
      }),
    };
  }

  #addAccount({ number, name, type, parentNumber }: LedgerAccount): void {
    if (!this.accounts.has(number)) this.accounts.set(number, { number, name, type, parentNumber });
  }
}

/** Decimals of the amounts: the platform has up to eight in net amounts and taxes. */
export const evidenceAccuracy = 8;

export const hasMoreDecimals = (value: ExactNumber): boolean =>
  (plainNumber(value).split('.')[1] ?? '').length > evidenceAccuracy;

const element = (name: string, ...content: readonly string[]) => `<${name}>${content.join('')}</${name}>`;
const german = (date: string) => date.split('-').toReversed().join('.');

/** @param hotel its name is from the platform */
export function indexXml(
  hotel: { readonly id: string; readonly name: string },
  period: Period,
  dtd: string,
): string {
  const text = (name: string, value: string) => element(name, xmlText(safeText(value)));
  const range = element('Range', element('From', german(period.first)), element('To', german(period.last)));
  const columnXml = (column: Column, tag: string) => {
    const types = {
      text: '<AlphaNumeric/>',
      date: element('Date', element('Format', 'YYYY-MM-DD')),
      number: element('Numeric', element('Accuracy', String(evidenceAccuracy))),
    };
    return element(tag, text('Name', column.name), types[column.type]);
  };
  const tables = Object.values(evidenceTables).map((table: EvidenceTable) => {
    const { name, description, columns, references = {} } = table;
    return element(
      'Table',
      ...[text('URL', `${name}.csv`), text('Name', name), text('Description', description)],
      ...[element('Validity', range, element('Format', 'DD.MM.YYYY')), '<UTF8/>'],
      ...[element('DecimalSymbol', ','), element('DigitGroupingSymbol', '.')],
      element('Range', element('From', '2')),
      element(
        'VariableLength',
        ...[element('ColumnDelimiter', ';'), element('RecordDelimiter', '&#13;&#10;')],
        element('TextEncapsulator', '"'),
        ...columns.map((column, index) =>
          columnXml(column, index === 0 ? 'VariablePrimaryKey' : 'VariableColumn'),
        ),
        ...Object.entries(references).map(([column, other]) =>
          element('ForeignKey', text('Name', column), text('References', other)),
        ),
      ),
    );
  });
  const supplier = [
    text('Name', hotel.name),
    text('Location', hotel.id),
    text('Comment', `property ${hotel.id}, ${nameOfPeriod(period)}, written by hotelctl`),
  ];
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<!DOCTYPE DataSet SYSTEM "${dtd}">`,
    element(
      'DataSet',
      ...[text('Version', '1.0'), element('DataSupplier', ...supplier)],
      element(
        'Media',
        text('Name', `${hotel.id} ${nameOfPeriod(period)}`),
        ...tables.map(table => `\n${table}`),
      ),
    ),
    '',
  ].join('\n');
}
