import { openReportSource } from '../../cli/connect.ts';
import { lastClosedDayAt, todayAt, zonesAt } from '../../cli/date-options.ts';
import type { Invocation } from '../../cli/invocation.ts';
import { fetchPropertyIds, findUnknownProperty } from '../../cli/properties.ts';
import { type SeveralProperties, severalProperties } from '../../cli/several-properties.ts';
import { nameOfPeriod, type Period, readPeriod } from '../../platform/periods.ts';
import { grossTransactionsReport } from '../../platform/reports/accounting.ts';
import { fetchItems } from '../../reports/fetch-report.ts';
import type { Posting } from '../../reports/posting.ts';

/** The ledgers of the properties of a command. */
export function openLedgers(invocation: Invocation, options: SeveralProperties) {
  const source = openReportSource(invocation, grossTransactionsReport);
  const { send, baseUrl, close } = source;
  const zoneOf = zonesAt(invocation, send, baseUrl);
  const dayAt = todayAt(invocation, send, baseUrl);
  /** @throws RefusedError for a property that does not exist: a mistyped one has no time zone either */
  const today = async (property: string) => {
    const unknown =
      (await zoneOf(property)) === undefined && (await findUnknownProperty(invocation, property));
    if (unknown) throw unknown;
    return dayAt(property);
  };
  const lastClosedDay = lastClosedDayAt(invocation, send, baseUrl);
  return {
    ...{ source, today, zoneOf, close },
    properties: () =>
      severalProperties(invocation, options, () => fetchPropertyIds(invocation, send, baseUrl)),
    linesOf: (property: string, period: Period) =>
      fetchItems<Posting>(source, grossTransactionsReport, property, period, ({ date }) => date),
    periodOf: async (property: string, text: string) => readPeriod('--period', text, await today(property)),
    /** Postings may follow until the audit of the last day and 06:00 of the next. */
    warnIfOpen: async (property: string, period: Period) => {
      if (period.last > (await lastClosedDay(property)))
        await invocation.warn(
          `warning: ${property}: ${nameOfPeriod(period)} is not over: postings to it may follow until 06:00 of the day after it`,
        );
    },
  };
}
