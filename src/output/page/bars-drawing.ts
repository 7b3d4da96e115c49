import type { Chart } from '../chart/chart.ts';
import { positionOn } from '../chart/scale.ts';
import { fitted } from '../text-width.ts';
import { figure, place, textWidth } from './figure.ts';
import { markup } from './markup.ts';

const width = 360;
const bar = 14;
/** The bar of the second series. */
const thin = 5;
const [top, gap] = [4, 8];
const mostLabel = 130;

/** A bar for each key, with its name before it and its number after it, so that no axis is needed. */
export function barsDrawing(chart: Chart, id: string): string {
  const { points, unit, series } = chart;
  const { least, most } = chart.scale;
  const row = series ? 30 : 24;
  const sign = unit === '%' ? unit : '';
  const labels = points.map(({ label }) => fittedTo(label, mostLabel));
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
  return figure({ chart, id, width, height, shapes, description });
}

/** Text that fits into the given units of the drawing. */
function fittedTo(text: string, most: number): string {
  let columns = 40;
  let shown = fitted(text, columns, '…');
  while (textWidth(shown) > most) {
    columns -= 1;
    shown = fitted(text, columns, '…');
  }
  return shown;
}
