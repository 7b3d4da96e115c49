import { UsageError } from '../../base/errors.ts';
import { countText } from '../../base/text.ts';
import { readWholeNumber } from '../../platform/numbers.ts';
import { nameOfPeriod, type Period } from '../../platform/periods.ts';
import { safeText } from '../../platform/safe-text.ts';
import type { MonthFigures } from './fetch-month.ts';
import { notStated } from './forms.ts';

/** Guests that an office excludes, and the reports cannot: refugees, staff, long stays. */
export const adjustmentColumns = [
  'property',
  'month',
  'country',
  'arrivals',
  'nights',
  'room-nights',
  'reason',
];

/**
 * The figures without what the file subtracts for a property and a month, and a sentence for each of its lines.
 *
 * @throws UsageError for a line that is not valid, or that subtracts more than there is
 */
export function subtractAdjustments(
  path: string,
  lines: readonly Readonly<Record<string, string>>[],
  property: string,
  period: Period,
  figures: MonthFigures,
): { readonly figures: MonthFigures; readonly words: readonly string[] } {
  let { arrivals, nights, roomNights } = figures;
  const words: string[] = [];
  for (const [index, line] of lines.entries()) {
    if (line['property'] !== property || line['month'] !== nameOfPeriod(period)) continue;
    const hint = 'for example `MUC,2026-10,UA,12,40,20,refugees`';
    const where = `${path}, line ${index + 2}`;
    const read = (name: string) =>
      readWholeNumber(`${where}: ${name}`, line[name] || '0', { least: 0, most: 99_999, hint });
    const country = line['country'] || notStated;
    const [fewerArrivals, fewerNights, fewerRooms] = [read('arrivals'), read('nights'), read('room-nights')];
    const subtract = (counts: MonthFigures['arrivals'], count: number) => ({
      ...counts,
      total: counts.total - count,
      byCountry: new Map(counts.byCountry).set(country, (counts.byCountry.get(country) ?? 0) - count),
    });
    [arrivals, nights] = [subtract(arrivals, fewerArrivals), subtract(nights, fewerNights)];
    roomNights -= fewerRooms;
    if (Math.min(arrivals.byCountry.get(country) ?? 0, nights.byCountry.get(country) ?? 0, roomNights) < 0)
      throw new UsageError(`${where}: it subtracts more than the reports have`, { hint });
    if (!line['reason']) throw new UsageError(`${where}: it has no reason`, { hint });
    words.push(
      `Subtracted for ${safeText(country, 20)}: ${countText(fewerArrivals, 'arrival')}, ${countText(fewerNights, 'night')} and ` +
        `${countText(fewerRooms, 'room night')}: ${safeText(line['reason'], 200)}.`,
    );
  }
  return { figures: { ...figures, arrivals, nights, roomNights }, words };
}
