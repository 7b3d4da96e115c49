import Big from 'big.js';
import { UndocumentedResponseError } from '../../base/errors.ts';
import { type ExactNumber, plainNumber } from '../../platform/numbers.ts';
import { type Period, requestsFor } from '../../platform/periods.ts';
import type { ReportDefinition } from '../../platform/reports/report.ts';
import { safeText } from '../../platform/safe-text.ts';
import { fetchReport, type ReportSource } from '../fetch-report.ts';

/** `Reduced:7`: how a map names a tax, whatever the decimals of its rate. */
export const taxName = (type: string, percent: ExactNumber | string): string =>
  `${type}:${new Big(typeof percent === 'string' ? percent : plainNumber(percent)).toString()}`;

/**
 * The items of a list report in a period, in as many requests as needed. An incomplete list is an error, because the sums of
 * an export would be wrong.
 *
 * @param dateOf the day that decides whether an item belongs to the period
 * @throws UndocumentedResponseError
 */
export async function* fetchItems<Item>(
  source: ReportSource,
  report: ReportDefinition,
  property: string,
  { first, last }: Period,
  dateOf: (item: Item) => string,
): AsyncGenerator<readonly Item[]> {
  const hint = `look at it with \`hotelctl reports ${report.name} --period ${first}..${last}\`; nothing was written`;
  const { views } = await report.response();
  const plan = {
    ...source,
    report,
    refuses: { hint, conflicts: true },
    views: views.slice(0, 1),
    format: 'ndjson',
    strict: false,
  } as const;
  for (const dates of requestsFor({ becomes: 'date-filter', atMostMonths: 1 }, { first, last })) {
    const result = await fetchReport(plan, { propertyId: property, ...dates });
    for await (const records of result.records()) {
      const items = records as unknown as readonly Item[];
      const stray = items.map(dateOf).find(date => date < first || date > last);
      if (stray !== undefined)
        throw new UndocumentedResponseError(
          `the ${report.name} report has the date ${safeText(stray, 30)}, which was not requested`,
          { hint },
        );
      yield items;
    }
  }
}
