import type { ChartOfAccounts } from './accounts.ts';
import type { Day, TimeZone } from './calendar.ts';
import type { GroupBlock } from './group-blocks.ts';
import type { Guest } from './guests.ts';
import type { HouseSale } from './house-sales.ts';
import type { Minor, VatRates, VatType } from './money.ts';
import type { Pricing, RatePlan, Service, TimeSliceDefinition } from './products.ts';
import type { Reservation } from './reservation.ts';

/** One property with all that is in it. The lists are in the order of their codes' making; ids are unique. */
export interface Property {
  readonly id: string;
  readonly code: string;
  readonly name: string;
  readonly description: string;
  readonly address: Address;
  readonly timeZone: TimeZone;
  readonly currency: Currency;
  readonly vatRates: VatRates;
  readonly accommodationVat: VatType;
  readonly pricing: Pricing;
  readonly cityTax: CityTax | null;
  readonly fees: readonly Fee[];
  /** Day of the first arrivals; the property opened then. */
  readonly opened: Day;
  readonly accounts: ChartOfAccounts;
  readonly unitGroups: readonly UnitGroup[];
  readonly units: readonly Unit[];
  readonly timeSliceDefinitions: readonly TimeSliceDefinition[];
  readonly ratePlans: readonly RatePlan[];
  readonly services: readonly Service[];
  readonly companies: readonly Company[];
  readonly marketSegments: readonly MarketSegment[];
  readonly guests: readonly Guest[];
  readonly groupBlocks: readonly GroupBlock[];
  readonly houseSales: readonly HouseSale[];
  /** Sorted by arrival as made; a booking appends to it. */
  readonly reservations: Reservation[];
}

/** `digits` of the minor unit: 2 for EUR, 0 for JPY. */
export interface Currency {
  readonly code: string;
  readonly digits: number;
}

export interface Address {
  readonly addressLine1: string;
  readonly addressLine2?: string;
  readonly postalCode: string;
  readonly city: string;
  readonly regionCode?: string;
  readonly countryCode: string;
}

/** A share of the net accommodation amount, or an amount for each person and night; no VAT on either. */
export interface CityTax {
  readonly id: string;
  readonly code: string;
  readonly name: string;
  readonly percentOfNet: number;
  readonly perPersonNight: Minor;
}

/** A custom fee for each room and night. */
export interface Fee {
  readonly id: string;
  readonly code: string;
  readonly name: string;
  readonly gross: Minor;
  readonly vatType: VatType;
}

export type UnitGroupType = 'BedRoom' | 'MeetingRoom' | 'EventSpace' | 'ParkingLot' | 'Other';

export interface UnitGroup {
  readonly id: string;
  readonly code: string;
  readonly name: string;
  readonly description: string;
  readonly type: UnitGroupType;
  readonly maxPersons: number;
  /** Beds, seats ... of one unit: what the item counts of property performance add up. */
  readonly items: number;
  readonly rank: number;
  /** Gross price of a night (a day for what is no bed room) before season, weekday and rate plan. */
  readonly basePrice: Minor;
}

export interface Unit {
  readonly id: string;
  readonly name: string;
  readonly unitGroup: UnitGroup;
  /** Sorted, apart from each other; nobody stays in the unit then. */
  readonly closures: readonly Closure[];
}

/** From a day to another, exclusive. Out of order lowers what can be sold, out of inventory the house count. */
export interface Closure {
  readonly kind: 'OutOfOrder' | 'OutOfInventory';
  readonly from: Day;
  readonly to: Day;
}

export interface Company {
  readonly id: string;
  readonly code: string;
  readonly name: string;
  readonly taxId?: string;
  readonly address: Address;
}

export interface MarketSegment {
  readonly id: string;
  readonly code: string;
  readonly name: string;
}

/** Whether a unit is closed on a day, and how. */
export const closureOn = (unit: Unit, day: Day): Closure | undefined =>
  unit.closures.find(closure => closure.from <= day && day < closure.to);
