import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { requires } from './system/prerequisites.ts';

/** The generated manual pages and reference, as man and groff read them. */
const root = resolve(import.meta.dirname, '..');
const manual = readdirSync(join(root, 'man'));

describe('the manual pages', () => {
  beforeEach(requires('groff', 'groff-base'));

  it.each(manual)('%s is valid, and shows all words', page => {
    const { stdout, stderr } = formatted(page);
    expect([stdout, stderr]).toEqual([expect.stringContaining('NAME'), '']);
    expect(stdout).toContain('SEE ALSO');
    expect(stdout).not.toMatch(/undefined|\\[&e-]/);
  });

  it('keep flags and examples so that they can be copied', () => {
    const { stdout } = formatted('hotelctl-reports-room-nights.1');
    expect(stdout).toContain('hotelctl reports room-nights --property MUC --month 10 --year 2026\n');
    expect(stdout).toMatch(/^ {7}--reports-version <version>$/m);
  });

  it('show a command line as its help does', () => {
    expect(formatted('hotelctl-api.1').stdout).toContain('hotelctl api [flags] [METHOD] PATH\n');
    expect(formatted('hotelctl-sandbox-run.1').stdout).toContain(
      'hotelctl sandbox run [flags] -- <command...>\n',
    );
  });

  it('link to existing pages', () => {
    for (const page of manual) {
      const text = readFileSync(join(root, 'man', page), 'utf8').replaceAll('\\-', '-');
      for (const [, other] of text.matchAll(/^\.BR (\S+) \(1\)/gm)) expect(manual).toContain(`${other}.1`);
    }
  });
});

function formatted(page: string): { stdout: string; stderr: string } {
  const shell = `groff -ww -man -Tutf8 -P-c -rLL=200n "$1" 2>&1 1>&3 3>&- | sed 's/^/warning: /' >&2`;
  const both = execFileSync('bash', ['-c', `{ ${shell}; } 3>&1 2>&1`, '-', join(root, 'man', page)], {
    encoding: 'utf8',
  });
  const lines = both.split('\n');
  const isWarning = (line: string) => line.startsWith('warning: ');
  const text = lines.filter(line => !isWarning(line)).join('\n');
  // groff draws bold and underline by overstriking.
  return { stdout: text.replace(/.\u0008/g, ''), stderr: lines.filter(isWarning).join('\n') };
}
