import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';

const memory = '/dev/shm';

/**
 * Tests write thousands of files, and hotelctl syncs most of them: on a disk, waiting for it is up to two thirds of a
 * test's time. The folders of a run are in memory, where 4 GiB are free and programs may be started from it.
 */
export default function useMemory(): (() => void) | undefined {
  if (process.env['TMPDIR'] !== undefined || !isUsable()) return undefined;
  const folder = mkdtempSync(`${memory}/hotelctl-`);
  // Tests also start programs as another user.
  chmodSync(folder, 0o711);
  process.env['TMPDIR'] = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}

function isUsable(): boolean {
  if (!existsSync(memory) || !existsSync('/proc/mounts')) return false;
  const { bavail, bsize } = statfsSync(memory);
  const [, options = 'noexec'] = / \/dev\/shm \S+ (\S+)/.exec(readFileSync('/proc/mounts', 'utf8')) ?? [];
  return bavail * bsize > 4 * 2 ** 30 && !options.split(',').includes('noexec');
}
