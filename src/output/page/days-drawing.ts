import type { Chart, ChartPoint } from '../chart/chart.ts';
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

/** A line by day: gaps stay gaps, weekends are shaded, and each day shows its number on hover. */
export function daysDrawing(chart: Chart, id: string): string {
  const points = placedPoints(chart);
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
    `<path class="line" d="${pathOf(points, x, y)}"/>`,
    ...(points.length > mostDots
      ? []
      : points.map(
          point => `<circle class="dot" cx="${place(x(point.day))}" cy="${place(y(point.value))}" r="2.5"/>`,
        )),
    ...points.map(
      ({ day, label, text }) =>
        `<rect class="touch" x="${place(x(day) - half)}" y="0" width="${place(half * 2)}" height="${height}"><title>${markup(`${label}: ${text} ${chart.unit}`)}</title></rect>`,
    ),
  ];
  const description = describe(chart, points);
  return figure({ chart, id, width, height, shapes, description, caption: description });
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

function pathOf(points: readonly Placed[], x: (day: number) => number, y: (value: number) => number): string {
  return points
    .map(({ day, value }, index) => {
      const goesOn = index > 0 && day - (points[index - 1]?.day ?? 0) <= 1;
      return `${goesOn ? 'L' : 'M'}${place(x(day))} ${place(y(value))}`;
    })
    .join('');
}

/** The days with the lowest and the highest value, as text: the caption, and the description for screen readers. */
function describe({ unit }: Chart, points: readonly Placed[]): string {
  const [first] = points;
  if (!first) return 'No day to draw';
  const words = ({ text, day }: Placed) =>
    `${text}${unit === '%' ? unit : ''} on ${shortDate(day).replace(' ', '\u00a0')}`;
  const lowest = points.reduce((least, point) => (point.value < least.value ? point : least), first);
  const highest = points.reduce((most, point) => (point.value > most.value ? point : most), first);
  return lowest.value === highest.value ? words(first) : `Lowest ${words(lowest)}, highest ${words(highest)}`;
}
