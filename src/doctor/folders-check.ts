import { access, constants, open, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Context } from '../base/context.ts';
import { writeProblem } from '../output/write-problem.ts';
import { type Finding, finding } from './finding.ts';

interface Place {
  readonly label: string;
  readonly path: string;
  readonly variable: string;
  /** Mode bits that nobody but the owner may have. */
  readonly closed: number;
  /** What a folder that can't be written costs. */
  readonly unwritable: 'fatal' | 'warning';
}

/** Takes the path of a file that is not there; rejects with the system's error. */
export type WriteProbe = (path: string) => Promise<void>;

/**
 * The folders that hotelctl writes to: there or to be made, taking a file, and nobody else's. Settings change seldom,
 * while the state (journal, locks, cache, credential file) is written by most commands.
 */
export async function folderFindings(
  { folders, host, random }: Context,
  write: WriteProbe = writeAndRemove,
): Promise<readonly Finding[]> {
  const places: readonly Place[] = [
    {
      label: 'configuration',
      path: folders.config,
      variable: 'HOTELCTL_CONFIG_DIR',
      closed: 0o022,
      unwritable: 'warning',
    },
    {
      label: 'state and cache',
      path: folders.state,
      variable: 'HOTELCTL_STATE_DIR',
      closed: 0o077,
      unwritable: 'fatal',
    },
  ];
  const name = `doctor-${Buffer.from(random.bytes(8)).toString('hex')}.tmp`;
  return Promise.all(places.map(place => lookAt(place, host.uid, () => write(join(place.path, name)))));
}

async function lookAt(place: Place, uid: number | null, write: () => Promise<void>): Promise<Finding> {
  const { label, path, variable, closed, unwritable } = place;
  const tell = (outcome: Finding['outcome'], found: string, remedy?: string) =>
    finding('folders', label, outcome, found, remedy);
  try {
    const stats = await stat(path).catch(error => {
      if (error.code === 'ENOENT') return undefined;
      throw error;
    });
    if (!stats) {
      await access(await nearestThere(path), constants.W_OK | constants.X_OK);
      return tell('ok', `${path} is not there yet and can be made`);
    }
    await write();
    if (uid !== null && stats.uid !== uid) {
      return tell('warning', `${path} belongs to another user`, `set ${variable} to a folder of your own`);
    }
    if (uid !== null && (stats.mode & closed) !== 0) {
      const rights = closed === 0o022 ? 'go-w' : 'go=';
      return tell(
        'warning',
        `${path} is open to other users of this machine`,
        `close it with: chmod ${rights} '${path}'`,
      );
    }
    return tell('ok', `${path} takes files`);
  } catch (error) {
    const { what } = writeProblem(error);
    const mend = /^(ENOSPC|EDQUOT)$/.test((error as NodeJS.ErrnoException).code ?? '')
      ? 'make room'
      : 'mend the folder';
    return tell(unwritable, `${path} can't be written: ${what}`, `${mend}, or name another with ${variable}`);
  }
}

/** The nearest folder above that is there. */
async function nearestThere(path: string): Promise<string> {
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    const stats = await stat(folder).catch(error => {
      if (error.code === 'ENOENT' && folder !== dirname(folder)) return undefined;
      throw error;
    });
    if (stats && !stats.isDirectory()) throw Object.assign(new Error(), { code: 'ENOTDIR' });
    if (stats) return folder;
  }
}

/** A block of bytes and not an empty file: a full disk still takes names. */
async function writeAndRemove(path: string): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(Buffer.alloc(4096));
    await file.sync();
  } finally {
    await file.close();
    await rm(path, { force: true });
  }
}
