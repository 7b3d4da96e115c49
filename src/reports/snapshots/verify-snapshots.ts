import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { addDays, type CalendarDate, dayNumber } from '../../platform/dates.ts';
import { type Layer, layerTables, tableFile } from './snapshot.ts';
import { readManifest, sha256 } from './snapshot-store.ts';

export interface LayerProblem {
  readonly property: string;
  /** The layer, or the first missing night. */
  readonly taken: CalendarDate;
  readonly problem: 'damaged' | 'missing' | 'in the future';
  readonly detail: string;
}

/**
 * Checks the hashes of every layer, and whether a layer is missing for a night between the first one and today.
 *
 * @param layers layers of one property, oldest first
 */
export async function verifyLayers(layers: readonly Layer[], today: CalendarDate): Promise<LayerProblem[]> {
  const problems: LayerProblem[] = [];
  for (const layer of layers) {
    const { property, taken } = layer;
    const detail = await damageOf(layer);
    if (detail !== undefined) problems.push({ property, taken, problem: 'damaged', detail });
    if (taken > today) {
      problems.push({
        property,
        taken,
        problem: 'in the future',
        detail: `today is ${today}: check the clock`,
      });
    }
  }
  return [...problems, ...gapsOf(layers, today)];
}

async function damageOf(layer: Layer): Promise<string | undefined> {
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
function gapsOf(layers: readonly Layer[], today: CalendarDate): LayerProblem[] {
  const gaps: LayerProblem[] = [];
  const nights = [...layers.map(({ taken }) => taken).filter(taken => taken <= today), addDays(today, 1)];
  const property = layers[0]?.property ?? '';
  for (let index = 1; index < nights.length; index++) {
    const [before, after] = [nights[index - 1] as string, nights[index] as string];
    const missing = dayNumber(after) - dayNumber(before) - 1;
    if (missing <= 0) continue;
    const [first, last] = [addDays(before, 1), addDays(after, -1)];
    const detail =
      missing === 1 ? '1 night without a snapshot' : `${missing} nights without a snapshot, to ${last}`;
    gaps.push({ property, taken: first, problem: 'missing', detail });
  }
  return gaps;
}
