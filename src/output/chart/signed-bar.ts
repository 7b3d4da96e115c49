import { bar } from '../bar.ts';
import type { Scale } from './scale.ts';

/** A bar of `width` columns from zero to the value, the largest one full; below zero it goes to the left. */
export function signedBar(value: number, { least, most }: Scale, width: number, unicode: boolean): string {
  const zero = Math.round((-least / (most - least)) * width);
  if (value >= 0) return ' '.repeat(zero) + bar(most > 0 ? (value / most) * 100 : 0, width - zero, unicode);
  // Blocks that fill from the right exist in few fonts: below zero the bar is of whole ones.
  const length = Math.min(zero, Math.max(1, Math.round((value / least) * zero)));
  return ' '.repeat(zero - length) + (unicode ? '█' : '#').repeat(length);
}
