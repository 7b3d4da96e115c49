import type { Money } from './report-bodies.ts';

export const counts = [
  'houseCount',
  'houseItemsCount',
  'soldCount',
  'soldItemsCount',
  'unsoldCount',
  'unsoldItemsCount',
  'outOfOrderCount',
  'outOfOrderItemsCount',
  'tentativelyBlockedCount',
  'tentativelyBlockedItemsCount',
  'definitelyBlockedCount',
  'optionallyBlockedCount',
  'arrivalsCount',
  'departuresCount',
  'noShowsCount',
  'cancellationsCount',
] as const;

export const revenues = [
  'grossUnitRevenue',
  'netUnitRevenue',
  'grossAccommodationRevenue',
  'netAccommodationRevenue',
  'grossFoodAndBeveragesRevenue',
  'netFoodAndBeveragesRevenue',
  'grossOtherRevenue',
  'netOtherRevenue',
] as const;

export const averages = ['grossAdr', 'netAdr', 'revPar'] as const;

/** The 28 measures, typed from platform.md. */
export type Measures = Record<(typeof counts)[number] | 'occupancyPercentage', number> &
  Record<(typeof revenues)[number] | (typeof averages)[number], Money>;

export interface UnitGroupRecord extends Measures {
  readonly unitGroup: { readonly id: string; readonly type: string };
}
export interface BusinessDay extends Measures {
  readonly businessDay: string;
  readonly unitGroups: readonly UnitGroupRecord[];
}
export interface Performance extends Measures {
  readonly businessDays?: readonly BusinessDay[];
}
