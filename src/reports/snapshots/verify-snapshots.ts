import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { addDays, type CalendarDate, dayNumber } from '../../platform/dates.ts';
import { type Finding, finding } from '../../platform/finding.ts';
import { type Layer, layerTables, tableFile } from './snapshot.ts';
import { readManifest, sha256 } from './snapshot-store.ts';

/** A problem with a snapshot; `check` is what is wrong with it. */
export interface SnapshotFinding extends Finding {
  readonly check: keyof typeof fixes;
  readonly property: string;
  /** The snapshot, or the first missing night. */
  readonly taken: CalendarDate;
}

/** The most urgent problem first. */
const fixes = {
  damaged:
    'take a damaged snapshot of today again with `hotelctl snapshot take --replace`; the past cannot be taken again',
  missing:
    'the missing nights cannot be taken again; schedule `hotelctl snapshot take` for every night, for example with `hotelctl schedule add`',
  'in the future': 'check the clock of this machine',
};

const problem = (
  property: string,
  taken: CalendarDate,
  check: SnapshotFinding['check'],
  found: string,
): SnapshotFinding => ({ ...finding(check, 'failed', found, fixes[check]), check, property, taken });

/** The problems, the most urgent ones first. */
export const mostUrgentFirst = (problems: readonly SnapshotFinding[]): readonly SnapshotFinding[] =>
  Object.keys(fixes).flatMap(check => problems.filter(found => found.check === check));

/**
 * Checks the hashes of every layer, and whether a layer is missing for a night between the first one and today.
 *
 * @param layers layers of one property, oldest first
 */
export async function verifyLayers(
  layers: readonly Layer[],
  today: CalendarDate,
): Promise<SnapshotFinding[]> {
  const problems: SnapshotFinding[] = [];
  for (const layer of layers) {
    const { property, taken } = layer;
    const damage = await findDamage(layer);
    if (damage !== undefined) problems.push(problem(property, taken, 'damaged', damage));
    if (taken > today) {
      problems.push(problem(property, taken, 'in the future', `today is ${today}: check the clock`));
    }
  }
  return [...problems, ...findGaps(layers, today)];
}

async function findDamage(layer: Layer): Promise<string | undefined> {
  const manifest = await readManifest(layer);
  if (!manifest) return 'snapshot.json is missing or not valid';
  if (manifest.property !== layer.property || manifest.businessDay !== layer.taken)
    return `snapshot.json describes ${manifest.property} of ${manifest.businessDay}`;
  for (const table of layerTables) {
    const bytes = await readFile(join(layer.folder, tableFile(table))).catch(() => undefined);
    if (!bytes) return `${tableFile(table)} is missing`;
    if (sha256(bytes) !== manifest.files[table].sha256) return `${tableFile(table)} was changed`;
  }
  return undefined;
}

/** Runs of nights without a snapshot, between the first layer and today. */
function findGaps(layers: readonly Layer[], today: CalendarDate): SnapshotFinding[] {
  const gaps: SnapshotFinding[] = [];
  const taken = [...layers.map(({ taken }) => taken).filter(taken => taken <= today), addDays(today, 1)];
  const property = layers[0]?.property ?? '';
  for (let index = 1; index < taken.length; index++) {
    const [before, after] = [taken[index - 1] as string, taken[index] as string];
    const missing = dayNumber(after) - dayNumber(before) - 1;
    if (missing <= 0) continue;
    const [first, last] = [addDays(before, 1), addDays(after, -1)];
    const nights = missing === 1 ? '1 night' : `${missing} nights`;
    const end = missing === 1 ? '' : `, to ${last}`;
    gaps.push(problem(property, first, 'missing', `${nights} without a snapshot${end}`));
  }
  return gaps;
}
