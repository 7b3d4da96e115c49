import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { replaceFile } from '../../base/atomic-file.ts';
import type { Folders } from '../../base/context.ts';
import { HotelctlError, OutputError, writeProblem } from '../../base/errors.ts';
import type { MailedPage } from '../../output/document/mail.ts';
import type { RunSubject } from './subject.ts';

/** How a run of a command ended: the facts that mail, heartbeat and metrics report. */
export interface RunOutcome {
  /** The command without its values, for people: `reports room-nights`, or the name of a job. */
  readonly name: string;
  readonly subject: RunSubject;
  /** The host name. */
  readonly machine: string;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly endedAt: number;
  readonly exitCode: number;
  /** The line of the error; absent if the run succeeded. Contains no secrets. */
  readonly error?: string;
  /** What to do about the error. */
  readonly hint?: string;
  /** What hotelctl does after a failure: whether and when the run is repeated. */
  readonly next?: string;
  /** Records that were written; null if the command does not count them. */
  readonly rows: number | null;
  readonly files: readonly DeliveredFile[];
  /** What a mail shows of a run that succeeded. */
  readonly page?: MailedPage;
  /** Key figures of what was written, label and value with its unit, for people. */
  readonly figures?: readonly (readonly [label: string, value: string])[];
  /** Tracking ids of failed responses; the platform's support asks for them. */
  readonly trackingIds: readonly string[];
}

/** How a run ended that failed with this error. */
export const describeFailure = (error: unknown) =>
  error instanceof HotelctlError
    ? {
        exitCode: error.exitCode,
        error: error.message,
        hint: error.details.hint,
        trackingIds: error.details.trackingId === undefined ? [] : [error.details.trackingId],
      }
    : { exitCode: 1, error: 'a defect in hotelctl', trackingIds: [] };

/** A file that a run replaced. */
export interface DeliveredFile {
  readonly path: string;
  readonly bytes: number;
  /** Hexadecimal, of the whole file. */
  readonly sha256: string;
}

/** The SHA-256 of a file, hexadecimal; the file is never held in memory. */
export async function fingerprint(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

/** What was last mailed, in the state folder: the hashes of the files of one kind of run, for the same recipients. */
interface MailedFiles {
  /** Whether these files differ from those that were mailed. A run without files has not changed anything. */
  isChanged(files: readonly DeliveredFile[]): Promise<boolean>;
  /** Called only after the mail was accepted: what was not delivered is still a change at the next run. */
  remember(files: readonly DeliveredFile[]): Promise<void>;
}

export function openMailedFiles({ state }: Folders, name: string, mailTo: readonly string[]): MailedFiles {
  const place = (files: readonly DeliveredFile[]) => {
    const identity = JSON.stringify([name, mailTo, files.map(({ path }) => path)]);
    return join(
      state,
      'delivered',
      `${createHash('sha256').update(identity).digest('hex').slice(0, 16)}.json`,
    );
  };
  const hashes = (files: readonly DeliveredFile[]) => JSON.stringify(files.map(({ sha256 }) => sha256));
  return {
    async isChanged(files) {
      if (files.length === 0) return false;
      return hashes(files) !== (await readFile(place(files), 'utf8').catch(() => undefined));
    },
    async remember(files) {
      if (files.length === 0) return;
      await replaceFile(place(files), hashes(files)).catch(error => {
        const { what, hint } = writeProblem(error);
        throw new OutputError(`what was mailed could not be recorded in ${state}: ${what}`, {
          hint,
          cause: error,
        });
      });
    },
  };
}
