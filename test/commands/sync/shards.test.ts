import { readdirSync, readFileSync } from 'node:fs';
import { request as forwardTo } from 'node:http';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../context.ts';
import { expectSuccess } from '../../expect-run.ts';
import { counted } from '../../full-counts.ts';
import { runHotelctl } from '../../run-hotelctl.ts';
import { startHotelctl } from '../../start-hotelctl.ts';
import { wordsOf } from '../../words.ts';
import { localServer } from '../local-server.ts';

/** The built program as the processes of a Kubernetes Indexed Job, over `hotelctl sandbox`. */
const files = (folder: string) =>
  (readdirSync(folder, { recursive: true }) as string[]).filter(file => file.endsWith('data.parquet')).sort();

/** In a soak run, 16 shards of 40 hotels, as the example of docs/scale.md. */
const count = counted(3, 16);
const hotels = counted(7, 40);

/** The sandbox as a process, signed in, with the settings of that sign-in. */
async function chain() {
  const words = wordsOf(`sandbox run --today 2026-11-21 --properties ${hotels} -- sh -c "env; cat"`);
  const sandbox = startHotelctl(words, { env: { HOME: temporaryFolder() }, input: 'later' });
  const setting = async (name: string) =>
    (await sandbox.says('stdout', new RegExp(`^${name}=(.*)\n`, 'm')))[1] ?? '';
  return {
    url: await setting('HOTELCTL_BASE_URL'),
    token: await setting('HOTELCTL_ACCESS_TOKEN'),
    close: () => sandbox.hears(''),
  };
}

/**
 * A proxy in front of the sandbox that counts requests and responds 429 if there are more than the limit within 2.5
 * seconds.
 */
async function limitedPlatform(target: string, most: number) {
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
    const { method } = request;
    // The sandbox serves only requests for its own host.
    const headers = { ...request.headers, host: new URL(target).host };
    forwardTo(`${target}${request.url}`, { method, headers }, forwarded => {
      response.writeHead(forwarded.statusCode ?? 500, forwarded.headers);
      forwarded.pipe(response);
    }).end();
  });
  return { url: server.url, reports, refused: () => refused };
}

it(`${count} shards together write what one run writes, each hotel once, and send no more than the platform accepts`, {
  timeout: 300_000,
}, async () => {
  const { url, token, close } = await chain();
  const folder = temporaryFolder();
  const words = (target: string) =>
    wordsOf(
      'sync',
      [join(folder, target)],
      '--all-properties --report revenues --report arrivals --period 2026-10',
    );
  const signedIn = { HOTELCTL_ACCESS_TOKEN: token };
  const ended = runHotelctl([...words('whole'), '--rate', '60000'], {
    env: { ...signedIn, HOTELCTL_BASE_URL: url },
  });
  await expectSuccess(ended, `${hotels} properties: ${2 * hotels} partitions written`);
  // 50 a minute for each shard: it sends at most three times within 2.5 seconds.
  const platform = await limitedPlatform(url, 3.4 * count);
  const shards = Array.from({ length: count }, (_, index) =>
    runHotelctl([...words('sharded'), '--rate', String(50 * count)], {
      env: {
        ...signedIn,
        HOTELCTL_BASE_URL: platform.url,
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
  close();
});
