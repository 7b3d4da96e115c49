import { hash32, scramble32 } from './seeded-random.ts';

/** Sixteen letters for four bits each, without vowels so that no id spells a word. */
const letters = 'BCDFGHJKLMNPQRST';

/**
 * Eight letters for the nth booking of a property, like `HPGMSTGF`. Different numbers give different ids in every
 * property of the hotel, because the scrambling is a bijection; `n` must be below 2^24.
 */
export function bookingIds(
  seed: string,
  propertyIndex: number,
  from: 'seed' | 'api' = 'seed',
): (n: number) => string {
  const mask = hash32(seed);
  const range = 2 * propertyIndex + (from === 'api' ? 2 : 1);
  return n => {
    let rest = scramble32((range * 0x1000000 + n) ^ mask);
    let id = '';
    for (let place = 0; place < 8; place++) {
      id += letters.charAt(rest & 15);
      rest >>>= 4;
    }
    return id;
  };
}
