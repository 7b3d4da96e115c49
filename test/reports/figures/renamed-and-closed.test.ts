import { readdirSync, readFileSync, rmSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { runMain } from '../../commands/in-process.ts';
import { localServer, signedIn } from '../../commands/local-server.ts';
import { runOn } from '../../commands/sync/run-sync.ts';
import { temporaryFile, temporaryFolder, testContext } from '../../context.ts';
import { expectExit, expectSuccess } from '../../expect-run.ts';
import { archiveFolder } from '../snapshots/archive-folder.ts';
import { booksListener, makeBookings } from './books.ts';

/** A chain whose hotels change: MUC gets another name, OLD closes after 15 October. */
const bookings = makeBookings('2026-10-01', 200);
let today: string;
let hotels: readonly { readonly id: string; readonly name: string; readonly timeZone: string }[];

const hotel = (id: string, name: string) => ({ id, name, timeZone: 'Europe/Berlin' });
const books = booksListener(bookings, () => today);
const chain: RequestListener = (request, response) => {
  const url = request.url ?? '';
  if (url.includes('/connect/token'))
    return response.end('{"access_token": "a", "token_type": "Bearer", "expires_in": 3600}');
  if (url.includes('/inventory/')) {
    return response.end(JSON.stringify({ properties: hotels, count: hotels.length }));
  }
  const requested = new URL(url, 'http://127.0.0.1').searchParams.get('propertyId');
  if (!hotels.some(({ id }) => id === requested)) return response.writeHead(404).end();
  return books(request, response);
};

let run: (line: string) => ReturnType<typeof runMain>;
let dataDir: string;
let stateDir: string;
let env: Record<string, string>;
beforeEach(async () => {
  today = '2026-10-15';
  hotels = [hotel('MUC', 'Hotel Munich'), hotel('OLD', 'The Old Inn')];
  const server = await localServer(chain);
  dataDir = temporaryFolder();
  env = { ...signedIn(server.url), HOTELCTL_DATA_DIR: dataDir };
  const { folders } = testContext({ env });
  stateDir = folders.state;
  run = line =>
    runMain(line.split(' '), { env, now: Date.parse(`${today}T12:00:00Z`), replace: { folders } });
});

const ids = '--format csv --no-header --columns propertyId';
const take = 'snapshot take --all-properties --ahead 20d';

/** Snapshots of both hotels on 15 October; on the 22nd MUC has another name and OLD is no longer in the list of properties. */
async function oneWeekLater() {
  expect((await run(take)).exitCode).toBe(0);
  today = '2026-10-22';
  hotels = [hotel('MUC', 'Munich Central')];
  expect((await run(take)).exitCode).toBe(7);
}

it('a hotel that was renamed keeps its snapshots, and each one has the name of its day', async () => {
  await oneWeekLater();
  const nameIn = (taken: string) =>
    JSON.parse(readFileSync(join(archiveFolder(dataDir, 'MUC'), `taken=${taken}`, 'manifest.json'), 'utf8'))
      .about.propertyName;
  expect([nameIn('2026-10-15'), nameIn('2026-10-22')]).toEqual(['Hotel Munich', 'Munich Central']);
  const pickup = await run('pickup --property MUC --since 7d --period 2026-11-01 --format json');
  expect([pickup.exitCode, pickup.stderr]).toEqual([0, '']);
  expect(JSON.parse(pickup.stdout)).toMatchObject([{ propertyId: 'MUC', stayDate: '2026-11-01' }]);
});

it('a hotel that is listed and whose snapshots are lost is missing, for verify and in the figures of all', async () => {
  expect((await run(take)).exitCode).toBe(0);
  rmSync(archiveFolder(dataDir, 'OLD'), { recursive: true });
  const listed =
    'OLD: no snapshot, but in the list of properties of 2026-10-15; run `hotelctl properties list` to fetch the list again\n';
  const { stdout } = await expectSuccess(run('snapshot list --locale de'), 'no snapshot of OLD\n');
  expect(stdout).toMatch(/^OLD +kein Stand$/m);
  const verified = await run('snapshot verify --format csv --no-header');
  expect(verified.exitCode).toBe(10);
  expect(verified.stdout).toContain('OLD 2026-10-15,failed,no snapshot,');
  expect(verified.stderr).toContain(listed);
  expect(verified.stderr).toContain('1 of 2 checks failed; first: OLD 2026-10-15: no snapshot');
  for (const line of ['pickup --since 2026-10-15', 'reports property-performance --as-of 2026-10-15']) {
    const all = await run(`${line} --period 2026-11-01 --all-properties ${ids}`);
    expect(all).toMatchObject({ exitCode: 7, stdout: 'MUC\r\n' });
    expect(all.stderr).toMatch(/OLD.*: there is no snapshot$/m);
    expect(all.stderr).toContain(listed);
    const grouped = `--by region --portfolio ${temporaryFile('hotels.csv', 'property,region\nMUC,South\nOLD,South\n')}`;
    const { stdout } = await run(`${line} --period 2026-11-01 --all-properties ${grouped}`);
    expect(stdout).toMatch(/^South +1 of 2 /m);
  }
});

it('a hotel that is not listed and has no snapshot is refused by list and verify, with the one that is meant', async () => {
  expect((await run(take)).exitCode).toBe(0);
  for (const verb of ['list', 'verify', 'prune --keep daily=1']) {
    const stderr = 'hotelctl: you have no access to property MUX\nhint: did you mean MUC?\n';
    expect(await run(`snapshot ${verb} --property MUX`)).toMatchObject({ exitCode: 4, stderr });
  }
});

it('the first snapshot of a hotel that has none is what verify says to take', async () => {
  expect((await run('snapshot take --property MUC --ahead 20d')).exitCode).toBe(0);
  const { exitCode, stderr } = await run('snapshot verify --property OLD');
  expect([exitCode, stderr]).toEqual([
    10,
    'hotelctl: 1 of 1 checks failed; first: OLD 2026-10-15: no snapshot\nhint: run `hotelctl snapshot take --property OLD` to take the first one\n',
  ]);
});

describe('a hotel that has closed', () => {
  it('fails for two days in every run for all hotels, because the access may be lost, and not later', async () => {
    const report = `reports property-performance --all-properties --period 2026-11-01 ${ids}`;
    expect((await run(report)).exitCode).toBe(0);
    hotels = hotels.slice(0, 1);
    for (today of ['2026-10-21', '2026-10-22', '2026-10-23']) {
      const reported = await run(report);
      expect(reported).toMatchObject({ exitCode: 7, stdout: 'MUC\r\n' });
      expect(reported.stderr).toContain('OLD: no longer in the list of properties\n');
      await expectExit(run(take), 7, '  - OLD: no longer in the list of properties\n');
      await expectSuccess(run('properties list'), 'warning: no longer in the list of properties: OLD\n');
    }
    hotels = [];
    for (const line of ['pack --all-properties --period 2026-09', 'brief --all-properties']) {
      await expectExit(run(line), 4, 'no longer in the list of properties');
    }
    hotels = [hotel('MUC', 'Hotel Munich')];
    today = '2026-10-24';
    expect((await run(report)).exitCode).toBe(0);
    expect(await run(take)).toMatchObject({ exitCode: 0, stderr: 'MUC: saved the snapshot of 2026-10-24\n' });
  });

  it('is in a list that is written only when it changes, and another user of the profile reads what to do', async () => {
    const report = `reports property-performance --all-properties --period 2026-11-01 ${ids}`;
    const whenWritten = async () => {
      const { stderr } = await run(report);
      const file = readdirSync(stateDir).find(name => name.startsWith('expected-')) ?? '';
      const { savedAt } = JSON.parse(readFileSync(join(stateDir, file), 'utf8'));
      return [new Date(savedAt).toISOString().slice(0, 10), stderr.includes('(another user: use --profile)')];
    };
    expect(await whenWritten()).toEqual(['2026-10-15', false]);
    today = '2026-10-16';
    expect(await whenWritten()).toEqual(['2026-10-15', false]);
    hotels = hotels.slice(0, 1);
    expect(await whenWritten()).toEqual(['2026-10-16', true]);
    today = '2026-10-17';
    expect(await whenWritten()).toEqual(['2026-10-16', true]);
  });

  it('is expected of a user who is new to the profile, and not of two users at any later time', async () => {
    const { HOTELCTL_ACCESS_TOKEN: _, ...others } = env;
    const client = { HOTELCTL_CLIENT_ID: 'client', HOTELCTL_CLIENT_SECRET: 'a-secret-of-the-client' };
    const missing: string[][] = [];
    const both = hotels;
    for (today of ['2026-10-15', '2026-10-16', '2026-10-17', '2026-10-18', '2026-10-19'])
      for (const [index, own] of both.entries()) {
        hotels = [own];
        const token = { HOTELCTL_REFRESH_TOKEN: `refresh-token-of-user-${index}` };
        env = { ...others, ...client, ...token, HOTELCTL_AUTH_URL: others['HOTELCTL_BASE_URL'] ?? '' };
        const { stderr } = await run('snapshot take --all-properties --ahead 20d');
        missing.push([...stderr.matchAll(/- (\w+): no longer in the list/g)].map(([, id = '']) => id));
      }
    expect(missing).toEqual([[], ['MUC'], [], ['MUC'], [], ['MUC'], [], [], [], []]);
  });

  it('keeps its snapshots, and no night after the last one is reported as missing', async () => {
    await oneWeekLater();
    const listed = await run('snapshot list --property OLD --format csv --no-header --columns taken');
    expect(listed.stdout).toBe('2026-10-15\r\n');
    const last = 'OLD is no longer in the list of properties: its last snapshot is of 2026-10-15\n';
    await expectSuccess(run('snapshot verify --property OLD'), last);
    expect((await run('snapshot verify --property MUC')).stdout).toContain('6 nights without a snapshot');
  });

  it('fails in the pick-up of all hotels for two days, is omitted later with a warning, and is included for the days when it was open', async () => {
    await oneWeekLater();
    const line = `pickup --since 7d --period 2026-11-01 ${ids}`;
    for (const all of [`${line} --all-properties`, `${line} --all-properties --as-of 2026-10-22`]) {
      const early = await run(all);
      expect(early).toMatchObject({ exitCode: 7, stdout: 'MUC\r\n' });
      expect(early.stderr).toContain('OLD: no longer in the list of properties\n');
    }
    today = '2026-10-25';
    const all = await run(`${line} --all-properties --as-of 2026-10-22`);
    expect([all.exitCode, all.stdout, all.stderr]).toEqual([
      0,
      'MUC\r\n',
      'OLD is omitted: no longer in the list of properties of 2026-10-22; last snapshot 2026-10-15\n',
    ]);
    const single = run(`${line} --property OLD --as-of 2026-10-22`);
    await expectExit(single, 4, 'no snapshot taken on 2026-10-22; the nearest one is 2026-10-15');
    const days = '--since 2026-10-15 --as-of 2026-10-15 --period 2026-11-01';
    const earlier = await run(`pickup ${days} --all-properties ${ids}`);
    expect(earlier).toMatchObject({ exitCode: 0, stdout: 'MUC\r\nOLD\r\n' });
  });

  it('is not considered closed before the list of properties shows it', async () => {
    expect((await run(take)).exitCode).toBe(0);
    today = '2026-10-22';
    await expectSuccess(run('snapshot take --property MUC --ahead 20d'));
    const all = run(`pickup --since 7d --period 2026-11-01 --all-properties ${ids}`);
    const why = 'OLD: there is no snapshot taken on 2026-10-22';
    const { stdout } = await expectExit(all, 7, '1 of 2 properties failed; the others were written', why);
    expect(stdout).toBe('MUC\r\n');
    await expectExit(run('snapshot verify --property OLD'), 10);
  });

  it('keeps its partitions in a lake, and the other hotels are synced', async () => {
    const target = join(temporaryFolder(), 'lake');
    const sync = (day: string, flags: string) =>
      runOn(day, `sync ${target} --report property-performance --period ${flags}`, env);
    await expectSuccess(sync('2026-10-15', '2026-10 --all-properties'));
    const file = join(target, 'property-performance/days/property=OLD/period=2026-10/data.parquet');
    const before = readFileSync(file);
    hotels = [hotel('MUC', 'Munich Central')];
    const later = sync('2026-11-15', '2026-10..2026-11 --all-properties');
    await expectSuccess(later, '1 property: 2 partitions written');
    expect(readFileSync(file).equals(before)).toBe(true);
    await expectExit(sync('2026-11-15', '2026-10..2026-11 --property OLD'), 4);
    expect(readFileSync(file).equals(before)).toBe(true);
  });
});
