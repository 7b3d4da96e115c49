import { closeSync, openSync, readdirSync, readFileSync, readSync } from 'node:fs';

/** The system's processes, from /proc. */
export interface ProcessRow {
  readonly pid: number;
  /** The command line, its words joined by spaces. */
  readonly command: string;
}

/**
 * The processes whose HOME is this folder: everything that was started with a private one, and their children.
 * @param others numbers of processes with another HOME, which are found only once: frequent callers pass the same set
 */
export function processesAt(home: string, others = new Set<string>()): readonly ProcessRow[] {
  return readdirSync('/proc').flatMap(name => {
    if (!/^\d+$/.test(name) || others.has(name)) return [];
    try {
      const environment = readFileSync(`/proc/${name}/environ`, 'utf8').split('\0');
      if (!environment.includes(`HOME=${home}`)) {
        // Empty while the process starts a program, and when it has ended.
        if (environment.length > 1) others.add(name);
        return [];
      }
      const words = readOnce(`/proc/${name}/cmdline`).split('\0').slice(0, -1);
      return [{ pid: Number(name), command: words.join(' ') }];
    } catch {
      // It ended meanwhile, or belongs to another user.
      return [];
    }
  });
}

/**
 * What one call of the system returns: a second one would continue in another command line if the process started a
 * program in between, and join the two.
 */
function readOnce(file: string) {
  const buffer = Buffer.alloc(128 * 1024);
  const descriptor = openSync(file, 'r');
  try {
    return buffer.toString('utf8', 0, readSync(descriptor, buffer));
  } finally {
    closeSync(descriptor);
  }
}
