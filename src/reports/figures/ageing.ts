import { UndocumentedResponseError } from '../../base/errors.ts';
import { groupBy } from '../../base/text.ts';
import type { Pieces, Text } from '../../output/document/document.ts';
import { entriesOfTotals } from '../../output/totals.ts';
import { namePart, nameSome, say } from '../../output/words/messages.ts';
import { anyDay, type CalendarDate, dayNumber } from '../../platform/dates.ts';
import { nestedRecord, valueReader } from '../../platform/record-paths.ts';
import {
  addedUp,
  type Column,
  moneyColumn,
  numberColumn,
  type ReportRecord,
  textColumn,
  type View,
} from '../../platform/records.ts';
import type { ListedInvoice } from '../../platform/reports/accounting-response.ts';
import { propertyColumn } from '../../platform/reports/columns.ts';
import { safeText } from '../../platform/safe-text.ts';
import type { Computation } from './computed.ts';
import { forPeople } from './groups.ts';

/** What companies owe, by the age of their invoices: the city ledger as a list of debtors. */

const ageingNote =
  'Outstanding is what is not paid of each invoice now. Its age counts from the date of the invoice: current is up to 29 days, 30 days is 30 to 59, 60 days is 60 to 89, and 90 days is everything older.';

/** The parts of what is owed, the newest first: each with its least age. */
const ages = [
  ['current', 0, 'Current'],
  ['days30', 30, '30 days'],
  ['days60', 60, '60 days'],
  ['days90', 90, '90 days'],
] as const;

const currency = 'outstanding.currency';
/** The sum, then its parts. */
const amountColumns = [['amount', 0, 'Outstanding'] as const, ...ages].map(([name, , heading]) =>
  addedUp(moneyColumn(`outstanding.${name}`, heading, currency)),
);
const amounts = amountColumns.map(({ name }) => name);
const columns: readonly Column[] = [
  propertyColumn,
  { ...textColumn('company.id', 'Company id'), role: 'technical' },
  textColumn('company.code', 'Company code'),
  textColumn('company.name', 'Company'),
  addedUp({ ...numberColumn('invoices', 'Invoices'), unit: { kind: 'count' } }),
  ...amountColumns,
  textColumn(currency, 'Currency'),
];

export const viewOfAgeing: View<never> = {
  name: 'ageing',
  summary: 'what each company owes, by age',
  columns,
  table: {
    columns: ['propertyId', 'company.name', 'invoices', ...amounts],
    onlyIfVaried: ['propertyId'],
    totalsBy: currency,
  },
  records: () => [],
};

type Invoice = ListedInvoice & { readonly propertyId: string };
type Debt = ReturnType<typeof toDebt>;

/** A row for each company of a hotel and currency, the largest debt first. @param days the day at each hotel */
function ageingRows(records: readonly ReportRecord[], days: ReadonlyMap<string, CalendarDate>) {
  const debts = (records as unknown as readonly Invoice[])
    .filter(({ invoice }) => Number(invoice.outstandingPayment?.amount ?? 0) !== 0)
    .map(invoice => toDebt(invoice, days.get(invoice.propertyId) ?? anyDay));
  const debtors = groupBy(debts, ({ propertyId, company, outstanding }) =>
    JSON.stringify([propertyId, company.id, outstanding.currency]),
  );
  const amountOf = valueReader('outstanding.amount');
  return [...debtors.values()]
    .map(rows => ({ ...(rows[0] as Debt), ...nestedRecord(entriesOfTotals(columns)(rows)) }))
    .sort(
      (one, other) =>
        one.propertyId.localeCompare(other.propertyId) ||
        Number(amountOf(other)) - Number(amountOf(one)) ||
        one.company.name.localeCompare(other.company.name),
    );
}

/** Of each hotel, the invoices that are added up twice, or of which nothing is known. */
function warningsOfAgeing(records: readonly ReportRecord[]): readonly Text[] {
  const byHotel = groupBy(records as unknown as readonly Invoice[], ({ propertyId }) => propertyId);
  return [...byHotel].flatMap(([property, listed]) => {
    const own = listed.map(({ invoice }) => invoice);
    const seen = new Set<string>();
    const twice = own.filter(({ number }) => number && (seen.has(number) || !seen.add(number)));
    return [
      ...(twice.length > 0 ? [say('listed twice: {names}', { names: nameInvoices(twice) })] : []),
      ...findUnknownDebts(own),
    ].map(words => namePart([property], words));
  });
}

const nameInvoices = (invoices: readonly ListedInvoice['invoice'][]) =>
  nameSome(invoices.map(({ number, date }) => number ?? date));

/** Names the invoices that no sum of what is outstanding has. Also of a pack. */
export function findUnknownDebts(invoices: readonly ListedInvoice['invoice'][]): Pieces[] {
  const unknown = invoices.filter(({ outstandingPayment }) => !outstandingPayment);
  const words = say('it does not say what is outstanding');
  return unknown.length > 0 ? [namePart(nameInvoices(unknown), words)] : [];
}

/** What is owed of one invoice, in the column of its age. */
function toDebt({ propertyId, company: { id, code, name }, invoice }: Invoice, today: CalendarDate) {
  // Null in place of a date that does not exist.
  if (!invoice.date)
    throw new UndocumentedResponseError(
      `the age of invoice ${safeText(String(invoice.number), 40)} of ${safeText(propertyId, 40)} is unknown: its date does not exist`,
      { hint: 'see it with --view invoices' },
    );
  const days = dayNumber(today) - dayNumber(invoice.date);
  const age = ages.findLast(([, least]) => days >= least)?.[0] ?? 'current';
  const { amount = 0, currency } = invoice.outstandingPayment ?? {};
  const parts = Object.fromEntries(ages.map(([each]) => [each, each === age ? amount : 0]));
  const outstanding = { ...parts, amount, currency };
  return { propertyId, company: { id, code: code ?? null, name }, invoices: 1, outstanding };
}

/** What is owed in each currency; of a single one also its parts. */
function keyFiguresOfAgeing(rows: readonly ReportRecord[]) {
  const codeOf = valueReader(currency);
  const byCode = groupBy(rows, row => String(codeOf(row)));
  const addUp = (own: readonly ReportRecord[]) => nestedRecord(entriesOfTotals(columns)(own))['outstanding'];
  const shown = amountColumns.slice(0, byCode.size > 1 ? 1 : undefined);
  return {
    figures: [...byCode.keys()].flatMap(code =>
      shown.map(({ name, heading = '' }) => ({
        title: heading,
        value: name.replace('outstanding', code),
        unit: { kind: 'money', currency: `${code}.currency` } as const,
      })),
    ),
    record: (): ReportRecord => Object.fromEntries([...byCode].map(([code, own]) => [code, addUp(own)])),
  };
}

/** The rows of all invoices: a company has one, also of invoices of several requests. */
export const ageing: Pick<Computation, 'source' | 'gather' | 'viewOf'> = {
  source: 'invoices',
  gather: { note: ageingNote, warnings: warningsOfAgeing, rows: ageingRows, whole: keyFiguresOfAgeing },
  viewOf: (_, shown = {}) => ({ ...viewOfAgeing, columns: forPeople(columns, shown.words) }),
};
