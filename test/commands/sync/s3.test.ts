import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createHotel } from '../../../src/sandbox/hotel/hotel.ts';
import { temporaryFolder } from '../../context.ts';
import { runHotelctl } from '../../run-hotelctl.ts';
import { type S3Server, startS3Server } from '../../s3-server.ts';
import { servedHotel } from '../../sandbox/served-hotel.ts';

let s3: S3Server;
beforeAll(async () => {
  s3 = await startS3Server();
});
afterAll(() => s3.close());

it('works', async () => {
  const { env } = await servedHotel(createHotel({ seed: 'lake', today: '2026-11-21' }));
  const ran = await runHotelctl('sync s3://hotel/lake --property MUC --period 2026-10 --service MUC-BRKF', {
    env: { ...env, ...s3.env },
  });
  console.log(ran, s3.requests.length, s3.requests.slice(0, 8), await s3.keys());
});
