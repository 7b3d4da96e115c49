import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Big from 'big.js';
import { englishText } from '../../../src/output/words/messages.ts';
import { type Close, closeBooks } from '../../../src/reports/close/close.ts';
import { type Openings, readOpenings } from '../../../src/reports/close/ledgers.ts';
import { type OtherMonths, receiveBooks } from '../../../src/reports/close/month-books.ts';
import { type Receive, receiveSaved } from '../../../src/reports/close/responses.ts';
import type { PostedAccount } from '../../../src/reports/posting.ts';
import { temporaryFolder } from '../../context.ts';
import { allMeasures, companyInvoice } from '../../measures.ts';
import { account, line, receivables } from '../journal/ledger-lines.ts';

/** One charge of a stay, from which all reports of October 2026 are made. Days are of October. */
export interface Charge {
  readonly stay: string;
  readonly day: number;
  readonly cents: number;
  readonly account: '8130' | '8240' | '8340' | '8410';
}

export interface Stay {
  readonly id: string;
  readonly arrival: number;
  readonly departure: number;
  readonly status?: string;
  readonly company?: boolean;
}

// biome-ignore lint/suspicious/noExplicitAny: tests change bodies in ways that no type allows.
type Body = any;
export type Bodies = Record<string, Body>;

const names: Record<string, [name: string, parent: string | null, percent: number]> = {
  '8130': ['Accommodation 7% VAT', '8100', 7],
  '8240': ['Food and beverages 19% VAT', '8200', 19],
  '8340': ['Other services 19% VAT', '8300', 19],
  '8410': ['Cancellation fees 0% VAT', '8400', 0],
};
const parents: Record<string, string> = {
  '8100': 'Accommodation',
  '8200': 'Food and beverages',
  '8300': 'Other services',
  '8400': 'Cancellation fees',
};
export const visa = account('1020', 'Payments', 'Visa');
export const transitory = account('3700', 'TransitoryItems', 'Transitory');
export const accountsReceivable = account('1410', 'AccountsReceivable', 'Accounts receivable');

const date = (day: number) => new Date(Date.UTC(2026, 9, day)).toISOString().slice(0, 10);
const money = (cents: number) => ({ amount: cents / 100, currency: 'EUR' });
/** With eight decimals, as the platform has it. */
const netOf = (cents: number, percent: number) =>
  Number(new Big(cents).div(100 + percent).round(8, Big.roundHalfUp));
const minus = (one: number, other: number) => Number(new Big(one).minus(other));

let entry = 0;
export function postLine(
  stay: Stay,
  day: number,
  debited: PostedAccount,
  credited: PostedAccount,
  cents: number,
  more: object = {},
) {
  entry += 1;
  return {
    ...line(debited, credited, cents / 100),
    timestamp: `${date(day)}T18:00:00+02:00`,
    date: date(day),
    receipt: { type: 'Reservation', number: stay.id },
    sourceEntryNumber: `${stay.id}-${entry}`,
    reference: stay.id,
    command: debited.type === 'Payments' ? 'PostPayment' : 'PostCharge',
    reservation: {
      id: stay.id,
      status: stay.status ?? 'CheckedOut',
      arrival: `${date(stay.arrival)}T15:00:00+02:00`,
      departure: `${date(stay.departure)}T11:00:00+02:00`,
    },
    ...more,
  };
}

export function chargeLine(stay: Stay, { day, cents, account: number }: Charge) {
  const [name, parent, percent] = names[number] as (typeof names)[string];
  const net = netOf(cents, percent);
  const taxes = [{ type: percent === 7 ? 'Reduced' : 'Normal', percent, amount: minus(cents / 100, net) }];
  return postLine(stay, day, receivables, account(number, 'Revenues', name, parent), cents, {
    netAmount: net,
    taxes: percent === 0 ? null : taxes,
  });
}

const house = 10;
const centsOf = (charges: readonly Charge[]) => charges.reduce((sum, each) => sum + each.cents, 0);

/** The bodies of all reports: a hotel of ten bedrooms, in which each charge was booked as it was posted. */
export function monthOf(stays: readonly Stay[], charges: readonly Charge[]): Bodies {
  entry = 0;
  const stayOf = (id: string) => stays.find(stay => stay.id === id) as Stay;
  const lines: Body[] = charges.map(charge => chargeLine(stayOf(charge.stay), charge));
  const invoices: Body[] = [];
  for (const stay of stays) {
    const own = charges.filter(charge => charge.stay === stay.id);
    const cents = centsOf(own);
    if (cents === 0) continue;
    if (!stay.company) {
      lines.push(postLine(stay, stay.departure, visa, receivables, cents));
      continue;
    }
    const receipt = { type: 'Invoice', number: `INV-${stay.id}` };
    const command = 'PostToAccountsReceivables';
    lines.push(postLine(stay, stay.departure, accountsReceivable, receivables, cents, { receipt, command }));
    const percentOf = ({ account }: Charge) => names[account]?.[2] ?? 0;
    const taxDetails = [...new Set(own.map(percentOf))].map(vatPercent => {
      const gross = centsOf(own.filter(each => percentOf(each) === vatPercent));
      const net = Math.round((gross * 100) / (100 + vatPercent));
      const vatType = vatPercent === 7 ? 'Reduced' : 'Normal';
      return { vatType, vatPercent, net: money(net), tax: money(gross - net) };
    });
    const [subTotal, outstandingPayment] = [money(cents), money(cents)];
    const invoice = { number: receipt.number, date: date(stay.departure), subTotal, outstandingPayment };
    invoices.push(companyInvoice({ ...invoice, taxDetails }, { id: 'C', code: 'C', name: 'Company' }));
  }
  const over = stays.filter(({ status }) => status !== 'Canceled' && status !== 'NoShow');
  const nights = over.reduce(
    (sum, stay) => sum + Math.min(32, stay.departure) - Math.max(1, stay.arrival),
    0,
  );
  const arriving = over.filter(stay => stay.arrival >= 1 && stay.arrival <= 31).length;
  const count = (total: number, guests: number) => {
    const number = total * guests;
    const only = (key: object) => (total === 0 ? [] : [{ ...key, number, percent: 100 }]);
    return {
      total: number,
      nationalityBreakdown: only({ countryCode: 'DE' }),
      countryOfResidenceBreakdown: only({ countryCode: 'DE' }),
      travelPurposeBreakdown: only({ purpose: 'Leisure' }),
    };
  };
  const performance = performanceOf(over, charges);
  return {
    revenues: revenuesOf(lines),
    'revenues-again': revenuesOf(lines),
    'gross-transactions': { transactions: lines, count: lines.length },
    'company-invoices-vat': { companyInvoices: invoices, count: invoices.length },
    'property-performance': performance,
    'property-performance-bedrooms': structuredClone(performance),
    'room-nights': count(nights, 1),
    'bed-nights': count(nights, 2),
    arrivals: { ...count(arriving, 2), totalAdults: arriving * 2, totalChildren: 0 },
  };
}

export function revenuesOf(lines: readonly Body[]): Body {
  const node = (of: object, own: readonly Body[], children?: readonly Body[]) => {
    const sum = (field: string) =>
      own
        .reduce((all: Big, line: Body) => all.plus(line[field]), new Big(0))
        .round(2, Big.roundHalfUp)
        .toNumber();
    const amount = (value: number) => ({ amount: value, currency: 'EUR' });
    const net = children
      ? Number(children.reduce((all: Big, child: Body) => all.plus(child.netAmount.amount), new Big(0)))
      : sum('netAmount');
    const amounts = { grossAmount: amount(sum('grossAmount')), netAmount: amount(net) };
    return { account: of, ...amounts, ...(children ? { children } : {}) };
  };
  const revenue = lines.filter(line => line.creditedAccount.type === 'Revenues');
  const groups = Object.entries(parents).flatMap(([number, name]) => {
    const own = revenue.filter(line => line.creditedAccount.parentNumber === number);
    const leaves = [...new Set(own.map(line => line.creditedAccount.number as string))].map(leaf => {
      const posted = own.filter(line => line.creditedAccount.number === leaf);
      return node(posted[0].creditedAccount, posted);
    });
    return own.length === 0 ? [] : [node(account(number, 'Revenues', name, '8000'), own, leaves)];
  });
  return node(account('8000', 'Revenues', 'Revenues'), revenue, groups);
}

function performanceOf(stays: readonly Stay[], charges: readonly Charge[]): Body {
  const both = (kind: string, gross: number, percent: number) => ({
    [`gross${kind}Revenue`]: money(gross),
    [`net${kind}Revenue`]: money(Math.round((gross * 100) / (100 + percent))),
  });
  const divided = (value: number, by: number) => money(by === 0 ? 0 : Math.round(value / by));
  const days = Array.from({ length: 31 }, (_, index) => {
    const day = index + 1;
    const count = (isCounted: (stay: Stay) => boolean) => stays.filter(isCounted).length;
    const sold = count(({ arrival, departure }) => arrival <= day && day < departure);
    const cents = (account: string) =>
      centsOf(charges.filter(each => each.day === day && each.account === account));
    const room = cents('8130');
    const net = Math.round((room * 100) / 107);
    return {
      ...allMeasures(),
      houseCount: house,
      houseItemsCount: 2 * house,
      soldCount: sold,
      soldItemsCount: 2 * sold,
      unsoldCount: house - sold,
      unsoldItemsCount: 2 * (house - sold),
      arrivalsCount: count(({ arrival }) => arrival === day),
      departuresCount: count(({ departure }) => departure === day),
      occupancyPercentage: Math.round((sold * 10_000) / house) / 100,
      ...both('Unit', room, 7),
      ...both('Accommodation', room, 7),
      ...both('FoodAndBeverages', cents('8240'), 19),
      ...both('Other', cents('8340'), 19),
      grossAdr: divided(room, sold),
      netAdr: divided(net, sold),
      revPar: divided(net, house),
    };
  });
  const sum = (pick: (day: Body) => number) => days.reduce((all, day) => all + pick(day), 0);
  const month = Object.fromEntries(
    Object.entries(days[0] as object).map(([name, value]) => [
      name,
      typeof value === 'number'
        ? sum(day => day[name])
        : money(Math.round(sum(day => Math.round(day[name].amount * 100)))),
    ]),
  ) as Body;
  const sold = month.soldCount;
  const cents = (name: string) => Math.round(month[name].amount * 100);
  month.occupancyPercentage = Math.round((sold * 10_000) / month.houseCount) / 100;
  month.grossAdr = divided(cents('grossUnitRevenue'), sold);
  month.netAdr = divided(cents('netUnitRevenue'), sold);
  month.revPar = divided(cents('netUnitRevenue'), month.houseCount);
  const unitGroup = { id: 'DBL', type: 'BedRoom' };
  return {
    ...month,
    businessDays: days.map((day, index) => {
      const unitGroups = [{ unitGroup, ...day }];
      return { ...day, businessDay: date(index + 1), unitGroups };
    }),
  };
}

/** Two stays of guests, and one of a company, with breakfasts. */
export const stays: readonly Stay[] = [
  { id: 'AAA-1', arrival: 3, departure: 6 },
  { id: 'BBB-1', arrival: 5, departure: 7 },
  { id: 'CCC-1', arrival: 10, departure: 12, company: true },
];
export const charges: readonly Charge[] = stays.flatMap(({ id, arrival, departure }) =>
  Array.from({ length: departure - arrival }, (_, night): Charge[] => [
    { stay: id, day: arrival + night, cents: 11_950 + 10 * night, account: '8130' },
    { stay: id, day: arrival + night, cents: 1_890, account: '8240' },
  ]).flat(),
);

const reportOf: Record<string, string> = {
  'revenues-again': 'revenues',
  'property-performance-bedrooms': 'property-performance',
};

interface Circumstances {
  readonly previous?: unknown;
  readonly services?: ReadonlyMap<string, string | undefined>;
  readonly isComplete?: boolean;
  readonly excludesDayUse?: boolean;
  readonly tolerance?: number;
}

/** The close of these bodies, as if they had been received. */
export async function closeOf(
  bodies: Bodies,
  { previous, services = new Map(), isComplete = true, excludesDayUse = true, tolerance }: Circumstances = {},
) {
  const folder = temporaryFolder();
  const responses = Object.entries(bodies).map(([name, body]) => {
    const text = body === null ? '' : JSON.stringify(body);
    writeFileSync(join(folder, `${name}.json`), text);
    const sha256 = createHash('sha256').update(text).digest('hex');
    const status = body === null ? 204 : 200;
    const saved = { file: `${name}.json`, report: reportOf[name] ?? name, bytes: text.length, sha256 };
    return { ...saved, path: '', status, fetchedAt: '' };
  });
  const others: OtherMonths = {
    earlierInvoices: bodies['earlier'] ?? [],
    later: bodies['later'] ?? [],
  };
  const month = { folder, responses };
  const receive: Receive = (name, read) =>
    receiveSaved(month)(name === 'revenues-again' ? 'revenues' : name, read);
  const about = {
    period: '2026-10',
    closedAt: '2026-11-21T12:00:00+01:00',
    name: 'MUC',
    currency: 'EUR',
    zone: 'Europe/Berlin',
    services: [...services].map(([id, account]): [string, string | null] => [id, account ?? null]),
    excludesDayUse,
    isComplete,
    today: '2026-11-21',
    tolerance: tolerance === undefined ? null : String(tolerance),
    opens: null,
    repeats: null,
  };
  const openings = previous === undefined ? undefined : readOpenings(previous as Openings<number>);
  const books = await receiveBooks(receive, async () => others, 'MUC', about, openings);
  const close = await closeBooks(books, month, undefined);
  // The words of the messages, as JSON has them.
  for (const compared of close.checks.flatMap(({ comparisons }) => comparisons))
    Object.assign(compared, {
      subject: englishText(compared.subject),
      reasons: compared.reasons.map(englishText),
    });
  const states = Object.fromEntries(close.checks.map(({ id, state }) => [id, state]));
  const check = (wanted: string) => close.checks.find(({ id }) => id === wanted) as Close['checks'][number];
  const isOpen = ({ state }: { readonly state: string }) => state === 'open';
  return {
    close,
    states,
    check,
    /** The checks that are open. */
    opened: close.checks.filter(isOpen).map(({ id }) => id),
    /** The comparisons of a check that are open. */
    openIn: (id: string) => check(id).comparisons.filter(isOpen),
  };
}

/** A stored close that leaves these balances: `['guest', 'AAA-1', 50]`; one of a stay ends with that. */
export function leaving(
  items: readonly (readonly [ledger: string, reference: string, closing: number, stay?: object])[],
  vatTypes: readonly string[] = ['Normal', 'Reduced'],
) {
  return {
    from: 'close',
    since: '2026-09-01',
    vatTypes,
    ledgers: ['guest', 'deposit', 'city', 'house'].map(ledger => {
      const own = items.filter(([of]) => of === ledger);
      return {
        ledger,
        control: own.reduce((sum, [, , closing]) => sum + closing, 0),
        items: own.map(([, reference, closing, stay = null]) => ({
          reference,
          closing,
          stay,
          since: '2026-09-10',
          company: null,
        })),
      };
    }),
  };
}
