import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** The folder of a property in an archive of one host, whose port differs from run to run. */
export function archiveFolder(dataDir: string, property: string): string {
  const snapshots = join(dataDir, 'snapshots');
  return join(snapshots, readdirSync(snapshots)[0] ?? '', `property=${property}`);
}
