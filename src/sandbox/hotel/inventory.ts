import type { Day } from './calendar.ts';
import type { Minor, VatType } from './money.ts';

/** Permille of the usual price by month and weekday, and the minor units that prices are rounded to. */
export interface Pricing {
  /** January to December. */
  readonly season: readonly number[];
  /** Monday to Sunday. */
  readonly weekdays: readonly number[];
  readonly priceStep: Minor;
}

/** `checkIn` and `checkOut` in minutes after local midnight; over-night ends on the next day. */
export interface TimeSliceDefinition {
  readonly id: string;
  readonly name: string;
  readonly template: 'OverNight' | 'DayUse';
  readonly checkIn: number;
  readonly checkOut: number;
}

export type RevenueKind = 'Accommodation' | 'FoodAndBeverages' | 'Other' | 'CancellationFees' | 'NoShowFees';

export interface Service {
  readonly id: string;
  readonly code: string;
  readonly name: string;
  readonly description: string;
  readonly pricingUnit: 'Room' | 'Person';
  readonly defaultGrossPrice: Minor;
  readonly vatType: VatType;
  readonly revenue: RevenueKind;
  /** Permille of the stays that order it; every night, or once on arrival. */
  readonly orderedPermille: number;
  readonly daily: boolean;
}

export type GuaranteeType = 'PM6Hold' | 'CreditCard' | 'Prepayment' | 'Company';

/** The fee for cancelling later than `hoursBefore` arrival: a share of the first night, or of the stay. */
export interface FeePolicy {
  readonly code: string;
  readonly name: string;
  readonly description: string;
  readonly of: 'FirstNight' | 'Stay';
  readonly percent: number;
  readonly hoursBefore: number;
}

export interface RatePlan {
  readonly id: string;
  /** Shared by the plans of one product: FLEX, NONREF, BB, CORP, COMP, DAY. */
  readonly code: string;
  readonly name: string;
  readonly description: string;
  readonly unitGroup: UnitGroup;
  readonly timeSliceDefinition: TimeSliceDefinition;
  readonly minGuaranteeType: GuaranteeType;
  readonly isCorporate: boolean;
  readonly isComplimentary: boolean;
  readonly isSubjectToCityTax: boolean;
  /** Price in permille of the unit group's price. */
  readonly pricePermille: number;
  readonly includedServices: readonly Service[];
  readonly cancellationPolicy: FeePolicy;
  readonly noShowPolicy: FeePolicy;
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

export type UnitGroupType = 'BedRoom' | 'MeetingRoom' | 'EventSpace' | 'ParkingLot' | 'Other';

export interface UnitGroup {
  readonly id: string;
  readonly code: string;
  readonly name: string;
  readonly description: string;
  readonly type: UnitGroupType;
  readonly maxPersons: number;
  /** Beds, seats and other items of one unit, which the item counts of property performance add up. */
  readonly items: number;
  readonly rank: number;
  /** Gross price of a night (or of a day, if it is not a bed room) before season, weekday and rate plan. */
  readonly basePrice: Minor;
}

export interface Unit {
  readonly id: string;
  readonly name: string;
  readonly unitGroup: UnitGroup;
  /** Sorted and without overlaps; the unit cannot be occupied on these days. */
  readonly closures: readonly Closure[];
}

/**
 * A range of days, end exclusive. Out of order reduces the units that can be sold, out of inventory the house count.
 */
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

/** The kind of closure of a unit on a day, if it is closed. */
export const closureOn = (unit: Unit, day: Day): Closure | undefined =>
  unit.closures.find(closure => closure.from <= day && day < closure.to);
