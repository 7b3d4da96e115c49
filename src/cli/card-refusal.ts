import { UsageError } from '../base/errors.ts';
import { type CardData, cardIn, cardInWords } from '../platform/bookings/card-guard.ts';
import { safeText } from '../platform/safe-text.ts';

/** hotelctl never accepts a card: card data is refused before anything is sent, and never printed. */

export function refuseCardInWords(words: readonly string[]): void {
  const what = cardInWords(words);
  if (!what) return;
  throw new UsageError(`the command line contains what looks like ${what}`, {
    hint: 'hotelctl never accepts card data; remove this line from the history of your shell',
  });
}

/** @param where what the value is, as used in a sentence: `the quote` */
export function refuseCard(value: unknown, where: string): void {
  const found = cardIn(value);
  if (found)
    throw refusal(found.what, found.place === '' ? where : `${where}, ${safeText(found.place, 100)},`);
}

const refusal = (what: CardData, where: string) =>
  new UsageError(`${where} contains what looks like ${what}`, {
    hint: 'hotelctl never accepts card data: omit that field, or mask it (411111******1111)',
  });
