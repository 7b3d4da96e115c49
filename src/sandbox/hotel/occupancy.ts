import type { Blueprint } from './blueprints/blueprint.ts';
import { type Day, dateOf, weekdayOf } from './calendar.ts';
import { closureOn, type Unit, type UnitGroup } from './property.ts';
import { lots, type SeededRandom } from './seeded-random.ts';
import { blocksOf } from './units.ts';

/** A range of days on which a unit is taken, before the guest is known. Day use arrives and departs on one day. */
export interface Occupation {
  readonly unitGroup: UnitGroup;
  /** A unit is held from the booking on; a cancellation and a no-show release it. */
  readonly unit: Unit;
  readonly arrival: Day;
  readonly departure: Day;
  readonly course: 'Stay' | 'Canceled' | 'NoShow';
  readonly created: Day;
  /** Only for cancelled bookings; never after the arrival. */
  readonly canceledOn: Day | null;
  /** Booked on or after the day on which another booking of the same nights was cancelled. */
  readonly followsCanceled: boolean;
}

const lengths = lots<number>([
  [1, 380],
  [2, 280],
  [3, 170],
  [4, 70],
  [5, 45],
  [6, 20],
  [7, 25],
  [14, 10],
]);

/** Lead times of bookings: a whole number of days below the drawn limit. */
const leads = lots<number>([
  [1, 60],
  [4, 170],
  [15, 220],
  [45, 250],
  [120, 210],
  [330, 90],
]);

/** Permille of the days on which a free unit is taken, by its type; for bed rooms the property's demand decides. */
const dayDemand = { BedRoom: 0, MeetingRoom: 350, EventSpace: 120, ParkingLot: 180, Other: 100 } as const;

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
    for (const { number, first, end } of blocksOf(index, from, to)) {
      const fill = unit.unitGroup.type === 'BedRoom' ? fillNights : fillDays;
      fill({ random: random(unit.id, number), blueprint, unit, first, end, occupations });
    }
  }
  return occupations
    .filter(({ arrival }) => arrival >= from && arrival < to)
    .sort((one, other) => one.arrival - other.arrival || one.departure - other.departure);
}

interface Stretch {
  readonly random: SeededRandom;
  readonly blueprint: Blueprint;
  readonly unit: Unit;
  readonly first: Day;
  /** Exclusive; no stay ends after it. */
  readonly end: Day;
  readonly occupations: Occupation[];
}

function fillNights({ random, blueprint, unit, first, end, occupations }: Stretch): void {
  const { unitGroup } = unit;
  const add = (occupation: Omit<Occupation, 'unit' | 'unitGroup'>) =>
    occupations.push({ unitGroup, unit, ...occupation });
  const bookedFor = (day: Day) => day - random.below(random.pickFrom(leads));
  const closures = unit.closures.filter(({ to }) => to > first);
  for (let day = first; day < end; ) {
    while (closures[0] && closures[0].to <= day) closures.shift();
    const next = closures[0];
    if (next && next.from <= day) {
      day = next.to;
      continue;
    }
    if (!random.happens(demandOn(blueprint, day))) {
      const drawn = random.below(1000);
      const created = bookedFor(day);
      const other = { arrival: day, created, canceledOn: null, followsCanceled: false };
      if (drawn < 12) add({ ...other, departure: day, course: 'Stay' });
      else if (drawn < 20) add({ ...other, departure: day + 1, course: 'NoShow' });
      else if (drawn < 60) {
        const canceledOn = created + random.below(day - created + 1);
        add({ ...other, departure: day + 1, course: 'Canceled', canceledOn });
      }
      day++;
      continue;
    }
    const wanted = random.pickFrom(lengths);
    const nights = Math.min(wanted, end - day, next ? next.from - day : wanted);
    const created = bookedFor(day);
    // The nights of a cancelled booking are sold again, to this stay.
    const followsCanceled = random.happens(130);
    if (followsCanceled) {
      const canceledOn = created - random.below(10);
      add({
        arrival: day,
        departure: day + 1 + random.below(nights),
        course: 'Canceled',
        created: bookedFor(canceledOn),
        canceledOn,
        followsCanceled: false,
      });
    }
    add({
      arrival: day,
      departure: day + nights,
      course: 'Stay',
      created,
      canceledOn: null,
      followsCanceled,
    });
    day += nights;
  }
}

function fillDays({ random, unit, first, end, occupations }: Stretch): void {
  const { unitGroup } = unit;
  for (let day = first; day < end; day++) {
    if (closureOn(unit, day) || !random.happens(dayDemand[unitGroup.type])) continue;
    const created = day - random.below(random.pickFrom(leads));
    occupations.push({
      unitGroup,
      unit,
      arrival: day,
      departure: day,
      course: 'Stay',
      created,
      canceledOn: null,
      followsCanceled: false,
    });
  }
}

/** Permille of the free bed rooms that are eventually sold for a night. */
function demandOn({ demand, season, weekdays }: Blueprint, day: Day): number {
  const inSeason = demand * (season[dateOf(day).month - 1] as number) * (weekdays[weekdayOf(day)] as number);
  return Math.floor(inSeason / 1_000_000);
}
