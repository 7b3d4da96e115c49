import type { Blueprint } from './blueprints/blueprint.ts';
import { type Day, dateOf, weekdayOf } from './calendar.ts';
import { closureOn, type Unit, type UnitGroup } from './inventory.ts';
import { lots, type SeededRandom } from './seeded-random.ts';
import type { Span } from './units.ts';

/** Somebody in a unit from a day to another, before it is known who. Day use arrives and departs on one day. */
export interface Occupation {
  readonly unitGroup: UnitGroup;
  readonly unit: Unit | null;
  readonly arrival: Day;
  readonly departure: Day;
  readonly course: 'Stay' | 'Canceled' | 'NoShow';
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

/** Of those who will come, so many thousandths have booked already, by days until they arrive. */
function bookedAlready(leadDays: number): number {
  if (leadDays <= 0) return 1000;
  if (leadDays <= 7) return 850;
  if (leadDays <= 30) return 600;
  if (leadDays <= 90) return 330;
  return leadDays <= 180 ? 170 : 80;
}

/** Permille of the days that somebody takes a free unit, by what it is; bed rooms by the property's demand. */
const dayDemand = { BedRoom: 0, MeetingRoom: 350, EventSpace: 120, ParkingLot: 180, Other: 100 } as const;

/**
 * Walks each unit through the days, so that two stays can't meet in one unit and nobody stays where it is closed.
 * Sorted by arrival and departure.
 */
export function makeOccupations(
  random: SeededRandom,
  blueprint: Blueprint,
  units: readonly Unit[],
  span: Span,
): Occupation[] {
  const demand = demandByDay(blueprint, span);
  const occupations: Occupation[] = [];
  for (const unit of units) {
    if (unit.unitGroup.type === 'BedRoom') walkNights(random, unit, span, demand, occupations);
    else walkDays(random, unit, span, occupations);
  }
  return occupations.sort((one, other) => one.arrival - other.arrival || one.departure - other.departure);
}

/** Permille of the free bed rooms that are taken, for each day from `opened` on. */
const demandByDay = (blueprint: Blueprint, { opened, today, last }: Span): number[] =>
  Array.from({ length: last - opened }, (_, index) => {
    const day = opened + index;
    const season = blueprint.season[dateOf(day).month - 1] as number;
    const weekday = blueprint.weekdays[weekdayOf(day)] as number;
    const usual = Math.floor((blueprint.demand * season * weekday) / 1_000_000);
    return Math.floor((usual * bookedAlready(day - today)) / 1000);
  });

function walkNights(
  random: SeededRandom,
  unit: Unit,
  { opened, today, last }: Span,
  demand: readonly number[],
  occupations: Occupation[],
): void {
  const { unitGroup } = unit;
  let closures = unit.closures;
  for (let day = opened; day < last; ) {
    while (closures[0] && closures[0].to <= day) closures = closures.slice(1);
    const next = closures[0];
    if (next && next.from <= day) {
      day = next.to;
      continue;
    }
    if (!random.happens(demand[day - opened] as number)) {
      if (day <= today && random.happens(12)) {
        occupations.push({ unitGroup, unit, arrival: day, departure: day, course: 'Stay' });
      }
      day++;
      continue;
    }
    const wanted = random.pickFrom(lengths);
    const nights = next ? Math.min(wanted, next.from - day) : wanted;
    occupations.push({ unitGroup, unit, arrival: day, departure: day + nights, course: 'Stay' });
    // Beside those who come there are those who don't; they hold no unit.
    if (random.happens(130)) {
      const departure = day + random.pickFrom(lengths);
      occupations.push({ unitGroup, unit: null, arrival: day, departure, course: 'Canceled' });
    }
    if (day < today && random.happens(14)) {
      const departure = day + random.pickFrom(lengths);
      occupations.push({ unitGroup, unit: null, arrival: day, departure, course: 'NoShow' });
    }
    day += nights;
  }
}

function walkDays(random: SeededRandom, unit: Unit, span: Span, occupations: Occupation[]): void {
  const { unitGroup } = unit;
  const { opened, today, last } = span;
  for (let day = opened; day < last; day++) {
    const demand = Math.floor((dayDemand[unitGroup.type] * bookedAlready(day - today)) / 1000);
    if (closureOn(unit, day) || !random.happens(demand)) continue;
    occupations.push({ unitGroup, unit, arrival: day, departure: day, course: 'Stay' });
  }
}
