import { valuesOf } from '../../../platform/parameters.ts';
import { isoDate } from '../calendar.ts';
import type { UnitGroup } from '../inventory.ts';
import type { Property } from '../property.ts';
import { type ComputeBody, dayOf, moneyOf, percentOf } from './compute.ts';
import { addUp, countPerformance, type Figures } from './performance-count.ts';

/** A property plans its house this many days ahead; later days are not business days yet. */
const daysPlanned = 5 * 366;

/**
 * Occupancy, ADR and RevPAR from `from` to `to` (inclusive), based on the amounts booked for sold units, without
 * ordered services and manual postings (platform.md, "GET /reports/v0-nsfw/reports/property-performance"). Counts add
 * up over the days: a house of 100 units is 3,100 in October. Day use counts unless a filter excludes it. Business days
 * are included only with `expand=businessDays`; its other values are ignored.
 *
 * @returns null (204) if there is no house to report on: no unit group matches the filters, or the property was not
 * open on any of the days.
 */
export const propertyPerformance: ComputeBody = (property, parameters, today) => {
  const from = Math.max(dayOf(parameters, 'from'), property.opened);
  const to = Math.min(dayOf(parameters, 'to'), today + daysPlanned) + 1;
  const groups = countPerformance(property, from, to, today, parameters);
  const total = addUp(groups.flatMap(({ days }) => days));
  if (total.house === 0) return null;
  const body = measuresOf(property, total);
  if (!valuesOf(parameters, 'expand').includes('businessDays')) return body;
  const businessDays = Array.from({ length: to - from }, (_, index) => {
    const ofDay = groups.map(({ unitGroup, days }) => ({ unitGroup, figures: days[index] as Figures }));
    return {
      businessDay: isoDate(from + index),
      ...measuresOf(property, addUp(ofDay.map(({ figures }) => figures))),
      unitGroups: ofDay.map(({ unitGroup, figures }) => ({
        unitGroup: embedded(unitGroup),
        ...measuresOf(property, figures),
      })),
    };
  });
  return { ...body, businessDays };
};

const embedded = ({ id, code, name, description, type }: UnitGroup) => ({
  id,
  code,
  name,
  description,
  type,
});

/**
 * The 28 measures (platform.md, "Property performance report"), in its order. Unsold, occupancy, ADR and RevPAR are
 * computed from the sums and never from other averages: occupancy = sold / available in percent, available = house -
 * out of order; ADR = accommodation revenue / sold; RevPAR = net accommodation revenue / available. Each is 0 if the
 * divisor is 0. Unit revenue is the whole revenue of a rate: the accommodation and the services that the rate plan
 * includes.
 */
function measuresOf(property: Property, figures: Figures) {
  const available = figures.house - figures.outOfOrder;
  const { grossAccommodation, grossFoodAndBeverages, grossOther } = figures;
  const { netAccommodation, netFoodAndBeverages, netOther } = figures;
  const money = (minor: number) => moneyOf(property, minor);
  // Rounded half up to the minor unit; amounts are not negative here.
  const average = (minor: number, count: number) =>
    money(count === 0 ? 0 : Math.floor((2 * minor + count) / (2 * count)));
  return {
    houseCount: figures.house,
    houseItemsCount: figures.houseItems,
    soldCount: figures.sold,
    soldItemsCount: figures.soldItems,
    unsoldCount: available - figures.sold,
    unsoldItemsCount: figures.houseItems - figures.outOfOrderItems - figures.soldItems,
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
    grossAdr: average(grossAccommodation, figures.sold),
    netAdr: average(netAccommodation, figures.sold),
    revPar: average(netAccommodation, available),
  };
}
