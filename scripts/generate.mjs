// Writes the generated files (scripts/generated.ts names them). A test fails when they are stale.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';

const root = new URL('..', import.meta.url);
const folder = mkdtempSync(join(tmpdir(), 'hotelctl-generate-'));
try {
  const bundle = await rolldown({
    cwd: fileURLToPath(root),
    input: 'scripts/generated.ts',
    platform: 'node',
  });
  await bundle.write({ dir: folder, format: 'esm', entryFileNames: 'generated.mjs' });
  const { generatedFiles } = await import(pathToFileURL(join(folder, 'generated.mjs')).href);
  for (const [path, content] of Object.entries(generatedFiles(root)))
    writeFileSync(new URL(path, root), content);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
