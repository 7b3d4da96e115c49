import { open, readdir, rm, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { makeFolder } from '../base/own-file.ts';
import { browserObstacle, openFile } from '../http/auth/browser.ts';
import type { Invocation } from './invocation.ts';

/** How long a page without a file name is kept, for users who come back to its browser tab. */
const kept = 24 * 60 * 60 * 1000;

/**
 * Writes a page and shows it. Without a file name it is a temporary file that only its owner can read, because reports
 * contain names of guests. If no browser can be opened, a note says where the page is: it was written, which is a
 * success.
 */
export async function openPage(
  invocation: Invocation,
  name: string,
  output: string | undefined,
  write: (file: string) => Promise<unknown>,
) {
  const { context } = invocation;
  const file = output === undefined ? await privatePage(invocation, name) : resolve(output);
  try {
    await write(file);
  } catch (error) {
    if (output === undefined) await rm(file, { force: true }).catch(() => {});
    throw error;
  }
  const opened = browserObstacle(context) === undefined && (await openFile(pathToFileURL(file), context));
  await invocation.note(opened ? `opened ${file}` : `no browser could be opened here; the page is ${file}`);
}

async function privatePage({ context }: Invocation, name: string): Promise<string> {
  const folder = join(context.folders.state, 'pages');
  makeFolder(folder, 0o700);
  await removeOld(folder, context.clock.now());
  const file = join(folder, `${name}-${Buffer.from(context.random.bytes(8)).toString('hex')}.html`);
  // Created empty with its mode; the page that replaces it keeps the mode.
  await (await open(file, 'wx', 0o600)).close();
  return file;
}

/** Old pages are removed on a best-effort basis: failures are ignored. */
async function removeOld(folder: string, now: number) {
  for (const name of await readdir(folder).catch(() => [])) {
    const page = join(folder, name);
    const { mtimeMs = now } = (await stat(page).catch(() => undefined)) ?? {};
    if (name.endsWith('.html') && now - mtimeMs > kept) await rm(page, { force: true }).catch(() => {});
  }
}
