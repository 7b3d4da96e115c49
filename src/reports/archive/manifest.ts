import { createHash, hash } from 'node:crypto';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { systemErrorCode } from '../../base/errors.ts';
import { openRegular, readRegularBytes } from '../../base/own-file.ts';
import { jsonValue, toFields } from '../../base/text.ts';
import { safeText } from '../../platform/safe-text.ts';
import { type ArchiveEntry, archiveKinds, readFolder } from './archive.ts';

/** `manifest.json`: where the files of an entry come from, and the hashes that show whether they are as they were written. */
export const manifestFile = 'manifest.json';

export const sha256 = (content: string | Uint8Array): string => hash('sha256', content);

export const digestSchema = z.string().check(z.regex(/^[0-9a-f]{64}$/));
const count = z.int().check(z.nonnegative());

/** A file of an entry; what a kind adds about it is optional. */
const archivedFileSchema = z.object({
  file: z.string().check(z.regex(/^[a-z0-9][a-z0-9-]*\.(json|parquet)$/)),
  sha256: digestSchema,
  bytes: count,
  rows: z.optional(count),
  /** Of a response: the report, the request without credentials, and when it arrived. */
  report: z.optional(z.string()),
  path: z.optional(z.string()),
  status: z.optional(z.int()),
  fetchedAt: z.optional(z.string()),
});
export type ArchivedFile = z.infer<typeof archivedFileSchema>;

const manifestSchema = z.object({
  format: z.int(),
  hotelctl: z.string(),
  host: z.string(),
  property: z.string(),
  key: z.string(),
  createdAt: z.string().check(z.refine(text => !Number.isNaN(Date.parse(text)))),
  /** Of a chain: the hash of the manifest of the entry before it; null for the first one. */
  previous: z.optional(z.nullable(digestSchema)),
  /** What the kind of the entry knows about it. */
  about: z.record(z.string(), z.unknown()),
  files: z.array(archivedFileSchema),
});
export type Manifest = z.infer<typeof manifestSchema>;

/** A manifest, and its hash, which covers all files and, in a chain, all entries that precede it. */
export interface ReadManifest {
  readonly manifest: Manifest;
  readonly hash: string;
}

const mostBytes = 1 << 20;

const otherFormat = `${manifestFile} has format `;
/** Whether that is what is wrong with an entry: a newer version reads it, so it is not damaged. */
export const hasOtherFormat = (problem: string): boolean => problem.startsWith(otherFormat);

/** The manifest of an entry, or what is wrong with it, in words that begin with the name of the file. */
export async function readManifest(entry: ArchiveEntry): Promise<ReadManifest | string> {
  const bytes = await readContent(entry.folder, manifestFile, mostBytes);
  if (typeof bytes === 'string') return bytes;
  const content = jsonValue(bytes.toString());
  const own = archiveKinds[entry.kind].format;
  const { format } = toFields(content);
  if (typeof format === 'number' && format !== own)
    return `${otherFormat}${format}; this version of hotelctl reads format ${own}: move the folder away`;
  const { data: manifest } = manifestSchema.safeParse(content);
  if (!manifest) return `${manifestFile} is not valid`;
  const { host, property, key } = manifest;
  const digest = sha256(bytes);
  const isOwn = host === entry.archive.host && property === entry.property;
  const isNamed = entry.name === key || entry.name === sealedName(key, digest);
  if (isOwn && isNamed) return { manifest, hash: digest };
  return !isNamed && entry.name.startsWith(`${key}.`)
    ? `${manifestFile} was changed`
    : safeText(`${manifestFile} describes ${key} of ${property}, ${host}`, 300);
}

/** The name of an entry of a chain has the beginning of the hash: a manifest that was changed no longer fits it. */
export const sealedName = (key: string, digest: string): string => `${key}.${digest.slice(0, 16)}`;

/** The bytes of a file as they were written, or what is wrong with it. */
export async function readArchivedFile(folder: string, expected: ArchivedFile, most: number) {
  const bytes = await readContent(folder, expected.file, most);
  if (typeof bytes === 'string') return bytes;
  return sha256(bytes) === expected.sha256 ? bytes : `${expected.file} was changed`;
}

/** What is wrong with a file, which may be larger than memory; undefined if it is as it was written. */
export async function findFileProblem(folder: string, expected: ArchivedFile): Promise<string | undefined> {
  const { file, bytes, sha256: digest } = expected;
  try {
    const opened = await openRegular(join(folder, file), bytes);
    const found = await hashChunks(opened.createReadStream());
    return found.sha256 === digest ? undefined : `${file} was changed`;
  } catch (error) {
    return systemErrorCode(error) === 'EFBIG' ? `${file} was changed` : describeProblem(file, error, bytes);
  }
}

/** The size and the hash of chunks, which are added while they are written or read. */
export class ByteDigest {
  #bytes = 0;
  readonly #hash = createHash('sha256');

  add(chunk: Uint8Array): void {
    this.#hash.update(chunk);
    this.#bytes += chunk.length;
  }

  /** The chunks, added as they are read. */
  async *adding(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of chunks) {
      this.add(chunk);
      yield chunk;
    }
  }

  /** Once, after the last chunk. */
  end(): Pick<ArchivedFile, 'sha256' | 'bytes'> {
    return { sha256: this.#hash.digest('hex'), bytes: this.#bytes };
  }
}

export async function hashChunks(chunks: AsyncIterable<Uint8Array>): Promise<ReturnType<ByteDigest['end']>> {
  const digest = new ByteDigest();
  for await (const chunk of chunks) digest.add(chunk);
  return digest.end();
}

/** Everything that is wrong with an entry: its manifest, each of its files, and files that it does not name. */
export async function verifyEntry(entry: ArchiveEntry): Promise<string[]> {
  const read = await readManifest(entry);
  if (typeof read === 'string') return [read];
  const { files } = read.manifest;
  const names = files.map(({ file }) => file);
  const problems: string[] = [];
  for (const file of files) problems.push(...[(await findFileProblem(entry.folder, file)) ?? []].flat());
  return [...problems, ...(await findUnnamed(entry, names))];
}

/** Names the files in the folder of an entry that its manifest does not. @param files those that it names */
export async function findUnnamed({ folder }: ArchiveEntry, files: readonly string[]): Promise<string[]> {
  const known = [manifestFile, ...files, ...ignoredFiles];
  const others = (await readFolder(folder)).filter(({ name }) => !known.includes(name));
  return others.map(({ name }) => safeText(`${name} is not part of it`, 300));
}

/** In the folder of a snapshot: it was dated in the future when a later command saw it. */
export const futureMark = '.from-future';
/** Programs that show folders leave their own files. */
const ignoredFiles = [futureMark, '.DS_Store', 'Thumbs.db', 'desktop.ini'];

async function readContent(folder: string, file: string, most: number): Promise<Buffer | string> {
  return readRegularBytes(join(folder, file), most).catch(error => describeProblem(file, error, most));
}

function describeProblem(file: string, error: unknown, most: number): string {
  const code = systemErrorCode(error);
  if (code === undefined) throw error;
  if (code === 'ENOTSUP' || code === 'ELOOP' || code === 'ENXIO') return `${file} is not a regular file`;
  if (code === 'EFBIG') return `${file} is larger than ${most >> 20} MiB`;
  return code === 'ENOENT' || code === 'ENOTDIR' ? `${file} is missing` : `${file} cannot be read (${code})`;
}
