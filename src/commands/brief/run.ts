import Big from 'big.js';
import { connect } from '../../cli/connect.ts';
import { dataFolder } from '../../cli/data-folder.ts';
import { todayAt } from '../../cli/date-options.ts';
import { withDelivery } from '../../cli/delivery.ts';
import type { DeliveryOptions } from '../../cli/delivery-flags.ts';
import type { Invocation, OpenInvocation } from '../../cli/invocation.ts';
import type { OutputOptions } from '../../cli/output-flags.ts';
import { fetchPropertyIds } from '../../cli/properties.ts';
import { type SeveralProperties, severalProperties } from '../../cli/several-properties.ts';
import { addDays, type CalendarDate } from '../../platform/dates.ts';
import { settled } from '../../platform/numbers.ts';
import type { Period } from '../../platform/periods.ts';
import type { ReportRecord, View } from '../../platform/records.ts';
import { propertyPerformanceReport } from '../../platform/reports/property-performance.ts';
import { fetchReport, type ReportFetch } from '../../reports/fetch-report.ts';
import {
  type BriefPart,
  type BriefPickup,
  briefParts,
  briefRecord,
  figuresOfSummary,
} from '../../reports/figures/brief.ts';
import { briefColumns, briefHeadline } from '../../reports/figures/compared-columns.ts';
import { addRow, type BookedFigures, figureColumns, noBookedFigures } from '../../reports/figures/figures.ts';
import { listLayers } from '../../reports/snapshots/snapshot-store.ts';
import { type ComparisonView, writeComparison } from '../pickup/comparison-output.ts';
import { coversPeriod, rowsWithin } from '../pickup/layer-options.ts';
import { reportsVersionOf } from '../reports/requests.ts';

type BriefOptions = OutputOptions & SeveralProperties & DeliveryOptions;

/** `hotelctl brief`: one request for each property, part and year. */
export async function runBrief(open: OpenInvocation, options: BriefOptions): Promise<void> {
  const invocation = await open(options);
  await withDelivery(invocation, options, 'brief', () => writeBrief(invocation, options));
}

async function writeBrief(invocation: Invocation, options: BriefOptions): Promise<void> {
  const { settings, context } = invocation;
  const baseUrl = settings.requireHost('baseUrl');
  const version = reportsVersionOf(propertyPerformanceReport, settings);
  const connection = connect(invocation, baseUrl);
  const { send } = connection;
  const { views } = await propertyPerformanceReport.response();
  const fetch: ReportFetch = {
    report: propertyPerformanceReport,
    view: views[0] as View<never>,
    format: 'ndjson',
    strict: false,
    newKey: () => context.random.uuid(),
    warn: message => invocation.warn(`warning: ${message}`),
    ...{ baseUrl, version, send },
  };
  try {
    const today = todayAt(invocation, send, baseUrl);
    await writeComparison(invocation, options, briefView, {
      async properties() {
        const listed = await severalProperties(invocation, options, () =>
          fetchPropertyIds(invocation, send, baseUrl),
        );
        return listed.map(property => ({ property }));
      },
      recordsOf: async ({ property }) => briefOf(invocation, fetch, property, await today(property)),
    });
  } finally {
    await connection.close();
  }
}

async function briefOf(
  invocation: Invocation,
  fetch: ReportFetch,
  property: string,
  today: CalendarDate,
): Promise<readonly ReportRecord[]> {
  const records: ReportRecord[] = [];
  for (const part of briefParts(today)) {
    const [now, lastYear] = await Promise.all(
      [part.period, part.lastYear].map(period => period && figuresOf(fetch, property, period)),
    );
    const pickup = part.period.first >= today ? await pickupOf(invocation, property, part, today) : null;
    records.push(briefRecord(property, part, lastYear, now ?? noBookedFigures, pickup));
  }
  return records;
}

async function figuresOf(
  fetch: ReportFetch,
  property: string,
  { first, last }: Period,
): Promise<BookedFigures> {
  const result = await fetchReport(fetch, { propertyId: property, from: first, to: last });
  for await (const [summary] of result.records()) return figuresOfSummary(summary);
  return noBookedFigures;
}

/** From the layers of yesterday and today; null without both, or if one of them does not have all days. */
async function pickupOf(
  invocation: Invocation,
  property: string,
  { period }: BriefPart,
  today: CalendarDate,
): Promise<BriefPickup | null> {
  const layers = await listLayers(dataFolder(invocation), property);
  const days = [addDays(today, -1), today];
  const both = days.flatMap(day => layers.find(({ taken }) => taken === day) ?? []);
  if (both.length < days.length) return null;
  for (const layer of both) {
    if (await coversPeriod(layer, period)) continue;
    await invocation.warn(
      `${property}: the snapshot of ${layer.taken} ends before ${period.last}, so the pick-up is empty`,
    );
    return null;
  }
  const [before, now] = await Promise.all(
    both.map(async layer => {
      const rows = await rowsWithin(layer, 'days', period, [...figureColumns]);
      return rows.reduce(addRow, noBookedFigures);
    }),
  );
  if (!before || !now) return null;
  return {
    sold: settled(new Big(now.sold - before.sold)),
    grossRevenue: settled(now.grossRevenue.minus(before.grossRevenue)),
  };
}

const briefView: ComparisonView = {
  name: 'Morning page',
  columns: briefColumns,
  table: {
    columns: briefHeadline,
    title: ([first]) =>
      `Morning page · ${first === undefined ? '' : `${first['propertyId']} · `}against last year`,
  },
};
