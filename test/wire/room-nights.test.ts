import { afterEach, describe, expect, it } from 'vitest';
import { runHotelctl } from '../run-hotelctl.ts';
import { type Line, wordsOf } from '../words.ts';
import { type LiteralResponse, type RecordingServer, recordingServer } from './recording-server.ts';

// Typed from platform.md, "GET /reports/v0-nsfw/reports/room-nights" and "Guest count reports". No import from src/: a
// wrong name in a definition must fail here.
const literalBody = `{
  "total": 10,
  "travelPurposeBreakdown": [
    {"purpose": "Leisure", "number": 6, "percent": 60.0, "reservationIds": ["RES-1", "RES-2"]},
    {"number": 4, "percent": 40.0}
  ],
  "nationalityBreakdown": [
    {"countryCode": "DE", "number": 7, "percent": 70.0, "reservationIds": ["RES-1"]},
    {"countryCode": null, "number": 3, "percent": 30.0, "reservationIds": null}
  ],
  "countryOfResidenceBreakdown": null
}`;

let server: RecordingServer;
afterEach(() => server.close());

const roomNights = async (response: LiteralResponse, flags: Line = []) => {
  server = await recordingServer(() => response);
  return runHotelctl(
    wordsOf('reports room-nights --property MUC --month 10 --year 2026 --max-attempts 1', flags),
    { env: { HOTELCTL_BASE_URL: server.url, HOTELCTL_ACCESS_TOKEN: 'literal-token' } },
  );
};

describe('room-nights on the wire', () => {
  it('sends the request of platform.md', async () => {
    const { exitCode } = await roomNights({ status: 200, body: literalBody });
    expect(exitCode).toBe(0);
    expect(server.requests).toHaveLength(1);
    const [request] = server.requests;
    expect(request?.method).toBe('GET');
    expect(request?.path).toBe('/reports/v0-nsfw/reports/room-nights');
    expect(request?.query).toBe('propertyId=MUC&month=10&year=2026');
    expect(request?.headers['authorization']).toBe('Bearer literal-token');
    expect(request?.headers['accept']).toBe('application/json');
    expect(request?.body).toBe('');
  });

  it('writes the response as CSV', async () => {
    const { stdout, stderr, exitCode } = await roomNights({ status: 200, body: literalBody }, '--format csv');
    expect([exitCode, stderr]).toEqual([0, '']);
    expect(stdout).toBe(
      [
        'propertyId,year,month,breakdown,key,number,percent',
        'MUC,2026,10,total,,10,',
        'MUC,2026,10,travelPurpose,Leisure,6,60',
        'MUC,2026,10,travelPurpose,unknown,4,40',
        'MUC,2026,10,nationality,DE,7,70',
        'MUC,2026,10,nationality,unknown,3,30',
        '',
      ].join('\r\n'),
    );
  });

  it('writes the reservations view', async () => {
    const { stdout } = await roomNights(
      { status: 200, body: literalBody },
      '--format csv --view reservations',
    );
    expect(stdout).toBe(
      [
        'propertyId,year,month,breakdown,key,reservationId',
        'MUC,2026,10,travelPurpose,Leisure,RES-1',
        'MUC,2026,10,travelPurpose,Leisure,RES-2',
        'MUC,2026,10,nationality,DE,RES-1',
        '',
      ].join('\r\n'),
    );
  });

  it('passes the body on as JSON, and one record per line as NDJSON', async () => {
    const json = await roomNights({ status: 200, body: literalBody }, '--format json');
    expect(JSON.parse(json.stdout)).toEqual(JSON.parse(literalBody));
    await server.close();
    const ndjson = await roomNights({ status: 200, body: literalBody }, '--format ndjson');
    expect(
      ndjson.stdout
        .trimEnd()
        .split('\n')
        .map(line => JSON.parse(line))[1],
    ).toEqual({
      propertyId: 'MUC',
      year: 2026,
      month: 10,
      breakdown: 'travelPurpose',
      key: 'Leisure',
      number: 6,
      percent: 60,
    });
  });

  it.each([
    [400, '', 4],
    [401, '', 3],
    [403, '', 4],
    [404, '', 4],
    [422, '{"messages":["Year is out of range."]}', 4],
    [499, '', 5],
    [500, '', 5],
    [503, '', 5],
  ])('maps status %i to an exit code', async (status, body, exitCode) => {
    const run = await roomNights({ status, body, headers: { 'X-Tracking-Id': 'track-1' } });
    expect(run.exitCode).toBe(exitCode);
    expect([run.stdout, run.stderr]).toEqual(['', expect.stringMatching(/^hotelctl: /)]);
    expect(run.stderr).toMatch(/^hint: /m);
    expect(run.stderr).toContain('track-1');
    if (body) expect(run.stderr).toContain('Year is out of range.');
  });

  it('warns once about an unknown field and continues; --strict is exit 6', async () => {
    const body = literalBody.replace('"total": 10', '"total": 10, "newField": 1');
    const run = await roomNights({ status: 200, body }, '--format csv');
    expect([run.exitCode, run.stdout]).toEqual([0, expect.stringContaining('MUC,2026,10,total,,10,')]);
    expect(run.stderr.match(/newField/g)).toHaveLength(1);
    await server.close();
    const strict = await roomNights({ status: 200, body }, '--format csv --strict');
    expect([strict.exitCode, strict.stdout]).toEqual([6, '']);
  });

  it('names the path of a field that is missing or of another type; json passes it on', async () => {
    const body = literalBody.replace('"number": 7', '"number": "7"');
    const run = await roomNights({ status: 200, body }, '--format csv');
    expect(run.exitCode).toBe(6);
    expect([run.stdout, run.stderr]).toEqual(['', expect.stringContaining('nationalityBreakdown[0].number')]);
    await server.close();
    const json = await roomNights({ status: 200, body }, '--format json');
    expect(json.exitCode).toBe(0);
    expect(JSON.parse(json.stdout)).toEqual(JSON.parse(body));
  });
});
