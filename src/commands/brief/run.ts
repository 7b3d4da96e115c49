import { todayAt } from '../../cli/date-options.ts';
import { withDelivery } from '../../cli/delivery.ts';
import type { DeliveryOptions } from '../../cli/delivery-flags.ts';
import type { Invocation, OpenInvocation } from '../../cli/invocation.ts';
import type { OutputOptions } from '../../cli/output-flags.ts';
import { fetchPropertyIds } from '../../cli/properties.ts';
import { openReportSource } from '../../cli/report-source.ts';
import { type SeveralProperties, severalProperties } from '../../cli/several-properties.ts';
import { coversPeriod, findArchive, rowsWithin } from '../../cli/snapshot-options.ts';
import { writeComparison } from '../../cli/write-comparison.ts';
import { addDays, type CalendarDate } from '../../platform/dates.ts';
import type { Period } from '../../platform/periods.ts';
import type { ReportRecord } from '../../platform/records.ts';
import { propertyPerformanceReport } from '../../platform/reports/property-performance.ts';
import { fetchReport, type ReportPlan } from '../../reports/fetch-report.ts';
import { addRow, figureColumns, noBookedFigures, noFigures } from '../../reports/figures/booked-figures.ts';
import {
  type BriefPart,
  briefParts,
  briefPickup,
  briefRecord,
  briefView,
  figuresOfSummary,
} from '../../reports/figures/brief.ts';
import { findSnapshots } from '../../reports/snapshots/snapshot-store.ts';

type BriefOptions = OutputOptions & SeveralProperties & DeliveryOptions;

/** `hotelctl brief`: one request for each property, part and year. */
export async function runBrief(open: OpenInvocation, options: BriefOptions): Promise<void> {
  const invocation = await open(options);
  await withDelivery(invocation, options, 'brief', () => writeBrief(invocation, options));
}

async function writeBrief(invocation: Invocation, options: BriefOptions): Promise<void> {
  const platform = openReportSource(invocation, propertyPerformanceReport);
  const { send, baseUrl } = platform;
  const { views } = await propertyPerformanceReport.response();
  const plan: ReportPlan = {
    ...platform,
    report: propertyPerformanceReport,
    views: views.slice(0, 1),
    format: 'ndjson',
    strict: false,
  };
  try {
    const today = todayAt(invocation, send, baseUrl);
    const listAll = () => fetchPropertyIds(invocation, send, baseUrl);
    const properties = async () =>
      (await severalProperties(invocation, options, listAll)).map(property => ({ property }));
    await writeComparison(invocation, options, briefView, properties, async ({ property }) =>
      briefOf(invocation, plan, property, await today(property)),
    );
  } finally {
    await platform.close();
  }
}

async function briefOf(
  invocation: Invocation,
  plan: ReportPlan,
  property: string,
  today: CalendarDate,
): Promise<readonly ReportRecord[]> {
  const records: ReportRecord[] = [];
  for (const part of briefParts(today)) {
    const [now, lastYear] = await Promise.all(
      [part.period, part.lastYear].map(period => period && figuresOf(plan, property, period)),
    );
    if (part.lastYear && !lastYear)
      await invocation.warn(`${noFigures(property, [part.lastYear])} to compare with`);
    const pickup = part.period.first >= today ? await pickupOf(invocation, property, part, today) : null;
    records.push(briefRecord(property, part, lastYear, now, pickup));
  }
  return records;
}

async function figuresOf(plan: ReportPlan, property: string, { first, last }: Period) {
  const result = await fetchReport(plan, { propertyId: property, from: first, to: last });
  for await (const [summary] of result.records()) return figuresOfSummary(summary);
  return undefined;
}

/** From the snapshots of yesterday and today; null without both, or if one of them does not have all days. */
async function pickupOf(
  invocation: Invocation,
  property: string,
  { period }: BriefPart,
  today: CalendarDate,
): Promise<ReportRecord | null> {
  const snapshots = await findSnapshots(await findArchive(invocation), property);
  const days = [addDays(today, -1), today];
  const both = days.flatMap(day => snapshots.find(({ taken }) => taken === day) ?? []);
  if (both.length < days.length) return null;
  for (const snapshot of both) {
    if (await coversPeriod(snapshot, period)) continue;
    await invocation.warn(
      `${property}: the snapshot of ${snapshot.taken} ends before ${period.last}, so the pick-up is empty`,
    );
    return null;
  }
  const [before, now] = await Promise.all(
    both.map(async snapshot => {
      const rows = await rowsWithin(snapshot, 'days', period, [...figureColumns]);
      return rows.reduce(addRow, noBookedFigures);
    }),
  );
  if (!before || !now) return null;
  return briefPickup(before, now);
}
