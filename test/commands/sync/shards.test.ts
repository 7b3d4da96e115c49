import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createHotel } from '../../../src/sandbox/hotel/hotel.ts';
import { temporaryFolder } from '../../context.ts';
import { runHotelctl } from '../../run-hotelctl.ts';
import { servedHotel } from '../../sandbox/served-hotel.ts';

/** The built program as the 16 processes of a Kubernetes Indexed Job, over a chain of 40 hotels. */
const files = (folder: string) =>
  (readdirSync(folder, { recursive: true }) as string[]).filter(file => file.endsWith('data.parquet')).sort();

it('16 shards together write what one run writes, and each hotel is fetched by one of them', {
  timeout: 300_000,
}, async () => {
  const { env, requests } = await servedHotel(
    createHotel({ seed: 'shards', today: '2026-11-21', properties: 40 }),
  );
  const folder = temporaryFolder();
  const words = (target: string) => [
    ...['sync', join(folder, target), '--all-properties', '--report', 'revenues', '--report', 'arrivals'],
    ...['--period', '2026-10', '--rate', '60000'],
  ];
  const whole = await runHotelctl(words('whole'), { env });
  expect([whole.exitCode, whole.stderr]).toEqual([
    0,
    expect.stringContaining('40 hotels: 80 partitions written'),
  ]);
  requests.splice(0);
  for (let first = 0; first < 16; first += 4) {
    const runs = [0, 1, 2, 3].map(offset =>
      runHotelctl(words('sharded'), {
        env: { ...env, JOB_COMPLETION_INDEX: String(first + offset), HOTELCTL_SHARDS: '16' },
      }),
    );
    for (const run of await Promise.all(runs))
      expect([run.exitCode, run.stderr]).toEqual([0, expect.not.stringContaining('429')]);
  }
  const fetched = requests.filter(url => url.includes('/reports/'));
  expect(fetched).toHaveLength(80);
  expect(new Set(fetched).size).toBe(80);
  expect(files(join(folder, 'sharded'))).toEqual(files(join(folder, 'whole')));
  for (const file of files(join(folder, 'whole'))) {
    expect(
      readFileSync(join(folder, 'sharded', file)).equals(readFileSync(join(folder, 'whole', file))),
      file,
    ).toBe(true);
  }
});
