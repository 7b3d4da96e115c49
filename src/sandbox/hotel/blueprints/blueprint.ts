import type { Minor, VatRates, VatType } from '../money.ts';

/** What a property is made from. Season and weekday change the demand as they change the prices. */
export interface Blueprint {
  readonly code: string;
  readonly name: string;
  readonly description: string;
  readonly address: Address;
  readonly timeZone: string;
  /** `digits` of the minor unit: 2 for EUR, 0 for JPY. */
  readonly currency: { readonly code: string; readonly digits: number };
  readonly vatRates: VatRates;
  readonly accommodationVat: VatType;
  /** A share of the net accommodation amount, or an amount for each person and night; no VAT on either. */
  readonly cityTax: {
    readonly name: string;
    readonly percentOfNet: number;
    readonly perPersonNight: Minor;
  } | null;
  /** For each room and night. */
  readonly fees: readonly { readonly code: string; readonly name: string; readonly gross: Minor }[];
  readonly unitGroups: readonly UnitGroupBlueprint[];
  readonly services: readonly ServiceBlueprint[];
  readonly companies: readonly CompanyBlueprint[];
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
}

export interface Address {
  readonly addressLine1: string;
  readonly addressLine2?: string;
  readonly postalCode: string;
  readonly city: string;
  readonly regionCode?: string;
  readonly countryCode: string;
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

export type CompanyBlueprint = readonly [
  code: string,
  name: string,
  taxId: string | null,
  addressLine1: string,
  postalCode: string,
  city: string,
  countryCode: string,
  addressLine2?: string,
];
