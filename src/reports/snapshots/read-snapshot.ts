import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { RefusedError } from '../../base/errors.ts';
import { type FlatRow, parquetRows } from './parquet-reader.ts';
import { type Layer, type LayerManifest, type LayerTable, tableFile } from './snapshot.ts';
import { readManifest, sha256 } from './snapshot-store.ts';

/** The rows of one table of a layer, after verifying that they are unchanged since they were written. */
export async function readLayer(
  layer: Layer,
  table: LayerTable,
  columns?: readonly string[],
): Promise<{ readonly manifest: LayerManifest; readonly rows: readonly FlatRow[] }> {
  const manifest = await readManifest(layer);
  if (!manifest) throw damaged(layer, 'snapshot.json is missing or not valid');
  const bytes = await readFile(join(layer.folder, tableFile(table))).catch(() => undefined);
  if (!bytes) throw damaged(layer, `${tableFile(table)} is missing`);
  if (sha256(bytes) !== manifest.files[table].sha256) throw damaged(layer, `${tableFile(table)} was changed`);
  return { manifest, rows: await parquetRows(bytes, columns) };
}

const damaged = ({ property, taken }: Layer, what: string) =>
  new RefusedError(`the snapshot of ${property} taken on ${taken} is damaged: ${what}`, {
    hint: 'run `hotelctl snapshot verify` to see every damaged snapshot',
  });
