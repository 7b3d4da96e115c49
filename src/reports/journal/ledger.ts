import Big from 'big.js';
import { UndocumentedResponseError } from '../../base/errors.ts';
import { type ExactNumber, plainNumber } from '../../platform/numbers.ts';
import { type Period, requestsFor } from '../../platform/periods.ts';
import type { ReportRecord } from '../../platform/records.ts';
import type { ReportDefinition } from '../../platform/reports/report.ts';
import { safeText } from '../../platform/safe-text.ts';
import { fetchReport, type ReportSource } from '../fetch-report.ts';
import type { Posting } from '../posting.ts';

/** `Reduced:7`: how a map names a tax, whatever the decimals of its rate. */
export const taxName = (type: string, percent: ExactNumber | string): string =>
  `${type}:${new Big(typeof percent === 'string' ? percent : plainNumber(percent)).toString()}`;

/** How a person finds a line in the ledger. */
export const nameOfLine = ({ sourceEntryNumber, date }: Posting): string =>
  `entry ${safeText(sourceEntryNumber, 60)} of ${date}`;

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
  const refuse = (words: string) => {
    throw new UndocumentedResponseError(`the ${report.name} report ${words}`, {
      hint: `look at it with \`hotelctl reports ${report.name} --period ${first}..${last}\`; nothing was written`,
    });
  };
  const warn = async (message: string) => {
    const [, words] = /report ((?:is not complete|contradicts itself): .*)/.exec(message) ?? [];
    if (words !== undefined) refuse(words);
    await source.warn(message);
  };
  const { views } = await report.response();
  const plan = {
    ...source,
    warn,
    report,
    views: views.slice(0, 1),
    format: 'ndjson',
    strict: false,
    needsAllFields: true,
  } as const;
  for (const dates of requestsFor({ becomes: 'date-filter', atMostMonths: 1 }, { first, last })) {
    const result = await fetchReport(plan, { propertyId: property, ...dates });
    for await (const records of result.records()) {
      const items = records as readonly ReportRecord[] as unknown as readonly Item[];
      const stray = items.find(item => dateOf(item) < first || dateOf(item) > last);
      if (stray) refuse(`has the date ${safeText(dateOf(stray), 30)}, which was not requested`);
      yield items;
    }
  }
}
