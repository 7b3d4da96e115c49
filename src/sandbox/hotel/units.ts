import type { Blueprint } from './blueprints/blueprint.ts';
import type { Day } from './calendar.ts';
import type { Closure, Unit, UnitGroup } from './inventory.ts';
import type { SeededRandom } from './seeded-random.ts';

/** Days that the hotel's data spans: arrivals from `opened` on, up to `last` (exclusive); made on `today`. */
export interface Span {
  readonly opened: Day;
  readonly today: Day;
  readonly last: Day;
}

export const makeUnitGroups = (blueprint: Blueprint): UnitGroup[] =>
  blueprint.unitGroups.map(([code, name, type, maxPersons, items, , basePrice], index) => ({
    id: `${blueprint.code}-${code}`,
    code,
    name,
    description: `${name}, for ${maxPersons === 1 ? 'one person' : `up to ${maxPersons} persons`}`,
    type,
    maxPersons,
    items,
    rank: index + 1,
    basePrice,
  }));

/** Units of each group in turn: bed rooms are numbered through by floors of twelve, the others by their group. */
export function makeUnits(
  random: SeededRandom,
  blueprint: Blueprint,
  groups: readonly UnitGroup[],
  span: Span,
): Unit[] {
  const units: Unit[] = [];
  let room = 0;
  for (const [index, unitGroup] of groups.entries()) {
    const count = blueprint.unitGroups[index]?.[5] ?? 0;
    for (let number = 1; number <= count; number++) {
      const name =
        unitGroup.type === 'BedRoom'
          ? String((Math.floor(room / 12) + 1) * 100 + (room % 12) + 1)
          : `${unitGroup.name} ${number}`;
      if (unitGroup.type === 'BedRoom') room++;
      units.push({
        id: `${blueprint.code}-U${String(units.length + 1).padStart(3, '0')}`,
        name,
        unitGroup,
        closures: unitGroup.type === 'BedRoom' ? makeClosures(random, span) : [],
      });
    }
  }
  return units;
}

/** Repairs of a few days about once a year; one unit in twenty was renovated or storage for months. */
function makeClosures(random: SeededRandom, span: Span): Closure[] {
  const closures: Closure[] = [];
  if (random.happens(50)) {
    const from = span.opened + random.below(span.last - span.opened);
    closures.push({ kind: 'OutOfInventory', from, to: from + 30 + random.below(120) });
  }
  for (let day = span.opened + random.below(500); day < span.last; day += 100 + random.below(600)) {
    const to = day + 1 + random.below(6);
    if (closures.every(other => to < other.from || day > other.to)) {
      closures.push({ kind: 'OutOfOrder', from: day, to });
    }
  }
  return closures.sort((one, other) => one.from - other.from);
}
