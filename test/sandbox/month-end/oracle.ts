import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** `test/oracles/month_end.py`: the identities of a month, recomputed in Python from the responses as they were received. */

export type State = 'equal' | 'explained' | 'unexplained' | 'not comparable';

/** Figures are decimals as text; `null` if the other report has none. */
export interface Part {
  readonly id: string;
  readonly key: string;
  readonly left: string | null;
  readonly right: string | null;
  readonly difference: string | null;
  readonly state: State;
  readonly lines?: readonly string[];
}

export type BridgeRow = Readonly<Record<string, string>>;

export interface Judgment {
  readonly lines: number;
  /** Whether both requests for revenues had the same response. */
  readonly revenuesStayed: boolean;
  readonly states: Readonly<Record<string, State>>;
  readonly identities: readonly Part[];
  readonly bridge: readonly BridgeRow[];
  readonly balances: Readonly<Record<string, { readonly type: string; readonly movement: string }>>;
  readonly vat: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

const program = fileURLToPath(new URL('../../oracles/month_end.py', import.meta.url));

/** One process for all folders: each has its responses and a manifest. */
export const judge = (zone: string, folders: readonly string[]): Judgment[] =>
  JSON.parse(execFileSync('python3', [program, zone, ...folders], { encoding: 'utf8', maxBuffer: 1 << 28 }));

/** A request of a month, and the body of its response as text. */
export interface Response {
  readonly report: string;
  readonly query: string;
  readonly body: string;
}

/** The requests of a month with their bounds: the end of property performance is inclusive. */
export function requestsOf(property: string, serviceIds: readonly string[]): Omit<Response, 'body'>[] {
  const month = `propertyId=${property}&month=10&year=2026`;
  const filter = `propertyId=${property}&dateFilter=gte_2026-10-01&dateFilter=lt_2026-11-01`;
  const revenues = `propertyId=${property}&from=2026-10-01&to=2026-11-01`;
  const days = `propertyId=${property}&from=2026-10-01&to=2026-10-31&expand=businessDays`;
  const services = serviceIds.map(id => `&serviceIds=${id}`).join('');
  return [
    { report: 'revenues', query: revenues },
    { report: 'gross-transactions', query: filter },
    { report: 'company-invoices-vat', query: filter },
    { report: 'property-performance', query: days },
    {
      report: 'property-performance',
      query: `${days}&unitGroupTypes=BedRoom&timeSliceDefinitionIds=${property}-OVERNIGHT`,
    },
    { report: 'ordered-services', query: `${revenues}${services}` },
    { report: 'room-nights', query: month },
    { report: 'bed-nights', query: month },
    { report: 'arrivals', query: month },
    { report: 'revenues', query: revenues },
  ];
}

/** Writes responses and their manifest as a close keeps them. */
export function saveResponses(folder: string, responses: readonly Response[]): string {
  mkdirSync(folder, { recursive: true });
  const manifest = responses.map(({ report, query, body }, index) => {
    const file = `${index}-${report}.json`;
    writeFileSync(join(folder, file), body);
    const sha256 = createHash('sha256').update(body).digest('hex');
    return { file, path: `/reports/v0-nsfw/reports/${report}?${query}`, sha256 };
  });
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify(manifest));
  return folder;
}

/** The identities with this state. */
export const withState = ({ states }: Judgment, state: State): string[] =>
  Object.keys(states)
    .filter(id => states[id] === state)
    .sort();
