import { open } from 'node:fs/promises';
import { join } from 'node:path';
import type { Context } from '../../base/context.ts';
import { openRegular } from '../../base/own-file.ts';
import type { HttpResponse } from '../../http/exchange.ts';
import { inPieces, withWriteErrors } from '../../output/delivery/write-file.ts';
import { type RequestResult, readItems } from '../../output/results.ts';
import { type Parameters, queryString } from '../../platform/parameters.ts';
import { type Period, requestsFor } from '../../platform/periods.ts';
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
import { type ArchivedFile, ByteDigest } from '../archive/manifest.ts';
import { type ReportSource, readReport, requestReport } from '../fetch-report.ts';
import type { Posting } from '../posting.ts';

/** A response as it was received. The path, with its query, contains no credentials. */
export type SavedResponse = ArchivedFile & {
  readonly report: string;
  readonly path: string;
  readonly status: number;
};

/** What the user chooses: services, and the over-night time slices, so that day use is not counted as sold. */
type CloseOptions = Readonly<Record<'serviceIds' | 'timeSliceDefinitionIds', readonly string[]>>;

/** The requests of a month, by the names of their files. Revenues come before the ledger and again at the end: they may move. */
function closeRequests(propertyId: string, period: Period, options: CloseOptions) {
  const requestOf = (report: ReportDefinition, more: Parameters = {}) => {
    return { report, parameters: { propertyId, ...requestsFor(report.period, period)[0], ...more } };
  };
  // The names of groups are read, so they must not depend on a language.
  const revenues = requestOf(revenuesReport, { languageCode: 'en' });
  const { serviceIds, timeSliceDefinitionIds } = options;
  const days = { expand: ['businessDays'] };
  const bedrooms = { ...days, unitGroupTypes: ['BedRoom'], timeSliceDefinitionIds };
  return {
    revenues,
    'gross-transactions': requestOf(grossTransactionsReport),
    'company-invoices-vat': requestOf(companyInvoicesVatReport),
    'property-performance': requestOf(propertyPerformanceReport, days),
    'property-performance-bedrooms': requestOf(propertyPerformanceReport, bedrooms),
    'ordered-services': serviceIds.length > 0 ? requestOf(orderedServicesReport, { serviceIds }) : undefined,
    'room-nights': requestOf(roomNightsReport),
    'bed-nights': requestOf(bedNightsReport),
    arrivals: requestOf(arrivalsReport),
    'revenues-again': revenues,
  };
}
export type ResponseName = keyof ReturnType<typeof closeRequests>;

export const ledgerFile = 'gross-transactions.json';

export interface SavedMonth {
  readonly folder: string;
  readonly responses: readonly SavedResponse[];
}

/** Reads a response. @returns what `read` makes of it; undefined if the month has no such request */
export type Receive = <Read>(
  name: ResponseName,
  read: (result: RequestResult) => Promise<Read>,
) => Promise<Read | undefined>;

/** Sends the requests of a month. Each response is read while it is received, hashed and written to a file of the folder. */
export function requestMonth(
  source: ReportSource,
  folder: string,
  property: string,
  period: Period,
  options: CloseOptions,
  clock: Context['clock'],
) {
  const requests = closeRequests(property, period, options);
  const saved = new Map<string, SavedResponse>();
  const receive: Receive = async (name, read) => {
    const request = requests[name];
    if (!request) return undefined;
    const { report, parameters } = request;
    // It names the request in warnings. Whether days add up to the whole is a check of the close, and no warning or error.
    const named = { ...parameters, expand: [] };
    const file = `${name}.json`;
    const response = await requestReport(source, report, parameters);
    const { made, bytes, sha256 } = await readAndKeep(
      join(folder, file),
      response,
      report.listField !== undefined,
      async received => read(await readReport(readingPlan(source, report), named, received)),
    );
    saved.set(name, {
      file,
      report: report.name,
      status: response.status,
      bytes,
      path: `${reportPath(report, source.version)}?${queryString(report, parameters)}`,
      fetchedAt: new Date(clock.now()).toISOString(),
      sha256,
    });
    return made;
  };
  return {
    receive,
    saved: () => ({ folder, responses: Object.keys(requests).flatMap(name => saved.get(name) ?? []) }),
  };
}

/** Reads responses that were saved, and checks them as if they had just been received. @param digest of the bytes that are read */
export const receiveSaved =
  ({ folder, responses }: SavedMonth, digest?: ByteDigest): Receive =>
  async (name, read) => {
    const saved = responses.find(({ file }) => file === `${name}.json`);
    if (!saved) return undefined;
    const report = reports.find(each => each.name === saved.report) as ReportDefinition;
    const opened = await openRegular(join(folder, saved.file), saved.bytes);
    const stream = opened.createReadStream({ highWaterMark: pieceSize });
    const body = digest ? digest.adding(stream) : stream;
    const response = { status: saved.status, headers: {}, body, discard: async () => void stream.destroy() };
    // Its warnings were printed when it was received.
    return read(await readReport(readingPlan({ warn: async () => {} }, report), {}, response));
  };

export const readList = <Item>(month: SavedMonth, name: string, digest?: ByteDigest) =>
  receiveSaved(month, digest)(name as ResponseName, async list => readItems<Item>(list));

export const readLedger = (month: SavedMonth) => readList<Posting>(month, 'gross-transactions');

/** What `read` makes of a response whose bytes go to a file at the same time, and the digest of the file. */
async function readAndKeep<Read>(
  path: string,
  response: HttpResponse,
  isList: boolean,
  read: (response: HttpResponse) => Promise<Read>,
) {
  const digest = new ByteDigest();
  const output = await withWriteErrors(path, () => open(path, 'wx', 0o600));
  let writing: Promise<unknown> | undefined;
  const body = async function* () {
    for await (const piece of inPieces(response.body)) {
      digest.add(piece);
      // The next piece is received while one is written.
      await writing;
      writing = withWriteErrors(path, () => output.writeFile(piece));
      // It is thrown where it is awaited.
      writing.catch(() => {});
      // Lists are read piece by piece; all pieces of another body are kept, and these bytes are overwritten.
      yield isList ? piece : Buffer.from(piece);
    }
  };
  try {
    const made = await read({ ...response, body: body() });
    await writing;
    await withWriteErrors(path, () => output.sync());
    return { made, ...digest.end() };
  } finally {
    await output.close();
  }
}

const wholeView: View<ReportRecord> = {
  name: 'whole',
  summary: '',
  columns: [],
  records: body => [body],
  whole: { record: body => body, figures: [] },
};

/** Bytes that are read at a time, while the ones before are parsed. */
const pieceSize = 256 << 10;

const readingPlan = (source: Pick<ReportSource, 'warn' | 'namesAssumptions'>, report: ReportDefinition) => ({
  ...source,
  report,
  views: [wholeView as View<never>],
  refuses: {
    hint: `see the response with \`hotelctl reports ${report.name} --format json\`; nothing was kept`,
  },
});
