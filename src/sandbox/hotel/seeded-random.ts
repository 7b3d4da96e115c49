/**
 * Random numbers from a seed: cyrb128 turns the text into 128 bits, sfc32 makes 32-bit numbers of them. Both are in the
 * public domain and use only 32-bit integer operations, so the numbers are the same everywhere. Not for secrets.
 */
export type SeededRandom = ReturnType<typeof seededRandom>;

/** Values, and the running totals of how often each comes. */
interface Lots<T extends string> {
  readonly values: readonly T[];
  readonly upTo: readonly number[];
}

export function lots<T extends string | number>(weights: Readonly<Record<T, number>>): Lots<`${T}`> {
  let total = 0;
  const upTo = Object.values<number>(weights).map(weight => {
    total += weight;
    return total;
  });
  return { values: Object.keys(weights) as `${T}`[], upTo };
}

/** A separate stream for each list of keys: one part of the hotel can change without affecting the others. */
export function seededRandom(...keys: readonly string[]) {
  let [a, b, c, d] = hash128(keys.join('\u0000'));
  const next = () => {
    const result = (((a + b) | 0) + d) | 0;
    d = (d + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (c << 21) | (c >>> 11);
    c = (c + result) | 0;
    return result >>> 0;
  };
  for (let warmUp = 0; warmUp < 15; warmUp++) next();
  /** A whole number from 0 to `bound` - 1; `bound` at most 2^21, so that the product is exact. */
  const below = (bound: number) => Math.floor((next() * bound) / 4_294_967_296);
  return {
    below,
    /** True in `permille` of a thousand cases. */
    happens: (permille: number) => below(1000) < permille,
    pick: <T>(values: readonly T[]) => values[below(values.length)] as T,
    pickFrom: <T extends string>({ values, upTo }: Lots<T>) => {
      const drawn = below(upTo.at(-1) ?? 0);
      return values[upTo.findIndex(total => total > drawn)] as T;
    },
  };
}

/** 32 bits of a text; the fourth word of its hash. */
export const hash32 = (text: string): number => hash128(text)[3] >>> 0;

function hash128(text: string): [number, number, number, number] {
  let [h1, h2, h3, h4] = [1779033703, 3144134277, 1013904242, 2773480762];
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    h1 = h2 ^ Math.imul(h1 ^ unit, 597399067);
    h2 = h3 ^ Math.imul(h2 ^ unit, 2869860233);
    h3 = h4 ^ Math.imul(h3 ^ unit, 951274213);
    h4 = h1 ^ Math.imul(h4 ^ unit, 2716044179);
  }
  h1 = Math.imul(h3 ^ (h1 >>> 18), 597399067);
  h2 = Math.imul(h4 ^ (h2 >>> 22), 2869860233);
  h3 = Math.imul(h1 ^ (h3 >>> 17), 951274213);
  h4 = Math.imul(h2 ^ (h4 >>> 19), 2716044179);
  h1 ^= h2 ^ h3 ^ h4;
  return [h1 | 0, (h2 ^ h1) | 0, (h3 ^ h1) | 0, (h4 ^ h1) | 0];
}

/** Sixteen letters for four bits each, without vowels so that no id spells a word. */
export const idLetters = 'BCDFGHJKLMNPQRST';

/** A bijection on 32-bit numbers (MurmurHash3's finalizer): different numbers stay different. */
function scramble32(value: number): number {
  let mixed = value | 0;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

/**
 * Eight letters for the nth booking of a property, like `HPGMSTGF`. Different numbers give different ids in every
 * property of the hotel, because the scrambling is a bijection; `n` must be below 2^24.
 */
export function bookingIds(seed: string, propertyIndex: number, from: 'seed' | 'api' = 'seed') {
  const mask = hash32(seed);
  const range = 2 * propertyIndex + (from === 'api' ? 2 : 1);
  return (n: number): string => {
    const id = scramble32((range * 0x1000000 + n) ^ mask);
    let letters = '';
    for (let bits = 0; bits < 32; bits += 4) letters += idLetters[(id >>> bits) & 15];
    return letters;
  };
}
