import type { Parameters } from '../../../src/platform/parameters.ts';
import { reports } from '../../../src/platform/reports/index.ts';
import { computeReport } from '../../../src/sandbox/api/reports.ts';
import type { Hotel, Property } from '../../../src/sandbox/hotel/hotel.ts';

/** The body of a report as it is received, or null for a 204. */
export function bodyOf<Body>(
  hotel: Hotel,
  property: Property,
  report: string,
  parameters: Parameters,
): Body | null {
  const given = { propertyId: property.id, ...parameters };
  const today = hotel.clock.today();
  const listField = reports.find(({ name }) => name === report)?.listField;
  const arrived = (body: unknown) => JSON.parse(JSON.stringify(body)) as Body;
  const computed = computeReport[report]?.(property, given, today) ?? null;
  if (!listField) return arrived(computed);
  const items = [...(computed as Iterable<object>)];
  return items.length === 0 ? null : arrived({ [listField]: items, count: items.length });
}

export interface Money {
  readonly amount: number;
  readonly currency: string;
}

/** An amount in whole minor units. */
export function minorOf({ currency }: Property, amount: number): number {
  const minor = Math.round(amount * 10 ** currency.digits);
  if (minor / 10 ** currency.digits !== amount) throw new Error(`${amount} is no amount of ${currency.code}`);
  return minor;
}

export const sumBy = <T>(list: readonly T[], pick: (one: T) => number): number =>
  list.reduce((sum, one) => sum + pick(one), 0);

const dates = new Map<number, string>();

/** The date of a day number, by JavaScript's own calendar. Kept: the tests convert the same days a million times. */
export function dateOfNumber(day: number): string {
  const known = dates.get(day);
  if (known !== undefined) return known;
  const date = new Date(day * 864e5).toISOString().slice(0, 10);
  dates.set(day, date);
  return date;
}
