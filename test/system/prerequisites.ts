/** Programs that system tests need and npm can't install. */
import { accessSync, constants, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { RunnerTestCase, TestContext } from 'vitest';
import { getCurrentTest } from 'vitest/suite';

const printed = new Set<string>();

/** What `.ci/run` installs, which every Debian has, and which the tests of the executables alone need. */
const [, installed = ''] =
  /^packages=\((.*)\)$/m.exec(readFileSync(join(import.meta.dirname, '../../.ci/run'), 'utf8')) ?? [];
const packages = [...installed.split(' '), 'bash', 'bsdutils', 'dpkg', 'binutils', 'wine64 wine'];

/**
 * For `beforeEach(requires('chromium', 'chromium'))`: if the command is missing, the tests are skipped with the line
 * that installs it. With `CI=true` they fail instead, because CI must run all tests.
 */
export function requires(command: string, debianPackage: string): (context: TestContext) => void {
  if (!packages.includes(debianPackage)) throw new Error(`.ci/run does not install ${debianPackage}`);
  return context => {
    if (isInstalled(command)) return;
    const note = noteOn(command, debianPackage);
    if (process.env['CI'] === 'true') throw new Error(note);
    // vitest's own report does not show the reason of a skip.
    if (!printed.has(command)) console.warn(`skipped: ${note}`);
    printed.add(command);
    context.skip(note);
  };
}

const noteOn = (command: string, debianPackage: string) =>
  `${command} is missing; install it with: apt-get install ${debianPackage}`;

/** The same for a helper that only some tests of a file call: skips the running test. Fails outside a test. */
export function requireProgram(command: string, debianPackage: string): void {
  const test = getCurrentTest<RunnerTestCase>();
  if (test) requires(command, debianPackage)(test.context);
  else if (!isInstalled(command)) throw new Error(noteOn(command, debianPackage));
}

function isInstalled(command: string): boolean {
  const folders = command.startsWith('/') ? [''] : (process.env['PATH'] ?? '').split(delimiter);
  return folders.some(folder => {
    try {
      accessSync(join(folder, command), command.endsWith('.py') ? constants.R_OK : constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}
