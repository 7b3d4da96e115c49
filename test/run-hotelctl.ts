import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The built program, run as a user or a cron job runs it: a separate process with a separate environment. */
export const hotelctlFile = join(import.meta.dirname, '../bin/hotelctl.js');

export interface Run {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly input?: string;
  readonly folder?: string;
  /** Called with the process while it runs. */
  readonly running?: (pid: number, stderr: () => string) => void;
}

/** HOME and hotelctl's folders are private and removed afterwards, unless `env` names others. */
export async function runHotelctl(args: readonly string[], options: RunOptions = {}): Promise<Run> {
  const home = mkdtempSync(join(tmpdir(), 'hotelctl-home-'));
  try {
    return await new Promise<Run>((resolve, reject) => {
      const child = spawn(process.execPath, [hotelctlFile, ...args], {
        cwd: options.folder ?? home,
        env: { PATH: process.env['PATH'], HOME: home, ...options.env },
      });
      let stdout = '';
      let stderr = '';
      child.stdout.setEncoding('utf8').on('data', text => {
        stdout += text;
      });
      child.stderr.setEncoding('utf8').on('data', text => {
        stderr += text;
      });
      child.stdin.on('error', () => {});
      child.stdin.end(options.input ?? '');
      child.on('error', reject);
      child.on('close', exitCode => resolve({ exitCode, stdout, stderr }));
      if (child.pid !== undefined) options.running?.(child.pid, () => stderr);
    });
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}
