import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openRunLog, readRunLog } from '../../src/jobs/history.ts';
import { temporaryFolder, testContext } from '../context.ts';

const runs = Array.from({ length: 32 }, (_, index) => ({
  startedAt: `2026-11-01T06:00:${String(index).padStart(2, '0')}.000Z`,
}));

it('keeps the messages of the last 30 runs, without secrets and terminal codes, and the start of a long one', async () => {
  const state = temporaryFolder();
  const made = testContext({ now: Date.parse('2026-11-01T07:00:00Z') });
  const context = { ...made, folders: { ...made.folders, state } };
  context.secrets.register('canary-secret');
  for (const run of runs) {
    const log = openRunLog(context, 'nights', run);
    await log(`TYO: 503 \u001b[31mred canary-secret of ${run.startedAt}`);
  }
  const read = (back: number) => readRunLog(context, 'nights', runs as never, back);
  expect(read(1)).toMatch(/^2026-11-01T07:00:00\.000Z TYO: 503 .*red \S+ of 2026-11-01T06:00:31\.000Z\n$/);
  expect(read(2)).toContain('06:00:30');
  expect(read(1)).not.toMatch(/canary-secret|\u001b/);
  expect(() => read(31)).toThrow('job nights has no messages of run 31');
  const silent = { startedAt: '2026-11-01T06:30:00.000Z' };
  expect(readRunLog(context, 'nights', [...runs, silent] as never, 1)).toBe('');
  const folder = join(state, 'schedule', 'nights.logs');
  expect(readdirSync(folder)).toHaveLength(30);

  const long = { startedAt: '2026-11-02T06:00:00.000Z' };
  const log = openRunLog(context, 'nights', long);
  for (let line = 0; line < 100; line++) await log('x'.repeat(1500));
  const file = join(folder, '2026-11-02T06-00-00.000Z.log');
  expect(statSync(file).size).toBeLessThan(65_536 + 100);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readRunLog(context, 'nights', [long] as never, 1)).toMatch(/ more was printed but not kept\n$/);
});
