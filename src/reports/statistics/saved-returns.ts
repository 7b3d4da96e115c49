import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { replaceFile } from '../../base/atomic-file.ts';
import { OutputError, systemErrorCode } from '../../base/errors.ts';
import { withWriteErrors } from '../../output/delivery/write-file.ts';
import { parseJson } from '../../platform/json.ts';
import type { ReportRecord } from '../../platform/records.ts';
import { type Archive, partitionFolder } from '../snapshots/snapshot-store.ts';

/** The figures that a run with `--save` kept: a file for each, which no later run changes. */
interface SavedReturn {
  readonly savedAt: string;
  readonly records: readonly ReportRecord[];
}

export interface Correction {
  readonly row: string;
  readonly name: string;
  readonly what: 'arrivals' | 'nights' | 'number';
  readonly saved: number;
  readonly now: number;
}

export const statisticsFolder = (dataDir: string): string => join(dataDir, 'statistics');

const locateFolder = ({ dataDir, host }: Archive, property: string): string =>
  join(statisticsFolder(dataDir), partitionFolder('host', host), partitionFolder('property', property));

const hashRecords = (records: readonly ReportRecord[]) =>
  createHash('sha256').update(JSON.stringify(records)).digest('hex');

/** @param name of the form and the month: `DE-2026-10` */
export async function saveReturn(
  archive: Archive,
  property: string,
  name: string,
  { savedAt, records }: SavedReturn,
): Promise<void> {
  const path = join(locateFolder(archive, property), `${name}.${savedAt.replaceAll(/[-:.]/g, '')}.json`);
  const content = { version: 1, savedAt, sha256: hashRecords(records), records };
  await withWriteErrors(path, () => replaceFile(path, `${JSON.stringify(content, null, 2)}\n`));
}

/** The newest figures that were kept. @throws OutputError if they are damaged, because a correction would be wrong */
export async function findSavedReturn(
  archive: Archive,
  property: string,
  name: string,
): Promise<SavedReturn | undefined> {
  const folder = locateFolder(archive, property);
  const files = await readdir(folder).catch(error => {
    if (systemErrorCode(error) === 'ENOENT') return [];
    throw unreadable(folder, error);
  });
  const newest = files
    .filter(file => file.startsWith(`${name}.`) && file.endsWith('.json'))
    .toSorted()
    .at(-1);
  if (newest === undefined) return undefined;
  const path = join(folder, newest);
  try {
    const content = parseJson(await readFile(path, 'utf8')) as SavedReturn & { readonly sha256: string };
    if (hashRecords(content.records) === content.sha256) return content;
  } catch (error) {
    throw unreadable(path, error);
  }
  throw unreadable(path, undefined);
}

const unreadable = (path: string, cause: unknown) =>
  new OutputError(`the saved figures ${path} cannot be read, or were changed`, {
    hint: 'restore the file from a backup, or move it away',
    cause,
  });

/** The figures that differ. A row of a list that is missing on one side has no guests there; an open field is not a figure. */
export function findCorrections(saved: readonly ReportRecord[], now: readonly ReportRecord[]): Correction[] {
  const makeKey = ({ part, row, name }: ReportRecord) => `${part} ${row === '' ? name : row}`;
  const [before, after] = [saved, now].map(records => new Map(records.map(each => [makeKey(each), each])));
  const keys = new Set([...(before?.keys() ?? []), ...(after?.keys() ?? [])]);
  return [...keys].flatMap(key => {
    const [one, other] = [before?.get(key), after?.get(key)];
    const { row, name } = other ?? one ?? {};
    return (['arrivals', 'nights', 'number'] as const).flatMap(what => {
      if (what === 'number' && (one?.[what] == null || other?.[what] == null)) return [];
      const [was, is] = [Number(one?.[what] ?? 0), Number(other?.[what] ?? 0)];
      return was === is ? [] : [{ row: String(row ?? ''), name: String(name), what, saved: was, now: is }];
    });
  });
}
