import type {
  Cell,
  DocumentBlock,
  DocumentChart,
  DocumentColumn,
  DocumentPoint,
  DocumentTable,
  Text,
} from '../document/document.ts';
import type { TableStyle } from '../table-style.ts';
import { fitted } from '../text-width.ts';
import { definedText, joinTexts, say } from '../words/messages.ts';
import { scaleOfChart } from './axes.ts';

/** The columns of a terminal that these usually take at least, with the space before them. */
const [dayWidth, numberWidth, barWidth] = [16, 10, 11];
/** A label may take so much of the line; the bar needs the rest. */
const shareOfLabel = 0.4;

/**
 * Charts as tables, for a terminal: each row has its label, its numbers and its bar, in that order, so that a screen reader
 * reads them well. Charts by day share their days, as many as the width allows.
 */
export function chartTables(
  charts: readonly DocumentChart[],
  { width, unicode, plain }: TableStyle,
): DocumentBlock[] {
  if (charts.length === 0) return [{ kind: 'note', text: 'Nothing to draw.' }];
  const days = charts.filter(({ form }) => form === 'days');
  const sides = Math.max(...charts.map(({ series }) => series.length));
  const most = Math.max(1, Math.floor((width - dayWidth) / (sides * numberWidth + barWidth)));
  const each = Math.ceil(days.length / Math.ceil(days.length / most));
  const strips = days.flatMap((_, index) => (index % each === 0 ? [days.slice(index, index + each)] : []));
  const short = (label: string) =>
    fitted(label, Math.max(10, Math.floor(width * shareOfLabel)), unicode ? '…' : '...');
  return [
    ...strips.map(strip => daysTable(strip, plain && sides === 1)),
    ...charts.filter(({ form }) => form === 'bars').flatMap(chart => barsTable(chart, short)),
  ];
}

/** The days of all charts in chronological order: a currency may occur only on later days. */
function daysTable(charts: readonly DocumentChart[], isOnlyNumbers: boolean): DocumentTable {
  const labels = [...new Set(charts.flatMap(({ points }) => points.map(({ label }) => label)))].sort();
  const known = charts.map(({ points }) => new Map(points.map(point => [point.label, point])));
  return {
    kind: 'table',
    groups: isOnlyNumbers
      ? []
      : [
          { title: '', span: 1 },
          ...charts.map(chart => ({ title: nameOf(chart), span: chart.series.length + 1 })),
        ],
    columns: [
      { heading: '', kind: 'date', dates: 'numeric-weekday' },
      ...charts.flatMap(chart => columnsOf(chart, isOnlyNumbers ? nameOf(chart) : '')),
    ],
    rows: labels.map(label => ({
      kind: 'row',
      cells: [label, ...charts.flatMap((chart, index) => cellsOf(chart, known[index]?.get(label)))],
    })),
  };
}

/** A label may occur twice, such as two accounts with one name: each point is a row. */
function barsTable(chart: DocumentChart, short: (label: string) => string): DocumentBlock[] {
  const { points, further = 0 } = chart;
  return [
    {
      kind: 'table',
      title: nameOf(chart),
      columns: [{ heading: '', kind: 'text' }, ...columnsOf(chart, '')],
      rows: points.map(point => ({ kind: 'row', cells: [short(point.label), ...cellsOf(chart, point)] })),
    },
    ...(further > 0
      ? [{ kind: 'note' as const, text: say('{count} more in the table', { count: further }) }]
      : []),
  ];
}

/** `Occupancy %`. */
const nameOf = ({ title, unit }: DocumentChart): Text => joinTexts([title, definedText(unit.sign)], ' ');

function columnsOf(chart: DocumentChart, name: Text): DocumentColumn[] {
  const { unit, series } = chart;
  const { least, most } = scaleOfChart(chart);
  const headings: readonly Text[] = series.length > 1 ? series : [name];
  return [
    ...headings.map((heading): DocumentColumn => ({ heading, kind: 'number', unit })),
    { heading: '', kind: 'bar', least, most },
  ];
}

function cellsOf({ series }: DocumentChart, point: DocumentPoint | undefined): Cell[] {
  const [own = null, mark = null] = point?.values ?? [];
  const detail = point?.detail;
  return series.length > 1
    ? [own, mark, { value: own, mark }]
    : [detail ? { value: own, detail } : own, { value: own }];
}
