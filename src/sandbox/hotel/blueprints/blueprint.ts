import type { ListedInvoice } from '../../../platform/reports/accounting-response.ts';
import type { Day } from '../calendar.ts';
import type { Minor, VatRates, VatType } from '../money.ts';

/** As an invoice shows it; a hotel's address has the same fields. */
export type Company = ListedInvoice['company'];

/** What a property is made from. Season and weekday change the demand as they change the prices. */
export interface Blueprint {
  readonly code: string;
  readonly name: string;
  readonly description: string;
  readonly address: Company['address'];
  readonly timeZone: string;
  /** `digits` of the minor unit: 2 for EUR, 0 for JPY. */
  readonly currency: { readonly code: string; readonly digits: number };
  readonly vatRates: VatRates;
  readonly accommodationVat: VatType;
  /** A share of the net accommodation amount, or an amount for each person and night; no VAT on either. */
  readonly cityTax: { readonly percentOfNet: number; readonly perPersonNight: Minor };
  /** For each room and night. */
  readonly fees: readonly { readonly code: string; readonly name: string; readonly gross: Minor }[];
  readonly unitGroups: readonly UnitGroupBlueprint[];
  readonly services: readonly ServiceBlueprint[];
  /** code | name | tax id | address | postal code | city | country | second line of the address */
  readonly companies: string;
  /** Permille of the usual price and demand, January to December. */
  readonly season: readonly number[];
  /** The same, Monday to Sunday. */
  readonly weekdays: readonly number[];
  /** Prices are rounded to a multiple of this. */
  readonly priceStep: Minor;
  /** Permille of the free bed rooms that are sold on an average day. */
  readonly demand: number;
  /** Permille of the stays that are paid by a company of the list. */
  readonly companyPermille: number;
  /** Countries of residence of the guests, with weights. */
  readonly countries: Readonly<Record<string, number>>;
  readonly oddities?: Oddities;
}

/** What makes the figures of a hotel unusual. */
export interface Oddities {
  /** Of every unit, in place of those that are drawn; sorted and without overlaps. */
  readonly closures?: readonly Closure[];
  /** How many units more than the house has are sold on a day. */
  readonly overbooked?: (day: Day) => number;
  /** Whether property performance has a business day. */
  readonly hasRow?: (day: Day) => boolean;
  /** Amounts of property performance before a day are in another currency; those of a period in that of its last day. */
  readonly formerCurrency?: { readonly code: string; readonly until: Day };
}

/**
 * A range of days, end exclusive. Out of order reduces the units that can be sold, out of inventory the house count.
 */
export interface Closure {
  readonly kind: 'OutOfOrder' | 'OutOfInventory';
  readonly from: Day;
  readonly to: Day;
}

/**
 * `items` are the beds, seats and other items of one unit, which the item counts of property performance add up.
 * `basePrice` is the gross price of a night (or of a day, if it is not a bed room) before season, weekday and rate plan.
 */
export type UnitGroupBlueprint = readonly [
  code: string,
  name: string,
  type: 'BedRoom' | 'MeetingRoom' | 'EventSpace' | 'ParkingLot',
  maxPersons: number,
  items: number,
  units: number,
  basePrice: Minor,
];

export type RevenueKind = 'Accommodation' | 'FoodAndBeverages' | 'Other' | 'CancellationFees' | 'NoShowFees';

/** `orderedPermille` of the stays order it, every night if it is `daily`, or once on arrival. */
export type ServiceBlueprint = readonly [
  code: string,
  name: string,
  pricingUnit: 'Room' | 'Person',
  gross: Minor,
  vatType: VatType,
  revenue: RevenueKind,
  orderedPermille: number,
  daily: boolean,
];

/** The rows of a table in text, one a line, with fields between bars. */
export const parseRows = (table: string): string[][] =>
  table
    .trim()
    .split('\n')
    .map(line => line.split('|'));

/**
 * code | currency | its digits | minor units for a euro cent of the base prices | prices are multiples of | reduced VAT |
 * normal VAT | VAT of accommodation | city tax: percent of the net amount, or an amount per person and night
 */
const countries = `
AE|AED|2|4|500|0|5|Normal|7%
AT|EUR|2|1|100|10|20|Reduced|3%
AU|AUD|2|1.6|100|0|10|Normal|
BE|EUR|2|1|100|6|21|Reduced|425
CA|CAD|2|1.5|100|5|13|Normal|4%
CH|CHF|2|1.3|500|4|8|Reduced|350
CZ|CZK|2|20|1000|12|21|Reduced|5000
DE|EUR|2|1|100|7|19|Reduced|5%
DK|DKK|2|8|500|0|25|Normal|
ES|EUR|2|1|100|10|21|Reduced|275
FR|EUR|2|1|100|10|20|Reduced|338
GB|GBP|2|0.9|100|5|20|Normal|
GR|EUR|2|1|100|13|24|Reduced|300
HK|HKD|2|8|1000|0|0|Normal|3%
HU|HUF|2|300|10000|5|27|Reduced|4%
IE|EUR|2|1|100|13|23|Reduced|
IN|INR|2|55|5000|5|18|Normal|
IT|EUR|2|1|100|10|22|Reduced|500
JP|JPY|0|1.5|100|8|10|Normal|200
NL|EUR|2|1|100|9|21|Reduced|12%
PL|PLN|2|3|500|8|23|Reduced|
PT|EUR|2|1|100|6|23|Reduced|400
SE|SEK|2|10|500|12|25|Reduced|
SG|SGD|2|1.7|100|0|9|Normal|
US|USD|2|1.4|100|0|9|Normal|5%`;

/** Countries with weights: `DE 480, AT 70`. */
export const parseWeights = (table: string): Record<string, number> =>
  Object.fromEntries(table.split(', ').map(entry => [entry.slice(0, 2), Number(entry.slice(3))]));

/** What the hotels of a country have in common. */
export function findCountry(countryCode: string) {
  const row = parseRows(countries).find(([code]) => code === countryCode) ?? [];
  const [, code = '', digits, factor, step, reduced, normal, accommodation, cityTax = ''] = row;
  const percentOfNet = cityTax.endsWith('%') ? Number(cityTax.slice(0, -1)) : 0;
  return {
    currency: { code, digits: Number(digits) },
    vatRates: { Without: 0, Reduced: Number(reduced), Normal: Number(normal) },
    accommodationVat: accommodation as VatType,
    priceFactor: Number(factor),
    priceStep: Number(step),
    cityTax: { percentOfNet, perPersonNight: percentOfNet > 0 ? 0 : Number(cityTax) },
  };
}
