import { type ExactNumber, isExactNumber } from '../../platform/numbers.ts';
import { htmlText, markup } from '../../platform/safe-text.ts';
import { dayOfLabel, dayTicks, drawnValue, positionOn, scaleOfChart } from '../chart/axes.ts';
import type { LocaleFormat } from '../number-format.ts';
import { fitted, measureWidth } from '../text-width.ts';
import {
  asPieces,
  dateText,
  formatText,
  joinTexts,
  minus,
  say,
  sayDate,
  shownNumber,
  withSign,
} from '../words/messages.ts';
import type { DocumentChart, DocumentPoint, Pieces } from './document.ts';
import { isWeekendDay, rangeText } from './reading.ts';

/** Charts as SVG. Everything is in every table too, so that a description of a line is enough for screen readers. */

/** A wide chart takes the page, and a phone scrolls it; narrow ones are beside each other. */
const sizes = {
  wide: { width: 1160, height: 264, mostBars: 92, ticks: 15, name: 40 },
  /** Bars below each other, which a phone does not scroll. */
  single: { width: 460, height: 264, mostBars: 92, ticks: 15, name: 26 },
  narrow: { width: 380, height: 200, mostBars: 31, ticks: 5, name: 18 },
} as const;
type Size = (typeof sizes)[keyof typeof sizes];
const [top, bottom, left] = [14, 28, 44];

/** A coordinate: two decimals are finer than any screen. */
const place = (value: number): string => String(Math.round(value * 100) / 100);

export function chartMarkup(chart: DocumentChart, format: LocaleFormat, sizeName: keyof typeof sizes) {
  const size = sizes[sizeName];
  const { title, detail, series, further = 0 } = chart;
  const name = formatText(title, format);
  const marks = chart.form === 'days' && chart.points.length > size.mostBars ? 'line' : 'bar';
  const words =
    detail === undefined && series.length > 1
      ? formatText(joinTexts(nameMarks(marks, asPieces(series[0] ?? ''), asPieces(series[1] ?? ''))), format)
      : formatText(detail ?? '', format);
  const drawn =
    chart.form === 'days' ? daysShapes(chart, marks, format, size) : barsShapes(chart, format, size);
  return `<figure><h2>${markup(name)}${words && ` <small>${markup(words)}</small>`}</h2>
<div class="scroll"><svg class="${chart.form} ${sizeName}" viewBox="0 0 ${size.width} ${drawn.height}" role="img" aria-label="${markup(describeChart(chart, name, format))}">
${drawn.shapes.join('\n')}
</svg></div>${further > 0 ? `<p class="notes">${formatText(say('{count} more in the table', { count: further }), format)}</p>` : ''}</figure>
`;
}

const nameMarks = (marks: 'bar' | 'line', own: Pieces, versus: Pieces): Pieces[] =>
  marks === 'bar'
    ? [say('bars: {series}', { series: own }), say('lines: {series}', { series: versus })]
    : [say('lines: {series}', { series: own }), say('dashes: {series}', { series: versus })];

function describeChart({ points, unit, form }: DocumentChart, name: string, format: LocaleFormat): string {
  const ordered = points
    .flatMap(({ label, values: [own] }) => (isExactNumber(own) ? [{ label, own }] : []))
    .sort((one, other) => Number(one.own) - Number(other.own));
  const [least, most] = [ordered[0], ordered.at(-1)];
  if (!least || !most) return name;
  const about = { title: [name], least: [{ number: least.own, unit }], most: [{ number: most.own, unit }] };
  return formatText(
    form === 'days'
      ? say('{title}: lowest {least} on {day}, highest {most} on {other}', {
          ...about,
          day: sayDate(least.label, 'day'),
          other: sayDate(most.label, 'day'),
        })
      : say('{title}: lowest {least} for {key}, highest {most} for {other}', {
          ...about,
          key: [least.label],
          other: [most.label],
        }),
    format,
  );
}

/** A bar or a line by day, with a mark or a dashed line for the other series. Gaps stay gaps. */
function daysShapes(
  chart: DocumentChart,
  marks: 'bar' | 'line',
  format: LocaleFormat,
  { width, height, ticks }: Size,
) {
  const points = chart.points
    .flatMap(point => {
      const day = dayOfLabel(point.label);
      return day === undefined ? [] : [{ ...point, day }];
    })
    .sort((one, other) => one.day - other.day);
  const scale = scaleOfChart(chart);
  const [first, last] = [points[0]?.day ?? 0, points.at(-1)?.day ?? 0];
  const step = (width - left) / (last - first + 1);
  const x = (day: number) => left + (day - first) * step;
  const y = positionOn(scale, [height - bottom, top]);
  const zero = y(0);
  const grid = scale.ticks.flatMap(({ value, text }, index) => {
    const number = text.replace('-', minus).replace('.', format.decimal);
    const words = index === scale.ticks.length - 1 ? withSign(number, chart.unit, format) : number;
    return [
      `<line class="rule" x1="${left}" x2="${width}" y1="${place(y(value))}" y2="${place(y(value))}"/>`,
      `<text x="0" y="${place(y(value) + 4)}">${markup(words)}</text>`,
    ];
  });
  const names = dayTicks(first, last, ticks).map(({ day, name }) => {
    const text = formatText(name, format);
    const half = textWidth(text) / 2;
    const middle = Math.min(width - half, Math.max(half, x(day) + step / 2));
    return `<text x="${place(middle)}" y="${height - 8}" text-anchor="middle">${markup(text)}</text>`;
  });
  const lines = chart.series.map((_, side) => {
    let before: number | undefined;
    const path = points.flatMap(({ day, values }) => {
      const value = drawnValue(values[side]);
      if (value === undefined) return [];
      const goesOn = before !== undefined && day - before <= 1;
      before = day;
      return [`${goesOn ? 'L' : 'M'}${place(x(day) + step / 2)} ${place(y(value))}`];
    });
    return `<path class="line${side === 0 ? '' : ' other'}" d="${path.join('')}"/>`;
  });
  const shapes = points.map(point => {
    const [own, other] = point.values.map(drawnValue);
    const from = x(point.day) + step * 0.08;
    const weekend = isWeekendDay(point.label) ? ' weekend' : '';
    return [
      `<g><title>${markup(pointWords(chart, point, format))}</title>`,
      `<rect class="touch" x="${place(x(point.day))}" y="0" width="${place(step)}" height="${height}"/>`,
      marks === 'bar' && own !== undefined
        ? `<rect class="mark${weekend}" x="${place(from)}" width="${place(step * 0.84)}" y="${place(Math.min(y(own), zero))}" height="${place(Math.abs(zero - y(own)))}" rx="2"/>`
        : '',
      marks === 'bar' && other !== undefined
        ? `<line class="other" x1="${place(from - step * 0.05)}" x2="${place(from + step * 0.89)}" y1="${place(y(other))}" y2="${place(y(other))}"/>`
        : '',
      '</g>',
    ].join('');
  });
  return { height, shapes: [...grid, ...names, ...(marks === 'line' ? lines.toReversed() : []), ...shapes] };
}

/** `Sat 21 Nov: 74.4 % on the books, 70.6 % last year`. */
function pointWords(
  { unit, series, form }: DocumentChart,
  { label, values }: DocumentPoint,
  format: LocaleFormat,
): string {
  const words = values.map((value, side) => {
    const shown =
      value === null ? format.word('no value') : withSign(shownNumber(value, unit, format), unit, format);
    return series.length > 1 ? `${shown} ${formatText(series[side] ?? '', format)}` : shown;
  });
  return `${form === 'days' ? dateText(label, 'weekday', format) : label}: ${words.join(', ')}`;
}

/** A bar for each key, with its name before it and its numbers after it, so that no axis is needed. */
function barsShapes(chart: DocumentChart, format: LocaleFormat, { width, name }: Size) {
  const { points, unit, series } = chart;
  const { least, most } = scaleOfChart(chart);
  const [row, bar, gap] = [26, 16, 8];
  const labels = points.map(({ label }) => fitted(dateText(label, 'day-of-year', format), name, '…'));
  const numbers = points.map(({ values: [own, other], detail }) => {
    const words = (value: ExactNumber | null | undefined) =>
      isExactNumber(value) ? withSign(shownNumber(value, unit, format), unit, format) : '–';
    const beside = series.length > 1 ? `(${words(other)})` : detail && `(${formatText(detail, format)})`;
    return [words(own), beside].filter(Boolean).join(' ');
  });
  const start = gap + Math.min(name * letterWidth, Math.max(0, ...labels.map(nameWidth)));
  const end = width - gap - Math.max(0, ...numbers.map(textWidth));
  const x = positionOn({ from: least, to: most }, [start, Math.max(start + 20, end)]);
  const zero = x(0);
  const shapes = points.map((point, index) => {
    const [own, other] = point.values.map(drawnValue);
    const y = gap + index * row;
    const farthest = Math.max(zero, ...[own, other].flatMap(value => (value === undefined ? [] : x(value))));
    return [
      `<g><title>${markup(pointWords(chart, point, format))}</title>`,
      `<text class="name" x="${place(start - gap)}" y="${y + 14}" text-anchor="end">${markup(labels[index] ?? '')}</text>`,
      own === undefined
        ? ''
        : `<rect class="mark" x="${place(Math.min(zero, x(own)))}" y="${y + 2}" width="${place(Math.max(own === 0 ? 0 : 1, Math.abs(x(own) - zero)))}" height="${bar}" rx="2"/>`,
      other === undefined
        ? ''
        : `<line class="other" x1="${place(x(other))}" x2="${place(x(other))}" y1="${y}" y2="${y + bar + 4}"/>`,
      `<text class="name" x="${place(farthest + gap)}" y="${y + 14}">${markup(numbers[index] ?? '')}</text></g>`,
    ].join('');
  });
  const bottomEnd = gap * 2 + row * points.length;
  shapes.push(`<line class="rule" x1="${place(zero)}" x2="${place(zero)}" y1="0" y2="${bottomEnd}"/>`);
  return { height: bottomEnd, shapes };
}

/** Of a text of 12 units. */
const letterWidth = 7.2;
const textWidth = (text: string): number => measureWidth(text) * letterWidth;
/** Capitals, as in ids of hotels, are up to three quarters wider than other letters. */
const nameWidth = (text: string): number =>
  textWidth(text) + (text.match(/\p{Lu}/gu)?.length ?? 0) * letterWidth * 0.75;

/** A line through a series from zero to its highest value; a gap stays a gap. */
export function sparklineMarkup(
  series: readonly (ExactNumber | null)[],
  label: string,
  format: LocaleFormat,
): string {
  const unit = { sign: '%', decimals: 0 };
  const values = series.map(drawnValue);
  const known = values.filter(value => value !== undefined);
  if (known.length === 0) return '';
  const [least, most] = [Math.min(...known), Math.max(...known)];
  const y = positionOn({ from: Math.min(0, least), to: Math.max(most, least + 1) }, [24, 2]);
  const x = (index: number) => (series.length === 1 ? 75 : (index / (series.length - 1)) * 150);
  const path = values.flatMap((value, index) =>
    value === undefined
      ? []
      : [`${values[index - 1] === undefined ? 'M' : 'L'}${place(x(index))} ${place(y(value))}`],
  );
  const range = rangeText(least, most, unit, format);
  return `<svg class="spark" viewBox="0 0 150 26" width="150" height="26" role="img" aria-label="${htmlText(`${label}, ${range}`)}"><path d="${path.join('')}"/></svg>`;
}
