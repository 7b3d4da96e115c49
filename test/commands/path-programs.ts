import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../context.ts';

/** Writes a shell script that is started by its file. */
export function addProgram(folder: string, name: string, script: string): string {
  const file = join(folder, name);
  writeFileSync(file, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  return file;
}

/** The PATH on which these shell scripts come first, by the names of the programs that they replace. */
export function pathWith(scripts: Readonly<Record<string, string>>): string {
  const folder = temporaryFolder();
  for (const [name, script] of Object.entries(scripts)) addProgram(folder, name, script);
  return `${folder}:${process.env['PATH']}`;
}

/** The program `crontab` on a table that is a file of the test. */
export function pathWithCrontab(table: string, lines = ''): string {
  writeFileSync(table, lines);
  return pathWith({
    crontab: `[ "$1" = -l ] && exec cat "${table}"; exec cat > "${table}"`,
    systemctl: 'exit 1',
  });
}
