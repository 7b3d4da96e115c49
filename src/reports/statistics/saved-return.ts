import * as z from 'zod/mini';
import type { Context } from '../../base/context.ts';
import { OutputError } from '../../base/errors.ts';
import type { ReportRecord } from '../../platform/records.ts';
import { type Archive, listEntries } from '../archive/archive.ts';
import { readManifest } from '../archive/manifest.ts';
import { withStagedEntry } from '../archive/write-entry.ts';

const figuresSchema = z.object({ records: z.array(z.record(z.string(), z.unknown())) });

/** Keeps the figures of a run with `--save`, which no later run changes. @param name of the form and the month: `DE-2026-10` */
export async function saveReturn(
  archive: Archive,
  property: string,
  name: string,
  records: readonly ReportRecord[],
  context: Context,
): Promise<void> {
  const createdAt = new Date(context.clock.now()).toISOString();
  const key = `${name}.${createdAt.replaceAll(/[-:.]/g, '')}`;
  await withStagedEntry({ archive, kind: 'statistics', property }, context, staged =>
    staged.keep({ key, createdAt, about: { records }, files: [] }, true),
  );
}

/** The newest figures that were kept. @throws OutputError if they are damaged, because a correction would be wrong */
export async function findSavedReturn(archive: Archive, property: string, name: string) {
  const entries = await listEntries({ archive, kind: 'statistics', property });
  const newest = entries.findLast(entry => entry.name.startsWith(`${name}.`));
  if (!newest) return undefined;
  const read = await readManifest(newest);
  const { data } = figuresSchema.safeParse(typeof read === 'string' ? undefined : read.manifest.about);
  if (typeof read !== 'string' && data)
    return { savedAt: read.manifest.createdAt, records: data.records as readonly ReportRecord[] };
  const problem = typeof read === 'string' ? read : 'it has no figures';
  throw new OutputError(`the saved figures ${newest.folder} cannot be used: ${problem}`, {
    hint: 'restore the folder from a backup, or move it away',
  });
}

/** The figures that differ. A row of a list that is missing on one side has no guests there; an open field is not a figure. */
export function findCorrections(saved: readonly ReportRecord[], now: readonly ReportRecord[]) {
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
export type Correction = ReturnType<typeof findCorrections>[number];
