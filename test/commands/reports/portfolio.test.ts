import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFile, temporaryFolder } from '../../context.ts';
import { expectExit, expectFailure, expectSuccess } from '../../expect-run.ts';
import { requestedDays } from '../../measures.ts';
import { soldFigures } from '../../output/rendered.ts';
import { runAgainst } from './served.ts';

/** MUC and BER in EUR, TYO in JPY; each sells 6 of 10 bedrooms a day. All is added up again here, in whole numbers. */
const prices = { MUC: 100, BER: 80, TYO: 12_000 } as const;
type Hotel = keyof typeof prices;
const properties = Object.keys(prices).map(id => ({ id, name: `Hotel ${id}`, timeZone: 'UTC' }));

function respond(query: URLSearchParams) {
  const id = query.get('propertyId') as Hotel;
  const currency = id === 'TYO' ? 'JPY' : 'EUR';
  const figures = (days: number) => ({
    ...soldFigures(6 * days, 10 * days, 6 * days * prices[id], currency),
    netAccommodationRevenue: { amount: 5 * days * prices[id], currency },
    netAdr: { amount: (5 * prices[id]) / 6, currency },
    revPar: { amount: (5 * prices[id]) / 10, currency },
  });
  const days = requestedDays(query);
  const businessDays = days.map(businessDay => ({ businessDay, ...figures(1), unitGroups: [] }));
  return { ...figures(days.length), businessDays };
}

const hotels = '\ufeffProperty;Name;Region\nMUC;Isarblick;South\nTYO;Sumida;Asia\n';
const portfolio = temporaryFile('hotels.csv', hotels);
const named = 'property,region,name\nMUC,South,\nBER,South,Spree\nTYO,Asia,\n';
const regions = temporaryFile('regions.csv', named);
const changes = 'currency,rate,from,to\nJPY,0.005,,2026-10-01\nJPY,0.006,2026-10-02,\n';
const rates = temporaryFile('rates.csv', changes);
const twoDays = 'reports property-performance --period 2026-10-01..2026-10-02';
const run = (more: string) => runAgainst(`${twoDays} --all-properties ${more}`, respond, { properties });
const rows = async (more: string) => JSON.parse((await run(`${more} --format json`)).stdout);

describe('--by a column of the portfolio', () => {
  it.each([`${twoDays} --by property`, `${twoDays} --by region`, 'brief'])(
    'names the hotels of the file that are lacking on the page of all properties: %s',
    async line => {
      const lost = temporaryFile('lost.csv', 'property,region\nMUC,South\nPAR,West\nROM,South\n');
      const namedBy = async (more: string) => {
        const words = `${line} ${more} --portfolio ${lost} --format html --output -`;
        const { stdout, stderr } = await runAgainst(words, respond, { properties });
        const named = 'in the portfolio, but not among all properties: PAR, ROM';
        return [stderr.includes(named), stdout.includes(`<p class="gap">${named}</p>`)];
      };
      expect(await namedBy('--all-properties')).toEqual([true, true]);
      // A list of hotels is a choice.
      expect(await namedBy('--property MUC,BER')).toEqual([false, false]);
    },
  );

  it('adds up the hotels of each value and currency; hotels that the file does not name come together', async () => {
    const found = await rows(`--by region --portfolio ${portfolio}`);
    const table = await run(`--by region --portfolio ${portfolio}`);
    expect(table.stdout).toMatch(/\nRegion +Hotels .*\n(.*\n)*South +1 /);
    const shown = ({ group, hotels, soldCount, revPar }: (typeof found)[0]) =>
      [group, hotels, soldCount, revPar.amount, revPar.currency].join();
    expect(found.map(shown)).toEqual(['South,1,12,50,EUR', 'No region,1,12,40,EUR', 'Asia,1,12,6000,JPY']);
    const env = { HOTELCTL_PORTFOLIO: portfolio };
    const line = `${twoDays} --all-properties --by region --format json`;
    const { stdout } = await runAgainst(line, respond, { properties, env });
    expect(JSON.parse(stdout)).toEqual(found);
  });

  it.each([
    ['EUR', '', '1 of 2'],
    ['JPY', '', '1'],
    ['JPY', `--currency EUR --rates ${rates}`, '1 of 2'],
    ['EUR', '--compare last-year', '1 of 2'],
  ])(
    'counts a hotel in %s that failed in the row of its group and currency: %s',
    async (code, more, shown) => {
      const listed = properties.map(each => ({ ...each, currencyCode: each.id === 'BER' ? code : 'EUR' }));
      const line = `${twoDays} --all-properties --by region --portfolio ${regions} ${more}`;
      const failing = (query: URLSearchParams) => (query.get('propertyId') === 'BER' ? 503 : respond(query));
      const { stdout } = await runAgainst(line, failing, { properties: listed });
      expect(/^South +(1(?: of 2)?) {2}/m.exec(stdout)?.[1]).toBe(shown);
      expect(stdout).toMatch(/^Asia +1 {2}/m);
      expect(stdout).toMatch(
        /2 of 3 hotels\. Missing: Spree \(503 unavailable\)\.(.|\n)*Total of 2 of 3 prop/,
      );
    },
  );

  it('compares each group with itself, without a hotel whose currency has changed', async () => {
    const changed = (query: URLSearchParams) => {
      const body = JSON.stringify(respond(query));
      const isFormer = query.get('propertyId') === 'BER' && query.get('from')?.startsWith('2025');
      return JSON.parse(isFormer ? body.replaceAll('EUR', 'DEM') : body);
    };
    const line = `${twoDays} --all-properties --by region --compare last-year --portfolio ${regions}`;
    const columns = '--format csv --columns group,netAdr.then,netAdr.now';
    const ended = runAgainst(`${line} ${columns}`, changed, { properties });
    const { stdout } = await expectSuccess(ended, 'BER: earlier amounts are in DEM');
    expect(stdout).toBe('group,netAdr.then,netAdr.now\r\nSouth,83.33,83.33\r\nAsia,10000,10000\r\n');
    const page = await runAgainst(`${line} --format html`, changed, { properties });
    expect(page.stdout).toMatch(/<title>Property performance · 3 .* · totals of 2 of 3 properties/);
    expect(page.stdout).toContain('BER: earlier amounts are in DEM, so they are not compared with EUR');
  });

  it('refuses rates by month, which would convert the figures of every other month too', async () => {
    const monthly = temporaryFile('monthly.csv', 'currency,month,rate\nJPY,2026-10,0.006\n');
    const ended = run(`--by property --currency EUR --rates ${monthly}`);
    await expectFailure(ended, 2, `${monthly} has a column month\nhint: its columns are currency, rate`);
  });

  it('refuses a file that has a hotel twice, as it refuses a currency that has two rates', async () => {
    const twice = temporaryFile('twice.csv', 'property,region\nMUC,South\nTYO,Asia\nMUC,North\n');
    await expectFailure(run(`--by region --portfolio ${twice}`), 2, 'twice.csv, line 4: MUC occurs twice');
    const two = temporaryFile('two.csv', 'currency,rate,from\nJPY,0.005,2026-10-01\nJPY,0.006,2026-10-01\n');
    const ended = run(`--by property --currency EUR --rates ${two}`);
    await expectFailure(ended, 2, 'two.csv, line 3: JPY, 2026-10-01 occurs twice');
  });

  it('is written under any name as a first file, which is accepted and is not replaced', async () => {
    const path = join(temporaryFolder(), 'first.csv');
    const line = `properties list --portfolio-template --output ${path}`;
    await expectSuccess(runAgainst(line, respond, { properties }));
    expect(readFileSync(path, 'utf8')).toBe(
      'property,name,region,brand\r\nMUC,Hotel MUC,,\r\nBER,Hotel BER,,\r\nTYO,Hotel TYO,,\r\n',
    );
    const found = await rows(`--by region --portfolio ${path}`);
    expect(found[0].group).toBe('No region');
    const lost = `${path} exists; its regions and brands would be lost`;
    const refused = await expectFailure(runAgainst(line, respond, { properties }), 2, lost);
    expect(refused.requests).toEqual([]);
    await expectSuccess(runAgainst(line.replace(path, '/dev/null'), respond, { properties }));
    const { stdout } = await runAgainst(`${line.replace(path, '-')} --query [0].region`, respond, {
      properties,
    });
    expect(stdout).toBe('""\n');
  });
});

describe('--currency', () => {
  it('shows converted amounts with the decimals of the currency, and exact ones in other formats, and says so', async () => {
    const long = temporaryFile('long.csv', 'currency,rate\nJPY,0.0061237\n');
    const line = `--by property --currency EUR --rates ${long}`;
    const tokyo = (await rows(line)).find((row: never) => row['propertyId'] === 'TYO');
    expect(tokyo.netAccommodationRevenue.amount).toBe(734.844);
    const { stdout } = await run(line);
    expect(stdout.split('\n')[0]).toContain('net of VAT · converted to EUR with long.csv');
    expect(stdout).toContain(' 734.84');
    // 1,000 + 800 + 734.84.
    expect(stdout).toMatch(/Total .*2,534\.84\n/);
    expect(stdout).not.toMatch(/\.\d{3}/);
  });

  it('has key figures of the converted days, and not of the first day', async () => {
    const line = `${twoDays} --property TYO --by month --currency EUR --rates ${rates} --format html`;
    const { stdout } = await runAgainst(line, respond, { properties });
    // 330 EUR a day: 660 of 12 sold, and of 20 available units.
    expect(stdout).toContain('>55.00');
    expect(stdout).not.toContain('50.00');
  });

  it.each([
    ['a rate is valid until the next one', 'JPY,0.005,\nJPY,0.006,2026-10-02\n'],
    ['in any order', 'JPY,0.006,2026-10-02\nJPY,0.005,2026-09-01\n'],
  ])('without the ends of the rates, %s', async (_, lines) => {
    const open = temporaryFile('open.csv', `currency,rate,from\n${lines}`);
    const all = await rows(`--by property --currency EUR --rates ${open}`);
    const tokyo = all.find((row: never) => row['propertyId'] === 'TYO');
    expect(tokyo.netAccommodationRevenue.amount).toBe(660);
    const whole = `--view summary --compare previous-period --currency EUR --rates ${open}`;
    await expectExit(run(whole), 7, 'open.csv has several rates of JPY for 2026-10-01..2026-10-02');
  });

  it('refuses rows of a whole period in which the rate changes', async () => {
    const ended = run(`--view summary --compare previous-period --currency EUR --rates ${rates}`);
    const hint = 'hint: for the first one: use a file with one rate for the period';
    await expectExit(ended, 7, 'TYO 2026-10-01..2026-10-02: rates.csv has several rates of JPY', hint);
  });

  it('needs a rate for each currency and day, and both flags', async () => {
    const some = temporaryFile('some.csv', 'currency,rate,from\nJPY,0.006,2026-10-02\n');
    const ended = run(`--by property --currency EUR --rates ${some}`);
    await expectExit(ended, 7, 'TYO 2026-10-01..2026-10-02: some.csv has no rate of JPY for 2026-10-01');
    const wrong = temporaryFile('wrong.csv', 'currency,rate\nJPY,much\n');
    const refused = run(`--by property --currency EUR --rates ${wrong}`);
    await expectFailure(refused, 2, 'wrong.csv, line 2: "much" is not a rate');
    // Rates to EUR would make yen of the amounts in euro.
    const toEuro = run(`--by property --currency JPY --rates ${some}`);
    await expectFailure(toEuro, 2, 'some.csv, line 2: 1 JPY is 0.006 of another currency than JPY');
    const same = temporaryFile('same.csv', 'currency,rate\nJPY,1\nEUR,166.1\n');
    await expectExit(run(`--by property --currency JPY --rates ${same}`), 0);
  });

  it('is what a sorted column of several currencies needs', async () => {
    await expectFailure(
      run('--by property --sort revPar.amount'),
      2,
      'has amounts in EUR, JPY\nhint: sort by another column, or',
    );
    const converted = `--by property --sort revPar.amount --currency EUR --rates ${rates}`;
    const sorted = await run(`${converted} --format csv --columns rank,propertyId`);
    expect(sorted.stdout).toBe('rank,propertyId\r\n1,TYO\r\n2,BER\r\n3,MUC\r\n');
  });
});

it('JSON of all properties is an array, also if there is one', async () => {
  const line = `${twoDays} --all-properties --format json`;
  const { stdout } = await runAgainst(line, respond, { properties: properties.slice(0, 1) });
  expect(JSON.parse(stdout)).toHaveLength(1);
});

describe('--by property --budget', () => {
  const budget = temporaryFile(
    'budget.csv',
    'property,month,measure,amount\nMUC,2026-10,revenue,31000\nMUC,2026-10,sold,310\nTYO,2026-10,revenue,1240000\nTYO,2026-10,sold,310\nMUX,2026-10,revenue,1\nMUX,2026-10,sold,1\n',
  );
  const budgetsOf = async (key: string, line: string) =>
    (await rows(line)).map((row: Record<string, unknown>) =>
      [key, 'budget', 'onBudget'].map(name => row[name]),
    );

  it('has the budget beside the revenue, of a part of a month as last year had it', async () => {
    // Every day of last year has the same revenue: two of 31 days have two parts of 31. Net revenue of MUC is 500 a day.
    expect(await budgetsOf('propertyId', `--by property --budget ${budget}`)).toEqual(
      expect.arrayContaining([
        ['MUC', 2000, -50],
        ['TYO', 80_000, 50],
        ['BER', null, null],
      ]),
    );
    const page = await run(`--by property --budget ${budget} --format html`);
    expect(page.stdout).toContain('the budget of October 2026 is spread in proportion to last year');
  });

  it('is that of all hotels of a region, or unknown; one of days is that of the days', async () => {
    const shown = (line: string) => budgetsOf('group', line);
    const ofHotels = `--by region --portfolio ${portfolio}`;
    const ofMonth = await shown(`${ofHotels} --budget ${budget}`);
    expect(ofMonth).toEqual(
      expect.arrayContaining([
        ['South', 2000, -50],
        ['Asia', 80_000, 50],
        ['No region', null, null],
      ]),
    );
    const days = ['MUC', 'TYO', 'BER'].flatMap(id =>
      [1, 2].flatMap(day => [`${id},2026-10-0${day},revenue,${day}000`, `${id},2026-10-0${day},sold,3`]),
    );
    const daily = temporaryFile('daily.csv', `property,day,measure,amount\n${days.join('\n')}\n`);
    expect(await shown(`${ofHotels} --budget ${daily}`)).toContainEqual(['South', 3000, -66.67]);
    const line = `--by region --portfolio ${regions}`;
    expect(await shown(`${line} --budget ${budget}`)).toContainEqual(['South', null, null]);
    expect(await shown(`${line} --budget ${daily}`)).toContainEqual(['South', 6000, -70]);
  });

  it('is of whole months without another request, and of the setting too', async () => {
    const line = 'reports property-performance --period 2026-10 --by property --property MUC,BER';
    const env = { HOTELCTL_BUDGET: budget };
    const { stdout, requests } = await expectSuccess(runAgainst(line, respond, { properties, env }));
    expect(stdout).toMatch(/ 1 +MUC .* 31,000\.00 +-50\.00\n/);
    // BER has no budget, and is in the total of the revenue: the budget of MUC beside it would misread.
    expect(stdout).toMatch(/\n +Total .* 27,900\.00\s*\n/);
    expect(requests.filter(url => url.includes('property-performance'))).toHaveLength(2);
    const months = ['08', '09', '10'].flatMap(one => [
      `MUC,2026-${one},revenue,100`,
      `MUC,2026-${one},sold,1`,
    ]);
    const further = temporaryFile('further.csv', `property,month,measure,amount\n${months.join('\n')}\n`);
    const apart = await runAgainst(`${line} --period 2026-08 --budget ${further}`, respond, { properties });
    expect(apart.stdout).toMatch(/ MUC .* 200\.00 /);
    const filtered = runAgainst(`${line} --channel-code Direct`, respond, { properties, env });
    await expectSuccess(filtered, 'the budget is not shown, because the figures are filtered');
  });
});
