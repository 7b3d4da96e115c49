import { readdirSync, readFileSync } from 'node:fs';

/** The system's processes, from /proc. */
export interface ProcessRow {
  readonly pid: number;
  /** The command line, its words joined by spaces. */
  readonly command: string;
}

/** The numbers of all processes, as names of their folders in /proc. */
export const allProcesses = () => readdirSync('/proc').filter(name => /^\d+$/.test(name));

/**
 * The processes whose HOME is this folder: everything that was started with a private one, and their children.
 * @param except process ids to skip: frequent callers exclude the earlier ones
 */
export function processesAt(home: string, except: ReadonlySet<string> = new Set()): readonly ProcessRow[] {
  return allProcesses()
    .filter(name => !except.has(name))
    .flatMap(name => {
      try {
        const environment = readFileSync(`/proc/${name}/environ`, 'utf8').split('\0');
        if (!environment.includes(`HOME=${home}`)) return [];
        const words = readFileSync(`/proc/${name}/cmdline`, 'utf8').split('\0').slice(0, -1);
        return [{ pid: Number(name), command: words.join(' ') }];
      } catch {
        // It ended meanwhile, or belongs to another user.
        return [];
      }
    });
}
