import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../context.ts';
import { expectFailure, expectSuccess } from '../../expect-run.ts';
import { unitGroupOf } from '../../measures.ts';
import { soldFigures } from '../../output/rendered.ts';
import { servedHotel } from '../../sandbox/served-hotel.ts';
import { smallHotel } from '../../sandbox/test-hotel.ts';
import { runMain } from '../in-process.ts';
import { signedIn } from '../local-server.ts';
import { runAgainst } from './served.ts';

const euro = (amount: number) => ({ amount, currency: 'EUR' });
const report = 'reports property-performance --property MUC';
const now = Date.parse('2026-10-15T12:00:00Z');

/** The settings of the host whose snapshots are archived; it has stopped, so a request would fail. */
function ofArchivedHost({ env }: { readonly env: { readonly HOTELCTL_DATA_DIR: string } }) {
  const [folder = ''] = readdirSync(join(env.HOTELCTL_DATA_DIR, 'snapshots'));
  const host = decodeURIComponent(folder.replace('host=', ''));
  return { env: { ...env, ...signedIn(`http://${host}`) }, now };
}

describe('reports property-performance --as-of', () => {
  let run: (line: string) => ReturnType<typeof runMain>;
  let requests: string[];
  beforeAll(async () => {
    const served = await servedHotel(smallHotel('2026-11-21'));
    const options = { env: { ...served.env, HOTELCTL_DATA_DIR: join(temporaryFolder(), 'data') }, now };
    run = line => runMain(line, options);
    await run('properties list');
    await run('snapshot take --property MUC,LND --ahead 60d');
    requests = served.requests;
  });
  beforeEach(() => {
    requests.splice(0);
  });

  it.each(['summary', 'days', 'unit-groups'])(
    'returns the view %s as the platform returned it on that day, and sends nothing',
    async view => {
      const line = `${report} --from 2026-10-10 --to 2026-11-20 --view ${view} --format csv`;
      const saved = await run(`${line} --as-of 2026-10-15`);
      const other = view === 'summary' ? '' : expect.stringContaining('units other than bedrooms: MUC');
      expect([saved.exitCode, saved.stderr, requests]).toEqual([0, other, []]);
      const live = await run(line);
      expect(saved.stdout).toBe(live.stdout);
      expect(saved.stdout.split('\r\n').length).toBeGreaterThan(2);
    },
  );

  it('has ratios of the whole period with all decimals, also where those of its days have none', async () => {
    // 1,000 / 14 is 71.43, and 14 of 24 are 58.33 %.
    const day = (businessDay: string, sold: number, house: number, gross: number) => ({
      ...soldFigures(sold, house, gross),
      businessDay,
      unitGroups: [{ unitGroup: unitGroupOf('DBL', 'BedRoom'), ...soldFigures(sold, house, gross) }],
    });
    const body = {
      ...soldFigures(14, 24, 1000),
      occupancyPercentage: 58.33,
      grossAdr: euro(71.43),
      netAdr: euro(35.71),
      revPar: euro(20.83),
      businessDays: [day('2026-10-15', 4, 4, 200), day('2026-10-16', 10, 20, 800)],
    };
    const folder = temporaryFolder();
    const options = { env: { HOTELCTL_DATA_DIR: folder }, now };
    await runAgainst('snapshot take --property MUC --behind 0d --ahead 1d', () => body, options);
    const line = `${report} --from 2026-10-15 --to 2026-10-16 --format csv`;
    const live = await runAgainst(line, () => body, options);
    const saved = await runMain(`${line} --as-of 2026-10-15`, ofArchivedHost(options));
    expect(saved).toMatchObject({ exitCode: 0, stderr: '', stdout: live.stdout });
    expect(live.stdout).toContain('58.33');
  });

  it('knows today from the time zone of the snapshot, without a list of properties', async () => {
    // 22:30 UTC is the next day in Munich.
    const late = Date.parse('2026-10-15T22:30:00Z');
    const { env } = await servedHotel(smallHotel('2026-11-21'));
    const data = join(temporaryFolder(), 'data');
    const taking = { env: { ...env, TZ: 'UTC', HOTELCTL_DATA_DIR: data }, now: late };
    await runMain('snapshot take --property MUC --ahead 30d', taking);
    const line = `${report} --period today --as-of 2026-10-16 --format csv`;
    const { stderr, stdout } = await runMain(`${line} --columns from,to`, taking);
    expect([stderr, stdout]).toEqual(['', 'from,to\r\n2026-10-16,2026-10-16\r\n']);
  });

  it('has no rows for days without rows, as the live report, and a title with its day', async () => {
    const day = { businessDay: '2026-10-15', ...soldFigures(4, 8, 200), unitGroups: [] };
    const body = { ...soldFigures(4, 8, 200), businessDays: [day] };
    const options = { env: { HOTELCTL_DATA_DIR: temporaryFolder() }, now };
    await runAgainst('snapshot take --property MUC --behind 0d --ahead 1d', () => body, options);
    const line = `${report} --period 2026-10-16`;
    const live = runAgainst(line, () => 204);
    const { exitCode, stderr, stdout } = await expectSuccess(live, 'no rows');
    const saved = await runMain(`${line} --as-of -1d`, { ...ofArchivedHost(options), now: now + 86_400_000 });
    expect(saved).toMatchObject({ exitCode, stderr });
    const titled = stdout.replace(/^all unit .*$/m, 'Property performance · $& · as of 15 Oct 2026');
    expect(saved.stdout).toBe(titled);
  });

  it('has all properties that have snapshots with --all-properties, and sends nothing', async () => {
    const line = 'reports property-performance --all-properties --period 2026-10-20 --as-of 2026-10-15';
    const { stdout } = await expectSuccess(run(`${line} --by property --format csv --columns propertyId`));
    expect([stdout.trim().split('\r\n').toSorted(), requests]).toEqual([['LND', 'MUC', 'propertyId'], []]);
  });

  it('names the nearest snapshot if there is none of that day', async () => {
    const line = `${report} --period 2026-10-20 --as-of 2026-10-14`;
    await expectFailure(run(line), 4, 'the nearest one is 2026-10-15');
    const { stdout } = await expectSuccess(run(`${line} --nearest`), 'using the nearest one');
    expect(stdout).toContain(' · as of 15 Oct 2026\n');
  });
});
