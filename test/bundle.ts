import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { textFiles } from '../scripts/text-files.mjs';
import { temporaryFolder } from './context.ts';
import { root } from './repository.ts';

/**
 * Bundles sources as scripts/build.mjs does, into a folder that is removed with the test: for tests whose children run
 * parts of the program without a command.
 * @param entries name of the created file (without `.cjs`, or `.mjs`) -> source, from the project's root
 * @param folder for callers outside a test, who remove it themselves
 * @param format `esm` for a source with top-level await
 */
export async function bundle(
  entries: Readonly<Record<string, string>>,
  folder = temporaryFolder(),
  format: 'cjs' | 'esm' = 'cjs',
): Promise<string> {
  const bundled = await rolldown({
    cwd: root,
    input: { ...entries },
    platform: 'node',
    external: ['@napi-rs/keyring'],
    plugins: [textFiles],
    checks: { eval: false },
  });
  const ending = format === 'cjs' ? 'cjs' : 'mjs';
  await bundled.write({
    dir: folder,
    format,
    entryFileNames: `[name].${ending}`,
    chunkFileNames: `[name]-[hash].${ending}`,
  });
  await bundled.close();
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}
