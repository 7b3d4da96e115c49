import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, rmdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as z from 'zod/mini';
import { isLeftBehind, syncFolder, temporaryName } from '../../base/atomic-file.ts';
import type { Context } from '../../base/context.ts';
import { OutputError } from '../../base/errors.ts';
import { withLock } from '../../base/lock.ts';
import { makeFolder } from '../../base/own-file.ts';
import { jsonValue } from '../../base/text.ts';
import { version } from '../../base/version.ts';
import { withWriteErrors } from '../../output/delivery/write-file.ts';
import { type Finding, finding } from '../../platform/finding.ts';
import { parseJson, stringifyJson } from '../../platform/json.ts';
import { sha256 } from '../snapshots/snapshot-manifest.ts';
import { type Archive, listEntries, partitionFolder } from '../snapshots/snapshot-store.ts';
import type { SavedResponse } from './responses.ts';

/**
 * Closes on disk: DIR/closes/host=api.example.com/property=MUC/2026-10.0001.9f2c…, a folder that no later run changes. It has the
 * responses as they were received, `close.json` with the result, and `manifest.json`, which names the files with their SHA-256
 * and the hash of the close before it. The hash of a close is that of its manifest, so each one covers all that precede it.
 */
export interface StoredClose {
  readonly folder: string;
  readonly hash: string;
  readonly manifest: CloseManifest;
}

const digest = z.string().check(z.regex(/^[0-9a-f]{64}$/));
const manifest = z.object({
  version: z.literal(1),
  hotelctl: z.string(),
  property: z.string(),
  period: z.string(),
  sequence: z.int(),
  closedAt: z.string(),
  /** The hash of the close before it, of whichever month; null for the first one. */
  previous: z.nullable(digest),
  files: z.array(
    z.object({
      file: z.string().check(z.regex(/^[a-z0-9-]+\.json$/)),
      sha256: digest,
      bytes: z.int(),
      report: z.optional(z.string()),
      path: z.optional(z.string()),
      status: z.optional(z.int()),
      fetchedAt: z.optional(z.string()),
    }),
  ),
});
export type CloseManifest = z.infer<typeof manifest>;

const manifestName = 'manifest.json';
const resultName = 'close.json';

export const closesFolder = (dataDir: string): string => join(dataDir, 'closes');

const locateFolder = ({ dataDir, host }: Archive, property: string): string =>
  join(closesFolder(dataDir), partitionFolder('host', host), partitionFolder('property', property));

/** Runs the work with an empty folder for responses, while no other process on this machine closes the property. */
export async function withCloseFolder<T>(
  archive: Archive,
  property: string,
  context: Context,
  work: (staged: string) => Promise<T>,
): Promise<T> {
  const parent = locateFolder(archive, property);
  const staged = join(parent, temporaryName('close'));
  return withLock(`close-${sha256(Buffer.from(parent)).slice(0, 24)}`, context, async () => {
    await withWriteErrors(parent, async () => {
      makeFolder(parent);
      for (const name of await readdir(parent))
        if (isLeftBehind(name)) await rm(join(parent, name), { recursive: true, force: true });
      await mkdir(staged, { mode: 0o700 });
    });
    try {
      return await work(staged);
    } finally {
      await rm(staged, { recursive: true, force: true });
      // A property without closes has no folder.
      await rmdir(parent).catch(() => undefined);
    }
  });
}

/** Puts a staged folder in its place, behind the newest close of the property. The caller holds the lock. */
export async function storeClose(
  archive: Archive,
  staged: string,
  about: Pick<CloseManifest, 'property' | 'period' | 'closedAt'>,
  responses: readonly SavedResponse[],
  result: object,
): Promise<StoredClose> {
  const parent = locateFolder(archive, about.property);
  const newest = (await listCloses(archive, about.property)).at(-1);
  const content = Buffer.from(`${stringifyJson(result, 2)}\n`);
  const made: CloseManifest = {
    version: 1,
    hotelctl: version,
    ...about,
    sequence: (newest?.manifest.sequence ?? 0) + 1,
    previous: newest?.hash ?? null,
    files: [...responses, { file: resultName, bytes: content.length, sha256: sha256(content) }],
  };
  const text = Buffer.from(`${JSON.stringify(made, null, 2)}\n`);
  const hash = sha256(text);
  const folder = join(parent, nameClose(made, hash));
  await withWriteErrors(folder, async () => {
    const write = (name: string, bytes: Buffer) =>
      writeFile(join(staged, name), bytes, { mode: 0o600, flag: 'wx', flush: true });
    await Promise.all([write(resultName, content), write(manifestName, text)]);
    await rename(staged, folder);
    await syncFolder(parent);
  });
  return { folder, hash, manifest: made };
}

/** The name has the beginning of the hash: a manifest that was changed no longer fits it. */
const nameClose = ({ period, sequence }: Pick<CloseManifest, 'period' | 'sequence'>, hash: string) =>
  `${period}.${String(sequence).padStart(4, '0')}.${hash.slice(0, 16)}`;

/** A folder of the chain, and its close if its manifest can be read. */
interface CloseFolder {
  readonly folder: string;
  readonly period: string;
  readonly sequence: number;
  readonly close: StoredClose | undefined;
}

/** The folders of a property in the order of the chain; the name of one without a readable manifest has its place. */
export async function listCloseFolders(archive: Archive, property: string): Promise<CloseFolder[]> {
  const parent = locateFolder(archive, property);
  const names = await listEntries(parent);
  const folders: CloseFolder[] = [];
  for (const name of names) {
    const [, period, sequence] = /^(\d{4}-\d{2})\.(\d*)/.exec(name) ?? [];
    if (period === undefined) continue;
    const folder = join(parent, name);
    const bytes = await readFile(join(folder, manifestName)).catch(() => Buffer.alloc(0));
    const { data } = manifest.safeParse(jsonValue(bytes.toString()));
    const place = data ?? { period, sequence: Number(sequence) };
    const close = data && { folder, hash: sha256(bytes), manifest: data };
    folders.push({ folder, period: place.period, sequence: place.sequence, close });
  }
  return folders.sort((one, other) => one.sequence - other.sequence);
}

/** The closes of a property in the order of the chain. @throws OutputError for a manifest that cannot be read */
export async function listCloses(archive: Archive, property: string): Promise<StoredClose[]> {
  return (await listCloseFolders(archive, property)).map(({ folder, close }) => {
    if (close) return close;
    throw new OutputError(`the close ${folder} has no readable ${manifestName}`, {
      hint: 'restore the folder from a backup, or move it away',
    });
  });
}

/** The newest close of a month. */
export const findClose = (closes: readonly StoredClose[], period: string): StoredClose | undefined =>
  closes.findLast(({ manifest: { period: own } }) => own === period);

/** The result of a close. @throws OutputError if it was changed */
export async function readResult({ folder, manifest: { files } }: StoredClose): Promise<unknown> {
  const path = join(folder, resultName);
  const bytes = await readFile(path).catch(() => Buffer.alloc(0));
  if (sha256(bytes) === files.find(({ file }) => file === resultName)?.sha256)
    return parseJson(bytes.toString());
  throw new OutputError(`${path} is missing or was changed`, {
    hint: 'run `hotelctl close verify`, and restore the folder from a backup',
  });
}

/** The ledger of a close, for a later comparison. @throws OutputError if it was changed */
export async function requireUnchanged(close: StoredClose, file: string): Promise<void> {
  const problem = await findProblem(close, file);
  if (problem !== undefined)
    throw new OutputError(`${join(close.folder, file)} ${problem}`, {
      hint: 'run `hotelctl close verify`, and restore the folder from a backup',
    });
}

async function findProblem({ folder, manifest: { files } }: StoredClose, name: string) {
  const expected = files.find(({ file }) => file === name);
  if (!expected) return 'is not part of the close';
  const hash = createHash('sha256');
  try {
    for await (const chunk of createReadStream(join(folder, name))) hash.update(chunk);
  } catch {
    return 'is missing or cannot be read';
  }
  return hash.digest('hex') === expected.sha256 ? undefined : 'was changed';
}

/**
 * One finding for each close of a property: its files are as they were written, its name is its hash, and it follows the close
 * before it; and one for closes that are missing, whose folder the next close names. The newest close is named with its hash,
 * because only what is noted elsewhere shows that closes were removed there.
 */
export async function verifyCloses(archive: Archive, property: string): Promise<Finding[]> {
  const findings: Finding[] = [];
  let before: CloseFolder | undefined;
  let lastGood = 'no close before it is good';
  const fail = (check: string, found: string, path: string) =>
    findings.push(finding(check, 'failed', `${found}; ${lastGood}`, `restore ${path} from a backup`));
  for (const each of await listCloseFolders(archive, property)) {
    const { folder, period, sequence, close } = each;
    const next = (before?.sequence ?? 0) + 1;
    if (sequence > next) {
      const missing = sequence - 1 === next ? `close ${next}` : `closes ${next} to ${sequence - 1}`;
      const name = nameClose({ period: '*', sequence: sequence - 1 }, close?.manifest.previous ?? '*');
      fail(
        `${property} ${missing}`,
        `missing before close ${sequence} of ${period}`,
        join(dirname(folder), name),
      );
    }
    const problems = await problemsOf(each, property, sequence < next ? undefined : before);
    if (sequence < next) problems.push(`close ${sequence} occurs twice`);
    if (problems.length > 0) fail(`${property} ${period}`, problems.join('; '), folder);
    else if (close) {
      const { closedAt } = close.manifest;
      const words = `close ${sequence}, ${closedAt.slice(0, 10)}, ${close.hash}`;
      findings.push(finding(`${property} ${period}`, 'passed', words));
      if (findings.every(({ state }) => state === 'passed'))
        lastGood = `the last good one before it is close ${sequence} of ${period}`;
    }
    before = each;
  }
  return findings;
}

/** @param before the close that it has to follow, if that is known */
async function problemsOf(
  { folder, sequence, close }: CloseFolder,
  property: string,
  before: CloseFolder | undefined,
): Promise<string[]> {
  if (!close) return [`it has no readable ${manifestName}`];
  const { hash, manifest: made } = close;
  const problems: string[] = [];
  for (const { file } of made.files) {
    const problem = await findProblem(close, file);
    if (problem !== undefined) problems.push(`${file} ${problem}`);
  }
  if (!folder.endsWith(nameClose(made, hash))) problems.push(`${manifestName} was changed`);
  if (made.property !== property) problems.push(`it is of ${made.property}`);
  const isNext = sequence === (before?.sequence ?? 0) + 1;
  const follows = before?.close ? before.close.hash : before ? made.previous : null;
  if (isNext && made.previous !== follows)
    problems.push('it does not follow the close before it: that one was changed or replaced');
  return problems;
}

/** The properties that have closes, sorted. */
export async function listClosedProperties({ dataDir, host }: Archive): Promise<string[]> {
  const folder = join(closesFolder(dataDir), partitionFolder('host', host));
  const names = await listEntries(folder);
  return names
    .flatMap(name => (name.startsWith('property=') ? [decodeURIComponent(name.slice(9))] : []))
    .sort();
}
