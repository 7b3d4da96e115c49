import { X509Certificate } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { replaceFile } from '../../base/atomic-file.ts';
import { type Context, orInterrupted } from '../../base/context.ts';
import { UsageError } from '../../base/errors.ts';
import { makeFolder } from '../../base/make-folder.ts';
import { readRegularFile } from '../../base/own-file.ts';
import { environmentWithoutSecrets } from '../../base/secrets.ts';
import { openServer } from '../../http/local-server.ts';
import { withWriteErrors } from '../../output/delivery/write-file.ts';
import { selfMadeCertificate } from '../../views/self-signed-certificate.ts';

/** The developer's own server, `FOLDER/server.mjs`, with what it needs to run on this machine. */

const day = 86_400_000;
const secretsFolder = '.hotelctl';

/**
 * Token and certificate of the folder. They are kept, so that a browser that trusts the certificate still does after the next
 * start; a certificate that ends within a day is replaced.
 */
async function prepareSecrets(folder: string, { random, clock }: Context) {
  const own = join(folder, secretsFolder);
  const [token, cert, key] = ['token', 'cert.pem', 'key.pem'].map(name => join(own, name)) as [
    string,
    string,
    string,
  ];
  await withWriteErrors(own, async () => {
    makeFolder(own);
    await replaceFile(join(own, '.gitignore'), '*\n');
    if (!existsSync(token))
      await replaceFile(token, `${Buffer.from(random.bytes(32)).toString('base64url')}\n`);
    if (existsSync(key) && existsSync(cert) && endOf(await readSecret(cert)) > clock.now() + day) return;
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
function endOf(certificate: string): number {
  try {
    return Date.parse(new X509Certificate(certificate).validTo);
  } catch {
    return 0;
  }
}

/** @throws UsageError for a folder without a `server.mjs` */
export async function prepareServer(folder: string, context: Context) {
  const file = resolve(folder, 'server.mjs');
  if (!existsSync(file)) {
    throw new UsageError(`${join(folder, 'server.mjs')} does not exist`, {
      hint: 'run `hotelctl ui-integration init FOLDER` for an example, or name your own running server with --url',
    });
  }
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
