import { bar } from '../bar.ts';
import type { Scale } from './scale.ts';

/** A bar of `width` columns from zero to the value; the largest value fills it. Negative bars extend to the left. */
export function signedBar(value: number, { least, most }: Scale, width: number, unicode: boolean): string {
  const zero = Math.round((-least / (most - least)) * width);
  if (value >= 0) return ' '.repeat(zero) + bar(most > 0 ? (value / most) * 100 : 0, width - zero, unicode);
  // Few fonts have blocks that fill from the right, so negative bars use only full blocks.
  const length = Math.min(zero, Math.max(1, Math.round((value / least) * zero)));
  return ' '.repeat(zero - length) + (unicode ? '█' : '#').repeat(length);
}
