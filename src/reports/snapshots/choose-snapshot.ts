import { RefusedError } from '../../base/errors.ts';
import { type CalendarDate, dayNumber } from '../../platform/dates.ts';
import type { Layer } from './snapshot.ts';

/**
 * The layer of exactly this day, or, if allowed, the one taken nearest to it.
 *
 * @param layers layers of the property, oldest first
 * @throws RefusedError that names the nearest layers
 */
export function chooseLayer(
  property: string,
  layers: readonly Layer[],
  day: CalendarDate,
  nearestAllowed: boolean,
): Layer {
  const exact = layers.find(({ taken }) => taken === day);
  if (exact) return exact;
  const before = layers.filter(({ taken }) => taken < day).at(-1);
  const after = layers.find(({ taken }) => taken > day);
  const nearest = nearestOf(day, before, after);
  if (!nearest) {
    throw new RefusedError(`there is no snapshot of ${property}`, {
      hint: `run \`hotelctl snapshot take --property ${property}\` to take the first one`,
    });
  }
  if (nearestAllowed) return nearest;
  const around = [before, after].flatMap(layer => layer?.taken ?? []);
  throw new RefusedError(
    `there is no snapshot of ${property} taken on ${day}; the nearest ${around.length > 1 ? 'ones are' : 'one is'} ${around.join(' and ')}`,
    { hint: `add --nearest to use the snapshot of ${nearest.taken}` },
  );
}

/**
 * Of two equally near layers the earlier one, so that a layer never contains later information than the requested day.
 */
function nearestOf(
  day: CalendarDate,
  before: Layer | undefined,
  after: Layer | undefined,
): Layer | undefined {
  if (!before || !after) return before ?? after;
  const distance = (layer: Layer) => Math.abs(dayNumber(layer.taken) - dayNumber(day));
  return distance(before) <= distance(after) ? before : after;
}
