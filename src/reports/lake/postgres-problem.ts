import pg from 'pg';
import {
  HotelctlError,
  OutputError,
  SignInError,
  TemporaryError,
  UndocumentedResponseError,
} from '../../base/errors.ts';
import { NetworkError, networkError } from '../../http/network-error.ts';
import { safeText } from '../../platform/safe-text.ts';
import { LostTargetError } from './sync-plan.ts';

interface FailedConnection {
  readonly place: string;
  /** The password that was sent: a server may repeat it. */
  readonly password: string | undefined;
}

/** What pg reports if the server refuses its request for TLS. */
const noTls = 'The server does not support SSL connections';

export const offersNoTls = (error: unknown): boolean =>
  error instanceof HotelctlError && error.cause instanceof Error && error.cause.message === noTls;

/**
 * The error with an exit code for a failure of the database: sign-in 3, temporary 5, a value that it refuses 6, anything
 * else 8.
 */
export function databaseProblem(error: unknown, failed: FailedConnection): unknown {
  if (error instanceof HotelctlError || !(error instanceof Error)) return error;
  return error instanceof pg.DatabaseError ? refusal(error, failed) : connectionProblem(error, failed);
}

/** By the class of the SQLSTATE, which are the first two characters. */
function refusal(error: pg.DatabaseError, { password }: FailedConnection): HotelctlError {
  const code = String(error.code ?? '');
  const message = `Postgres: ${shownText(error.message || code, password)}`;
  const isOf = (...classes: string[]) => classes.some(start => code.startsWith(start));
  const temporary = { hint: 'try again later' };
  if (isOf('28')) {
    return new SignInError(message, { hint: 'check PGUSER and ~/.pgpass, or HOTELCTL_DATABASE_URL' });
  }
  // A disk that is full stays full.
  if (isOf('08', '57', '53') && code !== '53100') return new LostTargetError(message, temporary);
  if (code === '55P03') {
    return new TemporaryError('Postgres: another process has held a lock for too long', temporary);
  }
  if (isOf('40', '55')) return new TemporaryError(message, temporary);
  if (isOf('22', '23', '54')) {
    return new UndocumentedResponseError(message, {
      hint: 'report this value; other reports and properties are not affected',
    });
  }
  return new OutputError(message, { hint: 'check the privileges and the tables of the database' });
}

/** A failure of the network, of TLS or of the protocol. */
function connectionProblem(error: Error, { place, password }: FailedConnection): HotelctlError {
  const details = { hint: 'check that the database runs, and PGHOST and PGPORT', cause: error };
  const where = `Postgres: ${safeText(place, 80)}`;
  if (error.message === noTls) {
    return new OutputError(`${where} offers no TLS, so the connection would not be encrypted`, {
      ...details,
      hint: 'enable TLS in the database; sslmode=disable allows a connection that others can read and change',
    });
  }
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

/**
 * The text of a server, unless it contains the password, as it is or encoded: a short one would be a part of many words
 * and cannot be replaced.
 */
function shownText(text: string, password: string | undefined): string {
  if (!password) return safeText(text, 300);
  const words = text.match(/[\w+/=-]{4,}/g) ?? [];
  const readings = words.flatMap(word =>
    (['base64', 'hex'] as const).map(encoding => Buffer.from(word, encoding).toString()),
  );
  const spellings = [password, encodeURIComponent(password), JSON.stringify(password).slice(1, -1)];
  const isContained = [text, ...readings].some(reading => spellings.some(one => reading.includes(one)));
  return isContained ? 'its message is not shown: it contains the password' : safeText(text, 300);
}
