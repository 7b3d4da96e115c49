import { scaleLinear } from 'd3-scale';

/** The range of a drawing and the positions of its lines: round numbers, always including zero. */
export interface Scale {
  readonly from: number;
  readonly to: number;
  /** The ends without rounding, where no line is drawn. */
  readonly least: number;
  readonly most: number;
  readonly ticks: readonly { readonly value: number; readonly text: string }[];
}

/** Above this value the difference of two positions would not be finite. */
const farthest = 1e300;
/** Below this value nothing is visible, and steps would lose their digits. */
const nearest = 1e-9;

/** Limits and steps that a scale has regardless of its values. */
interface ScaleForm {
  /** The minimum of the upper end: 100 for an occupancy, which may exceed it. */
  readonly reaching?: number;
  /** Counts have no fractional steps. */
  readonly whole?: boolean;
}

/**
 * The scale for these values, with about `steps` steps. It begins at zero, because lengths can be compared only then,
 * and below zero if there are negative values.
 */
export function scaleOf(
  values: readonly number[],
  { reaching = 0, whole = false }: ScaleForm,
  steps = 4,
): Scale {
  let least = 0;
  let most = reaching;
  for (const value of values) {
    least = Math.max(-farthest, Math.min(least, value));
    most = Math.min(farthest, Math.max(most, value));
  }
  if (most - least < nearest) most = least + (whole ? steps : 1);
  const ends = whole ? [Math.floor(least), Math.ceil(most)] : [least, most];
  const scale = scaleLinear(ends, [0, 1]).nice(steps);
  // Adding zero turns a negative zero into a plain one.
  const [from, to] = scale.domain().map(end => end + 0) as [number, number];
  const lines = scale.ticks(steps).filter(value => !whole || Number.isInteger(value));
  const step = (to - from) / (lines.length - 1);
  return { from, to, least, most, ticks: lines.map(value => ({ value, text: tickText(value, step) })) };
}

const thousands = [
  { from: 1e12, suffix: 'T' },
  { from: 1e9, suffix: 'B' },
  { from: 1e6, suffix: 'M' },
  { from: 1e4, suffix: 'k' },
] as const;

/** `0`, `250`, `7500`, `50k`, `2.5M`: only as many digits as the step has. */
function tickText(value: number, step: number): string {
  const { suffix = '' } = thousands.find(({ from }) => Math.abs(value) >= from) ?? {};
  const by = { T: 1e12, B: 1e9, M: 1e6, k: 1e3, '': 1 }[suffix];
  if (Math.abs(value) >= 1e15) return value.toExponential(1);
  // A quarter of the smallest range has its last digit in the eleventh place.
  const decimals = Math.max(0, Math.min(11, 1 - Math.floor(Math.log10(step / by))));
  return `${Number((value / by).toFixed(decimals))}${suffix}`.replace(/^-0$/, '0');
}

/** Where a value stands in a drawing that spans the scale between two positions; never outside them. */
export const positionOn = ({ from, to }: Pick<Scale, 'from' | 'to'>, positions: readonly [number, number]) =>
  scaleLinear([from, to], positions).clamp(true);
