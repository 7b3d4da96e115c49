/**
 * The inventory behind the platform's booking interface (offers, service offers and bookings). A booking becomes a
 * reservation of the hotel, so that availability decreases and the reports show it.
 */
import type { Day } from '../hotel/calendar.ts';
import { isBlocked } from '../hotel/group-blocks.ts';
import { closureOn, type Unit, type UnitGroup } from '../hotel/inventory.ts';
import type { Property } from '../hotel/property.ts';
import { statusOf } from '../hotel/reservation.ts';

/** Free units from one day to another (exclusive), as of `today`. */
export interface Availability {
  /** Units of a group that can still be sold on a day. */
  left(group: UnitGroup, day: Day): number;
  /** Units of a group that are free on all of the days: as many bookings of the whole stay are accepted. */
  leftThroughout(group: UnitGroup): number;
  /** A unit that is free on all of the days and not in `besides`; undefined if there is none. */
  freeUnit(group: UnitGroup, besides: readonly Unit[]): Unit | undefined;
}

export function availabilityOf(property: Property, from: Day, to: Day, today: Day): Availability {
  const days = Array.from({ length: to - from }, (_, index) => from + index);
  const taken = new Set<string>();
  for (const reservation of property.reservations) {
    const { arrival, departure, timeSlices } = reservation;
    if (arrival >= to || Math.max(departure, arrival + 1) <= from) continue;
    if (['Canceled', 'NoShow'].includes(statusOf(reservation, today))) continue;
    for (const { unit, day } of timeSlices) if (unit) taken.add(`${unit.id} ${day}`);
  }
  const isFree = (unit: Unit, day: Day) => !closureOn(unit, day) && !taken.has(`${unit.id} ${day}`);
  const unitsOf = (group: UnitGroup) => property.units.filter(unit => unit.unitGroup === group);
  const blocked = (group: UnitGroup, day: Day) =>
    property.groupBlocks
      .filter(
        block => block.unitGroup === group && block.status === 'Definite' && isBlocked(block, day, today),
      )
      .reduce((sum, block) => sum + block.units, 0);
  return {
    left: (group, day) =>
      Math.max(0, unitsOf(group).filter(unit => isFree(unit, day)).length - blocked(group, day)),
    leftThroughout: group => {
      const free = unitsOf(group).filter(unit => days.every(day => isFree(unit, day))).length;
      return Math.max(0, free - Math.max(0, ...days.map(day => blocked(group, day))));
    },
    freeUnit: (group, besides) =>
      unitsOf(group).find(unit => !besides.includes(unit) && days.every(day => isFree(unit, day))),
  };
}
