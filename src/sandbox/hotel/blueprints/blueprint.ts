import type { ListedInvoice } from '../../../platform/reports/accounting-response.ts';
import { parseTable } from '../../table.ts';
import type { Day } from '../calendar.ts';
import type { Minor, VatRates, VatType } from '../money.ts';
import countryTable from './countries.txt?raw';
import marketTable from './markets.txt?raw';

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
  readonly companies: readonly Company[];
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

/** A company of the guests of a property. */
export const makeCompany = (
  property: string,
  [code, name, taxId]: readonly [code: string, name: string, taxId: string],
  address: Company['address'],
): Company => ({ id: `${property}-${code}`, code, name, ...(taxId ? { taxId } : {}), address });

/** Countries with weights: `DE 480, AT 70`. */
export const parseWeights = (table: string): Record<string, number> =>
  Object.fromEntries(table.split(', ').map(entry => [entry.slice(0, 2), Number(entry.slice(3))]));

/**
 * `priceFactor`: minor units for a euro cent of the base prices, which are multiples of `priceStep`. `reduced`, `normal`: rates of
 * VAT. `cityTax`: percent of the net amount, or an amount per person and night.
 */
const countries = parseTable<
  | ('code' | 'currency' | 'digits' | 'priceFactor' | 'priceStep')
  | ('reduced' | 'normal' | 'accommodation' | 'cityTax')
>(countryTable);

/** What the hotels of a country have in common. */
export function findCountry(countryCode: string) {
  const row = countries.find(({ code }) => code === countryCode) as (typeof countries)[number];
  const { cityTax } = row;
  const percentOfNet = cityTax.endsWith('%') ? Number(cityTax.slice(0, -1)) : 0;
  return {
    currency: { code: row.currency, digits: Number(row.digits) },
    vatRates: { Without: 0, Reduced: Number(row.reduced), Normal: Number(row.normal) },
    accommodationVat: row.accommodation as VatType,
    priceFactor: Number(row.priceFactor),
    priceStep: Number(row.priceStep),
    cityTax: { percentOfNet, perPersonNight: percentOfNet > 0 ? 0 : Number(cityTax) },
  };
}

const markets = parseTable<'name' | 'season' | 'weekdays' | 'demand' | 'companyPermille'>(marketTable);

/** How many guests come when: one of the kinds of cities, or that of a hotel. */
export function findMarket(market: string) {
  const row = markets.find(({ name }) => name === market) as (typeof markets)[number];
  const listed = (numbers: string) => numbers.split(' ').map(Number);
  const shares = { demand: Number(row.demand), companyPermille: Number(row.companyPermille) };
  return { season: listed(row.season), weekdays: listed(row.weekdays), ...shares };
}
