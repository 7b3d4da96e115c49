import { type Parameters, valuesOf } from '../../../platform/parameters.ts';
import type { Day } from '../calendar.ts';
import { type GroupBlock, isBlocked } from '../group-blocks.ts';
import { closureOn, type UnitGroup } from '../inventory.ts';
import type { Property } from '../property.ts';
import { isGuestStatus, type Reservation, statusOf, type TimeSlice } from '../reservation.ts';

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

const noFigures = (): Figures => Object.fromEntries(counted.map(name => [name, 0])) as Figures;

export function addUp(parts: readonly Figures[]): Figures {
  const sum = noFigures();
  for (const part of parts) for (const name of counted) sum[name] += part[name];
  return sum;
}

/**
 * The filters of a request. Values of one parameter are alternatives; different parameters must all match.
 *
 * A filter on unit groups narrows the house: units, out of order and sold alike. Every other filter applies to how a
 * unit was booked, so it narrows sold, blocked, arriving, departing and cancelled units and revenue, and does not
 * change the house: "unsold" then includes units sold to others, and occupancy is the share of the house that the
 * filtered bookings take. A group block has only a company and a unit group: any other filter excludes blocks.
 */
function readFilter(parameters: Parameters) {
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
    reservation: (one: Reservation) =>
      company(one.company?.id) &&
      channel(one.channelCode) &&
      source(one.source) &&
      segment(one.marketSegment.id) &&
      purpose(one.travelPurpose),
    timeSlice: (slice: TimeSlice) =>
      unitGroup(slice.unitGroup) &&
      ratePlan(slice.ratePlan.id) &&
      definition(slice.ratePlan.timeSliceDefinition.id),
    block: (block: GroupBlock) => isBookedAnyhow && unitGroup(block.unitGroup) && company(block.company.id),
  };
}

/** The figures of each unit group that matches the filters, for each day from `from` to `to` (exclusive). */
export function countPerformance(
  property: Property,
  from: Day,
  to: Day,
  today: Day,
  parameters: Parameters,
): { readonly unitGroup: UnitGroup; readonly days: readonly Figures[] }[] {
  const filter = readFilter(parameters);
  const groups = property.unitGroups.filter(filter.unitGroup).map(unitGroup => ({
    unitGroup,
    days: Array.from({ length: Math.max(to - from, 0) }, noFigures),
  }));
  const daysOf = new Map(groups.map(({ unitGroup, days }) => [unitGroup, days]));
  /** Adds to the figures of a group on a day, unless the day is outside the period or the group filtered out. */
  const add = (unitGroup: UnitGroup, day: Day, amounts: Partial<Figures>) => {
    const figures = daysOf.get(unitGroup)?.[day - from];
    if (!figures) return;
    for (const name in amounts) figures[name as keyof Figures] += amounts[name as keyof Figures] ?? 0;
  };
  for (const unit of property.units) {
    const { unitGroup } = unit;
    if (!daysOf.has(unitGroup)) continue;
    // A unit that is out of inventory is not part of the house; one that is out of order is, but can't be sold.
    for (let day = from; day < to; day++) {
      const closure = closureOn(unit, day)?.kind;
      if (closure === 'OutOfInventory') continue;
      add(unitGroup, day, { house: 1, houseItems: unitGroup.items });
      if (closure) add(unitGroup, day, { outOfOrder: 1, outOfOrderItems: unitGroup.items });
    }
  }
  for (const block of property.groupBlocks) {
    if (!filter.block(block)) continue;
    for (let day = Math.max(from, block.from); day < Math.min(to, block.to); day++) {
      if (isBlocked(block, day, today)) add(block.unitGroup, day, blockedFigures(block));
    }
  }
  for (const reservation of property.reservations) {
    const { arrival, departure, timeSlices } = reservation;
    if (arrival >= to || departure < from || !filter.reservation(reservation)) continue;
    const addSlice = (slice: TimeSlice | undefined, day: Day, amounts: Partial<Figures>) => {
      if (slice && filter.timeSlice(slice)) add(slice.unitGroup, day, amounts);
    };
    const status = statusOf(reservation, today);
    if (isGuestStatus(status)) {
      addSlice(timeSlices[0], arrival, { arrivals: 1 });
      addSlice(timeSlices.at(-1), departure, { departures: 1 });
      // A stay counts as sold on each of its nights; a no-show or cancellation on the day of the booked arrival.
      for (const slice of timeSlices) addSlice(slice, slice.day, soldFigures(slice));
    } else {
      addSlice(timeSlices[0], arrival, status === 'Canceled' ? { cancellations: 1 } : { noShows: 1 });
    }
  }
  return groups;
}

/** Definitely blocked units count as sold; they are not booked yet, so they bring no revenue. */
function blockedFigures({ status, units, unitGroup }: GroupBlock): Partial<Figures> {
  const items = units * unitGroup.items;
  if (status === 'Definite') return { definitelyBlocked: units, sold: units, soldItems: items };
  if (status === 'Optional') return { optionallyBlocked: units };
  return { tentativelyBlocked: units, tentativelyBlockedItems: items };
}

/** The booked amounts of one sold night or day, split as they will be posted. */
function soldFigures({ unitGroup, baseGross, baseNet, included }: TimeSlice): Partial<Figures> {
  const figures = {
    sold: 1,
    soldItems: unitGroup.items,
    grossAccommodation: baseGross,
    netAccommodation: baseNet,
    grossFoodAndBeverages: 0,
    netFoodAndBeverages: 0,
    grossOther: 0,
    netOther: 0,
  };
  for (const { service, gross, net } of included) {
    const { revenue } = service;
    const kind = revenue === 'Accommodation' || revenue === 'FoodAndBeverages' ? revenue : 'Other';
    figures[`gross${kind}`] += gross;
    figures[`net${kind}`] += net;
  }
  return figures;
}
