import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { TemporaryError } from '../../../src/base/errors.ts';
import { errorOfParts } from '../../../src/cli/several-properties.ts';
import { temporaryFolder, testContext } from '../../context.ts';
import { expectExit, expectFailure, expectSuccess } from '../../expect-run.ts';
import { type Line, wordsOf } from '../../words.ts';
import { runMain } from '../in-process.ts';
import { localServer, signedIn } from '../local-server.ts';
import { platformListener } from '../reports-platform.ts';
import { runAgainst } from './served.ts';

/** Reports of several properties and periods in one run. */

const one = () => ({ total: 1 });
const run = (
  words: Line,
  respond: Parameters<typeof runAgainst>[1] = one,
  options: Parameters<typeof runAgainst>[2] = {},
) => runAgainst(wordsOf('reports', words), respond, options);

it('--envelope makes the JSON of a single request an array, as for several requests', async () => {
  const { stdout } = await run('room-nights --property MUC --month 10 --year 2026 --envelope --format json');
  expect(JSON.parse(stdout)).toEqual([
    { parameters: { propertyId: 'MUC', month: '10', year: '2026' }, report: { total: 1 } },
  ]);
});

describe('many requests', () => {
  it('never exceed --concurrency', async () => {
    let [open, most] = [0, 0];
    const held: (() => void)[] = [];
    const line = 'room-nights --property A --period 2026 --concurrency 3 --format csv';
    const { requests } = await run(line, async () => {
      open += 1;
      most = Math.max(most, open);
      // Responses are sent in threes: a fourth concurrent request would be noticed.
      await new Promise<void>(resolve => {
        held.push(resolve);
        if (held.length === 3) for (const release of held.splice(0)) release();
      });
      open -= 1;
      return { total: 1 };
    });
    expect([requests.length, most]).toEqual([12, 3]);
  });

  it('continue if some fail: named, counted, exit 7, the rest written', async () => {
    const line = 'room-nights --property A,B --period 2026-09 --period 2026-10 --quiet';
    const columns = '--columns propertyId,month,number';
    const partly = (flags: string) =>
      run(`${line} ${flags}`, query =>
        query.get('propertyId') === 'A' && query.get('month') === '9' ? 422 : { total: 1 },
      );
    const ended = partly(`--format csv ${columns}`);
    const failed = /^ {2}- A 2026-09: the platform refused .*: 422 not valid.* \(tracking id track-7\)$/m;
    const message = 'hotelctl: 1 of 4 requests failed; what succeeded was written';
    const { stdout } = await expectExit(ended, 7, failed, message, 'hint: for the first one: ');
    expect(stdout).toBe('propertyId,month,number\r\nA,10,1\r\nB,9,1\r\nB,10,1\r\n');
    // A table of people says it too, wherever it is written.
    const gap = /^1 of 2 hotels\. Missing: A 2026-09 \(422 not valid\)\.\n\n(Room nights · A|Property )/;
    for (const flags of ['', columns]) expect((await expectExit(partly(flags), 7)).stdout).toMatch(gap);
    const other = run(line, query => (query.get('month') === '9' ? 302 : { total: 1 }));
    expect((await expectExit(other, 7)).stdout).toContain('returned a redirect (302)');
    // Its title has the hotels and the month: no line without words follows.
    const page = 'room-nights --property A,B --format html --period 2025-10';
    expect((await expectSuccess(run(page))).stdout).not.toContain('class="lead"');
    const { stdout: ofTwo } = await expectSuccess(run(`${page} --period 2025-07..2025-08`));
    expect(ofTwo).toContain('<p class="lead">July 2025 to August 2025, October 2025</p>');
  });

  it('end with the first error if all fail, without a header, and keep the old file', async () => {
    const folder = temporaryFolder();
    const file = join(folder, 'out.csv');
    writeFileSync(file, 'old');
    const shown = 'room-nights --property A,B --period 2026-09 --format csv';
    const line = `${shown} --output ${file}`;
    const unavailable = () => 503;
    await expectFailure(run(shown, unavailable), 5);
    const both = /^hotelctl: A 2026-09, B 2026-09: .* 503 unavailable\n/;
    await expectFailure(run(line, unavailable), 5, both);
    const differently = run(line, query => (query.get('propertyId') === 'B' ? 404 : 503));
    const named = /- A 2026-09: .* 503 unavailable .*\n {2}- B 2026-09: you have no access/;
    await expectExit(differently, 5, named);
    expect([readFileSync(file, 'utf8'), readdirSync(folder)]).toEqual(['old', ['out.csv']]);
  });

  it('name a cause that several have once, with all of them and their tracking ids', () => {
    const failed = ['A', 'B'].map(part => {
      return {
        part,
        error: new TemporaryError('503 unavailable', { hint: '', trackingId: `track-${part}` }),
      };
    });
    const messages = ['A, B: 503 unavailable (tracking ids track-A, track-B)'];
    expect(errorOfParts(failed, '2 of 3 failed')?.details.messages).toEqual(messages);
  });

  it('are written to a file each if the name has placeholders', async () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'in'));
    const output = join(folder, 'in', '{report}-{property}-{period}.csv');
    const line = `room-nights --property A --property ../evil --period 2026-09 --output ${output}`;
    await expectSuccess(run(line));
    const names = ['room-nights-__evil-2026-09.csv', 'room-nights-A-2026-09.csv'];
    expect(readdirSync(join(folder, 'in')).sort()).toEqual(names.sort());
    expect(readdirSync(folder)).toEqual(['in']);
  });

  it('are written to the other files if one cannot be written, which is named', async () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'A.csv'));
    const line = `room-nights --property A,B --month 10 --year 2026 --output ${folder}/{property}.csv`;
    const named = `  - A 2026-10: ${folder}/A.csv could not be written: it is a folder`;
    await expectExit(run(line), 7, '1 of 2 requests failed; what succeeded was written', named);
    expect(readFileSync(join(folder, 'B.csv'), 'utf8')).toContain('B,');
    mkdirSync(join(folder, 'C.csv'));
    await expectExit(run(line.replace('A,B', 'A,C')), 8, `  - C 2026-10: ${folder}/C.csv could not`);
  });

  it('are written to one file if the name is the same for all properties', async () => {
    const folder = temporaryFolder();
    const output = join(folder, '{report}-{date}.csv');
    await expectSuccess(run(`room-nights --property A,B --period 2026-10 --output ${output}`));
    expect(readdirSync(folder)).toEqual([expect.stringMatching(/^room-nights-\d{4}-\d\d-\d\d\.csv$/)]);
    expect(readFileSync(join(folder, readdirSync(folder)[0] ?? ''), 'utf8')).toMatch(/^A,(.|\n|\r)*^B,/m);
  });
});

it('--all-properties requests each property of the list, page by page', async () => {
  const line = 'room-nights --all-properties --period 2026-10 --format csv --columns propertyId,number';
  const { stdout, requests } = await run(line);
  expect(requests[0]).toBe('/inventory/v1/properties?pageNumber=1&pageSize=200');
  expect(stdout).toBe('propertyId,number\r\nMUC,1\r\nTYO,1\r\n');
});

it('--query on NDJSON without any result prints a note', async () => {
  const ask = (expression: string) =>
    run(`room-nights --property A --period 2026-10 --format ndjson --query ${expression}`);
  const stderr = 'no rows: the --query of ndjson runs on each record and found nothing\n';
  expect(await ask('[].number')).toMatchObject({ exitCode: 0, stdout: '', stderr });
  expect(await ask('number')).toMatchObject({ stdout: '1\n', stderr: '' });
});

describe('--period', () => {
  it('is the day at the property: past midnight in Tokyo, the evening before in Munich', async () => {
    const now = Date.parse('2026-10-31T20:30:00Z');
    const line = 'revenues --property MUC --property TYO --period today --format json';
    const { requests } = await run(line, one, { now });
    expect(requests.slice(1).map(url => url.split('?')[1])).toEqual([
      'propertyId=MUC&from=2026-10-31&to=2026-11-01',
      'propertyId=TYO&from=2026-11-01&to=2026-11-02',
    ]);
  });

  it("falls back to this machine's zone if the list is not available", async () => {
    const options = { now: Date.parse('2026-10-31T20:30:00Z'), properties: () => 403 };
    const ended = run('room-nights --property TYO --period this-month --format csv', one, options);
    const { requests } = await expectSuccess(ended);
    const quiet = run('room-nights --property TYO --period this-month --format csv -q', one, options);
    await expectSuccess(quiet, /^warning: the time zone of TYO is not known: today is 2026-10-31, /);
    expect(requests.at(-1)).toContain('month=10&year=2026');
  });

  it.each(['Nowhere/Bad', '', 'Europe/Berlin\u001b[31m'])(
    "falls back to it as well if Node.js does not know the platform's zone %j",
    async timeZone => {
      const properties = [{ id: 'MUC', name: 'Munich', timeZone }];
      const options = { now: Date.parse('2026-10-31T23:30:00Z'), properties };
      const ended = run(
        'room-nights --property MUC --period this-month --format csv --verbose',
        one,
        options,
      );
      const note =
        /^warning: the time zone of MUC is .*: today is 2026-10-31, in the time zone of this machine$/m;
      const { requests, stderr } = await expectSuccess(ended, note);
      expect(requests.at(-1)).toContain('month=10&year=2026');
      expect(stderr).not.toContain('\u001b');
    },
  );

  it.each([
    ['revenues --from 2026-10-01 --to 2026-11-01', 'the report covers 2026-10: --to is exclusive\n'],
    [
      '-q revenues --from 2026-10-01 --to 2026-10-31',
      'warning: the report covers 2026-10-01..2026-10-30, without 2026-10-31, because --to is exclusive: use --period 2026-10\n',
    ],
    ['revenues --period 2026-10', ''],
    ['property-performance --from 2026-10-01 --to 2026-10-31', ''],
  ])('or dates print the last day if --to is exclusive: %j', async (words, note) => {
    const { stderr } = await run(`${words} --property A --format json`, () => ({}));
    expect(stderr.replace(/^warning: A .* not as documented: .*\n/m, '')).toBe(note);
  });

  it('takes the time zone of each property from a list that has it, and not from an old list', async () => {
    const { folders } = testContext();
    let zones: Record<string, string> = { MUC: 'Europe/Berlin' };
    const list = () => {
      const properties = Object.entries(zones).map(([id, timeZone]) => ({ id, name: id, timeZone }));
      return { properties, count: properties.length };
    };
    const server = await localServer(platformListener(list, () => ({})));
    const days = async (now: string, ids: string) => {
      const line = `reports revenues --period today --format json --verbose --property ${ids}`;
      const env = { ...signedIn(server.url), TZ: 'UTC' };
      const { stderr } = await runMain(line, { now: Date.parse(now), env, replace: { folders } });
      return [...stderr.matchAll(/^today at (\w+ is [\d-]+ \([\w/]+\))$/gm)].map(([, found]) => found);
    };
    expect(await days('2026-11-21T12:00:00Z', 'MUC')).toEqual(['MUC is 2026-11-21 (Europe/Berlin)']);
    zones = { MUC: 'Europe/Berlin', KIR: 'Pacific/Kiritimati' };
    expect(await days('2026-11-21T12:00:00Z', 'MUC,KIR')).toEqual([
      'MUC is 2026-11-21 (Europe/Berlin)',
      'KIR is 2026-11-22 (Pacific/Kiritimati)',
    ]);
    zones = { MUC: 'America/New_York', KIR: 'Pacific/Kiritimati' };
    expect(await days('2026-11-22T02:00:00Z', 'MUC')).toEqual(['MUC is 2026-11-22 (Europe/Berlin)']);
    expect(await days('2026-11-23T02:00:00Z', 'MUC')).toEqual(['MUC is 2026-11-22 (America/New_York)']);
  });

  it('requests a time zone once, and ends with the error if the platform does not respond', async () => {
    const properties = () => 503;
    const ended = run('revenues --property MUC --property TYO --period today', one, { properties });
    const { requests } = await expectFailure(ended, 5, 'the list of properties');
    expect(requests).toEqual(['/inventory/v1/properties?pageNumber=1&pageSize=200']);
  });

  it("splits a period by the platform's limits, and combines the responses", async () => {
    const line = 'company-invoices-vat --property A --period 2026-01-15..2026-03-20 --format csv';
    const { requests, stdout } = await run(`${line} --columns invoice.date`, () => 204);
    expect(requests.map(url => new URL(url, 'http://x').searchParams.getAll('dateFilter'))).toEqual([
      ['gte_2026-01-15', 'lt_2026-02-15'],
      ['gte_2026-02-15', 'lt_2026-03-15'],
      ['gte_2026-03-15', 'lt_2026-03-21'],
    ]);
    expect(stdout).toBe('invoice.date\r\n');
  });
});

it('a list report of several properties as CSV has the rows of each in order, when bodies are larger than a batch', async () => {
  const service = { code: 'B', name: 'Breakfast', serviceDate: '2026-10-15' };
  const numbers = Array.from({ length: 2_000 }, (_, index) => index);
  const line = 'ordered-services --property A,B --service S --period 2026-10-15 --format csv';
  const { stdout } = await run(`${line} --columns propertyId,id,count`, query => {
    const id = query.get('propertyId');
    return {
      orderedServices: numbers.map(count => ({ ...service, id: `${id}-${count}`, count })),
      count: 2_000,
    };
  });
  const rows = ['A', 'B'].flatMap(id => numbers.map(index => `${id},${id}-${index},${index}\r\n`));
  expect(stdout).toBe(`propertyId,id,count\r\n${rows.join('')}`);
});
