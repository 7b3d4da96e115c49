import type { HotelctlError } from './errors.ts';

/** How one item of a run ended: page, mail, heartbeat, metrics, history and repetition are made from a run's list of these. */
export interface ItemOutcome {
  /** The id of a hotel, `MUC`; of a partition, followed by its report and period: `MUC revenues 2026-10`. */
  readonly item: string;
  readonly outcome: 'done' | 'failed';
  readonly exitCode: number;
  /** The line of the error; null if it is done. */
  readonly cause: string | null;
  /** How many times the command was run for it. */
  readonly attempts: number;
  /** It is done, and the platform has no figures of it. */
  readonly isEmpty?: boolean;
}

/** An error in one line, with what the platform said. */
export const causeOf = ({ message, details }: HotelctlError): string =>
  [message, ...(details.messages ?? [])].join('; ');

/** @param error absent if the item is done */
export const describeItem = (item: string, error?: HotelctlError, isEmpty = false): ItemOutcome =>
  error === undefined
    ? { item, outcome: 'done', exitCode: 0, cause: null, attempts: 1, ...(isEmpty && { isEmpty }) }
    : { item, outcome: 'failed', exitCode: error.exitCode, cause: causeOf(error), attempts: 1 };

export const failedItems = (items: readonly ItemOutcome[]): readonly ItemOutcome[] =>
  items.filter(({ outcome }) => outcome === 'failed');

/** The hotel of an item, and the report of a partition. */
export function partsOfItem(item: string) {
  const [property = '', report] = item.split(' ');
  return { property, report };
}

/**
 * The items of a run whose command was repeated. A command records its hotels, and only the partitions that failed: one
 * that failed before is done if the command reached its hotel and does not record it again.
 */
export function mergeItems(earlier: readonly ItemOutcome[], later: readonly ItemOutcome[]) {
  const again = new Map(later.map(outcome => [outcome.item, outcome]));
  const reached = new Set(later.map(({ item }) => partsOfItem(item).property));
  const settled = (old: ItemOutcome): ItemOutcome => {
    const { property } = partsOfItem(old.item);
    const isDone = reached.has(property) && again.get(property)?.outcome !== 'failed';
    return old.outcome === 'failed' && isDone ? describeItem(old.item) : { ...old, attempts: 0 };
  };
  const repeated = earlier.map(old => {
    const outcome = again.get(old.item) ?? settled(old);
    again.delete(old.item);
    return { ...outcome, attempts: old.attempts + outcome.attempts };
  });
  return [...repeated, ...again.values()];
}
