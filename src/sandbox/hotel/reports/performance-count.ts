import { type Parameters, valuesOf } from '../../../platform/parameters.ts';
import type { Day } from '../calendar.ts';
import { type GroupBlock, isBlocked } from '../group-blocks.ts';
import { closureOn, type Property, type UnitGroup } from '../property.ts';
import { isGuestStatus, type Reservation, statusOf, type TimeSlice } from '../reservation.ts';
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

/** The figures of one unit group, for each day of the period in turn. */
interface GroupDays {
  readonly unitGroup: UnitGroup;
  readonly days: readonly Figures[];
}

/** The figures of each unit group that matches the filter, for each day from `from` to `to` (exclusive). */
export function countPerformance(
  property: Property,
  from: Day,
  to: Day,
  today: Day,
  filter: PerformanceFilter,
): GroupDays[] {
  const groups = property.unitGroups.filter(filter.unitGroup).map(unitGroup => ({
    unitGroup,
    days: Array.from({ length: Math.max(to - from, 0) }, noFigures),
  }));
  const daysOf = new Map(groups.map(({ unitGroup, days }) => [unitGroup, days]));
  const at: FiguresAt = (unitGroup, day) => daysOf.get(unitGroup)?.[day - from];
  for (const { unitGroup, days } of groups) countHouse(property, unitGroup, from, days);
  for (const block of property.groupBlocks) {
    if (!filter.block(block)) continue;
    for (let day = Math.max(from, block.from); day < Math.min(to, block.to); day++) {
      const figures = at(block.unitGroup, day);
      if (figures && isBlocked(block, day, today))
        addBlock(figures, block.status, block.units, block.unitGroup);
    }
  }
  for (const reservation of property.reservations) {
    if (reservation.arrival >= to || reservation.departure < from) continue;
    if (filter.reservation(reservation)) countReservation(reservation, today, filter, at);
  }
  return groups;
}

/** Undefined for days outside the period. */
type FiguresAt = (unitGroup: UnitGroup, day: Day) => Figures | undefined;

/** A unit that is out of inventory is not part of the house; one that is out of order is, but can't be sold. */
function countHouse({ units }: Property, unitGroup: UnitGroup, from: Day, days: readonly Figures[]): void {
  for (const unit of units) {
    if (unit.unitGroup !== unitGroup) continue;
    for (const [index, figures] of days.entries()) {
      const closure = closureOn(unit, from + index)?.kind;
      if (closure === 'OutOfInventory') continue;
      figures.house++;
      figures.houseItems += unitGroup.items;
      if (closure !== 'OutOfOrder') continue;
      figures.outOfOrder++;
      figures.outOfOrderItems += unitGroup.items;
    }
  }
}

/** Definitely blocked units count as sold; they are not booked yet, so they bring no revenue. */
function addBlock(
  figures: Figures,
  status: 'Tentative' | 'Optional' | 'Definite',
  units: number,
  { items }: UnitGroup,
): void {
  if (status === 'Definite') {
    figures.definitelyBlocked += units;
    figures.sold += units;
    figures.soldItems += units * items;
  } else if (status === 'Tentative') {
    figures.tentativelyBlocked += units;
    figures.tentativelyBlockedItems += units * items;
  } else {
    figures.optionallyBlocked += units;
  }
}

/** A stay counts as sold on each of its nights; a no-show or cancellation counts on the day of the booked arrival. */
function countReservation(
  reservation: Reservation,
  today: Day,
  filter: PerformanceFilter,
  at: FiguresAt,
): void {
  const { arrival, departure, timeSlices } = reservation;
  const status = statusOf(reservation, today);
  const add = (name: keyof Figures, slice: TimeSlice | undefined, day: Day) => {
    const figures = slice && filter.timeSlice(slice) ? at(slice.unitGroup, day) : undefined;
    if (figures) figures[name]++;
  };
  if (!isGuestStatus(status)) {
    add(status === 'Canceled' ? 'cancellations' : 'noShows', timeSlices[0], arrival);
    return;
  }
  add('arrivals', timeSlices[0], arrival);
  add('departures', timeSlices.at(-1), departure);
  for (const slice of timeSlices) {
    const figures = filter.timeSlice(slice) ? at(slice.unitGroup, slice.day) : undefined;
    if (figures) addSold(figures, slice);
  }
}

/** The booked amounts of one sold night or day, split as they will be posted. */
function addSold(figures: Figures, { unitGroup, baseGross, baseNet, included }: TimeSlice): void {
  figures.sold++;
  figures.soldItems += unitGroup.items;
  figures.grossAccommodation += baseGross;
  figures.netAccommodation += baseNet;
  for (const { service, gross, net } of included) {
    if (service.revenue === 'Accommodation') {
      figures.grossAccommodation += gross;
      figures.netAccommodation += net;
    } else if (service.revenue === 'FoodAndBeverages') {
      figures.grossFoodAndBeverages += gross;
      figures.netFoodAndBeverages += net;
    } else {
      figures.grossOther += gross;
      figures.netOther += net;
    }
  }
}

/**
 * Property performance's filters. Values of one parameter are alternatives; different parameters must all match.
 *
 * A filter on unit groups narrows the house: units, out of order and sold alike. Every other filter applies to how a
 * unit was booked, so it narrows sold, blocked, arriving, departing and cancelled units and revenue, and does not
 * change the house: "unsold" then includes units sold to others, and occupancy is the share of the house that the
 * filtered bookings take. A group block has only a company and a unit group: any other filter excludes blocks.
 */
export interface PerformanceFilter {
  readonly unitGroup: (unitGroup: UnitGroup) => boolean;
  readonly reservation: (reservation: Reservation) => boolean;
  /** The parts of a booking that filters use, besides `reservation`. */
  readonly timeSlice: (slice: TimeSlice) => boolean;
  readonly block: (block: GroupBlock) => boolean;
}

export function performanceFilter(parameters: Parameters): PerformanceFilter {
  const among = (wire: string) => {
    const values = valuesOf(parameters, wire);
    return (value: string | null | undefined) =>
      values.length === 0 || (value != null && values.includes(value));
  };
  const company = among('companyIds');
  const channel = among('channelCodes');
  const source = among('sources');
  const segment = among('marketSegmentIds');
  const purpose = among('travelPurpose');
  const ratePlan = among('ratePlanIds');
  const definition = among('timeSliceDefinitionIds');
  const group = among('unitGroupIds');
  const type = among('unitGroupTypes');
  const unitGroup = (one: UnitGroup) => group(one.id) && type(one.type);
  const isBookedAnyhow = [channel, source, segment, purpose, ratePlan, definition].every(is => is(null));
  return {
    unitGroup,
    reservation: one =>
      company(one.company?.id) &&
      channel(one.channelCode) &&
      source(one.source) &&
      segment(one.marketSegment.id) &&
      purpose(one.travelPurpose),
    timeSlice: slice =>
      unitGroup(slice.unitGroup) &&
      ratePlan(slice.ratePlan.id) &&
      definition(slice.ratePlan.timeSliceDefinition.id),
    block: block => isBookedAnyhow && unitGroup(block.unitGroup) && company(block.company.id),
  };
}
