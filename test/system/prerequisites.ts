/** Programs that system tests need and npm can't install. */
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { TestContext } from 'vitest';

const printed = new Set<string>();

/**
 * For `beforeEach(requires('chromium', 'chromium'))`: if the command is missing, the tests are skipped with the line
 * that installs it. With `CI=true` they fail instead, because CI must run all tests.
 */
export function requires(command: string, debianPackage: string): (context: TestContext) => void {
  return context => {
    if (isInstalled(command)) return;
    const note = `${command} is missing; install it with: apt-get install ${debianPackage}`;
    if (process.env['CI'] === 'true') throw new Error(note);
    // vitest's own report does not show the reason of a skip.
    if (!printed.has(command)) console.warn(`skipped: ${note}`);
    printed.add(command);
    context.skip(note);
  };
}

function isInstalled(command: string): boolean {
  const folders = command.startsWith('/') ? [''] : (process.env['PATH'] ?? '').split(delimiter);
  return folders.some(folder => {
    try {
      accessSync(join(folder, command), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}
