import { describe, expect, it } from 'vitest';
import { signedIn } from '../commands/local-server.ts';
import { runInProcess } from '../run-in-process.ts';
import { type Line, wordsOf } from '../words.ts';
import { type LiteralExchange, literalExchanges } from './literal-responses.ts';
import { type LiteralResponse, type RecordingServer, recordingServer } from './recording-server.ts';

let server: RecordingServer;

const ask = async (response: LiteralResponse, report: string, flags: Line = []) => {
  server = await recordingServer(() => response);
  return runInProcess(wordsOf('reports', [report], '--property MUC --max-attempts 1', flags), {
    env: signedIn(server.url),
  });
};

const lines = (csv: readonly string[]) => `${csv.join('\r\n')}\r\n`;

describe.each(literalExchanges)(
  '$report on the wire',
  ({ report, flags, method, query, body, csv, views = {} }) => {
    const isExclusive = flags.includes('--to') && report !== 'property-performance';
    const note = isExclusive ? /^the report covers [\d.-]+: --to is exclusive\n$/ : /^$/;

    it('sends the request of the specification, and writes the response as CSV', async () => {
      const run = await ask({ status: 200, body }, report, [...flags, '--format', 'csv']);
      expect([run.exitCode, run.stdout, run.stderr]).toEqual([0, lines(csv), expect.stringMatching(note)]);
      expect(server.requests).toHaveLength(1);
      const [request] = server.requests;
      expect(request).toMatchObject({ method, path: `/reports/v0-nsfw/reports/${report}`, query, body: '' });
      expect(request?.headers['authorization']).toBe('Bearer a-token-of-the-test');
    });

    it.each(Object.entries(views))('writes the view %s', async (view, expected) => {
      const run = await ask({ status: 200, body }, report, [...flags, '--format', 'csv', '--view', view]);
      // The whole, the day and its group have different numbers here, so that none can be taken for another.
      const words = view === 'days' || view === 'unit-groups' ? /rows do not add up/ : note;
      expect([run.stdout, run.stderr]).toEqual([lines(expected.csv), expect.stringMatching(words)]);
      expect(server.requests[0]?.query).toBe(query + (expected.query ?? ''));
    });

    it('passes the body on as JSON', async () => {
      const run = await ask({ status: 200, body }, report, [...flags, '--format', 'json']);
      expect(run.exitCode).toBe(0);
      expect(JSON.parse(run.stdout)).toEqual(JSON.parse(body));
    });
  },
);

describe('responses that are documented only for some reports', () => {
  const empty = wordsOf('gross-transactions ordered-services property-performance company-invoices-vat');
  const inV1 = wordsOf('ordered-services arrivals property-performance company-invoices-vat revenues');

  it.each(literalExchanges)('204 and v1 of $report', async ({ report, flags, body }) => {
    const nothing = await ask({ status: 204 }, report, [...flags, '--format', 'csv']);
    expect(nothing.exitCode).toBe(empty.includes(report) ? 0 : 6);
    if (nothing.exitCode === 0) expect(nothing.stdout.split('\r\n')).toHaveLength(2);
    const run = await ask({ status: 200, body }, report, [...flags, '--reports-version', 'v1']);
    const expected = inV1.includes(report) ? [0, [`/reports/v1/reports/${report}`]] : [2, []];
    expect([run.exitCode, server.requests.map(({ path }) => path)]).toEqual(expected);
  });

  it('gross-transactions carries an Idempotency-Key, and another one after a failure that the platform repeats for the first', async () => {
    const { body, flags } = literalExchanges[0] as LiteralExchange;
    server = await recordingServer((_, count) => (count === 1 ? { status: 503 } : { status: 200, body }));
    const words = wordsOf('reports gross-transactions', flags, '--property MUC --max-attempts 2');
    const run = await runInProcess(words, { env: signedIn(server.url) });
    expect(run.exitCode).toBe(0);
    const keys = server.requests.map(request => request.headers['idempotency-key']);
    expect(keys).toHaveLength(2);
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
    expect(keys[1]).not.toBe(keys[0]);
    expect(server.requests[0]?.headers['content-type']).toBeUndefined();
  });
});
