import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { type Context, onAbort, orInterrupted } from '../../base/context.ts';
import {
  HotelctlError,
  OutputError,
  RefusedError,
  SignInError,
  TemporaryError,
  UndocumentedResponseError,
} from '../../base/errors.ts';
import { withoutPasswords } from '../../base/secrets.ts';
import { NetworkError, networkError } from '../../http/network-error.ts';
import { safeText } from '../../platform/safe-text.ts';
import type { Account, DatabaseSettings } from './postgres-settings.ts';
import { LostTargetError, lateTarget } from './sync-plan.ts';

/** A connection to Postgres. Each of its steps ends when the run is interrupted, and within the time limit. */
export type DatabaseConnection = Awaited<ReturnType<typeof connect>>;

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

type Interruption = Pick<Context, 'interrupted'>;

/** Without TLS if the server offers none and the settings allow that. @param timeout milliseconds for each step */
export async function openConnection(settings: DatabaseSettings, context: Interruption, timeout: number) {
  try {
    return await connect(settings, context, timeout);
  } catch (error) {
    if (!settings.tls || !settings.mayBePlain || !offersNoTls(error)) throw error;
    return connect({ ...settings, tls: undefined }, context, timeout);
  }
}

async function connect(settings: DatabaseSettings, { interrupted }: Interruption, timeout: number) {
  const { host, port, user, database, options, tls } = settings;
  const isSocket = host.startsWith('/');
  const place = isSocket ? host : `${host}:${port}`;
  const named = `the database ${safeText(place, 80)}`;
  let isClearText = false;
  let password: string | undefined;
  const client = new pg.Client({
    host,
    port,
    user,
    database,
    options,
    ssl: tls ?? false,
    application_name: 'hotelctl sync',
    password: (async (account: Account) => {
      if (isClearText && !wire.stream.encrypted && !isSocket)
        throw new SignInError(`${named} asks for the password in clear text, without TLS`, {
          hint: 'use sslmode=verify-full, or let the server use scram-sha-256',
        });
      password = await settings.password(account);
      if (password !== undefined) return password;
      throw new SignInError(`${named} requires a password; none is set`, {
        hint: 'put it into HOTELCTL_DATABASE_URL, PGPASSWORD or ~/.pgpass, which only you can read',
      });
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

  const ending = new AbortController();
  let received = 0;
  const stop = (reason: unknown) => {
    ending.abort(reason);
    wire.stream.destroy();
  };
  const count = (bytes: Uint8Array) => {
    received += bytes.length;
    if (received <= mostReceived) return;
    const words = `sent more than ${mostReceived >> 20} MiB in response to one statement`;
    stop(new LostTargetError(`${named} ${words}`, { hint: 'check the address: is it a Postgres database?' }));
  };
  wire.stream.on('data', count);
  wire.once('sslconnect', () => wire.stream.on('data', count));

  const step = async <T>(work: (progress: () => void) => Promise<T>, limit = timeout): Promise<T> => {
    const release = onAbort(interrupted, () => stop(interrupted.reason));
    received = 0;
    const alarm = setTimeout(() => stop(lateTarget(named, limit)), limit);
    try {
      ending.signal.throwIfAborted();
      return await orInterrupted(
        work(() => alarm.refresh()),
        ending.signal,
      );
    } catch (error) {
      if (ending.signal.aborted) throw ending.signal.reason;
      throw databaseProblem(broken ?? error, { place, password });
    } finally {
      clearTimeout(alarm);
      release();
    }
  };

  try {
    await step(() => client.connect());
  } catch (error) {
    stop(error);
    throw error;
  }
  return {
    query: async (
      text: string,
      values: readonly unknown[] = [],
    ): Promise<readonly Record<string, unknown>[]> =>
      (await step(() => client.query(text, values.length > 0 ? [...values] : undefined))).rows ?? [],
    /** The time limit begins again whenever the server has accepted a part of the text. */
    copy: (statement: string, text: string) =>
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

interface FailedConnection {
  readonly place: string;
  /** The password that was sent: a server may repeat it. */
  readonly password: string | undefined;
}

/** What pg reports if the server refuses its request for TLS. */
const noTls = 'The server does not support SSL connections';

const offersNoTls = (error: unknown): boolean =>
  error instanceof HotelctlError && error.cause instanceof Error && error.cause.message === noTls;

/**
 * The error with an exit code for a failure of the database: sign-in 3, a rule of the table 4, temporary 5, a value that it
 * refuses 6, anything else 8.
 */
function databaseProblem(error: unknown, failed: FailedConnection): unknown {
  if (error instanceof HotelctlError || !(error instanceof Error)) return error;
  return error instanceof pg.DatabaseError ? refusal(error, failed) : connectionProblem(error, failed);
}

/** By the class of the SQLSTATE, which are the first two characters. */
function refusal(error: pg.DatabaseError, { password }: FailedConnection): HotelctlError {
  const code = String(error.code ?? '');
  // Rows are copied into a staging table first; only the context of the error names the column.
  const [, table, column] = /^COPY staging_(\w+), \S+ \d+, \S+ ([^:]+)/.exec(error.where ?? '') ?? [];
  const place = table ? ` (column "${column}" of the table ${table})` : '';
  const message = `Postgres: ${shownText(`${error.message || code}${place}`, password)}`;
  const isOf = (...classes: string[]) => classes.some(start => code.startsWith(start));
  const temporary = { hint: 'try again later' };
  if (isOf('28'))
    return new SignInError(message, { hint: 'check PGUSER and ~/.pgpass, or HOTELCTL_DATABASE_URL' });
  // A disk that is full stays full.
  if (isOf('08', '57', '53') && code !== '53100') return new LostTargetError(message, temporary);
  if (code === '55P03')
    return new TemporaryError('Postgres: another process has held a lock for too long', temporary);
  if (isOf('40', '55')) return new TemporaryError(message, temporary);
  // Values that are too long, out of range or of another type: hotelctl creates columns that hold them.
  if (isOf('23', '22001', '22003', '22007', '22P02')) {
    const hint = isOf('22')
      ? 'change the type of this column back, or drop the table: hotelctl creates and fills it again'
      : 'change this rule of the table: hotelctl fills only the columns of the report';
    return new RefusedError(message, { hint });
  }
  if (isOf('22', '54'))
    return new UndocumentedResponseError(message, {
      hint: 'report this value; other reports and properties are not affected',
    });
  return new OutputError(message, {
    hint: hintsOfStates[code] ?? 'check the privileges and the tables of the database',
  });
}

const hintsOfStates: Readonly<Record<string, string>> = {
  '53100': 'free disk space on its server',
  '3D000': 'check the name of the database',
  '25006': 'connect to the primary server: this one is only for reading',
};

/** A failure of the network, of TLS or of the protocol. */
function connectionProblem(error: Error, { place, password }: FailedConnection): HotelctlError {
  const details = { hint: 'check that the database runs; check PGHOST and PGPORT', cause: error };
  const where = `Postgres: ${safeText(place, 80)}`;
  if (error.message === noTls)
    return new OutputError(`${where} offers no TLS, so the connection would not be encrypted`, {
      ...details,
      hint: 'enable TLS in the database; sslmode=disable allows a connection that others can read and change',
    });
  if ('code' in error) {
    const described = networkError(error, safeText(place, 80));
    if (described instanceof NetworkError) {
      const { hint } = described.retryable ? details : described.details;
      return new LostTargetError(`Postgres: ${described.message}`, { hint, cause: error });
    }
  }
  // pg reports these without a code: the connection ended, or the server does not speak the protocol.
  return new LostTargetError(`${where}: ${shownText(error.message, password)}`, details);
}

/** What a server says may repeat the password that it was sent. */
const shownText = (text: string, password: string | undefined): string =>
  safeText(withoutPasswords(text, password ? [password] : []), 300);
