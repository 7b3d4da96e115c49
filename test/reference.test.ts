import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from './context.ts';
import { root } from './repository.ts';
import { requires } from './system/prerequisites.ts';

/** The generated manual pages and reference, as man and groff read them. */
const manual = readdirSync(join(root, 'man'));

describe('the manual pages', () => {
  beforeEach(requires('groff', 'groff-base'));

  it('are valid, and show all words', () => {
    for (const [page, { stdout, stderr }] of formatted(manual)) {
      expect([page, stdout, stderr]).toEqual([page, expect.stringMatching(/NAME[\s\S]*SEE ALSO/), '']);
      expect([page, stdout]).toEqual([page, expect.not.stringMatching(/undefined|\\[&e-]/)]);
    }
  });

  it('keep flags and examples so that they can be copied', () => {
    const [report, api, run] = [
      ...formatted(['hotelctl-reports-room-nights.1', 'hotelctl-api.1', 'hotelctl-sandbox-run.1']).values(),
    ].map(({ stdout }) => stdout);
    expect(report).toContain('hotelctl reports room-nights --property MUC --period 2026-10\n');
    expect(report).toMatch(/^ {7}--reports-version <version>$/m);
    // A command line is that of its help.
    expect(api).toContain('hotelctl api [flags] [METHOD] PATH\n');
    expect(run).toContain('hotelctl sandbox run [flags] -- <command...>\n');
  });

  it('link to existing pages', () => {
    for (const page of manual) {
      const text = readFileSync(join(root, 'man', page), 'utf8').replaceAll('\\-', '-');
      for (const [, other] of text.matchAll(/^\.BR (\S+) \(1\)/gm)) expect(manual).toContain(`${other}.1`);
    }
  });
});

/** The pages as a screen shows them, by one process for each core. What groff warns of is on standard error. */
function formatted(pages: readonly string[]): Map<string, { stdout: string; stderr: string }> {
  const folder = temporaryFolder();
  const shell = `groff -ww -man -Tutf8 -P-c -rLL=200n "$1" > "${folder}/$(basename "$1")" 2> "${folder}/$(basename "$1").warnings"`;
  const words = ['-0', '-P', '2', '-n', '1', 'sh', '-c', shell, '-'];
  execFileSync('xargs', words, { input: pages.map(page => join(root, 'man', page)).join('\0') });
  const read = (file: string) => readFileSync(join(folder, file), 'utf8');
  // groff draws bold and underline by overstriking.
  return new Map(
    pages.map(page => [
      page,
      { stdout: read(page).replace(/.\u0008/g, ''), stderr: read(`${page}.warnings`) },
    ]),
  );
}
