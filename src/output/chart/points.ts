import { valueReader } from '../../platform/record-paths.ts';
import type { ChartDefinition, ReportRecord } from '../../platform/records.ts';

/** Which records a chart draws, and in which order: the same on a terminal, on a page and in a workbook. */

/** With more bars than these, a table is easier to read. */
const mostBars = 20;

export function chartFilter({ only }: ChartDefinition): (record: ReportRecord) => boolean {
  if (!only) return () => true;
  const read = valueReader(only.column);
  return record => {
    const value = read(record);
    return only.values.some(wanted => value === wanted);
  };
}

export function drawnPoints<Point>(
  { kind, largestFirst, most = mostBars }: ChartDefinition,
  points: readonly Point[],
  size: (point: Point) => number,
): readonly Point[] {
  const ordered = largestFirst ? points.toSorted((a, b) => size(b) - size(a)) : points;
  return kind === 'bars' ? ordered.slice(0, most) : ordered;
}
