import { type Day, dateOf, dayOfDate } from './calendar.ts';
import type { Occupation } from './occupancy.ts';
import { type Company, closureOn, type Unit, type UnitGroup } from './property.ts';
import type { SeededRandom } from './seeded-random.ts';

type BlockStatus = 'Tentative' | 'Optional' | 'Definite';

/**
 * Units of a group reserved for a company for a range of days (end exclusive) and not yet picked up by reservations.
 */
export interface GroupBlock {
  readonly id: string;
  readonly code: string;
  readonly name: string;
  readonly company: Company;
  readonly status: BlockStatus;
  readonly unitGroup: UnitGroup;
  readonly created: Day;
  readonly from: Day;
  readonly to: Day;
  readonly units: number;
}

/** The rest of a block goes back on sale on its arrival day. */
export const isBlocked = (block: GroupBlock, day: Day, today: Day): boolean =>
  block.created <= today && today < block.from && block.from <= day && day < block.to;

const statuses: readonly BlockStatus[] = ['Definite', 'Tentative', 'Optional'];

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
export function makeGroupBlocks({ code, random, companies, ...inputs }: GroupBlockInputs): GroupBlock[] {
  const { units, from: first, to: last } = inputs;
  const free = freeUnits(inputs);
  const groups = [...free.keys()];
  const blocks: GroupBlock[] = [];
  for (let year = dateOf(first).year; dayOfDate(year, 1, 1) < last; year++) {
    const stream = random(year);
    const end = Math.min(dayOfDate(year + 1, 1, 1), last) - 5;
    let number = 0;
    for (let from = dayOfDate(year, 1, 1); from < end; from += 4 + stream.below(12)) {
      number++;
      const unitGroup = stream.pick(groups);
      const to = from + 1 + stream.below(4);
      const wanted = 4 + stream.below(8);
      const company = stream.pick(companies);
      const created = from - 30 - stream.below(170);
      if (from < first) continue;
      const ofGroup = free.get(unitGroup) as number[];
      const nights = ofGroup.slice(from - first, to - first);
      const count = Math.min(wanted, ...nights);
      if (count < 2 || units.length === 0) continue;
      for (let night = from; night < to; night++)
        ofGroup[night - first] = (ofGroup[night - first] ?? 0) - count;
      const blockCode = `GRP${String(year % 100).padStart(2, '0')}${String(number).padStart(2, '0')}`;
      blocks.push({
        id: `${code}-${blockCode}`,
        code: blockCode,
        name: `${company.name}, group ${number}`,
        company,
        status: statuses[number % statuses.length] as BlockStatus,
        unitGroup,
        created,
        from,
        to,
        units: count,
      });
    }
  }
  return blocks;
}

/** For each group of bed rooms and each day of the period: the number of units that are open and never booked. */
function freeUnits({
  units,
  occupations,
  from,
  to,
}: Pick<GroupBlockInputs, 'units' | 'occupations' | 'from' | 'to'>): Map<UnitGroup, number[]> {
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
