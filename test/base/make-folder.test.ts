import { statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeFolder } from '../../src/base/make-folder.ts';
import { temporaryFile, temporaryFolder } from '../context.ts';

describe('makeFolder', () => {
  it('creates the missing folders with the mode, and keeps those that exist', () => {
    const top = temporaryFolder();
    const before = statSync(top).mode;
    makeFolder(join(top, 'a', 'b'), 0o700);
    makeFolder(join(top, 'a', 'b'), 0o755);
    expect(statSync(top).mode).toBe(before);
    for (const path of ['a', 'a/b']) {
      const stats = statSync(join(top, path));
      expect(stats.isDirectory()).toBe(true);
      if (process.platform !== 'win32') expect(stats.mode & 0o777).toBe(0o700);
    }
  });

  it('is refused where a file is in the way', () => {
    const file = temporaryFile('file', '');
    expect(() => makeFolder(file)).toThrow(expect.objectContaining({ code: 'EEXIST' }));
    const code = process.platform === 'win32' ? 'EEXIST' : 'ENOTDIR';
    expect(() => makeFolder(join(file, 'a'))).toThrow(expect.objectContaining({ code }));
  });

  it.runIf(process.platform === 'linux')(
    'ends where the system refuses a folder although its parent exists',
    () => {
      expect(() => makeFolder('/proc/hotelctl/state')).toThrow(expect.objectContaining({ code: 'ENOENT' }));
    },
  );
});
