import { constants, type Stats } from 'node:fs';
import { access, readlink, realpath, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { Context } from '../../base/context.ts';
import { OutputError } from '../../base/errors.ts';
import { withWriteErrors } from './write-problem.ts';

export type DeliveryContext = Pick<Context, 'stdout' | 'interrupted' | 'clock'>;

/** `closed`: the reader of a pipe closed it before the end, as `| head` does; a success. */
export type Delivery = 'complete' | 'closed';

/** The real destination of an output. `path` is the file behind all symbolic links. */
export type OutputPlace =
  | { readonly kind: 'new'; readonly path: string }
  | { readonly kind: 'existing'; readonly path: string; readonly stats: Stats }
  | { readonly kind: 'special'; readonly path: string; readonly isFifo: boolean };

/** The limit of Linux. */
const mostLinks = 40;

/** Examines the target. Throws OutputError for a folder and for a file that is not writable. */
export async function outputPlaceOf(target: string): Promise<OutputPlace> {
  if (target === '' || /[/\\]$/.test(target)) {
    throw new OutputError(`"${target}" does not name a file`, { hint: 'set --output to the name of a file' });
  }
  return withWriteErrors(target, async () => {
    const stats = await stat(target).catch(missing);
    if (!stats) return { kind: 'new', path: await behindLinks(resolve(target)) };
    if (stats.isDirectory()) throw Object.assign(new Error('folder'), { code: 'EISDIR' });
    // Descriptors by name are written to directly: a file with that name cannot be renamed into place.
    const isDescriptor = /^\/(dev|proc\/[^/]+)\/(fd\/\d+|stderr)$/.test(target);
    if (!stats.isFile() || isDescriptor)
      return { kind: 'special', path: target, isFifo: stats.isFIFO() && !isDescriptor };
    const path = await realpath(target);
    // Renaming would replace a read-only file, which was made read-only on purpose.
    await access(path, constants.W_OK);
    return { kind: 'existing', path, stats };
  });
}

const missing = (error: NodeJS.ErrnoException) => {
  if (error.code === 'ENOENT') return undefined;
  throw error;
};

/** A link may point to a file that does not exist yet: the link stays, and the file is created at its target. */
async function behindLinks(path: string): Promise<string> {
  let place = path;
  for (let links = 0; links <= mostLinks; links++) {
    const pointsAt = await readlink(place).catch(() => undefined);
    if (pointsAt === undefined) return place;
    place = resolve(dirname(place), pointsAt);
  }
  throw Object.assign(new Error('circle'), { code: 'ELOOP' });
}

/** Checks that a file can be written, before work that cannot be undone. @throws OutputError */
export async function checkPlace(target: string): Promise<void> {
  const place = await outputPlaceOf(target);
  // A file is replaced by one that is created in the same folder.
  if (place.kind !== 'special')
    await withWriteErrors(target, () => access(dirname(place.path), constants.W_OK));
}
