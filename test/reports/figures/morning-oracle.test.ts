import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Big from 'big.js';
import { beforeAll, describe, expect, it } from 'vitest';
import { runMain } from '../../commands/in-process.ts';
import { localServer, signedIn } from '../../commands/local-server.ts';
import { temporaryFolder } from '../../context.ts';
import { expectExit } from '../../expect-run.ts';
import { daysBetween, shiftedDay } from '../../measures.ts';
import {
  addUp,
  bedroomsOf,
  hotels,
  hotelsAsOf,
  minus,
  percent,
  rounded,
  rowOf,
  type Sums,
} from './oracle.ts';

/** 1 March after a leap day: yesterday is 29 February, and the month to date the whole of February. */
const today = '2028-03-01';
const all = Object.keys(hotels);
const folder = temporaryFolder();
const portfolio = join(folder, 'portfolio.csv');
const rates = join(folder, 'rates.csv');

/** There are none of 23 February, and of some hotels none of yesterday or of last year. */
const snapshots: Readonly<Record<string, readonly string[]>> = {
  '2027-03-01': ['MUC', 'ZRH', 'TYO'],
  '2027-03-03': ['MUC', 'ZRH', 'TYO'],
  '2028-02-22': all,
  '2028-02-29': all.filter(id => id !== 'ZRH'),
  [today]: all,
};
const hasSnapshot = (id: string, day: string) => snapshots[day]?.includes(id) ?? false;
const decimalsOf = (id: string) => (hotels[id]?.currency === 'JPY' ? 0 : 2);
/** The franc rises on 1 March. */
const rateOf = (currency: string, day: string) =>
  currency === 'JPY' ? '0.00613' : currency === 'EUR' ? '1' : day <= '2028-02-29' ? '1.0642' : '1.0713';

let asOf = today;
const { url } = await localServer(hotelsAsOf(() => asOf));
const run = (line: string) => {
  const env = { ...signedIn(url), HOTELCTL_DATA_DIR: join(folder, 'data') };
  return runMain(line, { env, now: Date.parse(`${asOf}T12:00:00Z`) });
};

beforeAll(async () => {
  const lines = all.map(id => `${id},Hotel ${id},${hotels[id]?.region}`);
  writeFileSync(portfolio, `property,name,region\n${lines.join('\n')}\n`);
  const francs = 'CHF,1.0642,,2028-02-29\nCHF,1.0713,2028-03-01,\n';
  writeFileSync(rates, `currency,rate,from,to\n${francs}JPY,0.00613,,\n`);
  for (const [day, ids] of Object.entries(snapshots)) {
    asOf = day;
    const { exitCode, stderr } = await run(`snapshot take --property ${ids.join(',')} --ahead 50d`);
    expect([exitCode, stderr]).toEqual([0, expect.stringContaining('saved')]);
  }
});

/** The day of last year, and from which day its books are. */
type Counterpart = (day: string, id: string) => readonly [day: string, asOf: string] | undefined;
const distance = { weekday: '2027-03-03', date: '2027-03-01' } as const;
const counterpart =
  (alignment: 'weekday' | 'date'): Counterpart =>
  (day, id) => {
    const other =
      alignment === 'weekday' ? shiftedDay(day, -364) : `${Number(day.slice(0, 4)) - 1}${day.slice(4)}`;
    if (other === '2027-02-29') return undefined;
    const isBooks = day >= today && hasSnapshot(id, distance[alignment]);
    return [other, isBooks ? distance[alignment] : '2099-01-01'];
  };

type Part = 'yesterday' | 'month to date' | 'next 30 days';
const periods: Readonly<Record<Part, readonly [string, string]>> = {
  yesterday: ['2028-02-29', '2028-02-29'],
  'month to date': ['2028-02-01', '2028-02-29'],
  'next 30 days': [today, '2028-03-30'],
};

const now = (id: string, part: Part) => bedroomsOf(id, daysBetween(...periods[part]), today);
const lastYear = (id: string, part: Part, alignment: 'weekday' | 'date') =>
  daysBetween(...periods[part]).flatMap(day => {
    const [other, books] = counterpart(alignment)(day, id) ?? [];
    return other === undefined || books === undefined ? [] : bedroomsOf(id, [other], books);
  });
const ahead = (id: string, day: string) => bedroomsOf(id, daysBetween(...periods['next 30 days']), day);

/** The ratios of both sides and their changes, by the path of a row, as they are written. */
function ratiosOf(
  amounts: 'net' | 'gross',
  decimals: number,
  after: Sums | undefined,
  before: Sums | undefined,
) {
  const sides = (name: 'occupancy' | 'adr' | 'revPar', places = decimals) => {
    const [one, other] = [after?.[name], before?.[name]];
    return [one, other, minus(one, other)].map(value => rounded(value, places));
  };
  const [adr, revPar] = [`${amounts}Adr`, `${amounts}RevPar`];
  return { occupancyPercentage: sides('occupancy', 2), [adr]: sides('adr'), [revPar]: sides('revPar') };
}

// biome-ignore lint/suspicious/noExplicitAny: rows of JSON, whose fields are compared one by one.
type FoundRow = any;

it.each(['weekday', 'date'] as const)('brief --align %s has the figures of every hotel', async alignment => {
  const { stdout, stderr } = await expectExit(
    run(`brief --all-properties --align ${alignment} --format json`),
    0,
  );
  const found = JSON.parse(stdout).flatMap(({ report }: { report: FoundRow[] }) => report);
  expect(found).toHaveLength(all.length * 3);
  for (const row of found) {
    const { propertyId: id, part } = row;
    const where = `${id}, ${part}`;
    for (const amounts of ['net', 'gross'] as const) {
      const wanted = { amounts };
      const [after, before] = [now(id, part), lastYear(id, part, alignment)].map(rows => addUp(rows, wanted));
      expect(row.sold, where).toEqual({
        lastYear: before?.sold ?? null,
        now: after?.sold ?? null,
        change: after && before ? after.sold - before.sold : null,
      });
      expect([row.available.lastYear, row.available.now], where).toEqual([
        before?.available ?? null,
        after?.available ?? null,
      ]);
      const ratios = ratiosOf(amounts, decimalsOf(id), after, before);
      for (const [path, [now, lastYear, change]] of Object.entries(ratios))
        expect(row[path], `${where}, ${path}`).toEqual({ lastYear, now, change });
      expect(row[`${amounts}Revenue`], where).toEqual({
        lastYear: before ? Number(before.revenue) : null,
        now: after ? Number(after.revenue) : null,
        change: after && before ? Number(after.revenue.minus(before.revenue)) : null,
      });
      for (const [path, since, exists] of [
        ['pickup', '2028-02-29', id !== 'ZRH'],
        ['pickup7', '2028-02-22', true],
      ] as const) {
        const [later, earlier] = [ahead(id, today), ahead(id, since)].map(rows => addUp(rows, wanted));
        const isShown = part === 'next 30 days' && exists;
        if (isShown)
          expect(row[path], `${where}, ${path}`).toMatchObject({
            since,
            sold: (later?.sold ?? 0) - (earlier?.sold ?? 0),
            [`${amounts}Revenue`]: later && earlier ? Number(later.revenue.minus(earlier.revenue)) : null,
          });
        else expect(row[path], where).toBeNull();
      }
    }
  }
  expect(stderr.split('\n').filter(line => /^(MUC|All)/.test(line))).toEqual([
    'MUC: LOFT has no type and counts as bedrooms',
    'All hotels: no snapshot of 2028-02-23; the pick-up of 7 days is counted from 2028-02-22',
  ]);
  expect(stderr).toContain(`NEW: no figures for`);
  const opened = found.find((row: FoundRow) => row.propertyId === 'NEW');
  expect([opened.part, opened.basis]).toEqual(['yesterday', 'result with no figures']);
});

it('the pick-up of converted amounts has the decimals of the currency, as the changes beside it', async () => {
  const { stdout } = await run(`brief --property ZRH,TYO --currency EUR --rates ${rates} --format json`);
  const found = JSON.parse(stdout).map(({ report }: { report: FoundRow[] }) => report[2]?.pickup7);
  expect(found).toHaveLength(2);
  for (const { grossRevenue, netRevenue } of found)
    for (const revenue of [grossRevenue, netRevenue]) expect(revenue).toBe(Number(revenue.toFixed(2)));
});

/** The cells of the table of hotels: of each row its name, without what is small, and what follows it. */
function rowsOfPage(html: string): string[][] {
  const [table = ''] = /<table[^>]*>(?:(?!<\/table>)[\s\S])*Next 30 days[\s\S]*?<\/table>/.exec(html) ?? [];
  return [...table.matchAll(/<tr[\s\S]*?<\/tr>/g)].slice(2).map(([row]) =>
    [...row.matchAll(/<t[hd][^>]*>([\s\S]*?)<\/t[hd]>/g)]
      .map(([, cell = '']) =>
        cell
          .replace(/<svg[\s\S]*?<\/svg>/g, '')
          .replace(/<[^>]+>/g, '')
          .replaceAll('\u2212', '-')
          .trim(),
      )
      .slice(0, 13),
  );
}

const shown = (value: string | number | null | undefined, decimals: number, sign = '') =>
  value == null
    ? ''
    : (Number(value) > 0 ? sign : '') +
      Number(new Big(value).round(decimals, 1)).toLocaleString('en-US', { minimumFractionDigits: decimals });

/** What the page says of hotels of one currency, with the changes of those that have figures on both sides. */
function lineOf(name: string, ids: readonly string[], decimals: number, isConverted: boolean): string[] {
  const wanted = { amounts: 'net', ...(isConverted ? { rateOf } : {}) } as const;
  const sum = (of: readonly string[], rowsFor: (id: string) => ReturnType<typeof now>) =>
    addUp(of.flatMap(rowsFor), wanted);
  const sides = (part: Part, of: readonly string[]) => {
    const alike = of.filter(id => now(id, part).length > 0 && lastYear(id, part, 'weekday').length > 0);
    return {
      figures: sum(ids, id => now(id, part)),
      after: sum(alike, id => now(id, part)),
      before: sum(alike, id => lastYear(id, part, 'weekday')),
    };
  };
  const [day, month] = [sides('yesterday', ids), sides('month to date', ids)];
  const books = sides(
    'next 30 days',
    ids.filter(id => hasSnapshot(id, distance.weekday)),
  );
  const gained = (since: string) => {
    const having = ids.filter(id => hasSnapshot(id, since));
    const [later, earlier] = [today, since].map(date => sum(having, id => ahead(id, date)));
    return later && earlier ? later.sold - earlier.sold : null;
  };
  return [
    name,
    shown(day.figures?.occupancy, 1),
    shown(minus(day.after?.occupancy, day.before?.occupancy), 1, '+'),
    shown(day.figures?.adr, decimals),
    shown(percent(day.after?.adr, day.before?.adr), 1, '+'),
    shown(day.figures?.revPar, decimals),
    shown(percent(day.after?.revPar, day.before?.revPar), 1, '+'),
    shown(month.figures?.revPar, decimals),
    shown(percent(month.after?.revPar, month.before?.revPar), 1, '+'),
    shown(books.figures?.occupancy, 1),
    shown(minus(books.after?.occupancy, books.before?.occupancy), 1, '+'),
    shown(gained('2028-02-29'), 0, '+'),
    shown(gained('2028-02-22'), 0, '+'),
  ];
}

const units = (ids: readonly string[]) =>
  ids.reduce((sum, id) => sum + bedroomsOf(id, [today], today).reduce((all, { house }) => all + house, 0), 0);
const headOf = (name: string, ids: readonly string[], currency?: string) =>
  `${name} ${ids.length} hotel${ids.length === 1 ? '' : 's'}${currency ? ` · ${currency}` : ''} · ${units(ids)} rooms`;
const hotelHead = (id: string, currency?: string) =>
  `Hotel ${id} ${id}${currency ? ` · ${currency}` : ''} · ${units([id])} rooms`;
/** Of several currencies the RevPAR of yesterday has its own. */
const withCode = (cells: readonly string[], code: string) =>
  cells.map((cell, index) => (index === 5 ? `${cell} ${code}` : cell));

it('the page has sub-totals by region and currency, and totals by currency', async () => {
  const file = join(folder, 'page.html');
  await run(`brief --all-properties --by region --portfolio ${portfolio} --output ${file}`);
  const html = readFileSync(file, 'utf8');
  const line = (id: string, code = 'EUR') =>
    withCode(lineOf(hotelHead(id, code), [id], decimalsOf(id), false), code);
  const sum = (name: string, ids: readonly string[], currency: string) =>
    withCode(lineOf(headOf(name, ids, currency), ids, currency === 'JPY' ? 0 : 2, false), currency);
  expect(rowsOfPage(html)).toEqual([
    line('MUC'),
    sum('South', ['MUC'], 'EUR'),
    line('ZRH', 'CHF'),
    sum('South', ['ZRH'], 'CHF'),
    line('HAM'),
    line('NEW'),
    sum('North', ['HAM', 'NEW'], 'EUR'),
    line('TYO', 'JPY'),
    sum('Asia', ['TYO'], 'JPY'),
    // A total of the only hotel with a currency would say the same again.
    sum('All EUR hotels', ['MUC', 'HAM', 'NEW'], 'EUR'),
  ]);
});

it('the page in one currency converts each day with its rate, and says what totals are without', async () => {
  const file = join(folder, 'euro.html');
  const inEuros = `--currency EUR --rates ${rates}`;
  await run(`brief --all-properties --by region --portfolio ${portfolio} ${inEuros} --output ${file}`);
  const html = readFileSync(file, 'utf8');
  const line = (id: string) => lineOf(hotelHead(id), [id], 2, true);
  const sum = (name: string, ids: readonly string[]) => lineOf(headOf(name, ids), ids, 2, true);
  expect(rowsOfPage(html)).toEqual([
    line('MUC'),
    line('ZRH'),
    sum('South', ['MUC', 'ZRH']),
    line('HAM'),
    line('NEW'),
    sum('North', ['HAM', 'NEW']),
    line('TYO'),
    sum('Asia', ['TYO']),
    sum('All hotels', all),
  ]);
  // The hotels below the table are in its order.
  const folded = Array.from(html.matchAll(/<\/summary>\s*<div id="([^"]+)"/g), ([, id]) => id);
  expect(folded.filter(id => id !== 'days')).toEqual(['MUC', 'ZRH', 'HAM', 'NEW', 'TYO']);
  expect(html).toContain('converted to EUR with rates.csv');
  expect(html).toContain('Totals of the pick-up of 1 day are without ZRH: no snapshot of that day.');
});

it('the page is not sorted by amounts of several currencies', async () => {
  const { exitCode, stderr, stdout } = await run('brief --all-properties --sort netAdr.now:desc');
  expect([exitCode, stdout]).toEqual([2, '']);
  expect(stderr).toContain('--sort: netAdr.now has amounts in CHF, EUR, JPY');
  expect(stderr).toContain('converted with --currency and --rates');
  const sorted = await run('brief --all-properties --sort sold.now');
  // Hotels of one currency stand together, above their total.
  const order = ['EUR', 'CHF', 'JPY'].flatMap(currency =>
    all
      .filter(id => hotels[id]?.currency === currency)
      .toSorted((one, other) => soldYesterday(one) - soldYesterday(other)),
  );
  const rows = sorted.stdout.matchAll(/^Hotel (?!.*rooms.*Occ)(\w{3}) /gm);
  expect(Array.from(rows, ([, id]) => id)).toEqual(order);
});
const soldYesterday = (id: string) => now(id, 'yesterday').reduce((sum, { sold }) => sum + sold, 0);

it('the stay dates that moved most are those of the page', async () => {
  const file = join(folder, 'muc.html');
  await run(`brief --property MUC --output ${file}`);
  const [table = ''] = /Where the books moved most[\s\S]*?<\/table>/.exec(readFileSync(file, 'utf8')) ?? [];
  const moves = daysBetween(...periods['next 30 days']).map(day => {
    const sold = (books: string) => bedroomsOf('MUC', [day], books).reduce((sum, row) => sum + row.sold, 0);
    return { day, moved: sold(today) - sold('2028-02-22') };
  });
  const most = moves.toSorted((one, other) => Math.abs(other.moved) - Math.abs(one.moved)).slice(0, 5);
  const cells = [...table.matchAll(/<td[^>]*>([\s\S]*?)<\/td>/g)].map(([, cell = '']) =>
    cell.replace(/<[^>]+>/g, '').replace('\u2212', '-'),
  );
  expect(cells.filter(cell => /^[+-]\d+$/.test(cell))).toEqual(most.map(({ moved }) => shown(moved, 0, '+')));
});

const stays = ['2028-03-01', '2028-04-10'] as const;
const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const weekdayOf = (day: string) => new Date(day).getUTCDay();
const bedroomGroupsOf = (id: string) =>
  Object.entries(hotels[id]?.groups ?? {}).flatMap(([group, type]) =>
    (type ?? 'BedRoom') === 'BedRoom' ? [group] : [],
  );

/** The key of a row of each grouping, as the row says it and as a stay date of a unit group has it. */
const keys: Readonly<
  Record<string, readonly [(row: FoundRow) => string, (id: string, day: string, group: string) => string]>
> = {
  month: [row => `${row.propertyId} ${row.month}`, (id, day) => `${id} ${day.slice(0, 7)}`],
  week: [
    row => `${row.propertyId} ${row.week}`,
    (id, day) => `${id} ${shiftedDay(day, -((weekdayOf(day) + 6) % 7))}`,
  ],
  weekday: [row => `${row.propertyId} ${row.weekday}`, (id, day) => `${id} ${weekdays[weekdayOf(day)]}`],
  'unit-group': [row => `${row.propertyId} ${row.unitGroup.id}`, (id, _, group) => `${id} ${group}`],
  property: [row => row.propertyId, id => id],
  region: [row => `${row.group} ${row.currency}`, id => `${hotels[id]?.region} ${hotels[id]?.currency}`],
};

const commands = {
  pickup: {
    line: 'pickup --since 2028-02-22',
    sides: ['before', 'now', 'pickup'],
    before: (id: string, day: string, group: string) => rowOf(id, group, day, '2028-02-22'),
  },
  pace: {
    line: 'pace',
    sides: ['versus', 'now', 'difference'],
    before: (id: string, day: string, group: string) => {
      const [other, books] = counterpart('weekday')(day, id) as readonly [string, string];
      return rowOf(id, group, other, books);
    },
  },
} as const;

describe.each(Object.entries(commands))('%s', (command, { line, sides, before }) => {
  // Both are grouped by the same code.
  const groupings = command === 'pickup' ? Object.keys(keys) : ['month', 'property', 'region'];
  it.each([
    ...groupings.map(by => [by, false] as const),
    ...(command === 'pickup' ? [['property', true] as const] : []),
    ['region', true] as const,
  ])('--by %s, converted: %s', async (by, isConverted) => {
    const more = isConverted ? ` --currency EUR --rates ${rates}` : '';
    const grouped = `--period ${stays.join('..')} --by ${by} --portfolio ${portfolio}${more}`;
    const { stdout } = await expectExit(run(`${line} --all-properties ${grouped} --format json`), 0);
    const rows = JSON.parse(stdout).flatMap((each: FoundRow) => each.report ?? [each]);
    const [keyOfRow, keyOfDay] = keys[by] as (typeof keys)[string];
    const [earlier, later, change] = sides;
    // A group compares the same hotels on both sides.
    const ids = all.filter(id => command === 'pickup' || by !== 'region' || id !== 'NEW');
    const days = ids.flatMap(id =>
      daysBetween(...stays).flatMap(day =>
        bedroomGroupsOf(id).map(group => {
          const [after, earlier] = [rowOf(id, group, day, today), before(id, day, group)];
          const key = keyOfDay(id, day, group);
          return { key: isConverted ? key.replace(/(CHF|JPY)$/, 'EUR') : key, id, after, earlier };
        }),
      ),
    );
    const wantedKeys = [...new Set(days.map(({ key }) => key))];
    expect(rows.map(keyOfRow).toSorted()).toEqual(wantedKeys.toSorted());
    for (const row of rows) {
      const key = keyOfRow(row);
      const own = days.filter(day => day.key === key);
      const decimals = isConverted ? 2 : decimalsOf(own[0]?.id ?? '');
      for (const amounts of ['net', 'gross'] as const) {
        const wanted = { amounts, ...(isConverted ? { rateOf } : {}) };
        const sumOf = (side: 'after' | 'earlier') => {
          const open = own.map(day => day[side]).filter(({ house }) => house > 0);
          return addUp(open, wanted);
        };
        const [one, other] = [sumOf('after'), sumOf('earlier')];
        const where = `${by}: ${key}`;
        expect(row.sold[later], where).toBe(one?.sold);
        const isNew = command === 'pace' && key.startsWith('NEW');
        expect(row.sold[earlier], where).toBe(isNew ? null : (other?.sold ?? 0));
        if (isNew) continue;
        expect(row.sold[change], where).toBe((one?.sold ?? 0) - (other?.sold ?? 0));
        const revenue = `${amounts}Revenue`;
        expect(row[revenue][later], where).toBe(Number(one?.revenue));
        expect(row[revenue][earlier], where).toBe(Number(other?.revenue ?? 0));
        for (const [path, ratios] of Object.entries(ratiosOf(amounts, decimals, one, other))) {
          const shown = [later, earlier, change].map(side => row[path][side]);
          expect(shown, `${where}, ${path}`).toEqual(ratios);
        }
      }
    }
  });
});

it('reports --compare --by region converts each day, and compares the same hotels', async () => {
  const compared = 'property-performance --all-properties --period 2028-02 --compare last-year';
  const grouped = `--by region --portfolio ${portfolio} --currency EUR --rates ${rates}`;
  const { stdout } = await expectExit(run(`reports ${compared} ${grouped} --format json`), 0);
  const found = JSON.parse(stdout);
  const regions = [...new Set(all.map(id => hotels[id]?.region))];
  expect(found.map((row: FoundRow) => row.group)).toEqual(regions);
  for (const row of found) {
    const ids = all.filter(id => hotels[id]?.region === row.group && id !== 'NEW');
    // A report counts every unit group.
    const rowsOn = (day: string) =>
      ids.flatMap(id => Object.keys(hotels[id]?.groups ?? {}).map(group => rowOf(id, group, day, today)));
    const side = (first: string, last: string) =>
      addUp(daysBetween(first, last).flatMap(rowsOn), { amounts: 'net', rateOf });
    const [after, before] = [side('2028-02-01', '2028-02-29'), side('2027-02-01', '2027-02-28')];
    expect([row.hotels.now, row.soldCount.then, row.soldCount.now]).toEqual([
      ids.length,
      before?.sold,
      after?.sold,
    ]);
    const { netAccommodationRevenue, netAdr, revPar } = row;
    const [now, then] = [Number(after?.revenue), Number(before?.revenue)];
    expect(netAccommodationRevenue).toMatchObject({ then, now });
    const ratios = [before?.adr, after?.adr, before?.revPar, after?.revPar].map(value => rounded(value, 2));
    expect([netAdr.then, netAdr.now, revPar.then, revPar.now]).toEqual(ratios);
    expect(row.revPar.changePercent).toBe(rounded(percent(after?.revPar, before?.revPar), 2));
  }
});
