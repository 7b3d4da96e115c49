import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { openRegular } from '../../base/own-file.ts';
import type { HttpResponse } from '../../http/exchange.ts';
import { inPieces, withWriteErrors } from '../../output/delivery/write-file.ts';
import type { RequestResult } from '../../output/results.ts';
import { readItems } from '../../output/rows/read-items.ts';
import { addDays } from '../../platform/dates.ts';
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
import { type ArchivedFile, ByteDigest } from '../archive/manifest.ts';
import { type ReportPlan, type ReportSource, readReport, requestReport } from '../fetch-report.ts';
import type { Posting } from '../posting.ts';

/** A response as it was received. The path, with its query, contains no credentials. */
export type SavedResponse = ArchivedFile & {
  readonly report: string;
  readonly path: string;
  readonly status: number;
};

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
 * The requests of a month, by the files of their responses, each with the bounds of its report: the end of property
 * performance is inclusive, all others are exclusive. Revenues are requested before the ledger and again at the end, to see
 * whether they moved meanwhile.
 */
function closeRequests(propertyId: string, { first, last }: Period, options: CloseOptions) {
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
  const services = { propertyId, serviceIds, from: first, to };
  return new Map<string, readonly [ReportDefinition, Parameters]>([
    [responseFiles.revenues, [revenuesReport, revenues]],
    [responseFiles.ledger, [grossTransactionsReport, filter]],
    [responseFiles.invoices, [companyInvoicesVatReport, filter]],
    [responseFiles.performance, [propertyPerformanceReport, days]],
    [responseFiles.bedrooms, [propertyPerformanceReport, bedrooms]],
    ...(serviceIds.length > 0
      ? ([[responseFiles.services, [orderedServicesReport, services]]] as const)
      : []),
    [responseFiles.roomNights, [roomNightsReport, month]],
    [responseFiles.bedNights, [bedNightsReport, month]],
    [responseFiles.arrivals, [arrivalsReport, month]],
    [responseFiles.revenuesAgain, [revenuesReport, revenues]],
  ]);
}

/** The responses of a month in their folder. */
export interface SavedMonth {
  readonly folder: string;
  readonly responses: readonly SavedResponse[];
}

/** Reads the response in a file. @returns what `read` makes of it; undefined if the month has no such request */
export type Receive = <Read>(
  file: string,
  read: (result: RequestResult) => Promise<Read>,
) => Promise<Read | undefined>;

/**
 * Sends the requests of a month. Each response is read while it is received, hashed and written to a file of the folder.
 *
 * @param now milliseconds since 1970
 */
export function requestMonth(
  source: ReportSource,
  folder: string,
  property: string,
  period: Period,
  options: CloseOptions,
  now: () => number,
) {
  const requests = closeRequests(property, period, options);
  const saved = new Map<string, SavedResponse>();
  const receive: Receive = async (file, read) => {
    const [report, parameters] = requests.get(file) ?? [];
    if (!report || !parameters) return undefined;
    const response = await requestReport(source, report, parameters);
    const { made, bytes, sha256 } = await readAndKeep(
      join(folder, file),
      response,
      report.listField !== undefined,
      async received => read(await readReport(readingPlan(source, report), {}, received)),
    );
    saved.set(file, {
      file,
      report: report.name,
      status: response.status,
      bytes,
      path: `${reportPath(report, source.version)}?${queryString(report, parameters)}`,
      fetchedAt: new Date(now()).toISOString(),
      sha256,
    });
    return made;
  };
  return {
    receive,
    /** What was received, in the order of the requests. */
    saved: (): SavedMonth => ({
      folder,
      responses: [...requests.keys()].flatMap(file => saved.get(file) ?? []),
    }),
  };
}

/** Of a month that was saved. */
export const receiveSaved =
  (month: SavedMonth): Receive =>
  async (file, read) => {
    const response = month.responses.find(each => each.file === file);
    return response && read(await readResponse(month, response));
  };

export const readLedger = (month: SavedMonth) =>
  receiveSaved(month)(responseFiles.ledger, async lines => readItems<Posting>(lines));

/** The values of promises. All of them have ended before an error is thrown, because the folder that they use is deleted then. */
export async function allEnded<Promises extends readonly unknown[]>(promises: readonly [...Promises]) {
  await Promise.allSettled(promises);
  return Promise.all(promises);
}

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

/** Every body as it is, and every element of a list. */
const wholeView: View<ReportRecord> = {
  name: 'whole',
  summary: '',
  columns: [],
  records: body => [body],
  whole: { record: body => body, figures: [] },
};

/** Bytes that are read at a time, while the ones before are parsed. */
const pieceSize = 256 << 10;

/**
 * A response that was saved, read and checked as if it had just been received.
 *
 * @param digest of the bytes that are read
 */
export async function readResponse(
  { folder }: SavedMonth,
  { report: name, status, file, bytes }: SavedResponse,
  digest?: ByteDigest,
): Promise<RequestResult> {
  const report = reports.find(each => each.name === name) as ReportDefinition;
  const opened = await openRegular(join(folder, file), bytes);
  const stream = opened.createReadStream({ highWaterMark: pieceSize });
  const discard = async () => void stream.destroy();
  const body = digest ? digest.adding(stream) : stream;
  const response = { status, headers: {}, body, discard };
  return readReport(readingPlan(archived, report), {}, response);
}

/** Nothing is sent for a response that was saved, and its warnings were printed when it was received. */
const archived: ReportSource = {
  baseUrl: 'https://archive.invalid',
  version: 'v1',
  send: async () => {
    throw new Error('a response that was saved is not requested');
  },
  newKey: () => '',
  warn: async () => {},
};

const readingPlan = (source: ReportSource, report: ReportDefinition): ReportPlan => ({
  ...source,
  report,
  strict: false,
  views: [wholeView as View<never>],
  format: 'ndjson',
  refuses: {
    hint: `see the response with \`hotelctl reports ${report.name} --format json\`; nothing was kept`,
  },
});
