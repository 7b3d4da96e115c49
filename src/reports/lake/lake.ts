import * as z from 'zod/mini';
import type { Context } from '../../base/context.ts';
import {
  HotelctlError,
  OutputError,
  RefusedError,
  systemErrorCode,
  UndocumentedResponseError,
  UsageError,
} from '../../base/errors.ts';
import { withLock } from '../../base/lock.ts';
import { countText, jsonValue } from '../../base/text.ts';
import { openParquet } from '../../output/parquet/parquet.ts';
import { type Finding, failedCheck, finding } from '../../platform/finding.ts';
import { reports } from '../../platform/reports/index.ts';
import { safeText } from '../../platform/safe-text.ts';
import { partitionFolder, partitionValue } from '../archive/archive.ts';
import { ByteDigest, digestSchema, hashChunks, sha256 } from '../archive/manifest.ts';
import { dataFileName, type Storage } from './lake-folder.ts';
import {
  isValidRecord,
  type Partition,
  type PartitionWriter,
  partitionKey,
  type SyncedPartition,
  type SyncedProperty,
  type SyncedView,
  type SyncTarget,
} from './sync-plan.ts';

/** A lake has the reports of one platform, and of one client, whose rights decide which properties it has. */
export interface LakeOwner {
  /** Undefined: not known. */
  readonly host: string | undefined;
  /** Undefined: the token comes from the environment. */
  readonly client: string | undefined;
}

export const stateFolder = '_hotelctl';
const formatNumber = 3;

const fileSchema = z.object({
  // As hotelctl names them: no part is a way out of the lake.
  file: z
    .string()
    .check(z.regex(/^[a-z0-9-]+\/[a-z0-9-]+\/property=[\w.%-]+\/period=[\w.%-]+\/data\.parquet$/)),
  sha256: digestSchema,
  bytes: z.int().check(z.nonnegative()),
  rows: z.int().check(z.nonnegative()),
});
type LakeFile = z.infer<typeof fileSchema>;

/** What a lake has of a property: where it comes from, and each partition with its files, their rows, sizes and SHA-256. */
const stateSchema = z.object({
  format: z.literal(formatNumber),
  host: z.string(),
  client: z.optional(z.string()),
  property: z.string(),
  partitions: z.record(
    z.string(),
    z.object({
      fetchedOn: z.string(),
      fetchedAt: z.number(),
      services: z.string(),
      files: z.array(fileSchema),
    }),
  ),
});
type LakeState = z.infer<typeof stateSchema>;

/** Engines ignore folders that begin with an underscore. */
function stateFileName(property: string): string {
  const name = `${partitionFolder('property', property)}.json`;
  // The system reports a long name only where the folder exists.
  if (Buffer.byteLength(name) <= 255) return `${stateFolder}/${name}`;
  throw new UsageError(`the property id ${safeText(property, 60)} is too long for the name of a folder`, {
    hint: 'name the other properties with --property',
  });
}

/**
 * A record of a partition that is not valid is treated as missing: it is fetched again.
 *
 * @throws UndocumentedResponseError for a text that hotelctl did not write, such as the page of a proxy
 */
export function readLakeState(
  text: string,
  name: string,
): Partial<LakeState> & Pick<LakeState, 'partitions'> {
  if (text.trim() === '') return { partitions: {} };
  const { data } = stateSchema.safeParse(jsonValue(text));
  if (!data || stateFileName(data.property) !== name)
    throw new UndocumentedResponseError(
      `${safeText(name, 300)} is not a state of format ${formatNumber} that hotelctl wrote`,
      { hint: 'check the address, or remove that file to fetch everything again' },
    );
  const partitions = Object.entries(data.partitions).filter(([, partition]) => isValidRecord(partition));
  return { ...data, partitions: Object.fromEntries(partitions) };
}

/** @throws RefusedError: the rows of two platforms would be mixed */
function refuseOtherOwner({ address }: Storage, { host, client }: Partial<LakeState>, owner: LakeOwner) {
  const isOther = (one: string | undefined, other: string | undefined) =>
    one !== undefined && other !== undefined && one !== other;
  if (!isOther(host, owner.host) && !isOther(client, owner.client)) return;
  const whose = isOther(host, owner.host) ? `of the host ${host}` : `of the client ${client}`;
  throw new RefusedError(`the data lake ${safeText(address, 200)} has the reports ${safeText(whose, 200)}`, {
    hint: 'choose another folder or prefix, or the profile that it was written with',
  });
}

/** The owner of any state is that of the lake: a property that is new here has no state yet. */
async function refuseLakeOfOthers(storage: Storage, owner: LakeOwner): Promise<void> {
  for (const name of (await storage.list(stateFolder)).keys()) {
    const state = await openState(storage, name).catch(ofOneFile);
    if (!(state instanceof HotelctlError)) return refuseOtherOwner(storage, state, owner);
  }
}

const openState = async (storage: Storage, name: string) => readLakeState(await storage.read(name), name);

/** A state or report that is damaged or refused concerns the others as little as a file does. @throws any other error */
function ofOneFile(error: unknown): HotelctlError {
  const kinds = [UndocumentedResponseError, RefusedError, OutputError];
  if (error instanceof HotelctlError && kinds.some(kind => error instanceof kind)) return error;
  throw error;
}

/**
 * A data lake: <report>/<view>/property=MUC/period=2026-10/data.parquet. One state file per property records what was
 * fetched and when, so that shards on several machines never write the same file.
 */
export function openLake(storage: Storage, owner: LakeOwner, context: Context): SyncTarget {
  let checked: Promise<void> | undefined;
  return {
    async withProperty(property, work) {
      checked ??= refuseLakeOfOthers(storage, owner);
      await checked;
      return withLock(`lake-${sha256(`${storage.address}\n${property}`).slice(0, 24)}`, context, async () =>
        work(await openLakeProperty(storage, property, owner)),
      );
    },
    close: () => storage.close(),
  };
}

const dataFile = ({ property, report, period }: Partition, view: string) => {
  const folders = [partitionFolder('property', property), partitionFolder('period', period)];
  return [report.name, view, ...folders, dataFileName].join('/');
};

async function openLakeProperty(
  storage: Storage,
  property: string,
  owner: LakeOwner,
): Promise<SyncedProperty> {
  const stateFile = stateFileName(property);
  const readState = async () => {
    const state = readLakeState(await storage.read(stateFile), stateFile);
    refuseOtherOwner(storage, state, owner);
    return state;
  };
  const before = await readState();
  /** What this run records. */
  const own: LakeState['partitions'] = {};
  const recorded = Object.values(before.partitions).flatMap(({ files }) => files.map(({ file }) => file));
  const folders = new Set(recorded.map(file => file.split('/').slice(0, 3).join('/')));
  const sizes = new Map(
    (await Promise.all([...folders].map(folder => storage.list(folder)))).flatMap(found => [...found]),
  );
  const save = async () => {
    // Another machine, which shares no lock, may have recorded other reports of the property meanwhile.
    const latest = await readState();
    const state = {
      format: formatNumber,
      host: owner.host,
      client: owner.client ?? latest.client,
      property,
      partitions: { ...latest.partitions, ...own },
    };
    await storage.replace(stateFile, `${JSON.stringify(state, null, 2)}\n`);
  };
  // A second machine with the property is found before anything is fetched.
  await save();
  return {
    // A file that was cut off is as good as missing.
    partitions: new Map(
      Object.entries(before.partitions).filter(([, { files }]) =>
        files.every(({ file, bytes }) => sizes.get(file) === bytes),
      ),
    ),
    open: (partition, views) =>
      openPartition(storage, partition, views, async (synced, files) => {
        own[partitionKey(partition)] = { ...synced, files };
        await save();
      }),
  };
}

/** @param record keeps that these files are complete */
async function openPartition(
  storage: Storage,
  partition: Partition,
  views: readonly SyncedView[],
  record: (synced: SyncedPartition, files: LakeFile[]) => Promise<void>,
): Promise<PartitionWriter> {
  const openFile = async ({ name: view, columns }: SyncedView) => {
    const file = dataFile(partition, view);
    const replacement = await storage.begin(file);
    const digest = new ByteDigest();
    const write = async (bytes: Uint8Array) => {
      digest.add(bytes);
      await replacement.write(bytes);
    };
    return { view, file, rows: 0, digest, replacement, parquet: openParquet(columns, view), write };
  };
  const files: Awaited<ReturnType<typeof openFile>>[] = [];
  const abandon = async () => {
    for (const { replacement } of files) await replacement.abandon();
  };
  try {
    for (const view of views) files.push(await openFile(view));
  } catch (error) {
    await abandon();
    throw error;
  }
  return {
    async add(view, added) {
      const file = files.find(each => each.view === view);
      if (!file) return;
      file.rows += 1;
      const bytes = file.parquet.add(added);
      if (bytes) await file.write(bytes);
    },
    async commit(synced) {
      for (const { parquet, replacement, write } of files) {
        await write(parquet.finish());
        await replacement.finish();
      }
      for (const { replacement } of files) await replacement.publish();
      const written = files.map(({ file, rows, digest }) => ({ file, rows, ...digest.end() }));
      await record(synced, written);
    },
    abandon,
  };
}

/**
 * One finding for each partition of the lake: its files are as the state describes them. Files that no state describes are
 * findings too: readers of the lake count their rows.
 */
export async function verifyLake(storage: Storage, owner: LakeOwner): Promise<Finding[]> {
  const findings: Finding[] = [];
  const recorded = new Set<string>();
  const unread = new Set<string | undefined>();
  const states = [...(await storage.list(stateFolder)).keys()].sort();
  for (const name of states) {
    const property = partitionValue('property', name.slice(stateFolder.length + 1).replace(/\.json$/, ''));
    if (property === undefined) continue;
    const state = await openState(storage, name).catch(ofOneFile);
    if (state instanceof HotelctlError) {
      findings.push(failedCheck(property, state));
      unread.add(partitionFolder('property', property));
      continue;
    }
    refuseOtherOwner(storage, state, owner);
    for (const [partition, { files }] of Object.entries(state.partitions).sort()) {
      for (const { file } of files) recorded.add(file);
      const found = await Promise.all(files.map(file => findLakeProblem(storage, file)));
      const problems = found.filter(problem => problem !== undefined);
      const check = `${property} ${safeText(partition, 200)}`;
      const rows = files.reduce((sum, file) => sum + file.rows, 0);
      findings.push(
        problems[0] === undefined
          ? finding(check, 'passed', `${rows} rows in ${countText(files.length, 'file')}`)
          : finding(check, 'failed', problems.map(([problem]) => problem).join('; '), problems[0][1]),
      );
    }
  }
  for (const { name } of reports) {
    const found = await storage.list(name).catch(ofOneFile);
    if (found instanceof HotelctlError) findings.push(failedCheck(name, found));
    // What a state that cannot be read has recorded is not known.
    else
      for (const file of [...found.keys()].sort())
        if (/\/[^._][^/]*\.parquet$/.test(file) && !recorded.has(file) && !unread.has(file.split('/')[2]))
          findings.push(finding(file, 'failed', 'is not recorded', `remove this file, or ${syncAgain}`));
  }
  return findings;
}

const syncAgain = 'run `hotelctl sync` again for its month';

/** What is wrong with a file, and what to do. */
async function findLakeProblem(
  storage: Storage,
  { file, bytes, sha256 }: LakeFile,
): Promise<readonly [problem: string, fix: string] | undefined> {
  try {
    const found = await hashChunks(await storage.open(file));
    if (found.bytes !== bytes) return [`${file} has ${found.bytes} bytes, not ${bytes}`, syncAgain];
    // A file of the recorded size is up to date for `hotelctl sync`, which does not read it.
    return found.sha256 === sha256
      ? undefined
      : [`${file} was changed`, `remove this file, then ${syncAgain}`];
  } catch (error) {
    if (error instanceof RefusedError) return [`${file}: ${error.message}`, error.details.hint];
    // A target that does not respond says nothing about its files.
    const isOfFile = error instanceof HotelctlError ? error instanceof OutputError : systemErrorCode(error);
    if (!isOfFile) throw error;
    return [`${file} is missing or cannot be read`, syncAgain];
  }
}
