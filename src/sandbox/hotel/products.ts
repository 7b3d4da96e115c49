import type { UnitGroup } from './inventory.ts';
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
