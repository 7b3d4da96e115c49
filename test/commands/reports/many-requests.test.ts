import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { main } from '../../../src/start/main.ts';
import { type TestContextOptions, temporaryFolder, testContext } from '../../context.ts';
import { type Line, wordsOf } from '../../words.ts';
import { runMain } from '../in-process.ts';
import { localServer, signedIn } from '../local-server.ts';

/** Reports of several properties and periods in one run. */

const query = (request: IncomingMessage) => new URL(request.url ?? '', 'http://x').searchParams;
const report = (total: number) => `{"total": ${total}}`;
const send = (response: ServerResponse, status: number, body = '') => {
  response.writeHead(status, { 'content-type': 'application/json' }).end(body);
};

async function run(
  words: Line,
  respond: (request: IncomingMessage, response: ServerResponse) => void,
  options: TestContextOptions = {},
) {
  const received: string[] = [];
  const server = await localServer((request, response) => {
    received.push(request.url ?? '');
    respond(request, response);
  });
  const outcome = await runMain(wordsOf('reports', words, '--max-attempts 1'), {
    ...options,
    env: { ...signedIn(server.url), TZ: 'UTC', ...options.env },
  });
  return { ...outcome, received };
}

const properties = JSON.stringify({
  properties: [
    { id: 'MUC', name: 'Munich', timeZone: 'Europe/Berlin', currencyCode: 'EUR' },
    { id: 'TYO', name: 'Tokyo', timeZone: 'Asia/Tokyo', currencyCode: 'JPY' },
  ],
  count: 2,
});
const isProperties = (request: IncomingMessage) => request.url?.startsWith('/inventory/v1/properties');

describe('--envelope', () => {
  const words = ['room-nights', '--property', 'MUC', '--month', '10', '--year', '2026'];

  it('makes the JSON of a single request an array, as for several requests', async () => {
    const { stdout } = await run([...words, '--format', 'json', '--envelope'], (_, response) =>
      send(response, 200, report(3)),
    );
    expect(JSON.parse(stdout)).toEqual([
      { parameters: { propertyId: 'MUC', month: '10', year: '2026' }, report: { total: 3 } },
    ]);
  });

  it('is refused for other formats before anything is sent', async () => {
    const { stderr, exitCode, received } = await run([...words, '--envelope'], (_, response) =>
      send(response, 200, report(3)),
    );
    expect(stderr).toContain('hotelctl: --envelope requires JSON, and the format is table\n');
    expect([exitCode, received]).toEqual([2, []]);
  });
});

describe('many requests', () => {
  it('are written in the requested order, not in the order of the responses', async () => {
    const waiting: (() => void)[] = [];
    const { stdout, exitCode } = await run(
      `room-nights --property A --property B --property C --period 2026-10 --format csv
        --columns propertyId,number`,
      (request, response) => {
        const property = query(request).get('propertyId') ?? '';
        const respond = () => send(response, 200, report(property.charCodeAt(0)));
        // The first one gets its response last, after the other two.
        if (property === 'A') waiting.push(respond);
        else respond();
        if (property === 'C') for (const late of waiting) late();
      },
    );
    expect([exitCode, stdout]).toEqual([0, 'propertyId,number\r\nA,65\r\nB,66\r\nC,67\r\n']);
  });

  it('never exceed --concurrency', async () => {
    let open = 0;
    let most = 0;
    const held: ServerResponse[] = [];
    const { received } = await run(
      'room-nights --property A --period 2026 --concurrency 3 --format csv',
      (_, response) => {
        open += 1;
        most = Math.max(most, open);
        held.push(response);
        // Responses are sent in threes: a fourth concurrent request would be noticed.
        if (held.length < 3) return;
        for (const one of held.splice(0)) {
          open -= 1;
          send(one, 200, report(1));
        }
      },
    );
    expect(received).toHaveLength(12);
    expect(most).toBe(3);
  });

  it('continue if some fail: named, counted, exit 7, the rest written', async () => {
    const { stdout, stderr, exitCode } = await run(
      `room-nights --property A --property B --period 2026-09 --period 2026-10 --format csv
        --columns propertyId,month,number`,
      (request, response) => {
        if (query(request).get('propertyId') === 'B' && query(request).get('month') === '9') {
          send(response, 422, '{"messages": ["No such property."]}');
        } else send(response, 200, report(1));
      },
    );
    expect(exitCode).toBe(7);
    expect(stdout).toBe('propertyId,month,number\r\nA,9,1\r\nA,10,1\r\nB,10,1\r\n');
    expect(stderr).toContain(
      'failed: B 2026-09: the platform refused the room-nights report: 422 not valid; No such property.',
    );
    expect(stderr).toContain('hotelctl: 1 of 4 requests failed; what succeeded was written');
  });

  it('end with the first error if all fail, and keep the old file', async () => {
    const folder = temporaryFolder();
    const file = join(folder, 'out.csv');
    writeFileSync(file, 'old');
    const { exitCode, stderr } = await run(
      `room-nights --property A --property B --period 2026-09 --output ${file}`,
      (_, response) => send(response, 503),
    );
    expect([exitCode, stderr]).toEqual([5, expect.stringContaining('503 unavailable')]);
    expect(readFileSync(file, 'utf8')).toBe('old');
    expect(readdirSync(folder)).toEqual(['out.csv']);
  });

  it('are one array in JSON, each with its parameters', async () => {
    const { stdout } = await run(
      'room-nights --property A --period 2026-09..2026-10 --format json',
      (request, response) => send(response, 200, report(Number(query(request).get('month')))),
    );
    expect(JSON.parse(stdout)).toEqual([
      { parameters: { propertyId: 'A', month: '9', year: '2026' }, report: { total: 9 } },
      { parameters: { propertyId: 'A', month: '10', year: '2026' }, report: { total: 10 } },
    ]);
  });

  it('are written to a file each if the name has placeholders', async () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'in'));
    const { exitCode } = await run(
      `room-nights --property A --property ../evil --period 2026-09
        --output ${join(folder, 'in', '{report}-{property}-{period}.csv')}`,
      (_, response) => send(response, 200, report(1)),
    );
    expect(exitCode).toBe(0);
    expect(readdirSync(join(folder, 'in')).sort()).toEqual(
      ['room-nights-__evil-2026-09.csv', 'room-nights-A-2026-09.csv'].sort(),
    );
    expect(readdirSync(folder)).toEqual(['in']);
  });

  it('are written to one file if the name is the same for all properties', async () => {
    const folder = temporaryFolder();
    const { exitCode } = await run(
      `room-nights --property A --property B --period 2026-10 --output ${join(folder, '{report}-{date}.csv')}`,
      (_, response) => send(response, 200, report(1)),
    );
    expect(exitCode).toBe(0);
    expect(readdirSync(folder)).toEqual([expect.stringMatching(/^room-nights-\d{4}-\d\d-\d\d\.csv$/)]);
    expect(readFileSync(join(folder, readdirSync(folder)[0] ?? ''), 'utf8')).toMatch(/^A,(.|\n|\r)*^B,/m);
  });

  it('leave no partial file when they are interrupted', async () => {
    const folder = temporaryFolder();
    const file = join(folder, 'out.csv');
    let stop: () => void = () => {};
    const server = await localServer((request, response) => {
      if (query(request).get('month') === '2') stop();
      else send(response, 200, report(1));
    });
    const interruption = new AbortController();
    const { InterruptedError } = await import('../../../src/base/errors.ts');
    stop = () => interruption.abort(new InterruptedError('SIGINT'));
    const { exitCode } = await runMain(
      `reports room-nights --property A --period 2026 --concurrency 1 --output ${file}`,
      { env: signedIn(server.url), replace: { interrupted: interruption.signal } },
    );
    expect(exitCode).toBe(130);
    expect(existsSync(file)).toBe(false);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('show their progress only on a terminal', async () => {
    const words = ['room-nights', '--property', 'A', '--period', '2026-01..2026-03', '--format', 'csv'];
    const respond = (_: IncomingMessage, response: ServerResponse) => send(response, 200, report(1));
    const onTerminal = await run(words, respond, { terminal: true });
    expect(onTerminal.stderr).toMatch(/1 of 3 requests[\s\S]*2 of 3 requests/);
    expect(onTerminal.stderr.endsWith('\r\u001b[K')).toBe(true);
    expect((await run(words, respond)).stderr).toBe('');
  });
});

describe('--all-properties', () => {
  it('requests each property of the list, page by page', async () => {
    const { stdout, received } = await run(
      'room-nights --all-properties --period 2026-10 --format csv --columns propertyId,number',
      (request, response) =>
        isProperties(request) ? send(response, 200, properties) : send(response, 200, report(1)),
    );
    expect(received[0]).toBe('/inventory/v1/properties?pageNumber=1&pageSize=200');
    expect(stdout).toBe('propertyId,number\r\nMUC,1\r\nTYO,1\r\n');
  });

  it('cannot be combined with --property, and an invalid flag is reported before the list is requested', async () => {
    const both = await run('room-nights --all-properties --property A --period 2026', () => {});
    expect(both).toMatchObject({ exitCode: 2, received: [] });
    const wrong = await run('room-nights --all-properties --month 13 --year 2026', () => {});
    expect(wrong).toMatchObject({ exitCode: 2, received: [] });
    expect(wrong.stderr).toContain('--month must be a whole number from 1 to 12');
  });
});

it('--query on NDJSON without any result prints a note', async () => {
  const ask = (expression: string) =>
    run(
      ['room-nights', '--property', 'A', '--period', '2026-10', '--format', 'ndjson', '--query', expression],
      (_request, response) => send(response, 200, report(3)),
    );
  const nothing = await ask('[].number');
  expect([nothing.stdout, nothing.exitCode]).toEqual(['', 0]);
  expect(nothing.stderr).toBe('no rows: the --query of ndjson runs on each record and found nothing\n');
  const something = await ask('number');
  expect([something.stdout, something.stderr]).toEqual(['3\n', '']);
});

describe('--period', () => {
  it('is the day at the property: past midnight in Tokyo, the evening before in Munich', async () => {
    const { received } = await run(
      'revenues --property MUC --property TYO --period today --format ndjson',
      (request, response) =>
        isProperties(request)
          ? send(response, 200, properties)
          : send(
              response,
              200,
              '{"account":{"name":"a","number":"1","type":"Revenues"},"netAmount":{"amount":1,"currency":"EUR"},"grossAmount":{"amount":1,"currency":"EUR"}}',
            ),
      { now: Date.parse('2026-10-31T20:30:00Z') },
    );
    expect(received.slice(1).map(url => new URL(url, 'http://x').searchParams.toString())).toEqual([
      'propertyId=MUC&from=2026-10-31&to=2026-11-01',
      'propertyId=TYO&from=2026-11-01&to=2026-11-02',
    ]);
  });

  it("falls back to this machine's zone if the list is not available", async () => {
    const { received, exitCode } = await run(
      'room-nights --property TYO --period this-month --format csv',
      (request, response) => (isProperties(request) ? send(response, 403) : send(response, 200, report(1))),
      { now: Date.parse('2026-10-31T20:30:00Z') },
    );
    expect(exitCode).toBe(0);
    expect(received.at(-1)).toContain('month=10&year=2026');
  });

  it.each(['Nowhere/Bad', '', 'Europe/Berlin\u001b[31m'])(
    "falls back to it as well if Node.js does not know the platform's zone %j",
    async timeZone => {
      const { received, exitCode, stderr } = await run(
        'room-nights --property MUC --period this-month --format csv --verbose',
        (request, response) =>
          isProperties(request)
            ? send(
                response,
                200,
                JSON.stringify({ properties: [{ id: 'MUC', name: 'Munich', timeZone }], count: 1 }),
              )
            : send(response, 200, report(1)),
        { now: Date.parse('2026-10-31T23:30:00Z') },
      );
      expect(exitCode, stderr).toBe(0);
      expect(received.at(-1)).toContain('month=10&year=2026');
      expect(stderr).toMatch(
        /^the time zone of MUC is .*: today is 2026-10-31, in the time zone of this machine$/m,
      );
      expect(stderr).not.toContain('\u001b');
    },
  );

  it.each([
    [
      'arrivals',
      'yesterday',
      'arrivals covers whole months, and yesterday (2026-11-20) is not whole months',
      '2026-11',
    ],
    [
      'room-nights',
      '2026-09-30..2026-10-01',
      'and 2026-09-30..2026-10-01 is not whole months',
      '2026-09..2026-10',
    ],
    ['bed-nights', 'mtd', 'mtd (2026-11-01..2026-11-21) is not whole months', '2026-11'],
  ])('with a period shorter than the months of %s is refused: %s', async (name, period, message, months) => {
    const { received, stderr, exitCode } = await run(
      [name, '--property', 'A', '--period', period, '-q'],
      () => {},
      { now: Date.parse('2026-11-21T12:00:00Z') },
    );
    expect([exitCode, received]).toEqual([2, []]);
    expect(stderr).toContain(message);
    expect(stderr).toContain(`hint: use --period ${months}\n`);
  });

  it('with overlapping periods is refused, naming them', async () => {
    const words = ['property-performance', '--property', 'A', '--period', '2026-Q4', '--period', '2026-10'];
    const { received, stderr, exitCode } = await run(words, () => {});
    expect([exitCode, received]).toEqual([2, []]);
    expect(stderr).toContain('--period: 2026-Q4 and 2026-10 overlap: both include 2026-10\n');
  });

  it.each([
    ['revenues --from 2026-10-01 --to 2026-11-01', 'the report covers 2026-10: --to is exclusive\n'],
    [
      '-q revenues --from 2026-10-01 --to 2026-10-31',
      'warning: the report covers 2026-10-01..2026-10-30, without 2026-10-31, because --to is exclusive: use --period 2026-10\n',
    ],
    ['revenues --period 2026-10', ''],
    ['property-performance --from 2026-10-01 --to 2026-10-31', ''],
  ])('or dates print the last day if --to is exclusive: %j', async (words, note) => {
    const { stderr } = await run(wordsOf(words, '--property A --format json'), (_, response) =>
      send(response, 200, '{}'),
    );
    expect(stderr).toBe(note);
  });

  it('takes the time zone of each property from a list that has it, and not from an old list', async () => {
    const list = (zones: object) =>
      JSON.stringify({
        properties: Object.entries(zones).map(([id, timeZone]) => ({ id, name: id, timeZone })),
        count: Object.keys(zones).length,
      });
    const folder = temporaryFolder();
    let listed = list({ MUC: 'Europe/Berlin' });
    const server = await localServer((request, response) =>
      isProperties(request) ? send(response, 200, listed) : send(response, 200, '{}'),
    );
    const days = async (now: string, ...properties: string[]) => {
      const context = {
        ...testContext({ now: Date.parse(now), env: { ...signedIn(server.url), TZ: 'UTC' } }),
        folders: { config: folder, state: folder, data: folder },
      };
      const flags = properties.flatMap(id => ['--property', id]);
      await main(
        ['reports', 'revenues', '--period', 'today', '--format', 'json', '--verbose', ...flags],
        context,
      );
      return [...context.err().matchAll(/^today at (\w+) is ([\d-]+) \(([\w/]+)\)$/gm)].map(found =>
        found.slice(1).join(' '),
      );
    };
    expect(await days('2026-11-21T12:00:00Z', 'MUC')).toEqual(['MUC 2026-11-21 Europe/Berlin']);
    listed = list({ MUC: 'Europe/Berlin', KIR: 'Pacific/Kiritimati' });
    expect(await days('2026-11-21T12:00:00Z', 'MUC', 'KIR')).toEqual([
      'MUC 2026-11-21 Europe/Berlin',
      'KIR 2026-11-22 Pacific/Kiritimati',
    ]);
    listed = list({ MUC: 'America/New_York', KIR: 'Pacific/Kiritimati' });
    expect(await days('2026-11-22T02:00:00Z', 'MUC')).toEqual(['MUC 2026-11-22 Europe/Berlin']);
    expect(await days('2026-11-23T02:00:00Z', 'MUC')).toEqual(['MUC 2026-11-22 America/New_York']);
  });

  it('requests a time zone once, and ends with the error if the platform does not respond', async () => {
    const { received, exitCode, stderr } = await run(
      'revenues --property MUC --property TYO --period today',
      (_, response) => send(response, 503),
    );
    expect([exitCode, stderr]).toEqual([5, expect.stringContaining('the list of properties')]);
    expect(received).toEqual(['/inventory/v1/properties?pageNumber=1&pageSize=200']);
  });

  it.each([
    ['room-nights --period next-decade', '--period: "next-decade" is not a valid period'],
    ['room-nights --period lastmonth', 'did you mean last-month?'],
    ['room-nights --period 10/2026', 'write 2026-10\n'],
    ['room-nights --period 2026-10..2026-09', 'write 2026-09..2026-10\n'],
    ['room-nights --period 2026-10 --month 10', '--period replaces --month: they cannot be combined'],
    ['property-performance --period 2026-10 --expand businessdays', '--expand must be spelled businessDays'],
    ['property-performance --period 2026-10 --channel-code bookingcom', 'must be spelled BookingCom'],
    ['revenues --from 2026-10-02 --to 2026-10-01', 'from must be before to'],
    ['revenues --from 2025-01-01 --to 2026-01-02', 'at most one year'],
    ['company-invoices-vat --date-filter gte_2026-01-01 --date-filter lt_2026-02-02', 'at most one month'],
    ['company-invoices-vat --date-filter gte_2026-01-01', 'at most one month'],
    ['gross-transactions --date-filter since_2026-01-01', 'OPERATION one of eq, neq, lt, gt, lte, gte'],
    ['property-performance --from 2026-10-02 --to 2026-10-01', 'from must not be after to'],
    ['ordered-services --from 2026-10-01 --to 2026-10-02', '--service is required'],
  ])('%j is reported before anything is sent', async (words, message) => {
    const { exitCode, stderr, received } = await run(wordsOf(words, '--property A'), () => {});
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining(message)]);
    expect(received).toEqual([]);
  });

  it("splits a period by the platform's limits, and combines the responses", async () => {
    const { received, stdout } = await run(
      'company-invoices-vat --property A --period 2026-01-15..2026-03-20 --format csv --columns invoice.date',
      (_, response) => send(response, 204),
    );
    expect(received.map(url => new URL(url, 'http://x').searchParams.getAll('dateFilter'))).toEqual([
      ['gte_2026-01-15', 'lt_2026-02-15'],
      ['gte_2026-02-15', 'lt_2026-03-15'],
      ['gte_2026-03-15', 'lt_2026-03-21'],
    ]);
    expect(stdout).toBe('invoice.date\r\n');
  });
});

describe('a list report of several properties as CSV', () => {
  it('has the rows of each of them, in the order of the properties, when their bodies are larger than a batch', async () => {
    const services = (property: string) =>
      Array.from(
        { length: 2_000 },
        (_, index) =>
          `{"id":"${property}-${index}","code":"B","name":"Breakfast","serviceDate":"2026-10-15","count":${index}}`,
      );
    const { stdout, exitCode } = await run(
      `ordered-services --property A,B --service S --period 2026-10-15 --format csv
        --columns propertyId,id,count`,
      (request, response) => {
        const property = query(request).get('propertyId') ?? '';
        send(response, 200, `{"orderedServices":[${services(property)}],"count":2000}`);
      },
    );
    const rows = (property: string) =>
      Array.from({ length: 2_000 }, (_, index) => `${property},${property}-${index},${index}\r\n`).join('');
    expect([exitCode, stdout]).toEqual([0, `propertyId,id,count\r\n${rows('A')}${rows('B')}`]);
  });
});
