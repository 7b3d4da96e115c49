import { execFileSync } from 'node:child_process';
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { shellScripts } from '../../../src/cli/completion/scripts.ts';
import { temporaryFolder } from '../../context.ts';
import { hotelctlFile } from '../../run-hotelctl.ts';
import { requires } from '../../system/prerequisites.ts';

beforeEach(requires('bash', 'bash'));

/**
 * The COMPREPLY of a real bash after Tab: it loads the script and calls the function as readline would.
 * @param after words after the cursor
 * @param under the part of the last word before the cursor, if not all of it
 */
function tab(words: readonly string[], after: readonly string[] = [], under = ''): string[] {
  const folder = temporaryFolder();
  const program = join(folder, 'hotelctl');
  writeFileSync(program, `#!/bin/sh\nexec "${process.execPath}" "${hotelctlFile}" "$@"\n`);
  chmodSync(program, 0o755);
  writeFileSync(join(folder, 'script'), shellScripts.bash);
  const script = `
    source "$1"; shift
    complete -p hotelctl >&2
    COMP_WORDS=(hotelctl "$@"); COMP_CWORD=${words.length}
    _hotelctl hotelctl ${under ? `'${under}'` : `"\${COMP_WORDS[COMP_CWORD]}"`} ''
    for word in "\${COMPREPLY[@]}"; do printf '<%s>' "$word"; done`;
  const text = execFileSync(
    'bash',
    ['--norc', '-euo', 'pipefail', '-c', script, 'bash', join(folder, 'script'), ...words, ...after],
    {
      encoding: 'utf8',
      cwd: folder,
      stdio: ['ignore', 'pipe', 'ignore'],
      env: { PATH: `${folder}:${process.env['PATH']}`, HOME: folder },
    },
  );
  return [...text.matchAll(/<([^>]*)>/g)].map(match => match[1] ?? '');
}

describe('in bash', () => {
  it('words after the cursor do not count', () => {
    expect(tab(['reports', 'revxx'], [], 'rev')).toEqual(['revenues']);
    expect(tab(['reports', 'room-nights', '--output', 'scrxx'], [], 'scr')).toEqual(['script']);
    expect(tab(['re'], ['room-nights', '--month'])).toEqual(['reports']);
  });

  it('words with spaces and shell characters stay words', () => {
    expect(tab(['reports', 'room-nights', '--property', '$(echo a) b; c', '--ye'])).toEqual(['--year']);
  });
});
