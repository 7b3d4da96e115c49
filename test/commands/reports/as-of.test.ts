import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createHotel } from '../../../src/sandbox/hotel/hotel.ts';
import { temporaryFolder } from '../../context.ts';
import { servedHotel } from '../../sandbox/served-hotel.ts';
import { runMain } from '../in-process.ts';

const now = Date.parse('2026-10-15T12:00:00Z');

async function archived() {
  const { env, requests } = await servedHotel(createHotel({ seed: 'as-of', today: '2026-10-15' }));
  const options = { env: { ...env, HOTELCTL_DATA_DIR: join(temporaryFolder(), 'data') }, now };
  const run = (line: string) => runMain(line.split(' '), options);
  await run('properties list');
  await run('snapshot take --property MUC --ahead 60d');
  requests.splice(0);
  return { run, requests };
}

describe('reports property-performance --as-of', () => {
  it.each(['summary', 'days', 'unit-groups'])(
    'returns the view %s as the platform returned it on that day, and sends nothing',
    async view => {
      const { run, requests } = await archived();
      const line = `reports property-performance --property MUC --from 2026-10-10 --to 2026-11-20 --view ${view} --format csv`;
      const saved = await run(`${line} --as-of 2026-10-15`);
      expect([saved.exitCode, saved.stderr, requests]).toEqual([0, '', []]);
      const live = await run(line);
      expect(saved.stdout).toBe(live.stdout);
      expect(saved.stdout.split('\r\n').length).toBeGreaterThan(2);
    },
  );

  it('names the nearest snapshot if there is none of that day', async () => {
    const { run } = await archived();
    const line = 'reports property-performance --property MUC --period 2026-10-20 --as-of 2026-10-14';
    const { exitCode, stderr } = await run(line);
    expect([exitCode, stderr]).toEqual([4, expect.stringContaining('the nearest one is 2026-10-15')]);
    expect(await run(`${line} --nearest`)).toMatchObject({
      exitCode: 0,
      stderr: expect.stringContaining('using the nearest one'),
    });
  });

  it('refuses filters, which a snapshot does not support', async () => {
    const { run } = await archived();
    const { exitCode, stderr } = await run(
      'reports property-performance --property MUC --period 2026-10-20 --as-of today --rate-plan X',
    );
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining('cannot be combined with filters')]);
  });
});
