import { scaleLinear } from 'd3-scale';
import { dateOfDay, dayLength, dayNumber, isDate } from '../../platform/dates.ts';
import { type ExactNumber, isExactNumber } from '../../platform/numbers.ts';
import type { DocumentChart, Pieces } from '../document/document.ts';
import { sayDate } from '../words/messages.ts';

/** Above this value the difference of two positions would not be finite. */
const farthest = 1e300;
/** Below this value nothing is visible, and steps would lose their digits. */
const nearest = 1e-9;

const steps = 4;

/**
 * The range of a drawing and the positions of its lines, round numbers; `least` and `most` are the ends without rounding. It
 * begins at zero, because lengths can be compared only then, and below zero if there are negative values.
 */
export function scaleOfChart({ points, unit, reaching = 0 }: DocumentChart) {
  const values = points.flatMap(point => point.values.flatMap(value => drawnValue(value) ?? []));
  // Counts have no fractional steps.
  const whole = unit.decimals === 0;
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

/** Positions are never added up, so a double is exact enough. */
export const drawnValue = (value: ExactNumber | null | undefined): number | undefined =>
  isExactNumber(value) && Number.isFinite(Number(value)) ? Number(value) : undefined;

const thousands = [
  { from: 1e12, by: 1e12, suffix: 'T' },
  { from: 1e9, by: 1e9, suffix: 'B' },
  { from: 1e6, by: 1e6, suffix: 'M' },
  { from: 1e4, by: 1e3, suffix: 'k' },
];

/** `0`, `250`, `7500`, `50k`, `2.5M`: only as many digits as the step has. */
function tickText(value: number, step: number): string {
  const { suffix = '', by = 1 } = thousands.find(({ from }) => Math.abs(value) >= from) ?? {};
  if (Math.abs(value) >= 1e15) return value.toExponential(1);
  // A quarter of the smallest range has its last digit in the eleventh place.
  const decimals = Math.max(0, Math.min(11, 1 - Math.floor(Math.log10(step / by))));
  return `${Number((value / by).toFixed(decimals))}${suffix}`.replace(/^-0$/, '0');
}

/** The position of a value in a drawing that spans the scale between two positions; never outside them. */
export const positionOn = (
  { from, to }: Readonly<Record<'from' | 'to', number>>,
  positions: readonly [number, number],
) => scaleLinear([from, to], positions).clamp(true);

/** Days since 1970 of a `YYYY-MM-DD`; undefined for other texts. */
export const dayOfLabel = (text: string): number | undefined => (isDate(text) ? dayNumber(text) : undefined);

/** The days with a label, limited to the given number: each day, each second, weeks from the first, then months. */
export function dayTicks(first: number, last: number, most: number) {
  const days = last - first + 1;
  const step = [1, 2, 7, 14].find(candidate => Math.ceil(days / candidate) <= most);
  if (step !== undefined)
    return Array.from({ length: Math.ceil(days / step) }, (_, index) => {
      const day = first + index * step;
      return { day, name: sayDate(dateOfDay(day), 'day') };
    });
  const from = new Date(first * dayLength);
  const spanned = (days / 365.25) * 12;
  const every =
    [1, 2, 3, 6, 12].find(candidate => spanned / candidate <= most) ?? 12 * Math.ceil(spanned / 12 / most);
  const ticks: { day: number; name: Pieces }[] = [];
  for (let month = 0; ; month += 1) {
    const start = new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + month, 1));
    const day = start.getTime() / dayLength;
    if (day > last) return ticks;
    if (day < first || start.getUTCMonth() % Math.min(12, every) !== 0) continue;
    if (every > 12 && start.getUTCFullYear() % (every / 12) !== 0) continue;
    const year = start.getUTCFullYear();
    // The year is written for the first label and where it changes.
    const as = ticks.length === 0 || start.getUTCMonth() === 0 ? 'short-month-of-year' : 'short-month';
    ticks.push({ day, name: every >= 12 ? [`${year}`] : sayDate(dateOfDay(day), as) });
  }
}
