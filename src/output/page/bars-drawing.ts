import type { Chart } from '../chart/chart.ts';
import { positionOn } from '../chart/scale.ts';
import { fitted } from '../text-width.ts';
import { figure, place, textWidth } from './figure.ts';
import { markup } from './markup.ts';

const width = 360;
const [row, bar] = [24, 14];
const [top, gap] = [4, 8];
const mostLabel = 130;

/** A bar for each key, with its name before it and its number after it, so that no axis is needed. */
export function barsDrawing(chart: Chart, id: string): string {
  const { points, unit } = chart;
  const { least, most } = chart.scale;
  const sign = unit === '%' ? unit : '';
  const labels = points.map(({ label }) => fittedTo(label, mostLabel));
  const numbers = points.map(({ text, beside }) => `${text}${sign}${beside && ` (${beside})`}`);
  const left = gap + Math.max(0, ...labels.map(textWidth));
  const right = width - gap - Math.max(0, ...numbers.map(textWidth));
  const x = positionOn({ from: least, to: most }, [left, Math.max(left + 20, right)]);
  const zero = x(0);
  const height = top * 2 + row * Math.max(1, points.length);
  const shapes = points.map(({ label, value }, index) => {
    const y = top + index * row;
    const [from, to] = [Math.min(zero, x(value)), Math.max(zero, x(value))];
    const middle = y + row / 2 + 4;
    return [
      `<g><title>${markup(`${label}: ${numbers[index]} ${sign ? '' : unit}`.trim())}</title>`,
      `<text class="key" x="${place(left - gap)}" y="${place(middle)}" text-anchor="end">${markup(labels[index] ?? '')}</text>`,
      // Any value above zero is visible.
      `<rect class="bar" x="${place(from)}" y="${place(y + (row - bar) / 2)}" width="${place(value === 0 ? 0 : Math.max(1, to - from))}" height="${bar}" rx="1.5"/>`,
      `<text class="number" x="${place(to + 6)}" y="${place(middle)}">${markup(numbers[index] ?? '')}</text></g>`,
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
