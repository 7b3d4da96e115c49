import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type ConnectionOptions, DEFAULT_MIN_VERSION } from 'node:tls';
import type { Context } from '../../base/context.ts';
import { systemErrorCode, UsageError } from '../../base/errors.ts';
import { mostOfSecret, readSmallFile } from '../../base/named-file.ts';
import { readRegularFile } from '../../base/own-file.ts';
import { isLoopback } from '../../http/address.ts';
import { filledFields } from '../../platform/json.ts';
import { safeText } from '../../platform/safe-text.ts';

export type DatabaseSettings = Awaited<ReturnType<typeof databaseSettings>>;

export interface Account {
  readonly host: string;
  readonly port: number;
  readonly user?: string | undefined;
  readonly database?: string | undefined;
}

/** The database of HOTELCTL_DATABASE_URL, else of the usual PG variables and the file .pgpass. */
export async function databaseSettings(context: Context) {
  const { env, secrets, host: machine } = context;
  const url = env['HOTELCTL_DATABASE_URL'] ? parsedUrl(env['HOTELCTL_DATABASE_URL']) : undefined;
  const setting = (parameter: string, variable: string) => url?.get(parameter) || env[variable] || undefined;
  const host = setting('host', 'PGHOST') ?? 'localhost';
  const given = setting('password', 'PGPASSWORD');
  secrets.register(given);
  const isPlain = isLocal(host) && setting('sslrootcert', 'PGSSLROOTCERT') === undefined;
  const mode = sslMode(setting('sslmode', 'PGSSLMODE'), isPlain);
  return {
    /** A name, an address, or the folder of a socket. */
    host,
    port: portNumber(setting('port', 'PGPORT') ?? '5432'),
    user: setting('user', 'PGUSER'),
    database: setting('dbname', 'PGDATABASE'),
    options: setting('options', 'PGOPTIONS'),
    ...(await chooseTls(mode, host, setting, context)),
    password: async (account: Account) => {
      if (given !== undefined) return given;
      const found = await storedPassword(account, env, machine.platform);
      secrets.register(found);
      return found;
    },
  };
}

/** The parts of the URL under the names of libpq's parameters. The text is never shown: it may contain a password. */
function parsedUrl(text: string): ReadonlyMap<string, string> {
  // `postgres://user@/hotel?host=/run/postgresql` has no host, which URLs do not allow after a user.
  const complete = text.replace(/^([a-z]+:\/\/[^/?#]*@)(?=[/?]|$)/i, '$1localhost');
  const url = URL.canParse(complete) ? new URL(complete) : undefined;
  if (!url || !/^postgres(ql)?:$/.test(url.protocol)) throw wrongUrl();
  const { username, password, hostname, port, pathname, searchParams } = url;
  try {
    const parts = { user: username, password, host: hostname, port, dbname: pathname.slice(1) };
    return new Map([
      ...Object.entries(parts).map(([name, part]) => [name, decodeURIComponent(part)] as const),
      ['host', decodeURIComponent(hostname).replace(/^\[|\]$/g, '')],
      ...[...searchParams].filter(([, value]) => value !== ''),
    ]);
  } catch {
    throw wrongUrl();
  }
}

const wrongUrl = () =>
  new UsageError('HOTELCTL_DATABASE_URL is not the URL of a Postgres database', {
    hint: 'set it to postgres://USER:PASSWORD@HOST/DATABASE with special characters encoded, for example # as %23',
  });

function portNumber(text: string): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port >= 1 && port <= 65_535) return port;
  throw new UsageError('the port of the database is not a number from 1 to 65535', {
    hint: 'check HOTELCTL_DATABASE_URL and PGPORT',
  });
}

/** This machine, or the folder of a socket: nothing leaves the machine. */
const isLocal = (host: string): boolean =>
  host.startsWith('/') || isLoopback(host.includes(':') ? `[${host}]` : host);

/** The modes of libpq that hotelctl accepts, and what a connection in this mode is not protected against. */
const modes = {
  disable: 'is not encrypted',
  allow: 'is not encrypted if the server offers no TLS; its certificate is not verified',
  prefer: 'is not encrypted if the server offers no TLS; its certificate is not verified',
  require: 'is encrypted, but the certificate of the server is not verified',
  'no-verify': 'is encrypted, but the certificate of the server is not verified',
  'verify-ca': 'is encrypted, but the certificate of the server may be made for another host',
  'verify-full': undefined,
} as const;
type SslMode = keyof typeof modes;

/** Undefined: the connection does not leave this machine and needs no TLS. */
function sslMode(given: string | undefined, isPlain: boolean): SslMode | undefined {
  if (given === undefined) return isPlain ? undefined : 'verify-full';
  if (Object.hasOwn(modes, given)) return given as SslMode;
  throw new UsageError(`sslmode of the database must be one of ${Object.keys(modes).join(', ')}`, {
    hint: 'use sslmode=verify-full, which verifies the certificate of the server',
  });
}

async function chooseTls(
  mode: SslMode | undefined,
  host: string,
  setting: (parameter: string, variable: string) => string | undefined,
  context: Context,
) {
  if (mode === undefined) return { tls: undefined, mayBePlain: true, weakness: undefined };
  const names = ['sslrootcert', 'sslcert', 'sslkey'];
  const files = names.map(name => readPem(name, setting(name, `PG${name.toUpperCase()}`), context));
  const [ca, cert, key] = await Promise.all(files);
  // As in libpq, `require` with a certificate authority verifies the certificate, but not its host.
  const applied = mode === 'require' && ca !== undefined ? 'verify-ca' : mode;
  const words = isLocal(host) ? undefined : modes[applied];
  const weakness = words && `the connection to the database ${safeText(host, 80)} ${words} (sslmode=${mode})`;
  // The server may refuse TLS: the connection is then not encrypted.
  const mayBePlain = ['disable', 'allow', 'prefer'].includes(mode);
  if (mode === 'disable') return { tls: undefined, mayBePlain, weakness };
  const tls: ConnectionOptions = {
    rejectUnauthorized: applied.startsWith('verify'),
    minVersion: DEFAULT_MIN_VERSION === 'TLSv1.3' ? 'TLSv1.3' : 'TLSv1.2',
    ...(applied === 'verify-full' ? {} : { checkServerIdentity: () => undefined }),
    ...filledFields({ ca, cert, key }),
  };
  return { tls, mayBePlain, weakness };
}

async function readPem(name: string, path: string | undefined, context: Context) {
  // `system`: the authorities that Node.js trusts, which is the default.
  if (path === undefined || path === 'system') return undefined;
  const hint = `check the path in ${name} of HOTELCTL_DATABASE_URL`;
  const refuse = (problem: string) =>
    new UsageError(`${name} of the database cannot be read: ${problem}`, { hint });
  return (await readSmallFile(path, context, refuse)).toString();
}

/** The password of the first matching line of `~/.pgpass`; as in libpq, a file that others can read is not used. */
async function storedPassword(account: Account, env: Context['env'], platform: NodeJS.Platform) {
  const isWindows = platform === 'win32';
  const home = isWindows ? env['APPDATA'] : env['HOME'];
  const path =
    env['PGPASSFILE'] || join(home ?? '.', ...(isWindows ? ['postgresql', 'pgpass.conf'] : ['.pgpass']));
  try {
    if (!isWindows && ((await stat(path)).mode & 0o077) !== 0) return undefined;
    const lines = (await readRegularFile(path, mostOfSecret)).split(/\r?\n/);
    return lines.map(line => passwordIn(line, account)).find(found => found !== undefined);
  } catch (error) {
    if (systemErrorCode(error) === undefined) throw error;
    return undefined;
  }
}

/** `host:port:database:user:password`; `*` matches everything, and `\` precedes a colon or backslash of a value. */
function passwordIn(line: string, { host, port, database, user }: Account): string | undefined {
  const [, ...parts] =
    /^((?:\\.|[^:\\])*):((?:\\.|[^:\\])*):((?:\\.|[^:\\])*):((?:\\.|[^:\\])*):(.+)$/.exec(line) ?? [];
  const fields = parts.map(part => part.replace(/\\(.)/g, '$1'));
  const password = fields.pop();
  // A socket is also found under the name of this machine.
  const wanted = [[host, host.startsWith('/') ? 'localhost' : host], [String(port)], [database], [user]];
  const matches = fields.every((field, index) => field === '*' || wanted[index]?.includes(field));
  return matches ? password : undefined;
}
