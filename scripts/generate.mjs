// Writes the generated files (scripts/generated.ts names them). A test fails when they are stale.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';
import { textFiles } from './text-files.mjs';

const root = new URL('..', import.meta.url);
const folder = mkdtempSync(join(tmpdir(), 'hotelctl-generate-'));
try {
  const bundle = await rolldown({
    cwd: fileURLToPath(root),
    input: 'scripts/generated.ts',
    platform: 'node',
    external: ['@napi-rs/keyring'],
    plugins: [textFiles],
    checks: { eval: false, ineffectiveDynamicImport: false },
  });
  await bundle.write({
    dir: folder,
    format: 'esm',
    entryFileNames: 'generated.mjs',
    chunkFileNames: '[name]-[hash].mjs',
  });
  const { generatedFiles, generatedFolders } = await import(
    pathToFileURL(join(folder, 'generated.mjs')).href
  );
  const files = Object.entries(await generatedFiles(root));
  for (const generated of generatedFolders)
    rmSync(new URL(generated, root), { recursive: true, force: true });
  for (const [path, content] of files) {
    const file = fileURLToPath(new URL(path, root));
    mkdirSync(dirname(file), { recursive: true });
    // A source that is newer than the build would make it look out of date.
    if (!existsSync(file) || readFileSync(file, 'utf8') !== content) writeFileSync(file, content);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
