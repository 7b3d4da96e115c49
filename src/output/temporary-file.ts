import { createHash } from 'node:crypto';
import { readdir, rm } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import type { Context } from '../base/context.ts';

/**
 * Names of temporary files: `.NAME.hotelctl-HOST-PID-RANDOM.tmp`, where NAME is the target's (cut to 40 characters),
 * HOST eight digits of the machine name's hash, PID the writer's process id and RANDOM 128 bits. A writer that was
 * killed with SIGKILL leaves its file; the next run to the same target removes it, because its PID is gone. HOST
 * keeps that from touching what another machine is writing in a shared folder.
 */
export const temporaryName = (target: string, context: Pick<Context, 'random' | 'host'>): string =>
  `${prefixOf(target)}${context.host.pid}-${Buffer.from(context.random.bytes(16)).toString('hex')}.tmp`;

/** Removes what killed runs left behind for this target. Cleaning up is a courtesy: its failures stop nothing. */
export async function removeStale(
  folder: string,
  target: string,
  context: Pick<Context, 'host'>,
): Promise<void> {
  const prefix = prefixOf(target);
  const names = await readdir(folder).catch(() => []);
  for (const name of names) {
    if (!name.startsWith(prefix)) continue;
    const pid = /^(\d+)-[0-9a-f]{32}\.tmp$/.exec(name.slice(prefix.length))?.[1];
    if (pid === undefined || Number(pid) === context.host.pid || isAlive(Number(pid))) continue;
    await rm(join(folder, name), { force: true }).catch(() => {});
  }
}

const prefixOf = (target: string) => {
  const host = createHash('sha256').update(hostname()).digest('hex').slice(0, 8);
  return `.${Array.from(target).slice(0, 40).join('')}.hotelctl-${host}-`;
};

/** Signal 0 asks and does nothing. A process of somebody else (EPERM) is alive. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}
