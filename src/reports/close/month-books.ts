import * as z from 'zod/mini';
import { TemporaryError } from '../../base/errors.ts';
import { remember } from '../../base/text.ts';
import { readItems } from '../../output/results.ts';
import type { CalendarDate } from '../../platform/dates.ts';
import { sortedByName, stringifyJson } from '../../platform/json.ts';
import { amountsIn, listForeign, type Money } from '../../platform/money.ts';
import { type ExactNumber, ExactSum } from '../../platform/numbers.ts';
import { daysOfMonth } from '../../platform/periods.ts';
import type { ReportRecord } from '../../platform/records.ts';
import type { ListedInvoice, RevenueNode } from '../../platform/reports/accounting-response.ts';
import type { ArrivalCounts, GuestCounts } from '../../platform/reports/guest-counts-response.ts';
import type { ServiceOrder } from '../../platform/reports/ordered-services-response.ts';
import { digestSchema } from '../archive/manifest.ts';
import type { Posting } from '../posting.ts';
import { allEnded } from '../several-at-a-time.ts';
import { LedgerBooks } from './ledger.ts';
import { itemsIn, type LedgerItem, type Openings } from './ledgers.ts';
import type { Receive, ResponseName } from './responses.ts';
import { RevenueTree } from './revenue-tree.ts';

export type Measures = Readonly<Record<string, ExactNumber | Money | undefined>>;
export type GroupMeasures = Measures & {
  readonly unitGroup: { readonly id: string; readonly code?: string | null };
};
export type Performance = Measures & {
  readonly businessDays: readonly (Measures & {
    readonly businessDay: CalendarDate;
    readonly unitGroups: readonly GroupMeasures[];
  })[];
};

export const companyOf = (company: ListedInvoice['company'] | null | undefined): string | null =>
  company?.code || company?.id || null;

/** What other months have of the city ledger, as a close keeps it to compute its result again. */
export interface OtherMonths {
  readonly earlierInvoices: readonly Pick<CompanyInvoice, 'number' | 'date' | 'company' | 'outstanding'>[];
  /** What was posted to it since the end of the month, by invoice. */
  readonly later: readonly (readonly [number: string, sum: ExactNumber | ExactSum])[];
}

/** The key of a close, and what its result depends on besides its responses, so that it can be computed again. */
export const aboutSchema = z.object({
  period: z.string().check(z.regex(/^\d{4}-\d{2}$/)),
  sequence: z.int().check(z.positive()),
  /** In the time of the property, with its offset. */
  closedAt: z.string(),
  name: z.string(),
  /** Null: that of the revenues. */
  currency: z.nullable(z.string()),
  zone: z.nullable(z.string()),
  /** Pairs of a service and the account that only this service uses. */
  services: z.array(z.tuple([z.string(), z.nullable(z.string())])),
  excludesDayUse: z.boolean(),
  /** Whether all its nights are over: until then, the reports have sold nights that have not taken place. */
  isComplete: z.boolean(),
  /** The day at the property on which it was made: what is outstanding is of that day. */
  today: z.string(),
  /** More than this between booked and posted revenue is open. */
  tolerance: z.nullable(z.string()),
  /** The closes that it continues: of the month before, whose balances it begins with, and the one before it of the same month. */
  opens: z.nullable(digestSchema),
  repeats: z.nullable(digestSchema),
});
export type CloseAbout = z.infer<typeof aboutSchema>;

/** Requests and reads the reports of a month. @throws TemporaryError if revenues moved while the ledger was read */
export async function receiveBooks(
  receive: Receive,
  readOtherMonths: (city: readonly LedgerItem[], invoices: readonly CompanyInvoice[]) => Promise<OtherMonths>,
  property: string,
  about: Omit<CloseAbout, 'sequence'>,
  openings: Openings | undefined,
) {
  const whole = (name: ResponseName) => receive(name, async result => result.whole?.());
  const performanceOf = async (name: ResponseName): Promise<Performance | undefined> => {
    const body = (await whole(name)) as Performance | undefined;
    // Sums that have no days are open.
    return body && Object.assign(body, { businessDays: body.businessDays ?? [] });
  };
  const list = <Item>(name: ResponseName, read: (record: ReportRecord) => Item) =>
    receive(name, async result => {
      const items: Item[] = [];
      for await (const records of result.records()) items.push(...records.map(read));
      return { items, count: await result.count?.() };
    });
  const root = (await whole('revenues')) as unknown as RevenueNode;
  const period = daysOfMonth(about.period);
  const zone = about.zone ?? undefined;
  const currency = about.currency ?? root.grossAmount.currency;
  const tree = new RevenueTree(root);
  const ledger = new LedgerBooks({ property, currency, zone, tree, period, openings });
  const count = receive('gross-transactions', async lines => {
    for await (const batch of readItems<Posting>(lines)) for (const line of batch) ledger.add(line);
    return lines.count?.();
  });
  const { inOwn, ...amounts } = amountsIn(currency);
  const readOthers = async () => ({
    listed: await list('company-invoices-vat', record => ({
      ...readInvoice(record as unknown as ListedInvoice, inOwn),
      foreign: listForeign(record, currency),
    })),
    performance: await performanceOf('property-performance'),
    bedrooms: await performanceOf('property-performance-bedrooms'),
    orders: await list('ordered-services', order => order as unknown as ServiceOrder),
    guests: {
      'room nights': (await whole('room-nights')) as unknown as GuestCounts,
      'bed nights': (await whole('bed-nights')) as unknown as GuestCounts,
      arrivals: (await whole('arrivals')) as unknown as ArrivalCounts,
    },
  });
  // A ledger takes long to arrive.
  const [lineCount, others] = await allEnded([count, readOthers()]);
  const [one, other] = [root, await whole('revenues-again')].map(body => stringifyJson(sortedByName(body)));
  if (one !== other)
    throw new TemporaryError(`${property}: revenues changed while the ledger was read`, {
      hint: 'run the command again when no one is posting to the month',
    });
  const { listed, orders } = others;
  const invoices = listed?.items ?? [];
  const ledgers = ledger.ledgers.roll(period.last);
  const city = itemsIn(ledgers, 'city');
  const { earlierInvoices, later } = await readOtherMonths(city, invoices);
  const companies = new Map([...earlierInvoices, ...invoices].map(each => [each.number, each.company]));
  for (const item of city) item.company = companies.get(item.reference) ?? item.company;
  return {
    ...about,
    ...others,
    property,
    period,
    currency,
    zone,
    openings,
    accountsOfServices: new Map(about.services),
    ...amounts,
    tree,
    ledger,
    ledgers,
    count: lineCount,
    invoices,
    invoiceCount: listed?.count,
    services: orders?.items,
    serviceCount: orders?.count,
    earlierInvoices,
    later,
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
    company: companyOf(company),
    subTotal: inOwn(subTotal),
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

/** What is made of the books of a month is made once: checks and pages read the same lists. */
export const once = <Made extends object>(make: (books: CloseBooks) => Made) =>
  remember(make, new WeakMap<CloseBooks, Made>());
