import { createSign, generateKeyPairSync, X509Certificate } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { replaceFile } from '../../base/atomic-file.ts';
import { type Context, orInterrupted } from '../../base/context.ts';
import { UsageError } from '../../base/errors.ts';
import { makeFolder } from '../../base/make-folder.ts';
import { readRegularFile } from '../../base/own-file.ts';
import { environmentWithoutSecrets } from '../../base/secrets.ts';
import { resultOr } from '../../base/text.ts';
import { openServer } from '../../http/local-server.ts';
import { withWriteErrors } from '../../output/delivery/write-file.ts';
import { dayLength } from '../../platform/dates.ts';

/** The developer's own server, `FOLDER/server.mjs`, with what it needs to run on this machine. */

const secretsFolder = '.hotelctl';

/**
 * Token and certificate of the folder. They are kept, so that a browser that trusts the certificate still does after the next
 * start; a certificate that ends within a day is replaced.
 */
async function prepareSecrets(folder: string, { random, clock }: Context) {
  const own = join(folder, secretsFolder);
  const [token, cert, key] = [join(own, 'token'), join(own, 'cert.pem'), join(own, 'key.pem')];
  await withWriteErrors(own, async () => {
    makeFolder(own);
    await replaceFile(join(own, '.gitignore'), '*\n');
    if (!existsSync(token))
      await replaceFile(token, `${Buffer.from(random.bytes(32)).toString('base64url')}\n`);
    if (existsSync(key) && existsSync(cert) && endOf(await readSecret(cert)) > clock.now() + dayLength)
      return;
    const made = selfMadeCertificate(random.bytes(16), clock.now());
    await replaceFile(key, made.key);
    await replaceFile(cert, made.cert);
  });
  return { token: (await readSecret(token)).trim(), cert, key };
}

const readSecret = (path: string): Promise<string> =>
  readRegularFile(path, 1 << 20).catch(cause => {
    throw new UsageError(`${path} cannot be read (${cause.code})`, {
      hint: 'remove it: the next start creates it again',
      cause,
    });
  });

/** Milliseconds since 1970; 0 for a text that is not a certificate. */
const endOf = (certificate: string): number =>
  resultOr(0, () => Date.parse(new X509Certificate(certificate).validTo));

/** @throws UsageError for a folder without a `server.mjs` */
export async function prepareServer(folder: string, context: Context) {
  const file = resolve(folder, 'server.mjs');
  if (!existsSync(file))
    throw new UsageError(`${join(folder, 'server.mjs')} does not exist`, {
      hint: 'run `hotelctl ui-integration init FOLDER` for an example, or name your own running server with --url',
    });
  const { token, cert, key } = await prepareSecrets(resolve(folder), context);
  context.secrets.register(token);
  const free = await openServer(0);
  await free.stop();
  const sourceUrl = `https://127.0.0.1:${free.port}/secure-url?token=${token}`;
  // For `check` and `create`, which read it from standard input.
  const address = resolve(folder, secretsFolder, 'address');
  await withWriteErrors(address, () => replaceFile(address, `${sourceUrl}\n`));
  const env = {
    ...environmentWithoutSecrets(context.env),
    TOKEN: token,
    TLS_CERT: cert,
    TLS_KEY: key,
    PORT: String(free.port),
  };
  return {
    sourceUrl,
    ca: cert,
    /** Runs until the signal fires. Its output is that of this program. @returns its exit code */
    run: (signal: AbortSignal) =>
      context.runOnOwnStreams({ file: 'node', args: [file], env, folder, signal }),
  };
}

/** More would be a folder that is not that of a view, and would take longer than the pause between two looks. */
const mostFiles = 5000;

/** The files of a folder with what changes when they do; installed packages and hidden files are not part of a view. */
async function listFiles(folder: string): Promise<ReadonlyMap<string, string>> {
  const files = new Map<string, string>();
  const visit = async (place: string) => {
    for (const entry of await readdir(join(folder, place), { withFileTypes: true }).catch(() => [])) {
      const name = join(place, entry.name);
      if (entry.name.startsWith('.') || entry.name === 'node_modules' || files.size >= mostFiles) continue;
      if (entry.isDirectory()) await visit(name);
      if (!entry.isFile()) continue;
      const found = await stat(join(folder, name)).catch(() => undefined);
      if (found) files.set(name, `${found.mtimeMs} ${found.size}`);
    }
  };
  await visit('');
  return files;
}

const pause = 500;

/** @returns the names of the files that changed from now on, each time some do, until Ctrl-C */
export const watchFolder = async (folder: string, context: Context) =>
  changesSince(await listFiles(folder), folder, context);

async function* changesSince(
  files: ReadonlyMap<string, string>,
  folder: string,
  { clock, interrupted }: Context,
) {
  let before = files;
  while (!interrupted.aborted) {
    await orInterrupted(clock.sleep(pause, interrupted), interrupted).catch(() => {});
    const now = await listFiles(folder);
    const names = [...new Set([...before.keys(), ...now.keys()])];
    const changed = names.filter(name => before.get(name) !== now.get(name));
    before = now;
    if (changed.length > 0 && !interrupted.aborted) yield changed;
  }
}

/**
 * A self-signed certificate for localhost and 127.0.0.1. Node generates keys and signatures but no certificates; one of
 * a fixed shape consists of a few nested DER values (RFC 5280, 4.1), so that users do not need openssl and hotelctl
 * does not need a library.
 *
 * @param serial at least 8 random bytes
 * @param now milliseconds since 1970; valid for 30 days from a day earlier, because clocks differ
 */
export function selfMadeCertificate(serial: Uint8Array, now: number) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const name = sequence(set(sequence(oid('550403'), utf8('hotelctl development endpoint'))));
  const algorithm = sequence(oid('2a8648ce3d040302'));
  const names = [der(0x82, Buffer.from('localhost')), der(0x87, Uint8Array.of(127, 0, 0, 1))];
  const body = sequence(
    explicit(0, integer(Uint8Array.of(2))),
    // A positive number: the first bit is 0, the first byte is not.
    integer(Uint8Array.of(0x40 | ((serial[0] ?? 0) & 0x3f), ...serial.slice(1, 16))),
    algorithm,
    name,
    sequence(utcTime(now - dayLength), utcTime(now + 30 * dayLength)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    explicit(
      3,
      sequence(
        // Its own authority, so that `--ca` can trust it: CA true, digitalSignature and keyCertSign, serverAuth.
        extension('551d13', true, sequence(der(0x01, Uint8Array.of(0xff)))),
        extension('551d0f', true, bits(2, Uint8Array.of(0x84))),
        extension('551d25', false, sequence(oid('2b06010505070301'))),
        extension('551d11', false, sequence(...names)),
      ),
    ),
  );
  const signature = createSign('SHA256').update(body).sign(privateKey);
  return {
    cert: pem(sequence(body, algorithm, bits(0, signature))),
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}

function der(tag: number, ...parts: readonly Uint8Array[]): Uint8Array {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size =
    length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Uint8Array.of(tag, ...size), content]);
}

const sequence = (...parts: readonly Uint8Array[]) => der(0x30, ...parts);
const set = (...parts: readonly Uint8Array[]) => der(0x31, ...parts);
const integer = (bytes: Uint8Array) => der(0x02, bytes);
const oid = (hex: string) => der(0x06, Buffer.from(hex, 'hex'));
const utf8 = (text: string) => der(0x0c, Buffer.from(text));
const bits = (unused: number, bytes: Uint8Array) => der(0x03, Uint8Array.of(unused), bytes);
const explicit = (tag: number, content: Uint8Array) => der(0xa0 | tag, content);
const utcTime = (at: number) =>
  der(0x17, Buffer.from(`${new Date(at).toISOString().slice(2, 19).replace(/[-:T]/g, '')}Z`));
const extension = (id: string, critical: boolean, value: Uint8Array) =>
  sequence(oid(id), ...(critical ? [der(0x01, Uint8Array.of(0xff))] : []), der(0x04, value));

function pem(bytes: Uint8Array): string {
  const lines =
    Buffer.from(bytes)
      .toString('base64')
      .match(/.{1,64}/g) ?? [];
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n');
}
