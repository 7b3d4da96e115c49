import type * as z from 'zod/mini';
import { assumedModel, choiceOf, countryCode, double, int32, list, model, nullish, text } from '../models.ts';
import { type Parameters, travelPurposes } from '../parameters.ts';
import {
  type Column,
  countColumn,
  type ReportRecord,
  type ShownWords,
  textColumn,
  type View,
} from '../records.ts';
import { propertyColumn, propertyLead } from './columns.ts';

/** The models of platform.md, "Guest count reports". The key of entries without `purpose` or `countryCode` is `unknown`. */

const counted = { number: int32, percent: double, reservationIds: nullish(list(text)) };
const countryEntry = model({ countryCode: nullish(countryCode), ...counted });
const travelPurposeEntry = assumedModel({ purpose: nullish(choiceOf(...travelPurposes)), ...counted });

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

const leading: readonly Column[] = [
  propertyColumn,
  { name: 'year', type: 'number', storage: 'int32', heading: 'Year' },
  { name: 'month', type: 'number', storage: 'int32', heading: 'Month' },
  {
    ...textColumn('breakdown', 'Breakdown'),
    display: record => breakdownNames[String(record['breakdown'])] ?? String(record['breakdown']),
  },
  { ...textColumn('key', 'Key'), display: keyForPeople },
];

const lead = (parameters: Parameters, breakdown: string, key: string | null) => ({
  ...propertyLead(parameters),
  year: Number(parameters['year']),
  month: Number(parameters['month']),
  breakdown,
  key,
});

/** Each entry of the three breakdowns, with what begins its rows. */
const ledEntries = (body: GuestCounts, parameters: Parameters) =>
  breakdowns.flatMap(breakdown =>
    (body[`${breakdown}Breakdown`] ?? []).map((entry: BreakdownEntry) => ({
      entry,
      start: lead(parameters, breakdown, findKey(entry)),
    })),
  );

/** The two views of a guest count report; `totals` are the first rows of the breakdown view. */
export function guestCountViews(
  what: string,
  totals: readonly (keyof ArrivalCounts)[],
): readonly View<GuestCounts>[] {
  const table = { title: what, groupBy: 'breakdown' };
  return [
    {
      name: 'breakdown',
      summary: 'the total, then numbers and shares by travel purpose, nationality and country of residence',
      columns: [
        ...leading,
        countColumn('number', 'Number'),
        { name: 'percent', type: 'number', heading: 'Share', unit: { kind: 'percent' } },
      ],
      table: { ...table, columns: ['breakdown', 'key', 'number', 'percent'], barOf: 'percent' },
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
        for (const total of totals) {
          const number = (body as unknown as Record<string, number>)[total];
          yield { ...lead(parameters, total, null), number, percent: null };
        }
        for (const { start, entry } of ledEntries(body, parameters))
          yield { ...start, number: entry.number, percent: entry.percent };
      },
    },
    {
      name: 'reservations',
      summary: 'the reservations behind each number of a breakdown',
      columns: [...leading, { ...textColumn('reservationId', 'Reservation'), role: 'identifier' }],
      table: { ...table, columns: ['breakdown', 'key', 'reservationId'] },
      *records(body, parameters) {
        for (const { start, entry } of ledEntries(body, parameters))
          for (const reservationId of entry.reservationIds ?? []) yield { ...start, reservationId };
      },
    },
  ];
}
