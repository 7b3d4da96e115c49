// Files that use a library's private parts name the version that they were checked against, in a comment:
//   @private-parts undici 7.30.2
// The build stops when another version is installed: somebody has to look at the use, and then change the comment.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const tag = /@private-parts (\S+) (\d+\.\d+\.\d+)/g;

/** Every use: `{ file, library, version }`, with the file as a path from the root. */
export function privatePartsUsed(root) {
  const files = ['src', 'scripts'].flatMap(folder =>
    readdirSync(join(root, folder), { recursive: true })
      .filter(name => /\.(ts|mjs)$/.test(name) && name !== 'private-parts.mjs')
      .map(name => join(folder, name)),
  );
  return files.flatMap(file =>
    [...readFileSync(join(root, file), 'utf8').matchAll(tag)].map(([, library, version]) => ({
      file,
      library,
      version,
    })),
  );
}

/** The uses whose library is installed in another version, one line each. */
export const movedLibraries = (uses, installedVersion) =>
  uses
    .filter(({ library, version }) => installedVersion(library) !== version)
    .map(
      ({ file, library, version }) =>
        `${file} relies on private parts of ${library} ${version}, and ${installedVersion(library)} is installed`,
    );

export const installedVersion = (root, library) =>
  JSON.parse(readFileSync(join(root, 'node_modules', library, 'package.json'), 'utf8')).version;
