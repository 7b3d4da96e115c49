import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../context.ts';
import { unitGroupOf } from '../../measures.ts';
import { soldFigures } from '../../output/rendered.ts';
import { workbookParts } from '../../output/workbook-parts.ts';
import { servedHotel } from '../../sandbox/served-hotel.ts';
import { smallHotel } from '../../sandbox/test-hotel.ts';
import { runMain } from '../in-process.ts';
import { runAgainst } from './served.ts';

type Counts = Readonly<Record<'soldCount' | 'houseCount' | 'outOfOrderCount', number>>;
type Body = Counts & {
  readonly businessDays: readonly {
    readonly unitGroups: readonly (Counts & { readonly unitGroup: { readonly type: string } })[];
  }[];
};

const named = 'includes units other than bedrooms: MUC (Meeting room, Ball room, Garage)';
const unnamed = 'all unit groups are counted';

it('says on pages and in workbooks what figures count besides bedrooms, until --unit-group-type chooses it', async () => {
  const { env } = await servedHotel(smallHotel('2026-11-21'));
  const run = (more: string) =>
    runMain(`reports property-performance --property MUC --period 2026-10-01..2026-10-02 ${more}`, { env });
  const days = await run('--format html');
  expect(days.stdout).toContain(named);
  // How to choose is for the person who runs it, not for those who read the page.
  expect(days.stderr).toContain(`${named}; add --unit-group-type BedRoom to omit the others\n`);
  expect(days.stdout).not.toContain('--unit-group-type');
  const summary = await run('--view summary --format html');
  expect(summary.stdout).toContain(unnamed);
  expect(summary.stderr).toBe('');
  const table = await run('--view summary --format table');
  expect(table.stderr).toContain(`${unnamed}; add --unit-group-type BedRoom to count only bedrooms\n`);
  expect((await run('--view summary --format csv')).stderr).toBe('');
  const german = await run('--format html --locale de');
  expect(german.stdout).toContain('nicht nur Zimmer sind gezählt: MUC (Meeting room, Ball room, Garage)');
  const chosen = await run('--format html --unit-group-type BedRoom');
  expect([chosen.stderr, chosen.stdout.includes('counted:')]).toEqual(['', false]);
  for (const [view, note] of [
    ['days', named],
    ['summary', unnamed],
  ] as const) {
    const file = join(temporaryFolder(), `${view}.xlsx`);
    expect(await run(`--view ${view} --output ${file}`)).toMatchObject({ exitCode: 0 });
    expect([...workbookParts(readFileSync(file)).values()].join('')).toContain(note);
  }
});

it('shows the occupancy of bedrooms beside that of all units, for one and several hotels, also compared', async () => {
  const { env } = await servedHotel(smallHotel('2026-11-21'));
  const line = 'reports property-performance --period 2026-10-01..2026-10-02 --property';
  const run = async (words: string) => (await runMain(`${line} ${words}`, { env })).stdout;
  const bodies: Body[] = await Promise.all(
    ['MUC', 'LND'].map(async id => JSON.parse(await run(`${id} --view days --format json`))),
  );
  const occupancy = (counts: readonly Counts[]) => {
    const sum = (name: keyof Counts) => counts.reduce((total, each) => total + each[name], 0);
    const available = sum('houseCount') - sum('outOfOrderCount');
    return ((sum('soldCount') / available) * 100).toFixed(2);
  };
  const bedrooms = (of: readonly Body[]) => {
    const groups = of.flatMap(({ businessDays }) => businessDays.flatMap(({ unitGroups }) => unitGroups));
    return occupancy(groups.filter(({ unitGroup }) => unitGroup.type === 'BedRoom'));
  };
  const tiles = (page: string) =>
    [...page.matchAll(/<p class="what">Occupancy.*?<small>(bedrooms [^<]*)/g)].map(([, words]) => words);
  const each = bodies.map(body => `bedrooms ${bedrooms([body])} %`);
  const [own = ''] = each;
  expect(own).not.toContain(occupancy(bodies.slice(0, 1)));
  expect(tiles(await run('MUC --format html'))).toEqual([own]);
  const several = [`bedrooms ${bedrooms(bodies)} %`, ...each];
  expect(tiles(await run('MUC,LND --format html'))).toEqual(several);
  expect(tiles(await run('MUC,LND --compare last-year --format html'))).toEqual(several);
  expect(tiles(await run('MUC,LND --by property --format html'))).toEqual(several.slice(0, 1));
  expect(tiles(await run('MUC --unit-group-type BedRoom --format html'))).toEqual([]);
  expect(await run('MUC --chart')).toContain(`  ${own}`);
  const file = join(temporaryFolder(), 'october.xlsx');
  await run(`MUC --compare last-year --output ${file}`);
  expect([...workbookParts(readFileSync(file)).values()].join('')).toContain(own);
});

it('names hotels in the order of the command line, whichever responds first', async () => {
  const figures = soldFigures(20, 50, 2000);
  const unitGroups = ['BedRoom', 'ParkingLot'].map(type => ({
    unitGroup: unitGroupOf(type, type),
    ...figures,
  }));
  const body = { ...figures, businessDays: [{ businessDay: '2026-10-01', ...figures, unitGroups }] };
  let answered = () => {};
  const isAnswered = new Promise<void>(resolve => {
    answered = resolve;
  });
  const line = 'reports property-performance --property MUC,TYO --period 2026-10-01 --format html';
  const { stdout } = await runAgainst(line, async (query, request) => {
    if (query.get('propertyId') === 'MUC') await isAnswered;
    else request.once('close', answered);
    return body;
  });
  expect(stdout).toContain('includes units other than bedrooms: MUC (ParkingLot), TYO (ParkingLot)');
  const many = line.replace('MUC,TYO', 'A,B,C,D,E,F,G --locale de');
  const page = await runAgainst(many, async () => body);
  expect(page.stdout).toContain(', E (ParkingLot) und 2 weitere');
});

it('shows no other occupancy of bedrooms on a page of bedrooms, also if days do not add up to the whole', async () => {
  const figures = soldFigures(20, 50, 2000);
  const unitGroups = [{ unitGroup: { id: 'DBL', type: 'BedRoom' }, ...figures }];
  const businessDays = [{ businessDay: '2026-10-01', ...figures, unitGroups }];
  const body = { ...soldFigures(30, 50, 3000), businessDays };
  const line = 'reports property-performance --property MUC --period 2026-10-01 --format html';
  expect((await runAgainst(line, () => body)).stdout).toContain('bedrooms 40.00 %');
  const { stdout } = await runAgainst(`${line} --unit-group-type BedRoom`, () => body);
  expect(stdout).not.toContain('bedrooms 40.00 %');
});
