import { describeItem } from '../../base/item-outcome.ts';
import type { Invocation } from '../../cli/invocation.ts';
import { listedCurrencies } from '../../cli/properties.ts';
import { collectResults } from '../../cli/several-properties.ts';
import type { Document } from '../../output/document/document.ts';
import { englishText } from '../../output/words/messages.ts';
import { type HotelWords, nameGroup } from '../../reports/figures/groups.ts';
import { describeNotes, type HotelHead, listCurrencies } from '../../reports/figures/lines.ts';
import type { Figures } from './books.ts';

/** What a command reads of a hotel, before it knows what people call it. */
export type Unnamed<Hotel extends HotelHead> = Omit<Hotel, 'property' | 'name' | 'group'>;

/**
 * Reads the hotels of `brief`, `pickup`, `pace` or `pack`, and prints their notes. One that fails is missing.
 *
 * @param words what the hotels are called, and the column of the portfolio that groups them, if it has values
 */
export async function collectHotels<
  Item extends { readonly property: string },
  Read extends Pick<HotelHead, 'currency' | 'notes'>,
>(
  invocation: Invocation,
  properties: readonly Item[],
  { names, groups, describeUnlisted }: HotelWords,
  { budget }: Pick<Figures, 'budget'>,
  read: (item: Item) => Promise<Read>,
  options?: Parameters<typeof collectResults<Item, Read & HotelHead>>[3],
) {
  const currencies = await listedCurrencies(invocation);
  const head = (property: string) => ({
    property,
    listedCurrency: currencies.get(property),
    name: names.get(property) ?? property,
    group: groups && groups.of.size > 0 ? nameGroup(groups, property) : undefined,
  });
  const readNamed = async (item: Item) => ({ ...(await read(item)), ...head(item.property) });
  const { results, failed, finish } = await collectResults(invocation, properties, readNamed, {
    // Each sends two or more requests at the same time: about as many as reports send by default.
    most: 4,
    itemsOf: ({ item: { property }, error, ...outcome }) => [
      describeItem(property, error, 'result' in outcome && outcome.result.currency === undefined),
    ],
    ...options,
  });
  const isWithout = ({ property }: { readonly property: string }) => groups?.of.has(property) === false;
  const others = budget?.describeOthers(properties) ?? [];
  const unlisted = describeUnlisted?.(properties) ?? [];
  for (const line of [...unlisted, ...describeNotes(results), ...others])
    await invocation.warn(englishText(line));
  return {
    /** In the order of the flags. */
    hotels: results,
    /** In that of a page: those without a value of the column come last. */
    ordered: results.toSorted((one, other) => Number(isWithout(one)) - Number(isWithout(other))),
    missing: failed.map(({ property, cause }) => ({ ...head(property), cause })),
    /** A page, with the hotels that only the portfolio has below what is missing, and those that only the budget has as a note. */
    complete: (page: Document): Document => ({
      ...page,
      gaps: [...(page.gaps ?? []), ...unlisted],
      notes: [...others, ...(page.notes ?? [])],
    }),
    /** Throws the errors of hotels that failed, once the others are written. */
    finish,
  };
}

/** Pages say what they show; how to convert it is for the person who runs the command. */
export async function noteCurrencies(invocation: Invocation, hotels: readonly Pick<HotelHead, 'currency'>[]) {
  const found = listCurrencies(hotels);
  const [code, last] = [found[0], found.at(-1)];
  if (found.length > 1)
    await invocation.note(
      `amounts are in ${found.slice(0, -1).join(', ')} and ${last}, and are not added up; ` +
        `add \`--currency ${code} --rates FILE\` to convert them`,
    );
}
