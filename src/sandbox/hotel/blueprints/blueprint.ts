import type { Address, Currency, UnitGroupType } from '../inventory.ts';
import type { Minor, VatRates, VatType } from '../money.ts';
import type { Pricing, RevenueKind } from '../products.ts';
import type { TimeZone } from '../time-zones.ts';

/**
 * What a property is made from, written by hand: the inventory, the prices and who comes when. Season and
 * weekdays move the demand as they move the prices.
 */
export interface Blueprint extends Pricing {
  readonly code: string;
  readonly name: string;
  readonly description: string;
  readonly address: Address;
  readonly timeZone: TimeZone;
  readonly currency: Currency;
  readonly vatRates: VatRates;
  readonly accommodationVat: VatType;
  readonly cityTax: {
    readonly name: string;
    readonly percentOfNet: number;
    readonly perPersonNight: Minor;
  } | null;
  readonly fees: readonly { readonly code: string; readonly name: string; readonly gross: Minor }[];
  readonly unitGroups: readonly UnitGroupBlueprint[];
  readonly services: readonly ServiceBlueprint[];
  readonly companies: readonly CompanyBlueprint[];
  /** Thousandths of the empty bed rooms that find a guest on a usual day. */
  readonly demand: number;
  /** Of a thousand stays, so many are paid by a company of the list. */
  readonly companyPermille: number;
  /** Where guests live, by weight. */
  readonly countries: readonly (readonly [string, number])[];
}

/** code, name, type, persons, items, number of units, base price. */
export type UnitGroupBlueprint = readonly [
  code: string,
  name: string,
  type: UnitGroupType,
  maxPersons: number,
  items: number,
  units: number,
  basePrice: Minor,
];

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

/** A company without a tax id has null there. */
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
