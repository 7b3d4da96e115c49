/** The reports of a month that is written by hand or drawn at random: their models, sums and bodies. */
import { allMeasures } from '../../measures.ts';

const first = Date.UTC(2026, 9, 1);
export const days = Array.from({ length: 31 }, (_, index) =>
  new Date(first + index * 864e5).toISOString().slice(0, 10),
);
export const dateOf = (day: number) => new Date(first + day * 864e5).toISOString().slice(0, 10);
export const vat = {
  FoodAndBeverages: 19,
  Other: 19,
  Accommodation: 7,
  CancellationFees: 0,
  NoShow: 0,
} as const;
export type Kind = keyof typeof vat;
const numbers: Record<Kind, string> = {
  Accommodation: 'RevenueAccommodation_7',
  FoodAndBeverages: 'RevenueFoodAndBeverages_19',
  Other: 'RevenueOther_19',
  CancellationFees: 'RevenueCancellationFees_0',
  NoShow: 'RevenueNoShow_0',
};
const groupNames: Record<Kind, string> = {
  Accommodation: 'Accommodation',
  FoodAndBeverages: 'Food and beverages',
  Other: 'Other',
  CancellationFees: 'Cancellation fees',
  NoShow: 'No-show fees',
};
const kinds = Object.keys(vat) as Kind[];

export interface Account {
  readonly name: string;
  readonly number: string;
  readonly parentNumber: string | null;
  readonly type: string;
}
const account = (type: string, number: string, parentNumber: string | null = null): Account => ({
  name: number,
  number,
  parentNumber,
  type,
});
export const revenueAccount = (kind: Kind) => account('Revenues', numbers[kind], groupNames[kind]);
export const accounts = {
  card: account('Payments', 'Visa'),
  bank: account('Payments', 'BankTransfer'),
  guest: account('Receivables', 'Receivables'),
  company: account('AccountsReceivable', 'AccountsReceivable'),
  prepaid: account('Liabilities', 'Liabilities/Reduced:7'),
  vat: account('Vat', 'Vat/Reduced:7'),
  vatOnPrepaid: account('VatOnLiabilities', 'VatOnLiabilities/Reduced:7'),
  city: account('CityTaxes', 'CityTaxes'),
  transit: account('TransitoryItems', 'TransitoryItems'),
  house: account('House', 'House'),
};

export interface Line {
  timestamp: string;
  date: string;
  debitedAccount: Account;
  creditedAccount: Account;
  command: string;
  currency: string;
  grossAmount: number;
  netAmount: number;
  taxes: { type: string; percent: number; amount: number }[] | null;
  receipt: { type: string; number: string };
  sourceEntryNumber: string;
  reference: string;
  referenceType: string;
  reservation?: { id: string; status: string; arrival: string; departure: string };
}

interface Amounts {
  net: { amount: number; currency: string };
  gross: { amount: number; currency: string };
}
export interface Node {
  account: Account;
  netAmount: Amounts['net'];
  grossAmount: Amounts['gross'];
  children?: Node[];
}
export interface Month {
  lines: Line[];
  /** What was posted before the month. */
  history: Line[];
  count: number;
  revenues: Node;
  invoices: { company: object; invoice: Record<string, never> & Invoice }[];
  performance: Figures & { businessDays: (Figures & { businessDay: string; unitGroups: Figures[] })[] };
  services: { serviceDate: string; amount: { amount: number; currency: string }; [name: string]: unknown }[];
  rooms: Guests;
  beds: Guests;
  arrivals: Guests & { totalAdults: number; totalChildren: number };
}
interface Invoice {
  number: string;
  date: string;
  subTotal: Amounts['gross'];
  outstandingPayment: Amounts['gross'];
  taxDetails: { vatType: string; vatPercent: number; net: Amounts['net']; tax: Amounts['net'] }[];
}
// biome-ignore lint/suspicious/noExplicitAny: thirty measures, of which some are counts and some amounts
type Figures = Record<string, any>;
export interface Guests {
  total: number;
  countryOfResidenceBreakdown: { countryCode?: string; number: number; percent: number }[];
  nationalityBreakdown: null;
  travelPurposeBreakdown: { purpose?: string; number: number; percent: number }[];
}

export const money = (cents: number) => ({ amount: cents / 100, currency: 'EUR' });
export const half = (value: bigint, by: bigint) =>
  (2n * value + by) / (2n * by) - (2n * value + by < 0n ? 1n : 0n);

const centsOf = (amount: number) => Math.round(amount * 100);
const netCents = (some: readonly Line[]) =>
  Number(
    half(
      some.reduce((sum, { netAmount }) => sum + BigInt(Math.round(netAmount * 1e8)), 0n),
      1_000_000n,
    ),
  );

export function detailsOf(charges: readonly Line[]): Invoice['taxDetails'] {
  return [0, 7, 19].flatMap(percent => {
    const own = charges.filter(line => (line.taxes?.[0]?.percent ?? 0) === percent);
    const gross = own.reduce((sum, line) => sum + centsOf(line.grossAmount), 0);
    const net = netCents(own);
    const vatType = percent === 0 ? 'Without' : percent === 7 ? 'Reduced' : 'Normal';
    return own.length === 0
      ? []
      : [{ vatType, vatPercent: percent, net: money(net), tax: money(gross - net) }];
  });
}

export function treeOf(lines: readonly Line[]): Node {
  const node = (own: Account, some: readonly Line[], children?: Node[]): Node => {
    const net = children
      ? children.reduce((sum, child) => sum + centsOf(child.netAmount.amount), 0)
      : netCents(some);
    const gross = some.reduce((sum, line) => sum + centsOf(line.grossAmount), 0);
    return {
      account: own,
      netAmount: money(net),
      grossAmount: money(gross),
      ...(children ? { children } : {}),
    };
  };
  const groups = kinds.map(kind => {
    const own = lines.filter(line => line.creditedAccount.number === numbers[kind]);
    return node(account('Revenues', groupNames[kind], 'Revenues'), own, [node(revenueAccount(kind), own)]);
  });
  const all = lines.filter(line => line.creditedAccount.type === 'Revenues');
  return node(account('Revenues', 'Revenues'), all, groups);
}

interface Counted {
  readonly [name: string]: number;
}

export function measuresOf(parts: readonly Counted[]): Figures {
  const sum = (name: string) => parts.reduce((total, part) => total + (part[name] ?? 0), 0);
  const [house, sold, room, roomNet] = [sum('units'), sum('sold'), sum('room'), sum('roomNet')];
  const divided = (value: number, by: number) => (by === 0 ? 0 : Math.floor((2 * value + by) / (2 * by)));
  return {
    ...allMeasures(),
    houseCount: house,
    houseItemsCount: house,
    soldCount: sold,
    soldItemsCount: sold,
    unsoldCount: house - sold,
    unsoldItemsCount: house - sold,
    arrivalsCount: sum('arrivals'),
    departuresCount: sum('departures'),
    noShowsCount: sum('noShows'),
    cancellationsCount: sum('canceled'),
    occupancyPercentage: divided(10_000 * sold, house) / 100,
    grossUnitRevenue: money(room),
    netUnitRevenue: money(roomNet),
    grossAccommodationRevenue: money(room),
    netAccommodationRevenue: money(roomNet),
    grossFoodAndBeveragesRevenue: money(sum('food')),
    netFoodAndBeveragesRevenue: money(sum('foodNet')),
    grossOtherRevenue: money(0),
    netOtherRevenue: money(0),
    grossAdr: money(divided(room, sold)),
    netAdr: money(divided(roomNet, sold)),
    revPar: money(divided(roomNet, house)),
  };
}

/** The body of a request. */
/** @param since the first day that a list is requested from */
export function bodyOf(month: Month, report: string, since = '2026-10-01'): object {
  if (since !== '2026-10-01') {
    const transactions = month.history.filter(({ date }) => date.startsWith(since.slice(0, 7)));
    return report === 'gross-transactions'
      ? { transactions, count: transactions.length }
      : { companyInvoices: [], count: 0 };
  }
  const bodies: Record<string, object> = {
    revenues: month.revenues,
    'gross-transactions': { transactions: month.lines, count: month.count },
    'company-invoices-vat': { companyInvoices: month.invoices, count: month.invoices.length },
    'property-performance': month.performance,
    'ordered-services': { orderedServices: month.services, count: month.services.length },
    'room-nights': month.rooms,
    'bed-nights': month.beds,
    arrivals: month.arrivals,
  };
  return bodies[report] ?? {};
}
