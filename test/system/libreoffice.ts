import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** Converts files of a folder, in which LibreOffice keeps its profile. One start of it takes seconds. */
export async function convert(
  folder: string,
  files: readonly string[],
  {
    to = 'fods',
    filter = [],
    env = {},
  }: { to?: string; filter?: readonly string[]; env?: NodeJS.ProcessEnv } = {},
): Promise<void> {
  const profile = `-env:UserInstallation=file://${folder}/profile`;
  const words = ['--headless', '--norestore', profile, ...filter, '--convert-to', to, '--outdir', folder];
  await promisify(execFile)('soffice', [...words, ...files.map(file => join(folder, file))], {
    env: { PATH: process.env['PATH'], HOME: folder, ...env },
  });
}
