import { createHash } from 'node:crypto';
import type { Send } from '../../http/exchange.ts';
import type { Parameters } from '../../platform/parameters.ts';
import type { Period } from '../../platform/periods.ts';
import type { View } from '../../platform/records.ts';
import { propertyPerformanceReport } from '../../platform/reports/property-performance.ts';
import { fetchReport, type ReportFetch } from '../fetch-report.ts';

/** How a snapshot sends its requests. */
export type SnapshotFetch = Pick<ReportFetch, 'baseUrl' | 'version' | 'send' | 'newKey' | 'warn'>;

export interface PerformanceBody {
  readonly parameters: Parameters;
  readonly request: string;
  readonly bodySha256: string;
  /** The checked body of the report. */
  readonly body: unknown;
}

/** The report with business days and unit groups, in one request; undefined if the platform has no figures (204). */
export async function fetchPerformance(
  fetch: SnapshotFetch,
  property: string,
  { first, last }: Period,
): Promise<PerformanceBody | undefined> {
  const parameters: Parameters = { propertyId: property, from: first, to: last, expand: ['businessDays'] };
  const hash = createHash('sha256');
  let request = '';
  const send: Send = async (sent, signal) => {
    request = sent.url;
    const response = await fetch.send(sent, signal);
    return { ...response, body: hashed(response.body, hash) };
  };
  const whole = {
    name: 'body',
    columns: [],
    records: (body: unknown) => [{ body }],
  } as unknown as View<never>;
  const result = await fetchReport(
    { ...fetch, send, report: propertyPerformanceReport, view: whole, format: 'ndjson', strict: false },
    parameters,
  );
  for await (const [record] of result.records()) {
    return { parameters, request, bodySha256: hash.digest('hex'), body: record?.['body'] };
  }
  return undefined;
}

async function* hashed(body: AsyncIterable<Uint8Array>, hash: { update(bytes: Uint8Array): unknown }) {
  for await (const bytes of body) {
    hash.update(bytes);
    yield bytes;
  }
}
