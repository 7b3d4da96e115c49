import Big from 'big.js';
import { plainNumber } from '../../platform/numbers.ts';
import { vatLinesOf } from './balances.ts';
import {
  type CheckedFigures,
  type CloseIdentity,
  compare,
  compareWithLimit,
  notComparable,
} from './check.ts';
import { addDecimals, exact, hundredth, roundToStep } from './exact-sum.ts';
import type { CloseBooks, CompanyInvoice } from './month-books.ts';

const nameInvoice = ({ number, date }: CompanyInvoice) => number ?? `an invoice of ${date} without a number`;
const ofReceipt = (number: string) => ({ field: 'receipt', values: [number] }) as const;

const computeNet = ({ taxDetails }: CompanyInvoice, { sum }: CloseBooks) =>
  sum((taxDetails ?? []).map(({ net }) => net));
const computeGross = ({ taxDetails }: CompanyInvoice, { sum }: CloseBooks) =>
  sum((taxDetails ?? []).flatMap(({ net, tax }) => [net, tax]));

/** Whether the subtotal is net or gross is not documented: it is what most invoices of the property have. */
function* compareSubTotals(books: CloseBooks): Generator<CheckedFigures> {
  const { invoices, amount, cent } = books;
  const sums = invoices.map(invoice => ({
    ...{ name: nameInvoice(invoice), details: invoice.taxDetails?.length, shown: amount(invoice.subTotal) },
    ...{ net: computeNet(invoice, books), gross: computeGross(invoice, books) },
  }));
  const fitting = (kind: 'net' | 'gross') =>
    sums.filter(each => each[kind].minus(each.shown).abs().lte(cent)).length;
  const kind = fitting('net') > fitting('gross') ? 'net' : 'gross';
  if (invoices.length === 0) yield notComparable('month', 'there are no company invoices');
  for (const { name, details, shown, [kind]: sum } of sums)
    yield details
      ? compare(`${name}, ${kind}`, shown, sum, { rounding: cent.times(details) })
      : notComparable(`${name}, ${kind}`, 'it has no tax details', shown);
}

function* compareTaxDetails({ invoices, amount, cent }: CloseBooks): Generator<CheckedFigures> {
  if (invoices.length === 0) yield notComparable('month', 'there are no company invoices');
  for (const invoice of invoices) {
    for (const { vatType, vatPercent, net, tax } of invoice.taxDetails ?? []) {
      const subject = `${nameInvoice(invoice)}, ${vatType} ${plainNumber(vatPercent)} %`;
      const due = roundToStep(amount(net).times(exact(vatPercent)).times(hundredth), cent);
      yield vatType === 'Mixed' || vatType === 'Null'
        ? notComparable(subject, 'it has no single rate', amount(tax))
        : compare(subject, amount(tax), due, { rounding: cent });
    }
  }
}

/** An invoice is moved to the accounts receivable, less what was paid before. */
function* compareInvoices(books: CloseBooks): Generator<CheckedFigures> {
  const { invoices, ledger, amount } = books;
  const numbers = new Set(invoices.map(({ number }) => number));
  const moved = [...ledger.receipts].filter(([, { moved: sum }]) => !sum.value.eq(0));
  if (invoices.length === 0 && moved.length === 0)
    yield notComparable('month', 'there are no company invoices');
  for (const invoice of invoices) {
    const { number, outstandingPayment, taxDetails } = invoice;
    const receipt = ledger.receipts.get(number ?? '');
    const gross = taxDetails?.length ? computeGross(invoice, books) : amount(invoice.subTotal);
    const isPaid = outstandingPayment && amount(outstandingPayment).eq(0);
    const isOnAccount = receipt && !receipt.moved.value.eq(0);
    const references = [...(receipt?.references ?? [])];
    const before = addDecimals(
      references.map(each => ledger.references.get(each)?.settled.value ?? new Big(0)),
    );
    yield compare(nameInvoice(invoice), gross, receipt?.moved.value ?? 0, {
      ...(number == null ? {} : { behind: ofReceipt(number) }),
      reasons:
        !isOnAccount && isPaid
          ? [{ text: 'paid at the desk: it was never on account' }]
          : [{ text: 'paid before the invoice', amount: before }],
    });
  }
  for (const [number, { moved: sum }] of moved)
    if (!numbers.has(number))
      yield compare(`${number}, which is not among the company invoices`, 0, sum.value, {
        behind: ofReceipt(number),
      });
}

function* compareOutstanding({
  invoices,
  ledger,
  amount,
  isFirstDay,
}: CloseBooks): Generator<CheckedFigures> {
  if (invoices.length === 0) yield notComparable('month', 'there are no company invoices');
  for (const invoice of invoices) {
    const { number, outstandingPayment } = invoice;
    const name = nameInvoice(invoice);
    const outstanding = amount(outstandingPayment);
    const receipt = ledger.receipts.get(number ?? '');
    const balance = receipt ? receipt.moved.value.minus(receipt.paid.value) : new Big(0);
    if (!outstandingPayment) yield notComparable(name, 'it does not say what is outstanding');
    else if (!isFirstDay)
      yield notComparable(name, 'what is outstanding is of today, not of the end of the month', outstanding);
    else yield compare(name, outstanding, balance, number == null ? {} : { behind: ofReceipt(number) });
  }
}

/** What companies are invoiced is a part of the ledger's tax: private guests are not in the report. */
function* compareInvoicedTax(books: CloseBooks): Generator<CheckedFigures> {
  for (const { percent, ledger, invoices } of vatLinesOf(books)) {
    const compared = compareWithLimit(`${percent} %`, invoices, ledger, invoices.lte(ledger));
    if (compared.state === 'open')
      yield { ...compared, state: 'not comparable', reasons: ['invoices also have charges of other months'] };
    else
      yield {
        ...compared,
        reasons: compared.state === 'agrees' ? [] : ['the rest is not on company invoices'],
      };
  }
}

function* compareServices({
  services,
  accountsOfServices,
  ledger,
  amount,
  cent,
}: CloseBooks): Generator<CheckedFigures> {
  if (!services) return yield notComparable('month', 'no service is named: add --service');
  for (const [id, number] of accountsOfServices) {
    const ordered = addDecimals(services.filter(each => each.id === id).map(each => amount(each.amount)));
    if (number === undefined) {
      yield notComparable(id, `no account is only of it: add --service ${id}=ACCOUNT`, ordered);
      continue;
    }
    const book = ledger.accounts.get(number);
    const [gross, net] = [book?.gross.value ?? new Big(0), book?.net.value ?? new Big(0)];
    const corrections = book?.corrections.value ?? new Big(0);
    // Whether the amount of an order is gross or net is not documented.
    const isNet = ordered.minus(net).abs().lte(cent) && !ordered.eq(gross);
    yield compare(`${id} on ${number}`, ordered, gross, {
      reasons: [
        ...(isNet ? [{ text: 'orders are net', amount: ordered.minus(gross) }] : []),
        ...(isNet ? [] : [{ text: 'corrections on the account', amount: corrections.times(-1) }]),
      ],
      behind: { field: 'account', values: [number] },
    });
  }
}

function* compareServiceDays({ services, period: { first, last } }: CloseBooks): Generator<CheckedFigures> {
  if (!services) return yield notComparable('month', 'no service is named: add --service');
  const inside = services.filter(({ serviceDate }) => serviceDate >= first && serviceDate <= last);
  yield compare('orders of the month', services.length, inside.length);
}

export const invoiceChecks: readonly CloseIdentity[] = [
  {
    ...{ id: 'S1', title: 'Ordered services against their accounts', unit: 'money', adds: true },
    sides: ['ordered services', 'ledger'],
    says: 'what is ordered is what was posted to the account that only this service uses',
    compare: compareServices,
  },
  {
    ...{ id: 'S2', title: 'Days of ordered services', unit: 'count' },
    sides: ['all', 'of the month'],
    says: 'all are delivered within the month',
    compare: compareServiceDays,
  },
  {
    ...{ id: 'I1', title: 'Subtotals of invoices', unit: 'money', adds: true },
    sides: ['subtotal', 'sum of the tax details'],
    says: 'the subtotal is the sum of the tax details',
    compare: compareSubTotals,
  },
  {
    ...{ id: 'I2', title: 'Tax details of invoices', unit: 'money', adds: true },
    sides: ['tax', 'net amount at its rate'],
    says: 'the tax is its percentage of the net amount, to the cent',
    compare: compareTaxDetails,
  },
  {
    ...{ id: 'I3', title: 'Invoices in the ledger', unit: 'money', adds: true },
    sides: ['company invoices', 'moved to accounts receivable'],
    says: 'each invoice was moved to the accounts receivable, less what was paid before',
    compare: compareInvoices,
  },
  {
    ...{ id: 'I4', title: 'Outstanding invoices', unit: 'money', adds: true },
    sides: ['outstanding', 'accounts receivable'],
    says: 'what is outstanding is what the accounts receivable have of the invoice',
    compare: compareOutstanding,
  },
  {
    ...{ id: 'I5', title: 'VAT of invoices', unit: 'money', adds: true },
    sides: ['company invoices', 'ledger'],
    says: 'companies are invoiced a part of the tax of the ledger',
    compare: compareInvoicedTax,
  },
];
