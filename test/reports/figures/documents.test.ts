import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runOn } from '../../commands/sync/run-sync.ts';
import { temporaryFolder } from '../../context.ts';
import { duckRows } from '../../duckdb.ts';
import { servedHotel } from '../../sandbox/served-hotel.ts';
import { testHotel } from '../../sandbox/test-hotel.ts';

/** The queries of docs/archive.md and docs/scale.md, run by DuckDB over files that hotelctl wrote. */
const documents = ['archive.md', 'scale.md'];
const queries = documents.flatMap(document =>
  [
    ...readFileSync(resolve(import.meta.dirname, '../../../docs', document), 'utf8').matchAll(
      /^```sql\n([\s\S]*?)^```$/gm,
    ),
  ].map(([, sql = '']) => [document, sql] as const),
);

describe('the SQL of the guides', () => {
  it('has three queries', () => expect(queries).toHaveLength(3));

  it.each(queries)('%s: %s', async (_, sql) => {
    const day = new Date().toISOString().slice(0, 10);
    const { env } = await servedHotel(testHotel(day));
    const folder = temporaryFolder();
    const archive = { ...env, HOTELCTL_DATA_DIR: folder };
    await runOn(day, 'snapshot take --property MUC --ahead 60d', archive);
    await runOn(
      day,
      `sync ${join(folder, 'lake')} --property MUC --period last-month --report property-performance
          --report revenues`,
      archive,
    );
    const rows = await duckRows(
      sql
        .replaceAll("'lake/", `'${folder}/lake/`)
        .replaceAll("'snapshots/", `'${folder}/snapshots/`)
        .replaceAll('api.example.com', new URL(env.HOTELCTL_BASE_URL).host),
    );
    expect(rows.length).toBeGreaterThan(0);
    for (const row of rows) expect(Object.values(row)).not.toContain(null);
  });
});
