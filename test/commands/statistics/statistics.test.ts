import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { forms } from '../../../src/reports/statistics/forms.ts';
import { temporaryFile, temporaryFolder } from '../../context.ts';
import { expectExit, expectFailure, expectSuccess } from '../../expect-run.ts';
import { allMeasures, requestedDays } from '../../measures.ts';
import { wordsOf } from '../../words.ts';
import { runMain } from '../in-process.ts';
import { localServer, signedIn } from '../local-server.ts';
import { findUntranslated } from '../page-texts.ts';
import { germanHotel, platformListener, type Respond } from '../reports-platform.ts';

/** A reservation of two nights as the platform counts it: all guests with the country of the primary guest. */
interface Stay {
  readonly adults: number;
  readonly children?: number;
  readonly residence: string | null;
}

type Body = Record<string, unknown>;
type Change = (report: string, body: Body) => Body | number;

const isList = (stays: object): stays is readonly Stay[] => Array.isArray(stays);

/** A platform with these stays of each property; `change` replaces a body, or answers with a status. */
async function statisticsPlatform(
  stays: readonly Stay[] | Readonly<Record<string, readonly Stay[]>>,
  change: Change = (_, body) => body,
) {
  let [books, changed] = [stays, change];
  const requested: string[] = [];
  const respond: Respond = (report, query) => {
    requested.push(`${report}?${query}`);
    const own = isList(books) ? books : (books[query.get('propertyId') ?? ''] ?? []);
    return changed(report, report === 'property-performance' ? performance(query) : counts(report, own));
  };
  const hotels = ['MUC', 'LND'].map(id => germanHotel(id));
  const { url } = await localServer(platformListener(hotels, respond));
  return {
    requested,
    env: signedIn(url),
    become(next: typeof stays, nextChange: Change = (_, body) => body) {
      [books, changed] = [next, nextChange];
    },
  };
}

function counts(report: string, stays: readonly Stay[]): Body {
  const add = (own: readonly Stay[], read: (stay: Stay) => number) =>
    own.reduce((sum, stay) => sum + read(stay), 0);
  const numberOf = ({ adults, children = 0 }: Stay) =>
    report === 'arrivals' ? adults + children : report === 'bed-nights' ? 2 * (adults + children) : 2;
  const total = add(stays, numberOf);
  const breakdown = (field: string, keyOf: (stay: Stay) => string | null) =>
    [...new Set(stays.map(keyOf))].map(key => {
      const own = stays.filter(stay => keyOf(stay) === key);
      const number = add(own, numberOf);
      const reservationIds = own.map(stay => `R-${stays.indexOf(stay)}`);
      const keyed = key === null ? {} : { [field]: key };
      return { ...keyed, number, percent: (number / total) * 100, reservationIds };
    });
  const totalAdults = add(stays, stay => stay.adults);
  const totalChildren = add(stays, stay => stay.children ?? 0);
  return {
    total,
    ...(report === 'arrivals' ? { totalAdults, totalChildren } : {}),
    countryOfResidenceBreakdown: breakdown('countryCode', stay => stay.residence),
    nationalityBreakdown: breakdown('countryCode', stay => stay.residence),
    travelPurposeBreakdown: breakdown('purpose', () => 'Leisure'),
  };
}

/** 40 bedrooms with 80 beds, of which one is out of order; 30 are sold each day. */
function performance(query: URLSearchParams): Body {
  const days = requestedDays(query);
  const measures = (factor: number) => ({
    ...allMeasures(),
    houseCount: 40 * factor,
    houseItemsCount: 80 * factor,
    outOfOrderCount: factor,
    soldCount: 30 * factor,
  });
  const businessDays = days.map(businessDay => ({ ...measures(1), businessDay, unitGroups: [] }));
  return { ...measures(days.length), businessDays };
}

const at = (moment: string) => Date.parse(`${moment}T12:00:00Z`);
const november = at('2026-11-03');

/** `statistics` in November, on a platform with these stays. */
async function prepare(...given: Parameters<typeof statisticsPlatform>) {
  const platform = await statisticsPlatform(...given);
  const run = (line: string, now = november) => {
    const property = line.includes('--all-properties') ? '' : ' --property MUC';
    return runMain(`statistics ${line}${property}`, { env: platform.env, now });
  };
  return { ...platform, run };
}

/** Runs it, and returns its JSON. */
async function figuresOf(stays: readonly Stay[], line: string, now = november) {
  const run = await (await prepare(stays)).run(`${line} --format json`, now);
  expect([run.exitCode, run.stdout], run.stderr).toEqual([0, expect.stringContaining('{')]);
  return { ...JSON.parse(run.stdout), stderr: run.stderr };
}

interface Row {
  readonly row: string;
  readonly name: string;
  readonly arrivals: number;
  readonly nights: number;
}

const filled = ({ rows }: { readonly rows: readonly Row[] }) =>
  rows
    .filter(({ arrivals, nights }) => arrivals + nights > 0)
    .map(({ name, arrivals, nights }) => `${name} ${arrivals} ${nights}`);

const guest = (residence: string | null, rest: Partial<Stay> = {}): Stay => {
  return { adults: 1, residence, ...rest };
};

it('warns of the form of another country, by the time zone, and of a day that has passed', async () => {
  const checks = async (form: string) => (await figuresOf([guest('DE')], form)).findings;
  const found = 'the time zone of the property is Europe/Berlin, and this is the form of Switzerland';
  expect(await checks('CH')).toContainEqual(expect.objectContaining({ check: 'country', found }));
  for (const form of ['DE', 'totals'])
    expect((await checks(form)).map(({ check }: { check: string }) => check)).not.toContain('country');
  const [due, late] = [november, at('2026-11-23')].map(async now => {
    const { openPoints } = await figuresOf([], 'DE --period 2026-10', now);
    return openPoints[0];
  });
  expect(await due).toMatch(/^Due on 2026-11-05 \(.*\)\.$/);
  expect(await late).toMatch(/^Due on 2026-11-05 \(.*\)\. This day has passed\.$/);
});

it('has rows of the form only, if the chosen columns have no number of a field', async () => {
  const { run } = await prepare([guest('DE')]);
  const linesOf = async (columns: string) => {
    const line = `totals --period 2026-10 --format csv --columns ${columns}`;
    return (await run(line)).stdout.trim().split('\r\n').slice(1);
  };
  expect(await linesOf('row,name,arrivals,nights')).toEqual(['DE,Germany,1,2', ',Total,1,2']);
  expect((await linesOf('row,name,number')).at(-1)).toMatch(/^,Room nights offered,\d+$/);
});

it.each(['DE', 'CH', 'totals'] as const)(
  '%s never claims to be official or sent, and has a translation of each text of its page',
  async form => {
    const { run } = await prepare([guest('DE'), guest('TW', { adults: 3 }), guest(null)]);
    const pageIn = async (locale: string) => {
      const line = `${form} --period 2026-10 --format html --locale ${locale}`;
      return (await run(line)).stdout;
    };
    const { rows, fields } = forms[form];
    const own = form === 'DE' ? rows.map(({ name }) => name) : [];
    const codes = ['arrivals', 'bed-nights', 'room-nights', ...fields.map(({ code }) => code)];
    expect(await findUntranslated(pageIn, [own, codes, 'Insgesamt'])).toEqual([]);
    const { stdout } = await run(form);
    expect(stdout).toContain('Figures for the return');
    expect(stdout).toContain('hotelctl sends nothing; no office has checked them');
    expect(stdout).not.toMatch(/official|submitted|compliant|certified|accepted/i);
  },
);

it('a nil return is all zeros, exit 0, and a finding that says so', async () => {
  const { rows, total, findings } = await figuresOf([], 'DE');
  expect([rows.length, total.arrivals, total.nights]).toEqual([54, 0, 0]);
  expect(findings.at(-1)).toMatchObject({ check: 'nil return', state: 'passed' });
});

it('a month without guests and units, and with none in the year before, is refused as a typo', async () => {
  const { run } = await prepare([], (report, body) =>
    report === 'property-performance'
      ? JSON.parse(JSON.stringify(body).replaceAll(/"soldCount":\d+/g, '"soldCount":0'))
      : body,
  );
  const words =
    /^hotelctl: MUC has neither guests nor sold units in 2019-01 or in the year before\nhint: check --period\n$/;
  await expectFailure(run('DE --period 2019-01'), 2, words);
});

it('rows add up to the total of the report for guests of every country', async () => {
  const codes = 'DE CH LI FR MC GB GG XK HK MO TW MX YE GF AQ SJ PS EH BQ'.split(' ');
  const stays = [...codes, null].map((code, index) => guest(code, { adults: index + 1 }));
  for (const form of ['DE', 'CH', 'totals']) {
    const { rows, total } = await figuresOf(stays, form);
    const sum = (of: (row: Row) => number) => rows.reduce((all: number, row: Row) => all + of(row), 0);
    expect([sum(row => row.arrivals), sum(row => row.nights)], form).toEqual([210, 420]);
    expect([total.arrivals, total.nights], form).toEqual([210, 420]);
  }
});

describe('a report that contradicts itself', () => {
  const entry = (countryCode: string | undefined, number: number, reservationIds = ['R-1']) => ({
    ...(countryCode === undefined ? {} : { countryCode }),
    number,
    percent: 100,
    reservationIds,
  });
  const arrivalsWith = (change: Record<string, unknown>) => (report: string, body: Record<string, unknown>) =>
    report === 'arrivals' ? { ...body, ...change } : body;

  const residences = (...countryOfResidenceBreakdown: object[]) => ({ countryOfResidenceBreakdown });
  const few = residences(entry('DE', 2, ['R-1', 'R-2', 'R-3']));
  it.each<[string, string, Record<string, unknown>]>([
    ['counts reservations in its rows', 'total 2 is not the sum 1', residences(entry('DE', 1))],
    ['has no rows', 'total 2 is not the sum 0', { countryOfResidenceBreakdown: null }],
    ['counts other adults', 'total 2 is not the sum of 1 adults and 0 children', { totalAdults: 1 }],
    ['has a withdrawn code', 'residence CS is not', residences(entry('CS', 2))],
    ['has a country twice', 'residence DE occurs twice', residences(entry('DE', 1), entry('DE', 1))],
    ['has fewer guests than reservations', 'numbers are less than their reservations', few],
  ])('%s: nothing is written, exit 6', async (_, words, change) => {
    const { run } = await prepare([guest('DE', { adults: 2 })], arrivalsWith(change));
    await expectFailure(run('DE'), 6, words);
  });

  it('is not zero when it is missing: 204 is refused', async () => {
    const { run } = await prepare([], (report, body) => (report === 'arrivals' ? 204 : body));
    const { exitCode, stdout } = await run('DE');
    expect([exitCode !== 0, stdout]).toEqual([true, '']);
  });

  it('with fewer nights than room nights is refused', async () => {
    const fewer = (report: string, body: Record<string, unknown>) =>
      report === 'bed-nights' ? { ...body, total: 1, countryOfResidenceBreakdown: [entry('DE', 1)] } : body;
    const { run } = await prepare([guest('DE')], fewer);
    await expectFailure(run('DE'), 6, 'total 1 is less than the 2 room nights');
  });
});

/** The text of a page without its line breaks. */
const shown = async (run: Promise<{ readonly stdout: string }>) => (await run).stdout.replace(/\s+/g, ' ');

describe('the page', () => {
  it('warns of confirmed reservations, of guests without a country or with that of another guest, and of rows that are not confirmed', async () => {
    const { run } = await prepare([guest('DE', { adults: 2, children: 1 }), guest(null), guest('MX')]);
    const stdout = await shown(expectSuccess(run('DE')));
    expect(stdout).toContain('reservations that are still confirmed');
    expect(stdout).toContain('1 of 5 arrivals and 2 of 10 nights have no country of');
    expect(stdout).toContain('2 of 5 arrivals have the country of the primary guest of');
    expect(stdout).toContain('not confirmed from the form: MX in Mittelamerika/Karibik');
  });

  it('warns of more arrivals than nights in a row: day use', async () => {
    const none = { nationalityBreakdown: [], travelPurposeBreakdown: [] };
    const countryOfResidenceBreakdown = [{ countryCode: 'DE', number: 5, percent: 100 }];
    const dayUse = { total: 5, totalAdults: 5, ...none, countryOfResidenceBreakdown };
    const { run } = await prepare([guest('DE')], (report, body) =>
      report === 'arrivals' ? { ...body, ...dayUse } : body,
    );
    const stdout = await shown(run('DE'));
    expect(stdout).toContain('more arrivals than nights: Deutschland');
    expect(stdout).toContain('arrivals 0 by nationality and 5 by residence');
    expect(stdout).toMatch(/companions are\b.*\bnot known/);
  });

  it('has the room nights, those offered without rooms that are out of order, and the number of these', async () => {
    const { fields } = await figuresOf([guest('DE', { adults: 2 })], 'totals');
    const source = 'property-performance: bedrooms without room nights out of order (31)';
    expect(fields).toEqual([
      { row: '', name: 'Room nights sold', number: 2, source: 'room-nights' },
      { row: '', name: 'Room nights offered', number: 39 * 31, source },
    ]);
  });

  it('has one section for each property, and never their sum', async () => {
    const { run } = await prepare({ MUC: [guest('DE', { adults: 3 })], LND: [guest('DE', { adults: 4 })] });
    const { stdout } = await run('DE --all-properties --format html');
    expect(stdout.match(/<section id="(MUC|LND)">/g)).toEqual(['<section id="MUC">', '<section id="LND">']);
    expect(stdout).toContain('<td>3</td>');
    expect(stdout).not.toContain('<td>7</td>');
  });

  it('requests the month of the return, and bedrooms day by day', async () => {
    const { run, requested } = await prepare([]);
    await run('DE --period last-month');
    expect(requested.toSorted()).toEqual(
      wordsOf(`arrivals?propertyId=MUC&month=10&year=2026 bed-nights?propertyId=MUC&month=10&year=2026
      property-performance?propertyId=MUC&from=2026-10-01&to=2026-10-31&unitGroupTypes=BedRoom&expand=businessDays
      room-nights?propertyId=MUC&month=10&year=2026`),
    );
  });
});

it('csv has a line for each row of the form, its total and its fields, and prints the warnings', async () => {
  const { run } = await prepare([guest('GB', { adults: 2 })]);
  const { stdout, stderr } = await run('DE --format csv');
  const lines = stdout.trim().split('\r\n');
  expect(lines.length).toBe(1 + 54 + 1 + 4);
  expect(lines[0]).toBe('propertyId,period,form,part,row,name,countries,arrivals,nights,number,source');
  expect(lines[9]).toBe('MUC,2026-10,DE,residence,9,Vereinigtes Königreich,GB,2,4,,"arrivals, bed-nights"');
  expect(lines[55]).toBe('MUC,2026-10,DE,total,,Insgesamt,,2,4,,"arrivals, bed-nights"');
  expect(stderr).toContain('warning: MUC: companions: 1 of 2 arrivals');
});

/** A portfolio of one line: `MUC` and these columns. */
function portfolioOf(cells: Readonly<Record<string, number | string>>): string {
  const lines = `property,${Object.keys(cells)}\nMUC,${Object.values(cells)}\n`;
  return `--portfolio ${temporaryFile('portfolio.csv', lines)}`;
}

describe('what the reports do not know', () => {
  const fieldsOf = async (line: string, now?: number) =>
    Object.fromEntries(
      (await figuresOf([guest('DE')], line, now)).fields.map(
        (field: { row: string; number: number; source: string }) => [field.row, field.number ?? field.source],
      ),
    );

  it('is open, with what the platform counts as a proposal, or comes from the portfolio', async () => {
    expect(await fieldsOf('CH')).toMatchObject({
      EstNbrBed: 'open: add the column beds to the portfolio; the platform counts 80',
      EstNbrRoom: 'open: add the column rooms to the portfolio; the platform counts 40',
      TotalOpenDays: 'open: add the column open-days to the portfolio; the platform counts 31',
      EstAvgNightIncome: 'open: the reports do not have it',
    });
    const fields = await fieldsOf(`CH ${portfolioOf({ beds: 71, rooms: 35, 'open-days': 30 })}`);
    expect(fields).toMatchObject({ EstNbrBed: 71, EstNbrRoom: 35, TotalOpenDays: 30 });
  });

  it('is open if the days contradict the month: the office would get the rooms of one of them', async () => {
    const { run } = await prepare([guest('DE')], (_, body) => ({ ...body, houseCount: 30 * 40 }));
    const { stdout } = await run('DE --period 2026-10 --format csv');
    expect(stdout).toContain('or the days do not add up to it');
    expect(stdout).not.toContain('1209');
  });

  it('proposes beds and rooms of the last open day, except the rooms of 31 July: a seasonal hotel may close before the month ends', async () => {
    const { run } = await prepare([guest('DE')], (_, body) => {
      for (const day of (body['businessDays'] ?? []) as Record<string, unknown>[])
        if (/-(1[2-9]|[23].)$/.test(String(day['businessDay'])))
          Object.assign(day, { houseCount: 0, houseItemsCount: 0, outOfOrderCount: 0 });
      return { ...body, houseCount: 11 * 40, outOfOrderCount: 11 };
    });
    const proposed = async (line: string, row: string) =>
      JSON.parse((await run(`${line} --format json`)).stdout)
        .fields.find((field: { readonly row: string }) => field.row === row)
        .source.replace(/.*; /, '');
    expect(await proposed('DE --period 2026-10', '04')).toBe('the platform counts 80');
    expect(await proposed('CH --period 2026-10', 'EstNbrRoom')).toBe('the platform counts 40');
    expect(await proposed('DE --period 2026-07', '05')).toBe('the platform counts 0');
  });

  it('decides whether Germany requests room days: the rooms on 31 July, not those of today', async () => {
    expect(await fieldsOf(`DE ${portfolioOf({ rooms: 24 })}`)).toMatchObject({ '02': 'only from 25 rooms' });
    expect(await fieldsOf(`DE ${portfolioOf({ rooms: 25 })}`)).toMatchObject({ '02': 1209, '03': 2 });
    expect((await figuresOf([], 'DE')).fields[1].source).toContain('only from 25 rooms on 31 July');
    // The rooms are a field of the return of July.
    expect(await fieldsOf(`DE ${portfolioOf({ rooms: 30 })}`)).not.toHaveProperty('05');
    expect(await fieldsOf(`DE --period 2026-07 ${portfolioOf({ rooms: 30 })}`)).toHaveProperty('05', 30);
  });

  it('sets the day on which the figures are due', async () => {
    expect((await figuresOf([], 'DE')).openPoints[0]).toContain('2026-11-05 (usually the 5th');
    expect((await figuresOf([], 'CH')).openPoints[0]).toContain('not known');
    const { openPoints } = await figuresOf([], `CH ${portfolioOf({ deadline: 12, 'office-id': 4711 })}`);
    expect(openPoints.slice(0, 2)).toEqual(['Due on 2026-11-12.', 'Number: 4711.']);
  });

  it('warns if there are more nights than beds', async () => {
    const line = `DE ${portfolioOf({ beds: 2, 'open-days': 31 })}`;
    const { findings } = await figuresOf([guest('DE', { adults: 40 })], line);
    expect(findings).toContainEqual(expect.objectContaining({ check: 'beds', state: 'warning' }));
  });

  it.each([
    ['beds', 'two'],
    ['deadline', 31],
    ['open-days', 32],
  ])('%s %s in the portfolio is refused before anything is sent', async (name, value) => {
    const { run, requested } = await prepare([]);
    const ended = run(`DE ${portfolioOf({ [name]: value })}`);
    await expectFailure(ended, 2, `${name} of MUC in the portfolio must be a whole number`);
    expect(requested).toEqual([]);
  });
});

describe('the month', () => {
  it.each([
    ['2026-11-01T04:59:59Z', 2],
    ['2026-11-01T05:00:00Z', 0],
  ])('can be reported from 06:00 of the first day after it at the property: %s', async (now, code) => {
    const { run } = await prepare([]);
    const line = 'DE --period 2026-10 --format csv';
    const { stderr } = await expectExit(run(line, Date.parse(now)), code);
    const refusal = '2026-10 is not over: today is 2026-11-01, and postings to it end at 06:00 of 2026-11-01';
    expect(stderr.includes(refusal)).toBe(code === 2);
  });

  it('that ended yesterday is shown with a warning: its last night audit may be missing', async () => {
    const { findings } = await figuresOf([], 'DE', at('2026-11-01'));
    expect(findings).toContainEqual(expect.objectContaining({ check: 'night audit', state: 'warning' }));
    expect(JSON.stringify(await figuresOf([], 'DE', at('2026-11-02')))).not.toContain('night audit');
  });
});

describe('--save', () => {
  const saved = async () => {
    const dataDir = temporaryFolder();
    const platform = await statisticsPlatform([guest('DE'), guest('AT')]);
    const env = { ...platform.env, HOTELCTL_DATA_DIR: dataDir };
    const run = (line: string, day = '2026-11-03') =>
      runMain(`statistics DE --property MUC ${line}`, { env, now: at(day) });
    const files = () =>
      readdirSync(dataDir, { recursive: true }).filter(file => String(file).endsWith('manifest.json'));
    expect((await run('--save')).stderr).toContain('MUC: saved the figures of 2026-10');
    return { platform, run, files, dataDir };
  };

  it('keeps the figures: a later run prints the correction', async () => {
    const { platform, run, files } = await saved();
    platform.become([guest('DE', { adults: 2 }), guest('CH')]);
    const { stdout } = await run('', '2026-11-20');
    expect(stdout).toContain('Correction  since the figures that were saved on 3 November 2026');
    expect(stdout).toMatch(/1 +Deutschland +nights +2 +4 +\+2/);
    expect(stdout).toMatch(/20 +Österreich +arrivals +1 +0 +-1/);
    expect(stdout).toMatch(/26 +Schweiz +arrivals +0 +1 +\+1/);
    const { corrections } = JSON.parse((await run('--format json', '2026-11-20')).stdout);
    expect(corrections).toContainEqual({ row: '', name: 'Insgesamt', what: 'arrivals', saved: 2, now: 3 });
    const { stderr } = await run('--format csv', '2026-11-20');
    expect(stderr).toContain('warning: MUC: correction: Deutschland, nights: 2 on 2026-11-03, 4 now');
    expect(files().length).toBe(1);
    await run('--save', '2026-11-21');
    expect(files().length).toBe(2);
    expect((await run('', '2026-11-22')).stdout).toContain('the figures that were saved on 21 November 2026');
  });

  it('keeps the same figures once, and refuses those that were changed afterwards', async () => {
    const { run, files, dataDir } = await saved();
    const { stdout } = await run('--save', '2026-11-20');
    expect(stdout).toContain('These are the figures that were saved on 3 November 2026.');
    expect(stdout).toMatch(/^Due on 5 November 2026/m);
    expect(files().length).toBe(1);
    // An open field that is known now is no correction.
    const known = await run(portfolioOf({ beds: 80 }), '2026-11-20');
    expect(known.stdout).toContain('These are the figures that were saved');
    const file = join(dataDir, String(files()[0]));
    writeFileSync(file, readFileSync(file, 'utf8').replace('"arrivals": 1', '"arrivals": 9'));
    await expectFailure(run('', '2026-11-20'), 8, 'manifest.json was changed');
  });
});

describe('adjustments', () => {
  const stays = [guest('UA', { adults: 5 }), guest('DE', { adults: 2 })];
  const fileOf = (lines: string) =>
    temporaryFile('adjustments.csv', `property,month,country,arrivals,nights,room-nights,reason\n${lines}`);

  it('subtract guests from their row, the totals and the room nights, and are printed with their reason', async () => {
    const file = fileOf(
      'MUC,2026-10,UA,4,8,1,refugees\nMUC,2026-09,DE,1,1,1,other month\nBER,2026-10,DE,1,1,1,other hotel\n',
    );
    const figures = await figuresOf(stays, `DE --period 2026-10 --adjustments ${file}`);
    const plain = await figuresOf(stays, 'DE --period 2026-10');
    expect(filled(plain)).toEqual(['Deutschland 2 4', 'Ukraine 5 10']);
    expect(filled(figures)).toEqual(['Deutschland 2 4', 'Ukraine 1 2']);
    expect([figures.total.arrivals, figures.total.nights]).toEqual([3, 6]);
    const sold = ['', `--adjustments ${file}`].map(async flag => {
      const { fields } = await figuresOf(stays, `totals --period 2026-10 ${flag}`);
      return fields.find(({ name }: { name: string }) => name === 'Room nights sold').number;
    });
    expect(await Promise.all(sold)).toEqual([4, 3]);
    expect(figures.openPoints[0]).toBe('Subtracted for UA: 4 arrivals, 8 nights and 1 room night: refugees.');
  });

  it('of a property that does not exist are named in a warning, with the nearest one', async () => {
    const file = fileOf('MUC,2026-10,UA,1,1,1,refugees\nMUX,2026-10,UA,1,1,1,refugees\n');
    const { stderr } = await figuresOf(stays, `DE --period 2026-10 --adjustments ${file}`);
    expect(stderr.split('\n').filter((text: string) => text.includes(file))).toEqual([
      `warning: ${file}, line 3: you have no access to property MUX: did you mean MUC?`,
    ]);
  });

  it('of another month are named in a warning: nothing was subtracted', async () => {
    const file = fileOf('MUC,2026-09,UA,1,1,1,refugees\n');
    const { stderr } = await figuresOf(stays, `DE --period 2026-10 --adjustments ${file}`);
    expect(stderr).toContain(`warning: ${file} has no line of this month, so nothing was subtracted\n`);
    // A hotel may have none in the file of its group.
    const ofGroup = fileOf('LND,2026-10,UA,1,1,1,refugees\n');
    const other = await figuresOf(stays, `DE --period 2026-10 --adjustments ${ofGroup}`);
    expect(other.stderr).not.toContain('has no line of this month');
  });

  const more = 'it subtracts more than is left:';
  const six = 'MUC,2026-10,UA,1,6,1,';
  it.each([
    ['MUC,2026-10,UA,6,1,1,refugees', `line 2: ${more} 6 of 5 arrivals of UA\nhint: correct`],
    [`${six}refugees\n${six}staff`, `line 3: ${more} 6 of 4 nights of UA`],
    ['MUC,2026-10,DE,1,1,99,staff', `line 2: ${more} 99 of 4 room nights`],
    ['MUC,2026-10,ZZ,1,1,1,refugees', 'line 2: ZZ is not an ISO 3166-1 code'],
    ['MUC,2026-13,UA,1,1,1,refugees', 'line 2: month must be a month such as 2026-10'],
    ['MUC,2026-10,UA,1,1,1,', 'line 2: it has no reason'],
    ['MUC,2026-10,UA,one,1,1,refugees', 'line 2: arrivals must be a whole number'],
  ])('with the line %s are refused', async (lines, message) => {
    const { run } = await prepare(stays);
    await expectFailure(run(`DE --period 2026-10 --adjustments ${fileOf(lines)}`), 2, message);
  });
});
