import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../context.ts';
import { servedHotel } from '../../sandbox/served-hotel.ts';
import { testHotel } from '../../sandbox/test-hotel.ts';
import { runMain } from '../in-process.ts';

it('snapshots are readable for others as the umask allows', async () => {
  const { env } = await servedHotel(testHotel('2026-10-15'));
  const folder = temporaryFolder();
  const before = process.umask(0o027);
  try {
    const line = 'snapshot take --property MUC --ahead 2d';
    const { exitCode, stderr } = await runMain(line, { env: { ...env, HOTELCTL_DATA_DIR: folder } });
    expect([exitCode, stderr]).toEqual([0, expect.stringContaining('saved the snapshot')]);
  } finally {
    process.umask(before);
  }
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  expect(entries.filter(entry => entry.isFile()).length).toBeGreaterThan(1);
  for (const entry of entries) {
    const mode = statSync(join(entry.parentPath, entry.name)).mode & 0o777;
    expect(mode.toString(8), entry.name).toBe(entry.isDirectory() ? '750' : '640');
  }
});
