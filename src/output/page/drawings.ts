import { markup } from '../../platform/html-text.ts';
import { dayOfLabel, dayTicks, isWeekend, positionOn, shortDate } from '../chart/axes.ts';
import type { Chart, ChartPoint, ChartValue } from '../chart/chart.ts';
import { fitted, widthOf } from '../text-width.ts';

/** All drawings are equally wide. */
const width = 360;
/** With more points than this, dots would touch; only the line is drawn. */
const mostDots = 62;

type Placed = ChartPoint & { readonly day: number };
type PlacedValue = ChartValue & { readonly day: number };

const sideOf = (points: readonly Placed[], side: 'own' | 'versus'): PlacedValue[] =>
  points.flatMap(point => (point[side] ? [{ ...point[side], day: point.day }] : []));

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
 * @param isCaptioned whether its lowest and highest day are shown below it, in addition to its description
 */
export function daysDrawing(chart: Chart, id: string, isCaptioned = true): string {
  const height = 200;
  const [top, right, bottom] = [12, 14, 26];
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
  return figure(chart, id, height, shapes, description, isCaptioned ? description : '');
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

/** A bar for each key, with its name before it and its number after it, so that no axis is needed. */
export function barsDrawing(chart: Chart, id: string): string {
  // The bar of the second series is thinner.
  const [bar, thin] = [14, 5];
  const [top, gap] = [4, 8];
  const { points, unit, series } = chart;
  const { least, most } = chart.scale;
  const row = series ? 30 : 24;
  const sign = unit === '%' ? unit : '';
  const labels = points.map(({ label }) => fittedTo(label, 130));
  const numbers = points.map(({ own, versus, beside }) =>
    [own ? own.text + sign : '', series ? `(${versus ? versus.text + sign : '–'})` : beside && `(${beside})`]
      .filter(Boolean)
      .join(' '),
  );
  const left = gap + Math.max(0, ...labels.map(textWidth));
  const right = width - gap - Math.max(0, ...numbers.map(textWidth));
  const x = positionOn({ from: least, to: most }, [left, Math.max(left + 20, right)]);
  const zero = x(0);
  const height = top * 2 + row * Math.max(1, points.length);
  const barFrom = (value: number, y: number, thickness: number, name: string) => {
    const [from, to] = [Math.min(zero, x(value)), Math.max(zero, x(value))];
    // Any value above zero is visible.
    const length = value === 0 ? 0 : Math.max(1, to - from);
    return `<rect class="${name}" x="${place(from)}" y="${place(y)}" width="${place(length)}" height="${thickness}" rx="1.5"/>`;
  };
  const shapes = points.map(({ label, own, versus }, index) => {
    const y = top + index * row;
    const middle = y + row / 2 + 4;
    const end = Math.max(zero, ...[own, versus].map(side => (side ? x(side.value) : zero)));
    const first = y + (row - bar - (series ? thin + 1 : 0)) / 2;
    return [
      `<g><title>${markup(`${label}: ${numbers[index]} ${sign ? '' : unit}`.trim())}</title>`,
      `<text class="key" x="${place(left - gap)}" y="${place(middle)}" text-anchor="end">${markup(labels[index] ?? '')}</text>`,
      own ? barFrom(own.value, first, bar, 'bar') : '',
      versus ? barFrom(versus.value, first + bar + 1, thin, 'bar versus') : '',
      `<text class="number" x="${place(end + 6)}" y="${place(middle)}">${markup(numbers[index] ?? '')}</text></g>`,
    ].join('');
  });
  shapes.push(
    `<line class="zero" x1="${place(zero)}" x2="${place(zero)}" y1="${top}" y2="${height - top}"/>`,
  );
  const description = points.map(({ label }, index) => `${label} ${numbers[index]}`).join(', ');
  return figure(chart, id, height, shapes, description);
}

function fittedTo(text: string, most: number): string {
  for (let columns = 40; ; columns--) {
    const shown = fitted(text, columns, '…');
    if (textWidth(shown) <= most) return shown;
  }
}

/**
 * An SVG image with a name and a description for screen readers, under a visible heading.
 *
 * @param id unique in the page
 * @param caption below the drawing
 */
function figure(
  chart: Chart,
  id: string,
  height: number,
  shapes: readonly string[],
  description: string,
  caption = '',
): string {
  const heading = `${chart.title}${chart.unit && `, ${chart.unit}`}`;
  const further = chart.further > 0 ? `${String(chart.further)} more in the table` : '';
  const below = [caption, further].filter(Boolean).join('; ');
  return [
    `<figure class="${chart.kind}"><h3>${markup(heading)}</h3>${legendMarkup(chart)}`,
    `<svg viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="${id}-title ${id}-desc">`,
    `<title id="${id}-title">${markup(heading)}</title><desc id="${id}-desc">${markup(description)}. The table has every number.</desc>`,
    ...shapes,
    `</svg>${below && `<figcaption>${markup(below)}</figcaption>`}</figure>`,
  ].join('\n');
}

/** The two lines or bars of a chart with two series, each with its name. */
function legendMarkup({ series, kind }: Chart): string {
  if (!series) return '';
  const signs = series.map((name, index) => {
    const side = index === 0 ? '' : ' versus';
    const shape =
      kind === 'days'
        ? `<path class="line${side}" d="M0 5H20"/>`
        : `<rect class="bar${side}" y="${index === 0 ? 0 : 3}" width="20" height="${index === 0 ? 10 : 5}"/>`;
    return `<span><svg viewBox="0 0 20 10" width="20" height="10" aria-hidden="true">${shape}</svg>${markup(name)}</span>`;
  });
  return `<p class="legend">${signs.join('')}</p>`;
}

/** A coordinate in a drawing: two decimals are finer than any screen. */
const place = (value: number): string => String(Math.round(value * 100) / 100);

/** The maximum width of a text with 11 unit letters; wide capitals are rare in the names that are drawn. */
const textWidth = (text: string): number => widthOf(text) * 6.8;
