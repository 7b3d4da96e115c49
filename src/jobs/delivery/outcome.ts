import { hash } from 'node:crypto';
import { join } from 'node:path';
import { replaceFile } from '../../base/atomic-file.ts';
import type { Context, Folders } from '../../base/context.ts';
import { exitCodeOf, HotelctlError, notWritten, TemporaryError } from '../../base/errors.ts';
import type { ItemOutcome } from '../../base/item-outcome.ts';
import { readRegularFile } from '../../base/own-file.ts';
import { jsonValue, shellWords } from '../../base/text.ts';
import { missingPart } from '../../base/version.ts';
import type { MailedPage } from '../../output/document/mail.ts';
import type { CalendarDate } from '../../platform/dates.ts';
import { withTexts } from '../../platform/json.ts';
import { isRelative, parsePeriod } from '../../platform/periods.ts';
import type { JobRun } from '../history.ts';

/** How a run of a command ended: the facts that mail, heartbeat and metrics report. */
export interface RunOutcome {
  /** The command without its values, for people: `reports room-nights`, or the name of a job. */
  readonly name: string;
  readonly subject: RunSubject;
  readonly machine: string;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly endedAt: number;
  readonly exitCode: number;
  /** The line of the error; absent if the run succeeded. Contains no secrets. */
  readonly error?: string | undefined;
  readonly hint?: string | undefined;
  /** What hotelctl does after a failure: whether and when the run is repeated. */
  readonly next?: string;
  /** A run that fails and goes on, or one that succeeded after an alarm or a failed run. */
  readonly stage?: 'failing' | 'recovered' | undefined;
  /** Its hotels or partitions; empty if the command has only one. */
  readonly items?: readonly ItemOutcome[] | undefined;
  /** Days since the newest snapshot, by property; infinite without one. Only of `snapshot take`. */
  readonly snapshotAges?: ReadonlyMap<string, number> | undefined;
  /** Records that were written; null if the command does not count them. */
  readonly rows: number | null;
  readonly files: readonly DeliveredFile[];
  /** What a mail shows of a run that succeeded, also in part (exit 7), or whose check did not pass (exit 10). */
  readonly page?: MailedPage | undefined;
  /** Of its command: a run that succeeded may still lack something, which a mail says. */
  readonly warnings?: readonly string[] | undefined;
  /** Key figures of what was written, label and value with its unit, for people. */
  readonly figures?: readonly (readonly [label: string, value: string])[];
  /** Tracking ids of failed responses; the platform's support asks for them. */
  readonly trackingIds: readonly string[];
}

/** Whether the mail has the page and the files of the run: also those of hotels that did not fail, or of a check that did. */
export const isDelivered = ({ exitCode, page }: Pick<RunOutcome, 'exitCode' | 'page'>): boolean =>
  [0, exitCodeOf('partial')].includes(exitCode) ||
  (exitCode === exitCodeOf('check-failed') && page !== undefined);

export function describeFailure(thrown: unknown) {
  const error = thrown instanceof HotelctlError ? thrown : missingPart(thrown);
  if (error === undefined) return { exitCode: 1, error: 'a defect in hotelctl', trackingIds: [] };
  const { exitCode, message, details } = error;
  const trackingIds = details.trackingId === undefined ? [] : [details.trackingId];
  return { exitCode, error: message, hint: details.hint, trackingIds };
}

/** A file that a run replaced, with the hash of all of it. */
export type DeliveredFile = JobRun['files'][number];

const mostHashes = 16 << 20;

/** Old ones are dropped: a job makes up the runs of at most 31 moments. */
const mostReceipts = 1000;

/** What the recipients of one kind of run have received, in the state folder: hashes of addresses, each with what it was. */
export function openMailedFiles({ state }: Folders, name: string, mailTo: readonly string[]) {
  const placeOf = (...identity: readonly unknown[]) =>
    join(state, 'delivered', `${hash('sha256', JSON.stringify([name, ...identity])).slice(0, 16)}.json`);
  const ofMoments = placeOf();
  const ofFiles = (files: readonly DeliveredFile[]) => placeOf(files.map(({ path }) => path));
  const hashFiles = (files: readonly DeliveredFile[]) =>
    hash('sha256', JSON.stringify(files.map(({ sha256 }) => sha256)));
  const receipt = (what: string, address: string) => `${what} ${hash('sha256', address)}`;
  const read = async (place: string): Promise<readonly string[]> => {
    const found = jsonValue(await readRegularFile(place, mostHashes).catch(() => ''));
    return Array.isArray(found) ? found.map(String) : [];
  };
  const listWithout = async (place: string, what: string) => {
    const found = await read(place);
    return mailTo.filter(address => !found.includes(receipt(what, address)));
  };
  const replace = async (place: string, isOld: (receipt: string) => boolean, added: readonly string[]) => {
    const found = await read(place);
    const kept = [...found.filter(each => !isOld(each)), ...added].slice(-mostReceipts);
    if (found.length === 0 && kept.length === 0) return;
    await replaceFile(place, JSON.stringify(kept)).catch(error => {
      throw notWritten(`the emailed version could not be recorded in ${state}`, error);
    });
  };
  return {
    /** Those that have not received these files last. A run without files has not changed anything. */
    listUnaware: async (files: readonly DeliveredFile[]): Promise<readonly string[]> =>
      files.length === 0 ? [] : listWithout(ofFiles(files), hashFiles(files)),
    /** Those that have not received the email of this run: it is repeated day after day while one is refused. */
    listPending: (due: string) => listWithout(ofMoments, due),
    /** Called only after the mail was accepted: what was not delivered is still a change at the next run. */
    async rememberFiles(files: readonly DeliveredFile[], accepting: readonly string[]): Promise<void> {
      if (files.length === 0) return;
      const isOld = (each: string) => accepting.some(address => each.endsWith(receipt('', address)));
      const added = accepting.map(address => receipt(hashFiles(files), address));
      await replace(ofFiles(files), isOld, added);
    },
    /** Kept while another recipient is refused: a run that everyone has received is not repeated. */
    async rememberRun(due: string, refused: readonly string[]): Promise<void> {
      const received = refused.length === 0 ? [] : mailTo.filter(address => !refused.includes(address));
      const added = received.map(address => receipt(due, address));
      await replace(ofMoments, each => each.startsWith(`${due} `), added);
    },
  };
}

/** What a run is about: for the mail, and as the labels of its metrics. Absent parts are not known or do not apply. */
export type RunSubject = ReturnType<typeof describeSubject>;

/**
 * @param words the command line after `hotelctl`
 * @param defaultProperty the property that is used if the command line names none
 * @param today what relative periods refer to
 */
export function describeSubject(
  words: readonly string[],
  job: string | undefined,
  defaultProperty: string | undefined,
  today: CalendarDate,
) {
  const firstFlag = words.findIndex(word => word.startsWith('-'));
  const verbs = words.slice(0, firstFlag === -1 ? undefined : firstFlag);
  const properties = words.includes('--all-properties') ? ['all'] : flagValues(words, '--property');
  return {
    job,
    /** `room-nights` of `reports room-nights`; the words of every other command: `snapshot take`. */
    report: verbs.join(' ').replace(/^reports( |$)/, ''),
    /** The ids, or `all`. */
    property: properties.length > 0 ? properties.join(',') : defaultProperty,
    /** As specified, with its days if it depends on the date: `last-month (2026-10-01 to 2026-10-31)`. */
    period: periodText(words, today),
    command: shellWords(['hotelctl', ...words]),
  };
}

function periodText(words: readonly string[], today: CalendarDate): string | undefined {
  const [given, from, to, month, year] = ['--period', '--from', '--to', '--month', '--year'].map(
    flag => flagValues(words, flag)[0],
  );
  if (given !== undefined) {
    const days = isRelative(given) ? parsePeriod(given, today) : undefined;
    return days ? `${given} (${days.first} to ${days.last})` : given;
  }
  if (from !== undefined || to !== undefined) return [from, to].filter(day => day !== undefined).join(' to ');
  return month === undefined || year === undefined ? undefined : `${year}-${month.padStart(2, '0')}`;
}

/** The values of flags, as `--flag value`, `--flag=value` or `-fvalue`. */
export const flagValues = (words: readonly string[], ...flags: readonly string[]): readonly string[] =>
  words.flatMap((word, index) => {
    if (flags.includes(word)) return words[index + 1] ?? [];
    const start = flags
      .map(flag => (flag.startsWith('--') ? `${flag}=` : flag))
      .find(text => word.startsWith(text));
    return start === undefined ? [] : word.slice(start.length);
  });

/** A way to report the end of a run: mail, heartbeat or metrics. */
export interface Channel {
  /** Subject of its warnings: `the email`. */
  readonly name: string;
  /** Reports the outcome; nothing to report is a success. @throws HotelctlError if it was not accepted */
  report(outcome: RunOutcome): Promise<void>;
}

/**
 * Reports the end of one run. A call that failed can be repeated: it uses only the channels that have failed. `isLast`: the
 * caller does not repeat a temporary failure. If the report fails in the end, the run has failed, and the channels that
 * have reported its success report its failure instead. Throws the failure of a channel, or the reason of an interruption.
 */
export function reportOn(
  channels: readonly Channel[],
  { interrupted, secrets }: Pick<Context, 'interrupted' | 'secrets'>,
  warn: (line: string) => Promise<void>,
) {
  let pending = channels;
  return async (outcome: RunOutcome, isLast: boolean): Promise<void> => {
    const redact = (text: string) => secrets.redact(text);
    const reported = withoutSecrets(outcome, redact);
    const failures: unknown[] = [];
    const unreported: Channel[] = [];
    for (const channel of pending) {
      // A success that is not delivered yet is not reported elsewhere; a failure is, as soon as possible.
      if (failures.length > 0 && outcome.exitCode === 0) unreported.push(channel);
      else
        await channel.report(reported).catch(error => {
          failures.push(error);
          unreported.push(channel);
        });
      interrupted.throwIfAborted();
    }
    pending = unreported;
    if (failures.length === 0) return;
    const [failure, ...others] = failures;
    for (const error of others) await warn(`warning: ${describeFailure(error).error}`);
    if (!isLast && failures.every(error => error instanceof TemporaryError)) throw failure;
    if (outcome.exitCode === 0) {
      const end = withoutSecrets({ ...outcome, ...describeFailure(failure) }, redact);
      for (const channel of channels.filter(candidate => candidate !== unreported[0])) {
        await channel
          .report(end)
          .catch(error =>
            warn(`warning: ${channel.name} does not report the failure: ${describeFailure(error).error}`),
          );
        interrupted.throwIfAborted();
      }
    }
    throw failure;
  };
}

/** What a server repeats may be in any text of the outcome, and all of them are sent to another server. Paths are used here. */
const withoutSecrets = (
  { files, snapshotAges, ...texts }: RunOutcome,
  redact: (text: string) => string,
): RunOutcome => ({ ...(withTexts(texts, redact) as typeof texts), files, snapshotAges });
