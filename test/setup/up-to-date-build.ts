import { existsSync, readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');

/** Tests that start the built program must not pass or fail because of an older state of the sources. */
export default function requireUpToDateBuild(): void {
  const stale = newerThanBuild(root);
  // Vitest fails when it maps the stack of an error in a setup, and would show that failure instead of the message.
  const message = `${stale}: run \`npm run build\` first`;
  if (stale) throw Object.assign(new Error(message), { stack: message });
}

/** Why the build in this folder cannot be tested; undefined if it is newer than all of its sources. */
export function newerThanBuild(folder: string): string | undefined {
  const built = statSync(join(folder, 'bin/hotelctl.js'), { throwIfNoEntry: false })?.mtimeMs;
  if (built === undefined) return 'bin/hotelctl.js does not exist';
  // A build that failed, or a clean-up, leaves the executable without its parts.
  if (!existsSync(join(folder, 'dist'))) return 'dist/ does not exist';
  const sources = (readdirSync(join(folder, 'src'), { recursive: true }) as string[])
    // Folders and their descriptions are not in the build.
    .filter(file => /\.\w+$/.test(file) && !file.endsWith('README.md'))
    .map(file => `src/${file}`);
  const scripts = ['build', 'bundle-plugins', 'text-files'].map(name => `scripts/${name}.mjs`);
  const completions = readdirSync(join(folder, 'completions')).map(file => `completions/${file}`);
  const others = ['bin/hotelctl.ts', ...scripts, ...completions];
  const newer = [...sources, ...others].find(file => statSync(join(folder, file)).mtimeMs > built);
  return newer && `${newer} is newer than bin/hotelctl.js`;
}
