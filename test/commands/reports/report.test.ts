import { describe, expect, it } from 'vitest';
import { expectFailure, expectSuccess } from '../../expect-run.ts';
import { account } from '../../output/rendered.ts';
import { type Line, wordsOf } from '../../words.ts';
import { runMain } from '../in-process.ts';
import { roomNights } from '../local-server.ts';
import { runAgainst } from './served.ts';

/** A report against a platform that responds with this body, when the month of `roomNights` is over. */
const fetched = (body: object, flags: Line = [], line: Line = roomNights) =>
  runAgainst(wordsOf(line, flags), () => body, { now: Date.UTC(2026, 10, 15) });
const entry = { countryCode: 'DE', number: 1, percent: 100 };

describe('a report', () => {
  it("is requested once, with numbers in the platform's spelling", async () => {
    const cron = ['reports', 'room-nights', '--property', 'M & C', '--month', '03', '--year', '2026'];
    const { requests } = await expectSuccess(fetched({ total: 0 }, [], cron));
    expect(requests).toEqual(['/reports/v0-nsfw/reports/room-nights?propertyId=M+%26+C&month=3&year=2026']);
  });

  it('as NDJSON prints the strings of --query --raw without quotes, one record a line', async () => {
    const keys = ['DE', 'say "hi"', 'two\nlines', 'AT'];
    const body = {
      total: 4,
      nationalityBreakdown: keys.map((countryCode, index) => ({ ...entry, countryCode, number: index })),
    };
    const raw = async (query: string, flags: Line = []) => {
      const ended = fetched(body, wordsOf('--format ndjson --query', [query], flags));
      return (await expectSuccess(ended, /^warning: .*countryCode: two\\u\{a\}lines\n$/)).stdout;
    };
    expect(await raw('key', '--raw')).toBe('DE\nsay "hi"\ntwo\\u{a}lines\nAT\n');
    expect(await raw('key')).toBe('"DE"\n"say \\"hi\\""\n"two\\nlines"\n"AT"\n');
    // A record whose result is null has no line; what is not a string stays JSON.
    expect(await raw('number > `1` && key || null', '--raw')).toBe('two\\u{a}lines\nAT\n');
    expect(await raw('[key, number]', '--raw')).toMatch(/\n\["DE",0\]\n/);
  });

  it('with an unknown field continues with one warning, which is escaped', async () => {
    const body = {
      total: 1,
      '\u001b[2J\nhotelctl: fine': 1,
      nationalityBreakdown: [1, 2].map(x => ({ ...entry, x })),
    };
    const { stderr, stdout } = await expectSuccess(fetched(body, '--format csv --columns breakdown,number'));
    expect(stdout).toBe('breakdown,number\r\ntotal,1\r\nnationality,1\r\nnationality,1\r\n');
    expect(stderr).toBe(
      'warning: MUC 2026-10: the room-nights report has fields that are not documented: ' +
        'nationalityBreakdown[].x, \\u{1b}[2J\\u{a}hotelctl: fine\n',
    );
  });

  it.each(['csv', 'json', 'ndjson', 'table', 'html'])(
    'with --strict an unknown field is exit 6 in %s',
    async format => {
      const message = 'hotelctl: the room-nights report has fields that are not documented: x\n';
      await expectFailure(fetched({ total: 1, x: 1 }, `--strict --format ${format}`), 6, message);
    },
  );

  it('that is not as documented is exit 6 with its path, unless it is passed on unchanged', async () => {
    const body = { nationalityBreakdown: Array.from({ length: 9 }, () => ({ ...entry, number: 'one' })) };
    const { stderr } = await expectFailure(fetched(body, '--format csv'), 6);
    expect(stderr).toBe(
      'hotelctl: the room-nights report is not as documented: total: expected a 32-bit integer (it had: nationalityBreakdown); ' +
        'nationalityBreakdown[0].number: expected a 32-bit integer; ' +
        'nationalityBreakdown[1].number: expected a 32-bit integer and 7 more\ntracking id: track-7\n' +
        'hint: report it, or use --format json to get the response unchanged\n',
    );
    const named = /^warning: MUC 2026-10: the room-nights report is not as documented: total: .* 7 more\n$/;
    const passed = await expectSuccess(fetched(body, '--format json'), named);
    expect(JSON.parse(passed.stdout)).toEqual(body);
    await expectFailure(fetched(body, '--format json --strict'), 6);
  });
});

describe('reports list', () => {
  it('shows each report’s flags, views and versions, whatever the settings are', async () => {
    const { stdout } = await expectSuccess(runMain('reports list', { env: { HOTELCTL_PROFILE: 'gone' } }));
    expect(stdout).toContain('flags:  --property ID --month M --year Y\n');
    expect(stdout).toContain('views:  breakdown, reservations\n');
    expect(stdout).not.toContain('\u001b');
    expect((await runMain('reports list --sort name --limit 1')).stdout).toMatch(/^arrivals\n( {2}.*\n)+$/);
  });

  it('wraps its sentences between words on a terminal, and never between a flag and its value', async () => {
    const { stdout: piped } = await runMain('reports list');
    const { stdout } = await runMain('reports list', { terminal: true, columns: 60 });
    const lines = stdout.split('\n');
    for (const line of lines) expect(line.length, line).toBeLessThanOrEqual(60);
    const flags = piped.match(/(?<=^ {2}flags: {2}.*)--[\w-]+ [A-Z]+/gm) ?? [];
    expect(flags.length).toBeGreaterThan(20);
    for (const flag of flags) expect(stdout).toContain(flag);
    expect(stdout.replace(/\s+/g, ' ')).toBe(piped.replace(/\s+/g, ' '));
  });
});

it('a period that is valid only on the day at the property is not refused', async () => {
  // 11:00 UTC on 30 November is 1 December on Kiritimati, where this month does not overlap November.
  const properties = [{ id: 'CXI', name: 'Kiritimati', timeZone: 'Pacific/Kiritimati', currencyCode: 'AUD' }];
  const line = 'reports property-performance --property CXI --period 2026-11 --period this-month';
  const at = (time: string) =>
    runAgainst(line, () => 204, { properties, now: Date.parse(time), env: { TZ: 'UTC' } });
  const { requests } = await expectSuccess(at('2026-11-30T11:00:00Z'));
  expect(requests.join(' ')).toContain('from=2026-12-01&to=2026-12-31');
  // Where the day is 15 November everywhere, nothing is sent.
  expect(await at('2026-11-15T11:00:00Z')).toMatchObject({ exitCode: 2, requests: [] });
});

describe('a period that is not over', () => {
  const asOfToday = '2026-11 is not over: figures are as of today\n';
  const now = Date.parse('2026-11-15T11:00:00Z');
  const run = (words: string) =>
    runAgainst(`reports room-nights --property MUC ${words}`, () => ({ total: 3 }), { now });

  it.each([
    ['--period this-month', asOfToday, / · not over, as of today$/],
    ['--month 11 --year 2026', asOfToday, / · not over, as of today$/],
    ['--period 2026-10 --period 2026-11', asOfToday, / · November 2026: not over, as of today$/],
    ['--period last-month', '', /October 2026$/],
    ['--period next-month', '', /December 2026$/],
  ])('is marked in the title and in a note: %s', async (words, note, title) => {
    const { stdout, stderr } = await run(words);
    expect(stderr).toBe(note);
    expect(stdout.split('\n')[0]).toMatch(title);
  });

  it('is marked below the title of a page, in its language', async () => {
    const { stdout } = await run('--period this-month --format html --output - --locale de');
    expect(stdout).toContain('noch nicht zu Ende, Stand heute');
  });
});

it('CSV with readable headings has the last day beside an exclusive end', async () => {
  const line = 'reports revenues --property MUC --period 2026-10 --format csv';
  const rows = async (words: string) =>
    (await runAgainst(`${line} ${words}`, () => account('Revenues', 1))).stdout
      .split('\r\n')
      .map(row => row.split(',').slice(0, 4).join());
  expect((await rows('--headings human')).slice(0, 2)).toEqual([
    'Property,From,To,Last day',
    'MUC,2026-10-01,2026-11-01,2026-10-31',
  ]);
  expect((await rows(''))[0]).toBe('propertyId,from,to,depth');
});
