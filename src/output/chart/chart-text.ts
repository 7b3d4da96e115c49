import { type ExactNumber, isExactNumber } from '../../platform/numbers.ts';
import { safeText } from '../../platform/safe-text.ts';
import type { DocumentChart, Text, Tile } from '../document/document.ts';
import { tileWords } from '../document/reading.ts';
import { type LocaleFormat, pointsInLine, weekday } from '../number-format.ts';
import { wrapWords } from '../prose.ts';
import {
  type Drawing,
  makeDrawing,
  markedBar,
  signedBar,
  type TableStyle,
  versusMark,
} from '../table-style.ts';
import { fitted, measureWidth, padded, widest } from '../text-width.ts';
import { formatText, minus, numberText } from '../words/messages.ts';
import { dayOfLabel, scaleOfChart } from './axes.ts';

type Chart = ReturnType<typeof drawnChart>;

/** A chart whose numbers are texts, ready to be drawn. */
function drawnChart(chart: DocumentChart, format: LocaleFormat) {
  const { form, unit, points, series, further = 0 } = chart;
  // The text has every digit.
  const drawn = (value: ExactNumber | null | undefined) =>
    isExactNumber(value) ? { value: Number(value), text: numberText(value, unit, format) } : undefined;
  const [own, versus] = series;
  return {
    title: formatText(chart.title, format),
    kind: form,
    unit: safeText(unit.sign, 8),
    scale: scaleOfChart(chart),
    decimal: format.decimal,
    points: points.map(point => ({
      label: safeText(point.label),
      own: drawn(point.values[0]),
      versus: drawn(point.values[1]),
      beside: safeText(formatText(point.detail ?? '', format)),
    })),
    series:
      own !== undefined && versus !== undefined
        ? ([safeText(formatText(own, format)), safeText(formatText(versus, format))] as const)
        : undefined,
    further,
  };
}

/** The width if there is no terminal: a file, a pipe. */
const usualWidth = 80;
const gap = 2;
const mostBar = 40;
/** Charts are placed side by side as long as each has this much space for its bars. */
const leastBesideBar = 6;
const leastBar = 4;
const wideEnough = 76;

/**
 * Charts as lines of text: each line has its label, its number and its bar, in that order, so that a screen reader
 * reads them well. Charts by day share their days and are placed side by side if the screen is wide enough.
 */
export function chartText(
  title: Text,
  tiles: readonly Tile[],
  drawnCharts: readonly DocumentChart[],
  style: TableStyle,
  format: LocaleFormat,
): string {
  const charts = drawnCharts.map(chart => drawnChart(chart, format));
  const drawing = makeDrawing(style);
  const width = Number.isFinite(style.width) ? style.width : usualWidth;
  const heading = wrapWords(safeText(formatText(title, format)).split(' '), width).map(line =>
    fitted(line, width, drawing.ellipsis),
  );
  const blocks = [heading.map(drawing.strong).join('\n')];
  if (tiles.length > 0) blocks.push(figuresText(tiles, width, drawing, format));
  const [named] = charts.flatMap(({ series }) => (series ? [series] : []));
  if (named) blocks.push(legendText(named, drawing));
  const plain = charts.filter(chart => chart.kind === 'days');
  const days = width < wideEnough ? plain : plain.map(withWeekdays);
  for (const strip of makeStrips(days, width, drawing)) blocks.push(stripText(strip, width, drawing));
  for (const chart of charts) if (chart.kind === 'bars') blocks.push(stripText([chart], width, drawing));
  if (charts.length === 0) blocks.push('Nothing to draw.');
  return `${blocks.join('\n\n').replace(/ +$/gm, '')}\n`;
}

/** What the two numbers and the two signs of a line are. */
function legendText([own, versus]: readonly [string, string], drawing: Drawing): string {
  if (drawing.plain) return `Numbers: ${own} (${versus})`;
  const { unicode } = drawing;
  const signs = `${drawing.bar(unicode ? '██' : '##')} ${own}   ${drawing.strong(versusMark(unicode))} ${versus}`;
  return `${signs}   ${drawing.faint(`Numbers: ${own}, ${versus}`)}`;
}

function figuresText(tiles: readonly Tile[], width: number, { unicode }: Drawing, format: LocaleFormat) {
  const between = unicode ? ' · ' : ', ';
  const lines: string[] = [];
  for (const tile of tiles) {
    const { shown, changed } = tileWords(tile, format);
    const unit = safeText(tile.unit.sign, 8);
    const more = [unicode ? changed : changed.replace(minus, '-'), formatText(tile.detail ?? '', format)];
    const brackets = more.some(Boolean) ? ` (${more.filter(Boolean).join(', ')})` : '';
    const words = `${formatText(tile.what, format)} ${shown}${unit === '%' ? unit : unit && ` ${unit}`}${brackets}`;
    const longer = [...lines.slice(-1), words].join(between);
    if (lines.length > 0 && measureWidth(longer) <= width) lines[lines.length - 1] = longer;
    else lines.push(words);
  }
  return lines.join('\n');
}

/**
 * As few strips as the width allows, each with about the same number of charts; without bars, the headings determine
 * the width.
 */
function makeStrips(charts: readonly Chart[], width: number, { plain }: Drawing): Chart[][] {
  for (let strips = 1; strips < charts.length; strips++) {
    const each = Math.ceil(charts.length / strips);
    const cut = Array.from({ length: strips }, (_, index) => charts.slice(index * each, (index + 1) * each));
    if (cut.every(strip => measureBar(strip, width, plain, plain) >= (plain ? 0 : leastBesideBar)))
      return cut;
  }
  return charts.map(chart => [chart]);
}

/**
 * The texts of a chart's lines, with their widths: each number and what follows it, the number of the second series or
 * another column.
 * @param headed the heading is above the numbers only, because there is no bar beside them
 */
function makeTexts(chart: Chart, plain: boolean, headed: boolean) {
  const { title, unit, points, series, decimal } = chart;
  const heading = `${title}${unit && ` (${unit})`}`;
  const inLine = (side: 'own' | 'versus') =>
    pointsInLine(
      points.map(point => point[side]?.text ?? ''),
      decimal,
    );
  const numbers = inLine('own');
  const besides = series
    ? inLine('versus').map(text => (plain && text.trim() !== '' ? `(${text.trim()})` : text))
    : points.map(point => point.beside);
  const width = Math.max(headed ? measureWidth(heading) : 0, widest(numbers));
  return { heading, numbers, besides, width, beside: widest(besides) };
}

/** A day includes its weekday if there is space, because readers of a hotel's figures look for weekdays. */
function withWeekdays(chart: Chart): Chart {
  const points = chart.points.map(point => {
    const day = dayOfLabel(point.label);
    return day === undefined ? point : { ...point, label: `${point.label} ${weekday(day)}` };
  });
  return { ...chart, points };
}

/** The days of all charts of a strip, in chronological order: a currency may occur only on later days. */
const listLabels = (strip: readonly Chart[]) =>
  [...new Set(strip.flatMap(({ points }) => points.map(({ label }) => label)))].sort();

/** A label may take two fifths of the line; a date is shorter. */
const labelWidth = (labels: readonly string[], width: number) =>
  Math.min(widest(labels), Math.max(10, Math.floor(width * 0.4)));

function measureBar(strip: readonly Chart[], width: number, plain: boolean, headed = false): number {
  const texts = strip.reduce((sum, chart) => {
    const { width: number, beside } = makeTexts(chart, plain, headed);
    return sum + number + gap + (beside > 0 ? beside + gap : 0);
  }, 0);
  const label = labelWidth(listLabels(strip), width);
  return Math.min(mostBar, Math.floor((width - label - texts) / strip.length) - gap);
}

function stripText(strip: readonly Chart[], width: number, drawing: Drawing): string {
  // A label may occur twice (two accounts with one name): each bar chart keeps its own lines.
  const shared = strip.length > 1;
  const labels = shared ? listLabels(strip) : (strip[0]?.points ?? []).map(({ label }) => label);
  const label = labelWidth(labels, width);
  const bar = drawing.plain ? 0 : measureBar(strip, width, drawing.plain);
  const cells = strip.map(chart => {
    const texts = makeTexts(chart, drawing.plain, shared && drawing.plain);
    const rowOf = new Map(chart.points.map((point, row) => [point.label, row]));
    return { ...makeCells(chart, texts, bar >= leastBar ? bar : 0, drawing), title: texts.heading, rowOf };
  });
  const lines = labels.map((name, line) => {
    const parts = cells.map(
      ({ rows, blank, rowOf }) => rows[shared ? (rowOf.get(name) ?? -1) : line] ?? blank,
    );
    return padded(fitted(name, label, drawing.ellipsis), label) + parts.join('');
  });
  const further = strip.reduce((sum, chart) => sum + chart.further, 0);
  if (further > 0) lines.push(drawing.faint(`and ${further} more, in the table`));
  const heading = shared
    ? ' '.repeat(label) + cells.map(({ heading: text }) => text).join('')
    : drawing.strong(cells[0]?.title ?? '');
  return [heading, ...lines].join('\n');
}

/** One chart's part of each line: number, additional text, bar; padded to one width. */
function makeCells(chart: Chart, texts: ReturnType<typeof makeTexts>, bar: number, drawing: Drawing) {
  const { width, beside } = texts;
  const between = ' '.repeat(gap);
  const length = gap + width + (beside > 0 ? gap + beside : 0) + gap + bar;
  const rows = chart.points.map(({ own, versus }, row) => {
    const number = (texts.numbers[row] ?? '').padStart(width);
    const text = texts.besides[row] ?? '';
    const second = beside > 0 ? ' '.repeat(gap + beside - measureWidth(text)) + text : '';
    const drawn = bar > 0 && own ? signedBar(own.value, chart.scale, bar, drawing.unicode) : '';
    const start = `${between}${number}${drawing.faint(second)}${between}`;
    const padding = (used: number) => ' '.repeat(Math.max(0, bar - used));
    if (bar === 0 || !versus) return `${start}${drawing.bar(drawn)}${padding(measureWidth(drawn))}`;
    const [before, after] = markedBar(drawn, versus.value, chart.scale, bar);
    const marked = `${drawing.bar(before)}${drawing.strong(versusMark(drawing.unicode))}${drawing.bar(after)}`;
    return `${start}${marked}${padding(measureWidth(before) + 1 + measureWidth(after))}`;
  });
  const title = fitted(texts.heading, length - gap, drawing.ellipsis);
  return {
    rows,
    blank: ' '.repeat(length),
    heading: `${between}${drawing.strong(title)}${' '.repeat(length - gap - measureWidth(title))}`,
  };
}
