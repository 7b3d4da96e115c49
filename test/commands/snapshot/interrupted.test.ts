import { mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { addMonths } from '../../../src/platform/dates.ts';
import { temporaryFolder } from '../../context.ts';
import { expectFailure, expectSuccess } from '../../expect-run.ts';
import { counted } from '../../full-counts.ts';
import { archiveFolder } from '../../reports/snapshots/archive-folder.ts';
import { killedAfter, runHotelctl, runLimited } from '../../run-hotelctl.ts';
import { servedHotel } from '../../sandbox/served-hotel.ts';
import { testHotel } from '../../sandbox/test-hotel.ts';
import { wordsOf } from '../../words.ts';

/** Processes that are killed while they replace a snapshot, that run at the same time, and that find no space. */
const today = new Date().toISOString().slice(0, 10);
const hotel = testHotel(today);
/** After midnight, yesterday is still accepted. */
const take = wordsOf(`snapshot take --property MUC --business-day ${today} --ahead 90d --replace`);

describe('snapshot take', () => {
  it('leaves the old snapshot or the new one if it is killed', { timeout: 240_000 }, async () => {
    const { env } = await servedHotel(hotel);
    const home = temporaryFolder();
    const archive = { ...env, HOTELCTL_DATA_DIR: join(home, 'data') };
    await expectSuccess(runHotelctl(take, { env: archive }));
    const parent = archiveFolder(join(home, 'data'), 'MUC');
    const rounds = counted(4, 30);
    let killed = 0;
    for (let round = 0; round < rounds; round += 1) {
      if (await killedAfter(120 + ((round * 11) % 30) * 15, take, { ...archive, HOME: home })) killed += 1;
      const listed = await runHotelctl('snapshot list --format csv --no-header --columns taken,first', {
        env: archive,
      });
      expect([listed.exitCode, listed.stdout]).toEqual([
        0,
        `${today},${addMonths(today, -1).slice(0, 7)}-01\r\n`,
      ]);
      expect(readdirSync(join(parent, `taken=${today}`)).sort()).toEqual(
        wordsOf('days.parquet manifest.json unit-groups.parquet'),
      );
      const verified = await runHotelctl('snapshot verify --format csv --no-header', { env: archive });
      expect(verified.stdout).not.toContain('damaged');
    }
    expect(killed).toBeGreaterThan(rounds / 6);
    // The next take removes what killed processes left.
    await expectSuccess(runHotelctl(take, { env: archive }));
    expect(readdirSync(parent)).toEqual([`taken=${today}`]);
  });

  it('writes one snapshot if processes take it at the same time, by several paths', async () => {
    const { env } = await servedHotel(hotel);
    const home = temporaryFolder();
    const archive = {
      ...env,
      HOTELCTL_DATA_DIR: join(home, 'data'),
      HOTELCTL_STATE_DIR: join(home, 'state'),
    };
    const words = take.filter(word => word !== '--replace');
    const paths = ['data', 'link', 'data/../link'].map(path => `${home}/${path}`);
    mkdirSync(join(home, 'data'));
    symlinkSync('data', join(home, 'link'));
    const runs = await Promise.all(
      paths.map(path => runHotelctl(words, { env: { ...archive, HOTELCTL_DATA_DIR: path } })),
    );
    expect(runs.map(({ exitCode }) => exitCode)).toEqual([0, 0, 0]);
    expect(runs.filter(({ stderr }) => stderr.includes('saved the snapshot'))).toHaveLength(1);
    expect(runs.filter(({ stderr }) => stderr.includes('kept the snapshot'))).toHaveLength(2);
    expect(readdirSync(archiveFolder(join(home, 'data'), 'MUC'))).toEqual([`taken=${today}`]);
  });

  it('keeps the old snapshot if a file cannot be written completely, and leaves nothing of the new one', async () => {
    const { env } = await servedHotel(hotel);
    const home = temporaryFolder();
    const archive = { ...env, HOTELCTL_DATA_DIR: join(home, 'data') };
    await expectSuccess(runHotelctl(take, { env: archive }));
    await expectFailure(
      runLimited('ulimit -f 8', take, { HOME: home, ...archive }),
      8,
      'could not be written: the file system does not allow a file of this size',
    );
    expect(readdirSync(archiveFolder(join(home, 'data'), 'MUC'))).toEqual([`taken=${today}`]);
    expect((await runHotelctl('snapshot verify --format csv', { env: archive })).stdout).not.toContain(
      'damaged',
    );
  });
});
