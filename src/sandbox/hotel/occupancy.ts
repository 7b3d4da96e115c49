import { ensureEntry } from '../../base/text.ts';
import type { Blueprint, Company } from './blueprints/blueprint.ts';
import { type Day, yearsIn } from './calendar.ts';
import { seasonOn } from './rate-plans.ts';
import type { Reservation } from './reservation.ts';
import { lots, type SeededRandom } from './seeded-random.ts';
import { closureOn, listBlocks, type Unit, type UnitGroup } from './units.ts';

/** A range of days on which a unit is taken, before the guest is known. Day use arrives and departs on one day. */
export interface Occupation
  extends Pick<Reservation, 'arrival' | 'departure' | 'course' | 'created' | 'canceledOn'> {
  /** A unit is held from the booking on; a cancellation and a no-show release it. */
  readonly unit: Unit;
  /** Booked on or after the day on which another booking of the same nights was cancelled. */
  readonly followsCanceled: boolean;
}

const lengths = lots({ 1: 380, 2: 280, 3: 170, 4: 70, 5: 45, 6: 20, 7: 25, 14: 10 });

/** Lead times of bookings: a whole number of days below the drawn limit. */
const leads = lots({ 1: 60, 4: 170, 15: 220, 45: 250, 120: 210, 330: 90 });

const bookedFor = (random: SeededRandom, day: Day) => day - random.below(Number(random.pickFrom(leads)));

/** Permille of the days on which a free unit is taken, by its type; for bed rooms the property's demand decides. */
const dayDemand = { BedRoom: 0, MeetingRoom: 350, EventSpace: 120, ParkingLot: 180 } as const;

/**
 * Everything that is ever booked for arrivals in a range of days (end exclusive), sorted by arrival and departure. Each
 * unit is filled day by day, so that no two bookings hold it for the same night, and none while it is closed.
 *
 * Each stretch of a unit's days has a separate stream of random numbers, so that the same arrivals result for every
 * period: the bookings of one day and those added by a later day are consistent.
 */
export function makeOccupations(
  random: (unit: string, block: number) => SeededRandom,
  blueprint: Blueprint,
  units: readonly Unit[],
  from: Day,
  to: Day,
): Occupation[] {
  const occupations: Occupation[] = [];
  for (const [index, unit] of units.entries()) {
    const fill = unit.unitGroup.type === 'BedRoom' ? fillNights : fillDays;
    for (const { number, first, end } of listBlocks(index, from, to))
      for (const booked of fill(random(unit.id, number), unit, first, end, blueprint))
        occupations.push({ unit, canceledOn: null, followsCanceled: false, ...booked });
  }
  return occupations
    .filter(({ arrival }) => arrival >= from && arrival < to)
    .sort((one, other) => one.arrival - other.arrival || one.departure - other.departure);
}

type Booked = Pick<Occupation, 'arrival' | 'departure' | 'course' | 'created'> & Partial<Occupation>;

/** No stay ends after `end`. */
function* fillNights(
  random: SeededRandom,
  unit: Unit,
  first: Day,
  end: Day,
  blueprint: Blueprint,
): Generator<Booked> {
  let day = first;
  while (day < end) {
    const closure = unit.closures.find(({ to }) => to > day);
    if (closure && closure.from <= day) {
      day = closure.to;
      continue;
    }
    if (!random.happens(demandOn(blueprint, day))) {
      const drawn = random.below(1000);
      const created = bookedFor(random, day);
      const night = { arrival: day, departure: day + 1, created };
      if (drawn < 12) yield { ...night, departure: day, course: 'Stay' };
      else if (drawn < 20) yield { ...night, course: 'NoShow' };
      else if (drawn < 60) {
        const canceledOn = created + random.below(day - created + 1);
        yield { ...night, course: 'Canceled', canceledOn };
      }
      day++;
      continue;
    }
    const wanted = Number(random.pickFrom(lengths));
    const nights = Math.min(wanted, end - day, closure ? closure.from - day : wanted);
    const created = bookedFor(random, day);
    // The nights of a cancelled booking are sold again, to this stay.
    const followsCanceled = random.happens(130);
    if (followsCanceled) {
      const canceledOn = created - random.below(10);
      const departure = day + 1 + random.below(nights);
      const earlier = bookedFor(random, canceledOn);
      yield { arrival: day, departure, course: 'Canceled', created: earlier, canceledOn };
    }
    yield { arrival: day, departure: day + nights, course: 'Stay', created, followsCanceled };
    day += nights;
  }
}

function* fillDays(random: SeededRandom, unit: Unit, first: Day, end: Day): Generator<Booked> {
  for (let day = first; day < end; day++) {
    if (closureOn(unit, day) || !random.happens(dayDemand[unit.unitGroup.type])) continue;
    yield { arrival: day, departure: day, course: 'Stay', created: bookedFor(random, day) };
  }
}

/** Permille of the free bed rooms that are eventually sold for a night. */
const demandOn = (blueprint: Blueprint, day: Day): number =>
  Math.floor((blueprint.demand * seasonOn(blueprint, day)) / 1_000_000);

/** Units of a group reserved for a company for a range of days (end exclusive), not yet picked up by reservations. */
export type GroupBlock = ReturnType<typeof makeGroupBlocks>[number];

/** The rest of a block goes back on sale on its arrival day. */
export const isBlocked = (block: GroupBlock, day: Day, today: Day): boolean =>
  block.created <= today && today < block.from && block.from <= day && day < block.to;

const statuses = ['Definite', 'Tentative', 'Optional'] as const;

/** All blocks together never take more than the units that stay free in each of their nights. */
export function makeGroupBlocks(
  stream: (year: number) => SeededRandom,
  companies: readonly Company[],
  units: readonly Unit[],
  occupations: readonly Occupation[],
  start: Day,
  to: Day,
) {
  const free = freeUnits(units, occupations, start, to);
  const groups = [...free.keys()];
  return yearsIn(start, to).flatMap(({ year, first, end }) => {
    const random = stream(year);
    const blocks = [];
    let number = 0;
    for (let from = first; from < end - 5; from += 4 + random.below(12)) {
      number++;
      const unitGroup = random.pick(groups);
      const to = from + 1 + random.below(4);
      const wanted = 4 + random.below(8);
      const company = random.pick(companies);
      const created = from - 30 - random.below(170);
      if (from < start) continue;
      const ofGroup = free.get(unitGroup) as number[];
      const nights = ofGroup.slice(from - start, to - start);
      const units = Math.min(wanted, ...nights);
      if (units < 2) continue;
      ofGroup.splice(from - start, nights.length, ...nights.map(left => left - units));
      const status = statuses[number % statuses.length] as (typeof statuses)[number];
      blocks.push({ company, status, unitGroup, created, from, to, units });
    }
    return blocks;
  });
}

/** For each group of bed rooms and each day of the period: the number of units that are open and never booked. */
function freeUnits(units: readonly Unit[], occupations: readonly Occupation[], from: Day, to: Day) {
  const taken = new Map(units.map(unit => [unit, new Uint8Array(to - from)]));
  for (const { unit, arrival, departure } of occupations)
    taken.get(unit)?.fill(1, Math.max(arrival - from, 0), Math.max(departure - from, 0));
  const free = new Map<UnitGroup, number[]>();
  for (const [unit, days] of taken) {
    if (unit.unitGroup.type !== 'BedRoom') continue;
    const counts = ensureEntry(free, unit.unitGroup, () => Array<number>(to - from).fill(0));
    for (const [index, isTaken] of days.entries()) {
      if (!isTaken && !closureOn(unit, from + index)) counts[index] = (counts[index] ?? 0) + 1;
    }
  }
  return free;
}
