import { openReportSource } from '../../cli/connect.ts';
import { datesAt } from '../../cli/date-options.ts';
import type { Invocation } from '../../cli/invocation.ts';
import { accessibleProperties, findUnknownProperty } from '../../cli/properties.ts';
import type { SeveralProperties } from '../../cli/several-properties.ts';
import { nameOfPeriod, type Period, readPeriod } from '../../platform/periods.ts';
import { grossTransactionsReport } from '../../platform/reports/accounting.ts';
import { linesOfLedger } from '../../reports/close/other-months.ts';

export function openLedgers(invocation: Invocation, options: SeveralProperties) {
  const source = openReportSource(invocation, grossTransactionsReport);
  const dates = datesAt(invocation, source);
  const { zoneOf } = dates;
  /** @throws RefusedError for a property that does not exist: a mistyped one has no time zone either */
  const today = async (property: string) => {
    const unknown =
      (await zoneOf(property)) === undefined && (await findUnknownProperty(invocation, property));
    if (unknown) throw unknown;
    return dates.today(property);
  };
  return {
    source,
    today,
    zoneOf,
    close: source.close,
    properties: () => accessibleProperties(invocation, options, source),
    linesOf: (property: string, period: Period) => linesOfLedger(source, property)(period),
    periodOf: async (property: string, text: string) => readPeriod('--period', text, await today(property)),
    /** Postings may follow until the audit of the last day and 06:00 of the next. */
    warnIfOpen: async (property: string, period: Period) => {
      if (period.last > (await dates.lastClosedDay(property)))
        await invocation.warn(
          `warning: ${property}: ${nameOfPeriod(period)} is not over: postings to it may follow until 06:00 of the day after it`,
        );
    },
  };
}
