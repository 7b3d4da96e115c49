import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeFolder } from '../../src/base/own-file.ts';
import { temporaryFolder } from '../context.ts';

describe('makeFolder', () => {
  it('creates the missing folders with the mode, and keeps those that exist', async () => {
    const top = temporaryFolder();
    const before = statSync(top).mode;
    await makeFolder(join(top, 'a', 'b'), 0o700);
    await makeFolder(join(top, 'a', 'b'), 0o755);
    expect(statSync(top).mode).toBe(before);
    for (const path of ['a', 'a/b']) {
      const stats = statSync(join(top, path));
      expect(stats.isDirectory()).toBe(true);
      if (process.platform !== 'win32') expect(stats.mode & 0o777).toBe(0o700);
    }
  });

  it('is refused where a file is in the way', async () => {
    const file = join(temporaryFolder(), 'file');
    writeFileSync(file, '');
    await expect(makeFolder(file)).rejects.toMatchObject({ code: 'EEXIST' });
    await expect(makeFolder(join(file, 'a'))).rejects.toMatchObject({
      code: process.platform === 'win32' ? 'EEXIST' : 'ENOTDIR',
    });
  });

  it.runIf(process.platform === 'linux')(
    'ends where the system refuses a folder although its parent exists',
    async () => {
      await expect(makeFolder('/proc/hotelctl/state')).rejects.toMatchObject({ code: 'ENOENT' });
    },
  );
});
