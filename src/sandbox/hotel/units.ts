import type { Blueprint, Closure } from './blueprints/blueprint.ts';
import type { Day } from './calendar.ts';
import type { SeededRandom } from './seeded-random.ts';

export type UnitGroup = ReturnType<typeof makeUnitGroups>[number];

export const makeUnitGroups = (blueprint: Blueprint) =>
  blueprint.unitGroups.map(([code, name, type, maxPersons, items, , basePrice], index) => ({
    id: `${blueprint.code}-${code}`,
    code,
    name,
    description: `${name}, for ${maxPersons === 1 ? 'one person' : `up to ${maxPersons} persons`}`,
    maxPersons,
    items,
    rank: index + 1,
    type,
    basePrice,
  }));

const blockLength = 196;

/**
 * The blocks of days of the unit at this position that overlap a period, numbered from 1970 on; `end` is exclusive. They
 * begin on different days in different units.
 */
export function listBlocks(unitIndex: number, from: Day, to: Day) {
  const shift = (unitIndex * 37) % blockLength;
  const blockOn = (day: Day) => Math.floor((day - shift) / blockLength);
  const lowest = blockOn(from);
  return Array.from({ length: blockOn(to - 1) - lowest + 1 }, (_, index) => {
    const first = (lowest + index) * blockLength + shift;
    return { number: lowest + index, first, end: first + blockLength };
  });
}

export interface Unit {
  readonly id: string;
  readonly name: string;
  readonly unitGroup: UnitGroup;
  /** Sorted and without overlaps; the unit cannot be occupied on these days. */
  readonly closures: readonly Closure[];
}

export const closureOn = (unit: Unit, day: Day): Closure | undefined =>
  unit.closures.find(closure => closure.from <= day && day < closure.to);

/** Bed rooms are numbered by floors of twelve, the others within their group. */
export function makeUnits(
  random: (unit: string, block: number) => SeededRandom,
  blueprint: Blueprint,
  groups: readonly UnitGroup[],
  from: Day,
  to: Day,
): Unit[] {
  const units: Unit[] = [];
  let room = 0;
  for (const [index, unitGroup] of groups.entries()) {
    const count = blueprint.unitGroups[index]?.[5] ?? 0;
    const isBedRoom = unitGroup.type === 'BedRoom';
    for (let number = 1; number <= count; number++) {
      const floor = Math.floor(room / 12) + 1;
      const name = isBedRoom ? String(floor * 100 + (room % 12) + 1) : `${unitGroup.name} ${number}`;
      if (isBedRoom) room++;
      const id = `${blueprint.code}-U${String(units.length + 1).padStart(3, '0')}`;
      const blocks = isBedRoom ? listBlocks(units.length, from, to) : [];
      const closures =
        blueprint.oddities?.closures ??
        blocks.flatMap(({ number: block, first, end }) => makeClosure(random(id, block), first, end));
      units.push({ id, name, unitGroup, closures });
    }
  }
  return units;
}

/** Repairs of a few days about once a year, and occasionally a renovation of one to five months. */
function makeClosure(random: SeededRandom, first: Day, end: Day): Closure[] {
  const drawn = random.below(1000);
  if (drawn >= 470) return [];
  const kind = drawn < 10 ? 'OutOfInventory' : 'OutOfOrder';
  const length = drawn < 10 ? 30 + random.below(120) : 1 + random.below(6);
  const from = first + random.below(end - first - length);
  return [{ kind, from, to: from + length }];
}
