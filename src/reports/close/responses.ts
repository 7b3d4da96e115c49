import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { TemporaryError } from '../../base/errors.ts';
import type { HttpResponse } from '../../http/exchange.ts';
import { withWriteErrors } from '../../output/delivery/write-file.ts';
import type { RequestResult } from '../../output/results.ts';
import { addDays } from '../../platform/dates.ts';
import { sortedByName, stringifyJson } from '../../platform/json.ts';
import { type Parameters, queryString } from '../../platform/parameters.ts';
import type { Period } from '../../platform/periods.ts';
import type { ReportRecord, View } from '../../platform/records.ts';
import {
  companyInvoicesVatReport,
  grossTransactionsReport,
  revenuesReport,
} from '../../platform/reports/accounting.ts';
import { arrivalsReport, bedNightsReport, roomNightsReport } from '../../platform/reports/guest-counts.ts';
import { reports } from '../../platform/reports/index.ts';
import { orderedServicesReport } from '../../platform/reports/ordered-services.ts';
import { propertyPerformanceReport } from '../../platform/reports/property-performance.ts';
import { type ReportDefinition, reportPath } from '../../platform/reports/report.ts';
import { fetchReport, type ReportSource, requestReport } from '../fetch-report.ts';

/** One request of a close, and the file that keeps its response. */
interface CloseRequest {
  readonly file: string;
  readonly report: ReportDefinition;
  readonly parameters: Parameters;
}

/** A response as it was received. The path, with its query, contains no credentials. */
export interface SavedResponse {
  readonly file: string;
  readonly report: string;
  readonly path: string;
  readonly status: number;
  readonly fetchedAt: string;
  readonly bytes: number;
  readonly sha256: string;
}

/** What the user adds to the requests of a close. */
interface CloseOptions {
  /** The services to compare, with the account that only this service uses, if there is one. */
  readonly services: ReadonlyMap<string, string | undefined>;
  /** The over-night time slices, so that day use is not counted as sold. */
  readonly timeSliceDefinitionIds: readonly string[];
}

/** The files by what they contain. */
export const responseFiles = {
  revenues: 'revenues.json',
  ledger: 'gross-transactions.json',
  invoices: 'company-invoices-vat.json',
  performance: 'property-performance.json',
  bedrooms: 'property-performance-bedrooms.json',
  services: 'ordered-services.json',
  roomNights: 'room-nights.json',
  bedNights: 'bed-nights.json',
  arrivals: 'arrivals.json',
  revenuesAgain: 'revenues-again.json',
} as const;

/**
 * The requests of a month, each with the bounds of its report: the end of property performance is inclusive, all others
 * are exclusive. Revenues are requested before the ledger and again at the end, to see whether they moved meanwhile.
 */
function closeRequests(propertyId: string, { first, last }: Period, options: CloseOptions): CloseRequest[] {
  const to = addDays(last, 1);
  const month = { propertyId, month: String(Number(first.slice(5, 7))), year: first.slice(0, 4) };
  const filter = { propertyId, dateFilter: [`gte_${first}`, `lt_${to}`] };
  // The names of groups are read, so they must not depend on a language.
  const revenues = { propertyId, from: first, to, languageCode: 'en' };
  const days = { propertyId, from: first, to: last, expand: ['businessDays'] };
  const { timeSliceDefinitionIds: ids } = options;
  const bedrooms = {
    ...days,
    unitGroupTypes: ['BedRoom'],
    ...(ids.length > 0 ? { timeSliceDefinitionIds: ids } : {}),
  };
  const serviceIds = [...options.services.keys()];
  const one = (file: string, report: ReportDefinition, parameters: Parameters) => ({
    file,
    report,
    parameters,
  });
  return [
    one(responseFiles.revenues, revenuesReport, revenues),
    one(responseFiles.ledger, grossTransactionsReport, filter),
    one(responseFiles.invoices, companyInvoicesVatReport, filter),
    one(responseFiles.performance, propertyPerformanceReport, days),
    one(responseFiles.bedrooms, propertyPerformanceReport, bedrooms),
    ...(serviceIds.length > 0
      ? [one(responseFiles.services, orderedServicesReport, { propertyId, serviceIds, from: first, to })]
      : []),
    one(responseFiles.roomNights, roomNightsReport, month),
    one(responseFiles.bedNights, bedNightsReport, month),
    one(responseFiles.arrivals, arrivalsReport, month),
    one(responseFiles.revenuesAgain, revenuesReport, revenues),
  ];
}

/**
 * Sends the requests of a month one after the other, and writes each response to a file as it is received.
 *
 * @param now milliseconds since 1970
 * @throws TemporaryError if revenues moved while the ledger was read: the two would belong to different moments
 */
export async function saveResponses(
  source: ReportSource,
  folder: string,
  property: string,
  period: Period,
  options: CloseOptions,
  now: () => number,
): Promise<readonly SavedResponse[]> {
  const saved: SavedResponse[] = [];
  for (const request of closeRequests(property, period, options))
    saved.push(await saveResponse(source, folder, request, now));
  const revenues = saved.filter(({ report }) => report === revenuesReport.name);
  const [before, after] = await Promise.all(
    revenues.map(async each =>
      stringifyJson(sortedByName(await (await readResponse(source, folder, each)).whole?.())),
    ),
  );
  if (before === after) return saved;
  throw new TemporaryError(`${property}: revenues changed while the ledger was read`, {
    hint: 'run the command again when no one is posting to the month',
  });
}

async function saveResponse(
  source: ReportSource,
  folder: string,
  { file, report, parameters }: CloseRequest,
  now: () => number,
): Promise<SavedResponse> {
  const response = await requestReport(source, report, parameters);
  const hash = createHash('sha256');
  let bytes = 0;
  const path = join(folder, file);
  const output = await withWriteErrors(path, () => open(path, 'wx', 0o600));
  try {
    for await (const chunk of response.body) {
      hash.update(chunk);
      bytes += chunk.length;
      await withWriteErrors(path, () => output.writeFile(chunk));
    }
    await withWriteErrors(path, () => output.sync());
  } finally {
    await output.close();
  }
  return {
    ...{ file, report: report.name, status: response.status, bytes },
    path: `${reportPath(report, source.version)}?${queryString(report, parameters)}`,
    fetchedAt: new Date(now()).toISOString(),
    sha256: hash.digest('hex'),
  };
}

/** Every body as it is, and every element of a list. */
const wholeView: View<ReportRecord> = {
  name: 'whole',
  summary: '',
  columns: [],
  records: body => [body],
  whole: { record: body => body, figures: [] },
};

/** The bytes of a file, in pieces. Each has its own memory, because a small body is kept until its end. */
async function* readPieces(path: string): AsyncGenerator<Buffer> {
  const file = await open(path);
  try {
    for (;;) {
      const { bytesRead, buffer } = await file.read({ buffer: Buffer.allocUnsafeSlow(pieceSize) });
      if (bytesRead === 0) return;
      yield buffer.subarray(0, bytesRead);
    }
  } finally {
    await file.close();
  }
}
const pieceSize = 256 << 10;

/** A response that was saved, read and checked as if it had just been received. */
export async function readResponse(
  source: ReportSource,
  folder: string,
  saved: SavedResponse,
): Promise<RequestResult> {
  const report = reports.find(({ name }) => name === saved.report) as ReportDefinition;
  const replay = async (): Promise<HttpResponse> => ({
    status: saved.status,
    headers: {},
    body: readPieces(join(folder, saved.file)),
    discard: async () => {},
  });
  const plan = {
    ...{ ...source, send: replay, report, strict: false },
    ...{ views: [wholeView as View<never>], format: 'ndjson' as const },
    refuses: {
      hint: `see the response with \`hotelctl reports ${report.name} --format json\`; nothing was kept`,
    },
  };
  return fetchReport(plan, {});
}
