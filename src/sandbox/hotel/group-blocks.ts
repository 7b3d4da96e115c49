import { type Day, yearsIn } from './calendar.ts';
import type { Occupation } from './occupancy.ts';
import type { Company } from './reservation.ts';
import type { SeededRandom } from './seeded-random.ts';
import { closureOn, type Unit, type UnitGroup } from './units.ts';

/** Units of a group reserved for a company for a range of days (end exclusive), not yet picked up by reservations. */
export type GroupBlock = ReturnType<typeof makeGroupBlocks>[number];

/** The rest of a block goes back on sale on its arrival day. */
export const isBlocked = (block: GroupBlock, day: Day, today: Day): boolean =>
  block.created <= today && today < block.from && block.from <= day && day < block.to;

const statuses = ['Definite', 'Tentative', 'Optional'] as const;

interface GroupBlockInputs {
  readonly code: string;
  readonly random: (year: number) => SeededRandom;
  readonly units: readonly Unit[];
  readonly companies: readonly Company[];
  readonly occupations: readonly Occupation[];
  readonly from: Day;
  readonly to: Day;
}

/** All blocks together never take more than the units that stay free in each of their nights. */
export function makeGroupBlocks(inputs: GroupBlockInputs) {
  const start = inputs.from;
  const free = freeUnits(inputs);
  const groups = [...free.keys()];
  return yearsIn(start, inputs.to).flatMap(({ year, first, end }) => {
    const random = inputs.random(year);
    const blocks = [];
    let number = 0;
    for (let from = first; from < end - 5; from += 4 + random.below(12)) {
      number++;
      const unitGroup = random.pick(groups);
      const to = from + 1 + random.below(4);
      const wanted = 4 + random.below(8);
      const company = random.pick(inputs.companies);
      const created = from - 30 - random.below(170);
      if (from < start) continue;
      const ofGroup = free.get(unitGroup) as number[];
      const units = Math.min(wanted, ...ofGroup.slice(from - start, to - start));
      if (units < 2) continue;
      for (let night = from - start; night < to - start; night++)
        ofGroup[night] = (ofGroup[night] ?? 0) - units;
      const code = `GRP${String(year).slice(-2)}${String(number).padStart(2, '0')}`;
      const name = `${company.name}, group ${number}`;
      const status = statuses[number % statuses.length] as (typeof statuses)[number];
      const id = `${inputs.code}-${code}`;
      blocks.push({ id, code, name, company, status, unitGroup, created, from, to, units });
    }
    return blocks;
  });
}

/** For each group of bed rooms and each day of the period: the number of units that are open and never booked. */
function freeUnits({ units, occupations, from, to }: GroupBlockInputs): Map<UnitGroup, number[]> {
  const taken = new Map(units.map(unit => [unit, new Uint8Array(to - from)]));
  for (const { unit, arrival, departure } of occupations) {
    taken.get(unit)?.fill(1, Math.max(arrival - from, 0), Math.max(departure - from, 0));
  }
  const free = new Map<UnitGroup, number[]>();
  for (const [unit, days] of taken) {
    if (unit.unitGroup.type !== 'BedRoom') continue;
    const counts = free.get(unit.unitGroup) ?? Array<number>(to - from).fill(0);
    free.set(unit.unitGroup, counts);
    for (const [index, isTaken] of days.entries()) {
      if (!isTaken && !closureOn(unit, from + index)) counts[index] = (counts[index] ?? 0) + 1;
    }
  }
  return free;
}
