import { statSync } from 'node:fs';
import type { Context } from '../base/context.ts';
import { makeFolder } from '../base/own-file.ts';

type EnableCompileCache = (folder: string) => unknown;

/**
 * Lets Node.js 22 and later keep the compiled code of the program's parts, so that the next start need not compile them. Node.js
 * verifies what it kept before it runs it. Only this user can write to the folder: by default it would be a folder in the
 * system's temporary folder, whose contents another user could provide.
 */
export function keepCompiledCode(
  { folders }: Pick<Context, 'folders'>,
  enable: EnableCompileCache | undefined = ofThisNode(),
): void {
  if (!enable) return;
  const folder = `${folders.state}/compiled`;
  try {
    // The folder of the state may be created here, and must then be as private as it always is.
    makeFolder(folder, 0o700);
    if (process.platform === 'win32' || (statSync(folder).mode & 0o022) === 0) enable(folder);
  } catch {
    // Without it the start is slower, and nothing else is different.
  }
}

function ofThisNode(): EnableCompileCache | undefined {
  // Asking Node.js 20 for the module takes longer than the rest of the function.
  if (Number.parseInt(process.versions.node, 10) < 22) return undefined;
  const module = process.getBuiltinModule('node:module') as { enableCompileCache?: EnableCompileCache };
  return module.enableCompileCache;
}
