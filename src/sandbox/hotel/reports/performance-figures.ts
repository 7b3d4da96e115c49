import type { Property } from '../property.ts';
import { type MonetaryValue, moneyOf, percentOf } from './compute.ts';

/** The additive figures of one unit group on one day: units, items of units, minor units of money. */
const counted = [
  'house',
  'houseItems',
  'sold',
  'soldItems',
  'outOfOrder',
  'outOfOrderItems',
  'tentativelyBlocked',
  'tentativelyBlockedItems',
  'definitelyBlocked',
  'optionallyBlocked',
  'arrivals',
  'departures',
  'noShows',
  'cancellations',
  'grossAccommodation',
  'netAccommodation',
  'grossFoodAndBeverages',
  'netFoodAndBeverages',
  'grossOther',
  'netOther',
] as const;
export type Figures = Record<(typeof counted)[number], number>;

export const noFigures = (): Figures => Object.fromEntries(counted.map(name => [name, 0])) as Figures;

export function sumOf(parts: readonly Figures[]): Figures {
  const sum = noFigures();
  for (const part of parts) for (const name of counted) sum[name] += part[name];
  return sum;
}

/**
 * The 28 measures (platform.md, "Property performance report"), in its order. Unsold, occupancy, ADR and RevPAR are
 * computed from the sums and never from other averages: occupancy = sold / available in percent, available = house -
 * out of order; ADR = accommodation revenue / sold; RevPAR = net accommodation revenue / available. Each is 0 if the
 * divisor is 0. Unit revenue is the whole revenue of a rate: the accommodation and the services that the rate plan
 * includes.
 */
export function measuresOf(property: Property, figures: Figures) {
  const available = figures.house - figures.outOfOrder;
  const availableItems = figures.houseItems - figures.outOfOrderItems;
  const { grossAccommodation, grossFoodAndBeverages, grossOther } = figures;
  const { netAccommodation, netFoodAndBeverages, netOther } = figures;
  const money = (minor: number) => moneyOf(property, minor);
  return {
    houseCount: figures.house,
    houseItemsCount: figures.houseItems,
    soldCount: figures.sold,
    soldItemsCount: figures.soldItems,
    unsoldCount: available - figures.sold,
    unsoldItemsCount: availableItems - figures.soldItems,
    outOfOrderCount: figures.outOfOrder,
    outOfOrderItemsCount: figures.outOfOrderItems,
    tentativelyBlockedCount: figures.tentativelyBlocked,
    tentativelyBlockedItemsCount: figures.tentativelyBlockedItems,
    definitelyBlockedCount: figures.definitelyBlocked,
    optionallyBlockedCount: figures.optionallyBlocked,
    arrivalsCount: figures.arrivals,
    departuresCount: figures.departures,
    noShowsCount: figures.noShows,
    cancellationsCount: figures.cancellations,
    occupancyPercentage: percentOf(figures.sold, available),
    grossUnitRevenue: money(grossAccommodation + grossFoodAndBeverages + grossOther),
    netUnitRevenue: money(netAccommodation + netFoodAndBeverages + netOther),
    grossAccommodationRevenue: money(grossAccommodation),
    netAccommodationRevenue: money(netAccommodation),
    grossFoodAndBeveragesRevenue: money(grossFoodAndBeverages),
    netFoodAndBeveragesRevenue: money(netFoodAndBeverages),
    grossOtherRevenue: money(grossOther),
    netOtherRevenue: money(netOther),
    grossAdr: average(property, grossAccommodation, figures.sold),
    netAdr: average(property, netAccommodation, figures.sold),
    revPar: average(property, netAccommodation, available),
  };
}

/** Rounded half up to the minor unit; amounts are not negative here. */
const average = (property: Property, minor: number, count: number): MonetaryValue =>
  moneyOf(property, count === 0 ? 0 : Math.floor((2 * minor + count) / (2 * count)));
