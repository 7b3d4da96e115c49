import { readdirSync, readFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createHotel } from '../../../src/sandbox/hotel/hotel.ts';
import { temporaryFolder } from '../../context.ts';
import { expectSuccess } from '../../expect-run.ts';
import { counted } from '../../full-counts.ts';
import { runHotelctl } from '../../run-hotelctl.ts';
import { runInProcess } from '../../run-in-process.ts';
import { fewerBookings } from '../../sandbox/fewer-bookings.ts';
import { hotelListener, servedHotel } from '../../sandbox/served-hotel.ts';
import { wordsOf } from '../../words.ts';
import { localServer, signedIn } from '../local-server.ts';

/** The built program as the processes of a Kubernetes Indexed Job. */
const files = (folder: string) =>
  (readdirSync(folder, { recursive: true }) as string[]).filter(file => file.endsWith('data.parquet')).sort();

/** In a soak run, 16 shards of 40 hotels, as the example of docs/scale.md. */
const count = counted(3, 16);
const hotels = counted(5, 40);

/** A platform that counts reports, and responds 429 if there are more requests than the limit within 2.5 seconds. */
async function limitedPlatform(respond: RequestListener, most: number) {
  const reports: string[] = [];
  const times: number[] = [];
  let refused = 0;
  const server = await localServer((request, response) => {
    const now = Date.now();
    times.push(now);
    if (times.filter(time => time > now - 2500).length > most) {
      refused += 1;
      return response.writeHead(429).end();
    }
    if (request.url?.includes('/reports/')) reports.push(request.url);
    return respond(request, response);
  });
  return { env: signedIn(server.url), reports, refused: () => refused };
}

it(`${count} shards together write what one run writes, each hotel once, and send no more than the platform accepts`, {
  timeout: 300_000,
}, async () => {
  const hotel = fewerBookings(createHotel({ seed: 'hotelctl', today: '2026-11-21', properties: hotels }));
  const folder = temporaryFolder();
  const words = (target: string) =>
    wordsOf(
      'sync',
      [join(folder, target)],
      '--all-properties --report revenues --report arrivals --period 2026-10',
    );
  const { env } = await servedHotel(hotel);
  const ended = runInProcess([...words('whole'), '--rate', '60000'], { env });
  await expectSuccess(ended, `${hotels} properties: ${2 * hotels} partitions written`);
  // 50 a minute for each shard: it sends at most three times within 2.5 seconds.
  const platform = await limitedPlatform(hotelListener(hotel), 3.4 * count);
  const shards = Array.from({ length: count }, (_, index) =>
    runHotelctl([...words('sharded'), '--rate', String(50 * count)], {
      env: {
        ...platform.env,
        JOB_COMPLETION_INDEX: String(index),
        HOTELCTL_SHARDS: String(count),
      },
    }),
  );
  for (const shard of await Promise.all(shards)) expect(shard).toMatchObject({ exitCode: 0, stdout: '' });
  expect(platform.refused()).toBe(0);
  expect(platform.reports).toHaveLength(2 * hotels);
  expect(new Set(platform.reports).size).toBe(2 * hotels);
  expect(files(join(folder, 'whole'))).toHaveLength(3 * hotels);
  expect(files(join(folder, 'sharded'))).toEqual(files(join(folder, 'whole')));
  for (const file of files(join(folder, 'whole'))) {
    const [sharded, single] = ['sharded', 'whole'].map(target => readFileSync(join(folder, target, file)));
    expect(sharded?.equals(single as Buffer), file).toBe(true);
  }
});
