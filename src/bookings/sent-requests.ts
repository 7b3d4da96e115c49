import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { replaceFile } from '../base/atomic-file.ts';
import type { Context } from '../base/context.ts';
import { journalProblem } from './journal.ts';

/**
 * The requests as they were sent, one file for each Idempotency-Key whose outcome is unknown, in files that only their
 * owner can read: `bookings resume KEY` sends exactly these bytes. Unlike the journal they hold names, so a file is
 * deleted as soon as the outcome is certain or the platform no longer knows the key.
 */
export interface SentRequests {
  /** Resolves when the request is on the disk. @throws OutputError */
  store(key: string, body: string): Promise<void>;
  read(key: string): Promise<string | undefined>;
  remove(key: string): Promise<void>;
}

export function sentRequests({ folders }: Pick<Context, 'folders'>): SentRequests {
  // The key is a UUID of our own making or one from the journal; anything else is no part of a path.
  const pathOf = (key: string) => join(folders.state, 'booking-requests', `${encodeURIComponent(key)}.json`);
  return {
    store: (key, body) =>
      replaceFile(pathOf(key), body).catch(error => {
        throw journalProblem('written', error, 'the booking request');
      }),
    read: key =>
      readFile(pathOf(key), 'utf8').catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return undefined;
        throw journalProblem('read', error, 'the booking request');
      }),
    // What cannot be deleted now is deleted with the next booking that is sent.
    remove: key => rm(pathOf(key), { force: true }).catch(() => {}),
  };
}
