import type { RequestResult } from '../results.ts';

/**
 * The items of a list, for readers that add up. They are read from the bytes of the response, as the cells of a CSV are, and
 * checked in the same place.
 */
export async function* readItems<Item>({ items, records }: RequestResult): AsyncGenerator<readonly Item[]> {
  // A response without content (204) has no list.
  for await (const batch of items?.() ?? records()) yield batch as unknown as readonly Item[];
}
