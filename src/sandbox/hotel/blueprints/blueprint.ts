import type { Address, Currency, Pricing, RevenueKind, UnitGroupType } from '../inventory.ts';
import type { Minor, VatRates, VatType } from '../money.ts';

/** What a property is made from. Season and weekday change the demand as they change the prices. */
export interface Blueprint extends Pricing {
  readonly code: string;
  readonly name: string;
  readonly description: string;
  readonly address: Address;
  readonly timeZone: string;
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
  /** Permille of the free bed rooms that are sold on an average day. */
  readonly demand: number;
  /** Permille of the stays that are paid by a company of the list. */
  readonly companyPermille: number;
  /** Countries of residence of the guests, with weights. */
  readonly countries: Readonly<Record<string, number>>;
}

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
