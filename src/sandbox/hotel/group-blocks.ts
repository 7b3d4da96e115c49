import type { Day } from './calendar.ts';
import { type Company, closureOn, type Unit, type UnitGroup } from './inventory.ts';
import type { Occupation } from './occupancy.ts';
import type { SeededRandom } from './seeded-random.ts';
import type { Span } from './units.ts';

export type BlockStatus = 'Tentative' | 'Optional' | 'Definite';

/** Units of a group kept for a company from a day to another, exclusive, and not yet picked up by reservations. */
export interface GroupBlock {
  readonly id: string;
  readonly code: string;
  readonly name: string;
  readonly company: Company;
  readonly status: BlockStatus;
  readonly unitGroup: UnitGroup;
  readonly from: Day;
  readonly to: Day;
  readonly units: number;
}

/** What is left of a block on the day of its arrival goes back on sale. */
export const isBlocked = (block: GroupBlock, day: Day, today: Day): boolean =>
  today < block.from && block.from <= day && day < block.to;

const statuses: readonly BlockStatus[] = ['Definite', 'Tentative', 'Optional'];

/** Blocks for the months to come; together never more than the units that are free in every night of them. */
export function makeGroupBlocks(
  random: SeededRandom,
  units: readonly Unit[],
  occupations: readonly Occupation[],
  companies: readonly Company[],
  span: Span,
): GroupBlock[] {
  const blocks: GroupBlock[] = [];
  const ahead = occupations.filter(({ departure }) => departure > span.today);
  const groups = [...new Set(units.map(unit => unit.unitGroup))].filter(group => group.type === 'BedRoom');
  for (let from = span.today + 10; from < span.last - 10; from += 7 + random.below(21)) {
    const unitGroup = random.pick(groups);
    const to = from + 1 + random.below(4);
    const count = Math.min(4 + random.below(8), leastFree(units, ahead, blocks, unitGroup, from, to));
    if (count < 2) continue;
    const company = random.pick(companies);
    const code = `GRP${String(blocks.length + 1).padStart(3, '0')}`;
    blocks.push({
      id: `${company.id.slice(0, 3)}-${code}`,
      code,
      name: `${company.name}, group ${blocks.length + 1}`,
      company,
      status: statuses[blocks.length % statuses.length] as BlockStatus,
      unitGroup,
      from,
      to,
      units: count,
    });
  }
  return blocks;
}

function leastFree(
  units: readonly Unit[],
  occupations: readonly Occupation[],
  blocks: readonly GroupBlock[],
  unitGroup: UnitGroup,
  from: Day,
  to: Day,
): number {
  const free = Array.from({ length: to - from }, (_, night) => {
    const open = units.filter(unit => unit.unitGroup === unitGroup && !closureOn(unit, from + night));
    const blocked = blocks.filter(
      block => block.unitGroup === unitGroup && isBlocked(block, from + night, 0),
    );
    return open.length - blocked.reduce((sum, block) => sum + block.units, 0);
  });
  for (const { unit, arrival, departure } of occupations) {
    if (unit?.unitGroup !== unitGroup || arrival >= to || departure <= from) continue;
    for (let night = Math.max(arrival, from); night < Math.min(departure, to); night++) {
      free[night - from] = (free[night - from] as number) - 1;
    }
  }
  return Math.min(...free);
}
