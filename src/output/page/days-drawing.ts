import type { Chart, ChartPoint, ChartValue } from '../chart/chart.ts';
import { dayOfLabel, dayTicks, isWeekend, shortDate } from '../chart/days.ts';
import { positionOn } from '../chart/scale.ts';
import { figure, place, textWidth } from './figure.ts';
import { markup } from './markup.ts';

const [width, height] = [360, 200];
const [top, right, bottom] = [12, 14, 26];
/** With more points than this, dots would touch; only the line is drawn. */
const mostDots = 62;

interface Placed extends ChartPoint {
  readonly day: number;
}

interface PlacedValue extends ChartValue {
  readonly day: number;
}

const sideOf = (points: readonly Placed[], side: 'own' | 'versus'): PlacedValue[] =>
  points.flatMap(point => {
    const value = point[side];
    return value ? [{ ...value, day: point.day }] : [];
  });

/** `2026-10-01: 68.89 %`, with both sides of a comparison. */
const pointWords = ({ unit, series }: Chart, { label, own, versus }: Placed): string => {
  const words = (side: ChartValue | undefined) => (side ? `${side.text} ${unit}`.trim() : 'no value');
  return series
    ? `${label}: ${words(own)} ${series[0]}, ${words(versus)} ${series[1]}`
    : `${label}: ${words(own)}`;
};

/**
 * A line by day: gaps stay gaps, weekends are shaded, and each day shows its number on hover.
 *
 * @param isCaptioned its lowest and highest day stand below it, and not only in its description
 */
export function daysDrawing(chart: Chart, id: string, isCaptioned = true): string {
  const points = placedPoints(chart);
  const own = sideOf(points, 'own');
  const [first, last] = [points[0]?.day ?? 0, points.at(-1)?.day ?? 0];
  const left = 10 + Math.max(...chart.scale.ticks.map(tick => textWidth(tick.text)));
  // A single day is placed in the middle.
  const middle = (left + width - right) / 2;
  const x = positionOn({ from: first, to: last }, last === first ? [middle, middle] : [left, width - right]);
  const y = positionOn(chart.scale, [height - bottom, top]);
  const half = last === first ? 20 : (x(first + 1) - x(first)) / 2;
  const shapes = [
    ...weekends(first, last).map(day => {
      const [from, to] = [Math.max(left, x(day) - half), Math.min(width - right, x(day) + half)];
      return `<rect class="weekend" x="${place(from)}" y="${top}" width="${place(to - from)}" height="${height - bottom - top}"/>`;
    }),
    ...chart.scale.ticks.flatMap(({ value, text }) => [
      `<line class="${value === 0 ? 'zero' : 'rule'}" x1="${place(left)}" x2="${width - right}" y1="${place(y(value))}" y2="${place(y(value))}"/>`,
      `<text x="${place(left - 6)}" y="${place(y(value) + 4)}" text-anchor="end">${markup(text)}</text>`,
    ]),
    ...dayTicks(first, last, 6).map(
      ({ day, text }) =>
        `<text x="${place(Math.min(x(day), width - textWidth(text) / 2))}" y="${height - 8}" text-anchor="middle">${text}</text>`,
    ),
    ...(chart.series ? [`<path class="line versus" d="${pathOf(sideOf(points, 'versus'), x, y)}"/>`] : []),
    `<path class="line" d="${pathOf(own, x, y)}"/>`,
    ...(own.length > mostDots
      ? []
      : own.map(
          ({ day, value }) => `<circle class="dot" cx="${place(x(day))}" cy="${place(y(value))}" r="2.5"/>`,
        )),
    ...points.map(
      point =>
        `<rect class="touch" x="${place(x(point.day) - half)}" y="0" width="${place(half * 2)}" height="${height}"><title>${markup(pointWords(chart, point))}</title></rect>`,
    ),
  ];
  const description = describe(chart, points);
  return figure({
    ...{ chart, id, width, height, shapes, description },
    ...(isCaptioned ? { caption: description } : {}),
  });
}

/** In chronological order. A value that is not a date cannot be placed on the axis; it is only in the table. */
function placedPoints({ points }: Chart): Placed[] {
  const placed = points.flatMap(point => {
    const day = dayOfLabel(point.label);
    return day === undefined ? [] : [{ ...point, day }];
  });
  return placed.sort((a, b) => a.day - b.day);
}

/** Weekends are shaded only for short periods; over many months the shading would be noise. */
const weekends = (first: number, last: number) =>
  last - first > 100 || last === first
    ? []
    : Array.from({ length: last - first + 1 }, (_, index) => first + index).filter(isWeekend);

function pathOf(
  points: readonly PlacedValue[],
  x: (day: number) => number,
  y: (value: number) => number,
): string {
  return points
    .map(({ day, value }, index) => {
      const goesOn = index > 0 && day - (points[index - 1]?.day ?? 0) <= 1;
      return `${goesOn ? 'L' : 'M'}${place(x(day))} ${place(y(value))}`;
    })
    .join('');
}

/** The days with the lowest and the highest value, as text: the caption, and the description for screen readers. */
function describe(chart: Chart, points: readonly Placed[]): string {
  const own = extremes(chart, sideOf(points, 'own'));
  const { series } = chart;
  if (!series) return own;
  const unplaced = chart.points.length - points.length;
  return [
    `${capital(series[0])}: ${small(own)}`,
    `${capital(series[1])}: ${small(extremes(chart, sideOf(points, 'versus')))}`,
    ...(unplaced > 0 ? [`${unplaced} more in the table, without a counterpart`] : []),
  ].join('; ');
}

function extremes({ unit }: Chart, points: readonly PlacedValue[]): string {
  const [first] = points;
  if (!first) return 'No day to draw';
  const words = ({ text, day }: PlacedValue) =>
    `${text}${unit === '%' ? unit : ''} on ${shortDate(day).replace(' ', '\u00a0')}`;
  const lowest = points.reduce((least, point) => (point.value < least.value ? point : least), first);
  const highest = points.reduce((most, point) => (point.value > most.value ? point : most), first);
  return lowest.value === highest.value ? words(first) : `Lowest ${words(lowest)}, highest ${words(highest)}`;
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
const small = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);
