import { access, constants, open, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Context } from '../../../base/context.ts';
import { writeProblem } from '../../../base/system-errors.ts';
import { type Finding, finding } from '../../../output/finding.ts';

interface Place {
  readonly label: string;
  readonly path: string;
  readonly variable: string;
  /** Mode bits that only the owner may have. */
  readonly closed: number;
  /** The outcome for a folder that is not writable. */
  readonly unwritable: 'fatal' | 'warning';
}

/** Writes a file that does not exist yet, and removes it; rejects with the system's error. */
type WriteProbe = (path: string) => Promise<void>;

/**
 * The folders that hotelctl writes to: they exist or can be created, are writable, and only their owner has access. Settings
 * change rarely, while most commands write to the state folder (journal, locks, cache, credential file).
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
  const result = (outcome: Finding['outcome'], found: string, fix?: string) =>
    finding('folders', label, outcome, found, fix);
  try {
    const stats = await stat(path).catch(error => {
      if (error.code === 'ENOENT') return undefined;
      throw error;
    });
    if (!stats) {
      await access(await nearestThere(path), constants.W_OK | constants.X_OK);
      return result('ok', `${path} does not exist yet and can be created`);
    }
    await write();
    if (uid !== null && stats.uid !== uid) {
      return result('warning', `${path} belongs to another user`, `set ${variable} to a folder that you own`);
    }
    if (uid !== null && (stats.mode & closed) !== 0) {
      const rights = closed === 0o022 ? 'go-w' : 'go=';
      return result(
        'warning',
        `${path} is open to other users of this machine`,
        `run: chmod ${rights} '${path}'`,
      );
    }
    return result('ok', `${path} is writable`);
  } catch (error) {
    const { what } = writeProblem(error);
    const fix = /^(ENOSPC|EDQUOT)$/.test((error as NodeJS.ErrnoException).code ?? '')
      ? 'free disk space'
      : 'fix the folder';
    return result(
      unwritable,
      `${path} is not writable: ${what}`,
      `${fix}, or set ${variable} to another one`,
    );
  }
}

/** The nearest existing parent folder. */
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

/** A block of bytes, not an empty file: a full disk still creates empty files. */
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
