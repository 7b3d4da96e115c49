import Big from 'big.js';
import { TemporaryError } from '../../base/errors.ts';
import { readItems } from '../../output/results.ts';
import type { CalendarDate } from '../../platform/dates.ts';
import { sortedByName, stringifyJson } from '../../platform/json.ts';
import { currencyDigits, type Money } from '../../platform/money.ts';
import { type ExactNumber, ExactSum, exact } from '../../platform/numbers.ts';
import type { Period } from '../../platform/periods.ts';
import type { ReportRecord } from '../../platform/records.ts';
import type { ListedInvoice } from '../../platform/reports/accounting-response.ts';
import type { ArrivalCounts, GuestCounts } from '../../platform/reports/guest-counts-response.ts';
import type { ServiceOrder } from '../../platform/reports/ordered-services-response.ts';
import type { Posting } from '../posting.ts';
import { LedgerBooks } from './ledger.ts';
import { itemsIn, type LedgerItem, type Openings } from './ledgers.ts';
import { allEnded, type Receive, responseFiles } from './responses.ts';
import { type RevenueNode, RevenueTree } from './revenue-tree.ts';

/** The measures of property performance. */
export type Measures = Readonly<Record<string, ExactNumber | Money | undefined>>;
export type GroupMeasures = Measures & {
  readonly unitGroup: { readonly id: string; readonly code?: string | null };
};
export type PerformanceDay = Measures & {
  readonly businessDay: CalendarDate;
  readonly unitGroups: readonly GroupMeasures[];
};
export type Performance = Measures & { readonly businessDays: readonly PerformanceDay[] };

export const companyOf = (company: ListedInvoice['company'] | null | undefined): string | null =>
  company?.code || company?.id || null;

/** What other months have of the city ledger, as a close keeps it to compute its result again. */
export interface OtherMonths {
  readonly earlierInvoices: readonly Pick<CompanyInvoice, 'number' | 'date' | 'company' | 'outstanding'>[];
  /** What was posted to it since the end of the month, by invoice. */
  readonly later: readonly (readonly [number: string, sum: ExactNumber | ExactSum])[];
}

/** What is known of a month besides its responses. */
export interface CloseBasis {
  readonly property: string;
  readonly period: Period;
  /** Undefined: that of the revenues. */
  readonly currency: string | undefined;
  readonly zone: string | undefined;
  readonly accountsOfServices: ReadonlyMap<string, string | undefined>;
  readonly excludesDayUse: boolean;
  /** Whether all its nights are over: until then, the reports have sold nights that have not taken place. */
  readonly isComplete: boolean;
  /** At the property. */
  readonly today: CalendarDate;
  /** Undefined: the ledger begins with this month. */
  readonly openings: Openings | undefined;
  /** More than this between booked and posted revenue is open. */
  readonly tolerance: Big | undefined;
}

/**
 * Requests and reads the reports of a month. The ledger is added up line by line, however large it is.
 *
 * @throws TemporaryError if revenues moved while the ledger was read: the two would belong to different moments
 */
export async function receiveBooks(
  receive: Receive,
  readOtherMonths: (city: readonly LedgerItem[], invoices: readonly CompanyInvoice[]) => Promise<OtherMonths>,
  basis: CloseBasis,
) {
  const whole = (file: string) => receive(file, async result => result.whole?.());
  const list = <Item>(file: string, read: (record: ReportRecord) => Item) =>
    receive(file, async result => {
      const items: Item[] = [];
      for await (const records of result.records()) items.push(...records.map(read));
      return { items, count: await result.count?.() };
    });
  const root = (await whole(responseFiles.revenues)) as unknown as RevenueNode;
  const currency = basis.currency ?? root.grossAmount.currency;
  const tree = new RevenueTree(root);
  const ledger = new LedgerBooks({ ...basis, currency, tree });
  const count = receive(responseFiles.ledger, async lines => {
    for await (const batch of readItems<Posting>(lines)) for (const line of batch) ledger.add(line);
    return lines.count?.();
  });
  const { inOwn, ...amounts } = amountsIn(currency);
  let foreignInvoices = 0;
  const readOthers = async () => ({
    listed: await list(responseFiles.invoices, record => {
      foreignInvoices += countForeign(record, currency);
      return readInvoice(record as unknown as ListedInvoice, inOwn);
    }),
    performance: (await whole(responseFiles.performance)) as Performance | undefined,
    bedrooms: (await whole(responseFiles.bedrooms)) as Performance | undefined,
    services: (await list(responseFiles.services, order => order as unknown as ServiceOrder))?.items,
    guests: {
      'room nights': (await whole(responseFiles.roomNights)) as unknown as GuestCounts,
      'bed nights': (await whole(responseFiles.bedNights)) as unknown as GuestCounts,
      arrivals: (await whole(responseFiles.arrivals)) as unknown as ArrivalCounts,
    },
  });
  // A ledger takes long to arrive.
  const [counted, others] = await allEnded([count, readOthers()]);
  requireSame(basis.property, root, await whole(responseFiles.revenuesAgain));
  const { listed, performance, bedrooms, services } = others;
  const invoices = listed?.items ?? [];
  const city = itemsIn(ledger.ledgers.roll(basis.period.last, undefined, 'city'), 'city');
  const { earlierInvoices, later } = await readOtherMonths(city, invoices);
  const foreign = Object.entries({ revenues: root, performance, bedrooms, services }).map(
    ([name, body]) => [name, countForeign(body, currency)] as const,
  );
  return {
    ...basis,
    ...others,
    currency,
    ...amounts,
    tree,
    ledger,
    /** What the list of postings says about its length. */
    count: counted === undefined ? undefined : exact(counted),
    invoices,
    invoiceCount: listed?.count === undefined ? undefined : exact(listed.count),
    earlierInvoices,
    later,
    /** Amounts in other currencies, by report: they are reported, and never added. */
    foreign: new Map([...foreign, ['invoices', foreignInvoices]]),
  };
}

/** Amounts in the currency of the property; any other is none. */
export function amountsIn(currency: string) {
  const cent = new Big(`1e-${currencyDigits(currency)}`);
  const inOwn = (money: unknown): ExactNumber =>
    isMoney(money) && money.currency === currency ? money.amount : 0;
  return {
    /** Its minor unit, to which the platform rounds amounts. */
    cent,
    halfCent: cent.div(2),
    inOwn,
    amount: (money: unknown) => exact(inOwn(money)),
  };
}

/** The reports of a month as they are compared; undefined: the report has nothing (204), or is not requested. */
export type CloseBooks = Awaited<ReturnType<typeof receiveBooks>>;

/** What is compared of a company invoice. @param inOwn an amount in the currency of the property; of any other, it is 0 */
function readInvoice({ invoice, company }: ListedInvoice, inOwn: (money: unknown) => ExactNumber) {
  const { number, date, subTotal, outstandingPayment, taxDetails } = invoice;
  const [net, gross] = [new ExactSum(), new ExactSum()];
  return {
    number: number ?? null,
    date,
    /** The code of the company, or its id. */
    company: companyOf(company),
    subTotal: inOwn(subTotal),
    /** Of its tax details. */
    net,
    gross,
    /** Undefined: the invoice does not say it. */
    outstanding: outstandingPayment ? inOwn(outstandingPayment) : undefined,
    taxDetails: (taxDetails ?? []).map(({ vatType, vatPercent, ...amounts }) => {
      const detail = { vatType, percent: vatPercent, net: inOwn(amounts.net), tax: inOwn(amounts.tax) };
      net.add(detail.net);
      gross.add(detail.net).add(detail.tax);
      return detail;
    }),
  };
}
export type CompanyInvoice = ReturnType<typeof readInvoice>;

const requireSame = (property: string, before: unknown, after: unknown): void => {
  const [one, other] = [before, after].map(body => stringifyJson(sortedByName(body)));
  if (one === other) return;
  throw new TemporaryError(`${property}: revenues changed while the ledger was read`, {
    hint: 'run the command again when no one is posting to the month',
  });
};

const isMoney = (value: unknown): value is Money =>
  typeof value === 'object' && value !== null && 'amount' in value && 'currency' in value;

function countForeign(body: unknown, currency: string): number {
  if (typeof body !== 'object' || body === null) return 0;
  if (isMoney(body)) return body.currency === currency ? 0 : 1;
  return Object.values(body).reduce<number>((sum, inner) => sum + countForeign(inner, currency), 0);
}

/** What is made of the books of a month is made once: checks and pages read the same lists. */
export const once = <Made extends object>(make: (books: CloseBooks) => Made) => {
  const made = new WeakMap<CloseBooks, Made>();
  return (books: CloseBooks): Made => {
    const known = made.get(books) ?? make(books);
    made.set(books, known);
    return known;
  };
};
