import Big from 'big.js';
import type { Pieces, Text } from '../../output/document/document.ts';
import { englishText, nameSome, say, sayDate, sayNumber } from '../../output/words/messages.ts';
import { addDecimals, addSums, ExactSum, perUnit, plainNumber, toSum, zero } from '../../platform/numbers.ts';
import type { Period } from '../../platform/periods.ts';
import { vatLinesOf } from './balances.ts';
import { askAbout, type CloseIdentity, compare, compareCount, nameAmount, notComparable } from './check.ts';
import type { LedgerBooks } from './ledger.ts';
import { taxOf } from './ledger-books.ts';
import { itemsIn } from './ledgers.ts';
import type { CloseBooks, CompanyInvoice } from './month-books.ts';

type NamedInvoice = Pick<CompanyInvoice, 'number' | 'date'>;
const invoiceName = ({ number, date }: NamedInvoice): Pieces =>
  number === null ? say('an invoice of {day} without a number', { day: sayDate(date) }) : [number];
const nameInvoice = (invoice: NamedInvoice) => englishText(invoiceName(invoice));
const ofReceipt = (number: string | null) => ({ field: 'receipt', values: [number ?? ''] }) as const;

const otherRates: Text = 'the ledger does not have this VAT type at this rate';
const noInvoices = notComparable('month', 'there are no company invoices');
const noServices = notComparable('month', 'no service is named: add --service');

/** Whether the subtotal is net or gross is not documented: it is what most invoices of the property have. */
function* compareSubTotals({ invoices, ledger, cent }: CloseBooks) {
  const oneCent = cent.times(perUnit).toNumber();
  const fitting = (kind: 'net' | 'gross') =>
    invoices.filter(each => !toSum(each.subTotal).addSum(each[kind], -1).isBeyond(oneCent)).length;
  const kind = fitting('net') > fitting('gross') ? 'net' : 'gross';
  const hasDetails = invoices.some(({ taxDetails }) => taxDetails.length > 0);
  if (invoices.length === 0) yield noInvoices;
  for (const invoice of invoices) {
    const { number, subTotal, taxDetails, gross } = invoice;
    // Where the ledger has the sum of the details, they were not rounded.
    const isExact = () => {
      const moved = ledger.receipts.get(number ?? '')?.moved;
      return kind === 'gross' && moved !== undefined && addSums([moved]).addSum(gross, -1).isZero;
    };
    const name = nameAmount(kind, invoiceName(invoice));
    if (taxDetails.length > 0)
      yield compare(name, subTotal, invoice[kind], () => ({
        rounding: isExact() ? 0 : cent.times(taxDetails.length),
      }));
    else if (hasDetails) yield askAbout(compare(name, subTotal, 0, { cause: 'it has no tax details' }));
    else yield notComparable(name, 'it has no tax details', subTotal);
  }
}

function* compareTaxDetails({ invoices, ledger: { vatTypes }, cent }: CloseBooks) {
  if (invoices.length === 0) yield noInvoices;
  const cents = 10 ** -cent.e;
  for (const invoice of invoices) {
    for (const { vatType, percent, net, tax } of invoice.taxDetails) {
      const rate: Text = [vatType, ' ', ...sayNumber(percent), ' %'];
      const subject: Text = [...invoiceName(invoice), ', ', ...rate];
      const [due, rates] = [taxOf('net', net, percent, cents), vatTypes.get(vatType)];
      const isTaxed = Number(percent) !== 0;
      const compared = compare(subject, tax, due, { rounding: isTaxed ? cent : 0 });
      if (vatType === 'Mixed') yield notComparable(subject, 'it has no single rate', tax);
      // The ledger may have no type for what has no VAT.
      else if (rates ? rates.has(plainNumber(percent)) : !isTaxed) yield compared;
      else yield { ...compared, state: 'question' as const, reasons: [otherRates] };
    }
  }
}

/** An invoice is moved to the accounts receivable, less what was paid before. */
function* compareInvoices({ invoices, ledger }: CloseBooks) {
  const numbers = new Set(invoices.map(({ number }) => number));
  const moved = [...ledger.receipts].filter(([, { moved: sum }]) => !sum.isZero);
  if (invoices.length === 0 && moved.length === 0) yield noInvoices;
  for (const invoice of invoices) {
    const { number, outstanding, taxDetails, subTotal } = invoice;
    const receipt = ledger.receipts.get(number ?? '');
    const gross = taxDetails.length > 0 ? invoice.gross : subTotal;
    const onAccount = receipt?.moved ?? new ExactSum();
    yield compare(invoiceName(invoice), gross, onAccount, () => ({
      behind: ofReceipt(number),
      reasons:
        onAccount.isZero && outstanding !== undefined && toSum(outstanding).isZero
          ? [{ text: 'paid at the desk: it was never on account' }]
          : [{ text: 'paid before the invoice', amount: paidBefore(ledger, receipt?.references) }],
    }));
  }
  for (const [number, { moved: sum }] of moved)
    if (!numbers.has(number)) {
      const name = say('{invoice}, which is not among the company invoices', { invoice: [number] });
      yield compare(name, 0, sum, { behind: ofReceipt(number) });
    }
}

const paidBefore = ({ paid }: LedgerBooks, names: Iterable<string> = []) =>
  addDecimals([...names].map(name => paid.get(name)?.value ?? zero));

/** What is outstanding is of now: what the city ledger has at the end of the month, and what was posted to it since. */
function* compareOutstanding({ invoices, earlierInvoices, later, ledgers, period }: CloseBooks) {
  const movements = new Map(later.map(([number, sum]) => [number, toSum(sum)]));
  const items = itemsIn(ledgers, 'city');
  const closings = new Map(items.map(({ reference, closing }) => [reference, closing]));
  const all = [...invoices, ...earlierInvoices];
  const listed = new Set(all.map(({ number }) => number));
  if (all.length === 0 && items.length === 0) yield noInvoices;
  for (const invoice of all) {
    const { number, outstanding, date } = invoice;
    // Of an earlier month, only those that the city ledger had are of this one.
    if (!closings.has(number ?? '') && date < period.first) continue;
    const sums = [closings, movements].flatMap(of => of.get(number ?? '') ?? []);
    const name = invoiceName(invoice);
    if (outstanding === undefined) yield notComparable(name, 'it does not say what is outstanding');
    else
      yield compare(name, outstanding, addSums(sums), {
        behind: ofReceipt(number),
        cause: 'a payment may be missing, listed twice, of another amount, or on another invoice',
      });
  }
  for (const { reference, closing, isOpen, opening, since } of items)
    if (!listed.has(reference) && (isOpen || !opening.isZero))
      yield since === null
        ? notComparable([reference], 'the month of the invoice is not known', closing)
        : compare([reference], 0, closing, {
            behind: ofReceipt(reference),
            cause: 'no list of company invoices has this number',
          });
}

type InvoiceList = Pick<CloseBooks, 'invoiceCount' | 'period'> & Record<'invoices', readonly NamedInvoice[]>;

/** The list itself: as many as it says, each number once, and each dated in the month. Also of a pack. */
export function compareList({ invoices, invoiceCount, period }: InvoiceList) {
  if (invoices.length === 0 && !invoiceCount) return [noInvoices];
  const seen = new Set<string>();
  const twice = invoices
    .flatMap(({ number }) => number ?? [])
    .filter(number => seen.has(number) || !seen.add(number));
  const dated = invoices.map(each => [nameInvoice(each), each.date] as const);
  return [
    compareCount('invoices', invoiceCount, invoices.length),
    compare('numbers', invoices.length, invoices.length - twice.length, {
      cause: say('listed twice: {names}', { names: nameSome(twice) }),
      names: twice,
    }),
    compareDates(dated, period),
  ];
}

function compareDates(dated: readonly (readonly [name: string, date: string])[], { first, last }: Period) {
  const stray = dated.filter(([, date]) => date < first || date > last);
  const names = stray.map(([name, date]) => `${name} (${date})`);
  const cause = say('not of the month: {names}', { names: nameSome(names) });
  return compare('dates', dated.length, dated.length - names.length, { cause, names });
}

function* compareServices(books: CloseBooks) {
  const { services = [], accountsOfServices, ledger, amount, cent } = books;
  if (accountsOfServices.size === 0) yield noServices;
  for (const [id, number] of accountsOfServices) {
    const ordered = addDecimals(services.filter(each => each.id === id).map(each => amount(each.amount)));
    if (number === null) {
      const why = say('no account is only of it: add --service {id}=ACCOUNT', { id: [id] });
      yield notComparable([id], why, ordered);
      continue;
    }
    const book = ledger.accounts.get(number);
    const [gross, net] = [book?.gross.value ?? new Big(0), book?.net.value ?? new Big(0)];
    const corrections = book?.corrections.value ?? new Big(0);
    // Whether the amount of an order is gross or net is not documented.
    const isNet = ordered.minus(net).abs().lte(cent) && !ordered.eq(gross);
    yield compare(say('{service} on {account}', { service: [id], account: [number] }), ordered, gross, {
      reasons: [
        isNet
          ? { text: 'orders are net', amount: ordered.minus(gross) }
          : { text: 'corrections on the account', amount: corrections.times(-1) },
      ],
      behind: { field: 'account', values: [number] },
    });
  }
}

function compareServiceDays({ services, serviceCount, period }: CloseBooks) {
  if (!services) return [noServices];
  const dated = services.map(each => [each.reservation?.id ?? each.id, each.serviceDate] as const);
  return [compareCount('orders of the month', serviceCount, services.length), compareDates(dated, period)];
}

export const invoiceChecks: readonly CloseIdentity[] = [
  {
    id: 'S1',
    title: 'Services and their accounts',
    adds: true,
    sides: ['ordered services', 'ledger'],
    says: 'what is ordered is what was posted to the account that only this service uses',
    compare: compareServices,
  },
  {
    id: 'S2',
    title: 'Days of ordered services',
    sides: ['all', 'of the month'],
    says: 'all are delivered within the month',
    compare: compareServiceDays,
  },
  {
    id: 'I1',
    title: 'Subtotals of invoices',
    adds: true,
    sides: ['subtotal', 'sum of the tax details'],
    says: 'the subtotal is the sum of the tax details',
    compare: compareSubTotals,
  },
  {
    id: 'I2',
    title: 'Tax details of invoices',
    adds: true,
    sides: ['tax', 'net amount at its rate'],
    says: 'the tax is its percentage of the net amount, to the cent',
    compare: compareTaxDetails,
  },
  {
    id: 'I3',
    title: 'Invoices in the ledger',
    adds: true,
    sides: ['company invoices', 'moved to accounts receivable'],
    says: 'each invoice was moved to the accounts receivable, less what was paid before',
    compare: compareInvoices,
  },
  {
    id: 'I4',
    title: 'Outstanding invoices',
    adds: true,
    sides: ['outstanding', 'city ledger, until now'],
    says: 'what is outstanding is what the city ledger has of the invoice',
    compare: compareOutstanding,
  },
  {
    id: 'I5',
    title: 'VAT of invoices',
    adds: true,
    sides: ['company invoices', 'ledger'],
    says: 'companies are invoiced a part of the tax of the ledger',
    // Private guests are not in the report of companies.
    *compare(books) {
      for (const { percent, ledger, invoices } of vatLinesOf(books)) {
        const subject: Text = [...sayNumber(percent), ' %'];
        const compared = compare(subject, invoices, ledger, { isWithin: invoices.lte(ledger) });
        const others = 'invoices also have charges of other months';
        if (compared.state === 'open') yield { ...compared, state: 'not comparable', reasons: [others] };
        else if (compared.state === 'agrees') yield compared;
        else yield { ...compared, reasons: ['the rest is not on company invoices'] };
      }
    },
  },
  {
    id: 'I6',
    title: 'List of invoices',
    says: 'the list has as many invoices as it says, each number once, and all of the month',
    compare: compareList,
  },
];
