import { UsageError } from '../../base/errors.ts';
import { countText } from '../../base/text.ts';
import { readWholeNumber } from '../../platform/numbers.ts';
import { nameOfPeriod, type Period } from '../../platform/periods.ts';
import { safeText } from '../../platform/safe-text.ts';
import type { MonthFigures } from './fetch-month.ts';
import { isResidence, notStated } from './forms.ts';

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
  let left = figures;
  const words: string[] = [];
  for (const [index, line] of lines.entries()) {
    const hint = 'for example `MUC,2026-10,UA,12,40,20,refugees`';
    const where = `${path}, line ${index + 2}`;
    if (!/^\d{4}-(0[1-9]|1[0-2])$/.test(line['month'] ?? ''))
      throw new UsageError(`${where}: month must be a month such as 2026-10`, { hint });
    if (line['property'] !== property || line['month'] !== nameOfPeriod(period)) continue;
    const read = (name: string) =>
      readWholeNumber(`${where}: ${name}`, line[name] || '0', { least: 0, most: 99_999, hint });
    const country = line['country'] || notStated;
    if (!isResidence(country))
      throw new UsageError(`${where}: ${safeText(country, 20)} is not an ISO 3166-1 code`, { hint });
    const [fewerArrivals, fewerNights, fewerRooms] = [read('arrivals'), read('nights'), read('room-nights')];
    const subtract = (counts: MonthFigures['arrivals'], count: number) => ({
      ...counts,
      total: counts.total - count,
      byCountry: new Map(counts.byCountry).set(country, (counts.byCountry.get(country) ?? 0) - count),
    });
    left = {
      ...left,
      arrivals: subtract(left.arrivals, fewerArrivals),
      nights: subtract(left.nights, fewerNights),
      roomNights: left.roomNights - fewerRooms,
    };
    const before = countsOf(figures, country);
    for (const [what, count] of Object.entries(countsOf(left, country))) {
      const present = before[what] ?? 0;
      if (count < 0)
        throw new UsageError(
          `${where}: it subtracts more than the reports have: ${present - count} of ${present} ${what}`,
          { hint: 'correct the country or the numbers' },
        );
    }
    if (!line['reason']) throw new UsageError(`${where}: it has no reason`, { hint });
    words.push(
      `Subtracted for ${safeText(country, 20)}: ${countText(fewerArrivals, 'arrival')}, ${countText(fewerNights, 'night')} and ` +
        `${countText(fewerRooms, 'room night')}: ${safeText(line['reason'], 200)}.`,
    );
  }
  return { figures: left, words };
}

const countsOf = (
  { arrivals, nights, roomNights }: MonthFigures,
  country: string,
): Record<string, number> => ({
  [`arrivals of ${country}`]: arrivals.byCountry.get(country) ?? 0,
  [`nights of ${country}`]: nights.byCountry.get(country) ?? 0,
  'room nights': roomNights,
});
