import type * as z from 'zod/mini';
import { assumedModel, choiceOf, countryCode, double, int32, list, model, nullish, text } from '../models.ts';
import type { Parameters } from '../parameters.ts';
import type { Column, ReportRecord, ShownWords, TableLayout, View } from '../records.ts';
import { propertyColumn } from './columns.ts';

/**
 * The parts that room nights, bed nights and arrivals share: a total and three breakdowns (platform.md, "Guest count
 * reports"). Entries without `purpose` or `countryCode` occur; their key is `unknown`.
 */

const countryEntry = model({
  countryCode: nullish(countryCode),
  number: int32,
  percent: double,
  reservationIds: nullish(list(text)),
});

const travelPurposeEntry = assumedModel({
  purpose: nullish(choiceOf('Business', 'Leisure')),
  number: int32,
  percent: double,
  reservationIds: nullish(list(text)),
});

const breakdownFields = {
  travelPurposeBreakdown: nullish(list(travelPurposeEntry)),
  nationalityBreakdown: nullish(list(countryEntry)),
  countryOfResidenceBreakdown: nullish(list(countryEntry)),
};

export const arrivalsBody = model({
  total: int32,
  totalAdults: int32,
  totalChildren: int32,
  ...breakdownFields,
});

export const guestCountBody = model({ total: int32, ...breakdownFields });

export type CountryEntry = z.infer<typeof countryEntry>;
export type GuestCounts = z.infer<typeof guestCountBody>;
export type ArrivalCounts = z.infer<typeof arrivalsBody>;
export type BreakdownEntry = Partial<z.infer<typeof countryEntry> & z.infer<typeof travelPurposeEntry>>;

const leading: readonly Column[] = [
  propertyColumn,
  { name: 'year', type: 'number', storage: 'int32', heading: 'Year' },
  { name: 'month', type: 'number', storage: 'int32', heading: 'Month' },
];

const lead = (parameters: Parameters) => ({
  propertyId: String(parameters['propertyId']),
  year: Number(parameters['year']),
  month: Number(parameters['month']),
});

const breakdowns = ['travelPurpose', 'nationality', 'countryOfResidence'] as const;

export const findKey = (entry: BreakdownEntry) => entry.purpose ?? entry.countryCode ?? 'unknown';

const breakdownNames: Readonly<Record<string, string>> = {
  total: 'Total',
  totalAdults: 'Adults',
  totalChildren: 'Children',
  travelPurpose: 'Travel purpose',
  nationality: 'Nationality',
  countryOfResidence: 'Country of residence',
};

/** `DE` is shown as `Germany (DE)`; an unknown code stays unchanged. */
function keyForPeople(record: ReportRecord): ShownWords {
  const key = String(record['key'] ?? '');
  const isCountry = /^(nationality|countryOfResidence)$/.test(String(record['breakdown']));
  const isKnown =
    isCountry &&
    /^[A-Z]{2}$/.test(key) &&
    new Intl.DisplayNames('en', { type: 'region', fallback: 'none' }).of(key);
  return isKnown ? [{ region: key }, ` (${key})`] : key;
}

const breakdownColumn: Column = {
  name: 'breakdown',
  type: 'text',
  heading: 'Breakdown',
  display: record => breakdownNames[String(record['breakdown'])] ?? String(record['breakdown']),
};
const keyColumn: Column = { name: 'key', type: 'text', heading: 'Key', display: keyForPeople };

/** The two views of a guest count report; `totals` are the first rows of the breakdown view. */
export function guestCountViews(
  what: string,
  totals: readonly (keyof GuestCounts | 'totalAdults' | 'totalChildren')[] = ['total'],
): readonly View<GuestCounts>[] {
  const table: TableLayout = {
    columns: ['breakdown', 'key', 'number', 'percent'],
    title: what,
    groupBy: 'breakdown',
    barOf: 'percent',
  };
  return [
    {
      name: 'breakdown',
      summary: 'the total, then numbers and shares by travel purpose, nationality and country of residence',
      columns: [
        ...leading,
        breakdownColumn,
        keyColumn,
        { name: 'number', type: 'number', storage: 'int32', heading: 'Number', unit: { kind: 'count' } },
        { name: 'percent', type: 'number', heading: 'Share', unit: { kind: 'percent' } },
      ],
      table,
      charts: breakdowns.map(breakdown => ({
        title: breakdownNames[breakdown] ?? breakdown,
        kind: 'bars',
        label: 'key',
        value: 'percent',
        unit: { kind: 'percent' },
        beside: 'number',
        only: { column: 'breakdown', values: [breakdown] },
      })),
      whole: {
        record: body => body as unknown as ReportRecord,
        figures: totals.map(value => ({
          title: value === 'total' ? what : (breakdownNames[value] ?? value),
          value,
          unit: { kind: 'count' },
        })),
      },
      *records(body, parameters) {
        for (const breakdown of totals) {
          const number = (body as unknown as Record<string, number>)[breakdown];
          yield { ...lead(parameters), breakdown, key: null, number, percent: null };
        }
        for (const breakdown of breakdowns) {
          for (const entry of body[`${breakdown}Breakdown`] ?? []) {
            const { number, percent } = entry;
            yield { ...lead(parameters), breakdown, key: findKey(entry), number, percent };
          }
        }
      },
    },
    {
      name: 'reservations',
      summary: 'the reservations behind each number of a breakdown',
      columns: [
        ...leading,
        breakdownColumn,
        keyColumn,
        { name: 'reservationId', type: 'text', heading: 'Reservation', role: 'identifier' },
      ],
      table: { columns: ['breakdown', 'key', 'reservationId'], title: what, groupBy: 'breakdown' },
      *records(body, parameters) {
        for (const breakdown of breakdowns) {
          for (const entry of body[`${breakdown}Breakdown`] ?? []) {
            for (const reservationId of entry.reservationIds ?? [])
              yield { ...lead(parameters), breakdown, key: findKey(entry), reservationId };
          }
        }
      },
    },
  ];
}
