import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { SignInError } from '../../base/errors.ts';
import { secondsText } from '../../base/text.ts';
import { safeText } from '../../platform/safe-text.ts';
import { databaseProblem, offersNoTls } from './postgres-problem.ts';
import type { Account, DatabaseSettings } from './postgres-settings.ts';
import { LostTargetError } from './sync-plan.ts';

/** A connection to Postgres. Each of its steps ends when the run is interrupted, and within the time limit. */
export interface DatabaseConnection {
  query(text: string, values?: readonly unknown[]): Promise<readonly Record<string, unknown>[]>;
  /** The time limit begins again whenever the server has accepted a part of the text. */
  copy(statement: string, text: string): Promise<void>;
  close(): Promise<void>;
}

interface DatabaseLimits {
  /** Milliseconds for each step. */
  readonly timeout: number;
  readonly interrupted: AbortSignal;
}

/** Far more than the records of one property. */
const mostReceived = 16 << 20;

/** Bytes of a COPY that are sent at a time. */
const pieceSize = 64 << 10;

/** The goodbye of a connection; the server also notices its end. Milliseconds. */
const closingTime = 2000;

/** The parts of a `pg.Client` that its types omit. */
interface Wire {
  readonly stream: NodeJS.ReadableStream & { destroy(): void; readonly encrypted?: boolean };
  once(event: 'sslconnect', listener: () => void): void;
  prependListener(event: 'authenticationCleartextPassword', listener: () => void): void;
}

/** Connects and signs in; without TLS if the server offers none and the settings allow that. */
export async function openConnection(
  settings: DatabaseSettings,
  limits: DatabaseLimits,
): Promise<DatabaseConnection> {
  try {
    return await connect(settings, limits);
  } catch (error) {
    if (!settings.tls || !settings.mayBePlain || !offersNoTls(error)) throw error;
    return connect({ ...settings, tls: undefined }, limits);
  }
}

async function connect(
  settings: DatabaseSettings,
  { timeout, interrupted }: DatabaseLimits,
): Promise<DatabaseConnection> {
  const { host, port, user, database, options, tls } = settings;
  const isSocket = host.startsWith('/');
  const place = isSocket ? host : `${host}:${port}`;
  let isClearText = false;
  let password: string | undefined;
  const client = new pg.Client({
    ...{ host, port, user, database, options },
    ssl: tls ?? false,
    application_name: 'hotelctl sync',
    password: (async (account: Account) => {
      if (isClearText && !wire.stream.encrypted && !isSocket) throw clearTextRefused(place);
      password = await settings.password(account);
      if (password === undefined) throw noPassword(place);
      return password;
    }) as () => Promise<string>,
  });
  const wire = (client as unknown as { connection: Wire }).connection;
  wire.prependListener('authenticationCleartextPassword', () => {
    isClearText = true;
  });
  // The next step reports it; without a listener, it would end the process.
  let broken: unknown;
  client.on('error', error => {
    broken ??= error;
  });

  let endedBy: unknown;
  let received = 0;
  let stop: (reason: unknown) => void = () => {};
  const stopped = new Promise<never>((_, reject) => {
    stop = reason => {
      endedBy ??= reason;
      reject(endedBy);
      wire.stream.destroy();
    };
  });
  stopped.catch(() => {});
  const count = (bytes: Uint8Array) => {
    received += bytes.length;
    if (received > mostReceived) stop(tooMuch(place));
  };
  wire.stream.on('data', count);
  wire.once('sslconnect', () => wire.stream.on('data', count));

  const step = async <T>(work: (progress: () => void) => Promise<T>, limit = timeout): Promise<T> => {
    const interrupt = () => stop(interrupted.reason);
    if (interrupted.aborted) interrupt();
    if (endedBy !== undefined) throw endedBy;
    received = 0;
    const alarm = setTimeout(() => stop(noResponse(place, limit)), limit);
    interrupted.addEventListener('abort', interrupt);
    try {
      return await Promise.race([work(() => alarm.refresh()), stopped]);
    } catch (error) {
      throw endedBy ?? databaseProblem(broken ?? error, { place, password });
    } finally {
      clearTimeout(alarm);
      interrupted.removeEventListener('abort', interrupt);
    }
  };

  try {
    await step(() => client.connect());
  } catch (error) {
    stop(error);
    throw error;
  }
  return {
    query: async (text, values = []) =>
      (await step(() => client.query(text, values.length > 0 ? [...values] : undefined))).rows ?? [],
    copy: (statement, text) =>
      step(progress => pipeline(Readable.from(pieces(text, progress)), client.query(copyFrom(statement)))),
    close: async () => {
      // The database may not respond any more.
      await step(() => client.end(), Math.min(timeout, closingTime)).catch(() => {});
      wire.stream.destroy();
    },
  };
}

function* pieces(text: string, progress: () => void): Generator<Uint8Array> {
  const bytes = Buffer.from(text);
  for (let start = 0; start < bytes.length; start += pieceSize) {
    yield bytes.subarray(start, start + pieceSize);
    progress();
  }
}

const noResponse = (place: string, limit: number) =>
  new LostTargetError(`the database ${safeText(place, 80)} did not respond within ${secondsText(limit)}`, {
    hint: 'try again later, or set a longer --timeout',
  });

const tooMuch = (place: string) =>
  new LostTargetError(
    `the database ${safeText(place, 80)} sent more than ${mostReceived >> 20} MiB in response to one statement`,
    { hint: 'check the address: is it a Postgres database?' },
  );

const noPassword = (place: string) =>
  new SignInError(`the database ${safeText(place, 80)} requires a password, and there is none`, {
    hint: 'put it into HOTELCTL_DATABASE_URL, PGPASSWORD or ~/.pgpass, which only you can read',
  });

const clearTextRefused = (place: string) =>
  new SignInError(`the database ${safeText(place, 80)} asks for the password in clear text, without TLS`, {
    hint: 'use sslmode=verify-full, or let the server use scram-sha-256',
  });
