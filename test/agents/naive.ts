import Big from 'big.js';
import { type Chain, sum } from './agent.ts';

/** Questions of a hotelier, the calls of an agent that answer them, and the answers, computed from the platform's responses. */

type Query = Readonly<Record<string, string | readonly string[]>>;
type Given = Readonly<Record<string, unknown>>;
type Call = readonly [tool: string, given?: Given | ((first: Value) => Given)];
// biome-ignore lint/suspicious/noExplicitAny: each question reads a part of what its tool returns.
export type Value = any;
export interface Question {
  readonly words: string;
  readonly calls: readonly Call[];
  /** What the agent says, from what the calls returned. */
  readonly says: (...values: readonly Value[]) => unknown;
  readonly answer: (naive: Naive) => unknown;
}

export const naiveAnswers = ({ raw }: Pick<Chain, 'raw'>) => {
  const report = (name: string, propertyId: string, query: Query = {}, day?: string) =>
    raw(`/reports/v0-nsfw/reports/${name}`, { propertyId, ...query }, day);
  const performance = (propertyId: string, from: string, to: string, query: Query = {}, day?: string) =>
    report('property-performance', propertyId, { from, to, unitGroupTypes: 'BedRoom', ...query }, day);
  return {
    raw,
    report,
    performance,
    hotels: async () => (await raw('/inventory/v1/properties')).properties as Value[],
    days: async (id: string, from: string, to: string, day?: string): Promise<Value[]> =>
      (await performance(id, from, to, { expand: 'businessDays' }, day)).businessDays,
    october: (id: string, year = 2026) => performance(id, `${year}-10-01`, `${year}-10-31`),
    guests: (name: string, id = 'MUC', year = '2026') => report(name, id, { month: '10', year }),
    invoices: async () => (await report('company-invoices-vat', 'MUC', range)).companyInvoices as Value[],
    breakfasts: async () => (await report('ordered-services', 'MUC', breakfasts)).orderedServices as Value[],
  };
};
export type Naive = ReturnType<typeof naiveAnswers>;

const range = { dateFilter: ['gte_2026-10-01', 'lt_2026-11-01'] };
const breakfasts = { from: '2026-10-01', to: '2026-11-01', serviceIds: 'MUC-BRKF' };
const available = ({ houseCount, outOfOrderCount }: Value) => Big(houseCount).minus(outOfOrderCount);
export const net = (one: Value) => Big(one.netAccommodationRevenue.amount);
export const occupancy = (one: Value) => Big(one.soldCount).times(100).div(available(one));
export const revPar = (one: Value) => net(one).div(available(one));
const added = (days: readonly Value[]) => ({
  soldCount: Number(sum(days.map(({ soldCount }) => soldCount))),
  houseCount: Number(sum(days.map(({ houseCount }) => houseCount))),
  outOfOrderCount: Number(sum(days.map(({ outOfOrderCount }) => outOfOrderCount))),
});
export const most = (items: readonly Value[], by: (item: Value) => Big | number | string) =>
  [...items].sort((one, other) => Big(by(other)).cmp(by(one)))[0];
export const groupsOf = (days: readonly Value[], name: (day: Value) => string) =>
  [...new Set(days.map(name))].map(key => ({ key, ...added(days.filter(day => name(day) === key)) }));
export const weekday = (day: string) =>
  new Date(`${day}T00:00:00Z`).toLocaleDateString('en', { weekday: 'long', timeZone: 'UTC' });
export const each = async <Result>(naive: Naive, work: (id: string) => Promise<Result>) =>
  Promise.all((await naive.hotels()).map(async ({ id }) => [id, await work(id)] as const));
export const sorted = (pairs: readonly Value[]) => [...pairs].sort();

export const first = ({ rows }: Value) => rows[0];
export const total = ({ total: count }: Value) => count;
export const cell = (path: string) => (value: Value) =>
  path.split('.').reduce((part, name) => part?.[name], first(value));
export const byHotel =
  (path: string) =>
  ({ rows }: Value) =>
    sorted(rows.map((row: Value) => [row.propertyId, cell(path)({ rows: [row] })]));
export const where =
  (test: (row: Value) => boolean, path: string) =>
  ({ rows }: Value) =>
    cell(path)({ rows: rows.filter(test) });
export const byKey = (breakdown: string, key: string) => (row: Value) =>
  row.breakdown === breakdown && row.key === key;

export const P = 'report_property_performance';
export const munich = { property: 'MUC', period: '2026-10' };
export const all = { all_properties: true, period: '2026-10' };
export const hotels = { ...all, by: 'property' };
export const lastYear = { compare: 'last-year' };
export const december = { period: '2026-12', by: 'month' };
export const stay = { property: 'MUC', arrival: '2026-12-01', departure: '2026-12-03', adults: 2 };
export const reservation = 'arrival=2026-12-01,departure=2026-12-03,adults=2,rate-plan=MUC-FLEX-DBL';
const rawStay = {
  propertyId: 'MUC',
  arrival: '2026-12-01',
  departure: '2026-12-03',
  adults: '2',
};
export const offersOf = async ({ raw }: Naive) =>
  (await raw('/booking/v1/offers', rawStay)).offers as Value[];
export const grandTotal = ({ totalGrossAmount, cityTax }: Value) =>
  Number(sum([totalGrossAmount.amount, cityTax.grossAmount]));

export const ask = (
  words: string,
  calls: Call | readonly Call[],
  says: Question['says'],
  answer: Question['answer'],
): Question => ({
  words,
  calls: (typeof calls[0] === 'string' ? [calls] : calls) as readonly Call[],
  says,
  answer,
});
