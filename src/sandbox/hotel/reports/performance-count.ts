import type { Day } from '../calendar.ts';
import { isBlocked } from '../group-blocks.ts';
import { closureOn, type UnitGroup } from '../inventory.ts';
import type { Property } from '../property.ts';
import { isGuestStatus, type Reservation, statusOf, type TimeSlice } from '../reservation.ts';
import { type Figures, noFigures } from './performance-figures.ts';
import type { PerformanceFilter } from './performance-filter.ts';

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
