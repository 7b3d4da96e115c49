// The export alone, bundled: what the report command does between the request and the file.
import { join } from 'node:path';
import { rolldown } from 'rolldown';

/** Builds it into a folder; the file to run with the address, the format and the target. */
export async function buildExporter(folder) {
  const bundle = await rolldown({
    cwd: new URL('..', import.meta.url).pathname,
    input: 'test/output/export-child.ts',
    platform: 'node',
  });
  await bundle.write({
    dir: folder,
    format: 'esm',
    entryFileNames: 'export.mjs',
    chunkFileNames: '[name]-[hash].mjs',
  });
  await bundle.close();
  return join(folder, 'export.mjs');
}
