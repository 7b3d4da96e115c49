import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { bundle } from '../bundle.ts';

/** Bundles `one-request.ts` as the program itself is bundled; returns the file to run. */
export async function bundleOneRequest(): Promise<string> {
  return join(await bundle({ 'one-request': 'test/http/one-request.ts' }), 'one-request.cjs');
}

export interface Outcome {
  readonly status?: number;
  readonly body?: string;
  readonly exitCode?: number;
  readonly message?: string;
  readonly hint?: string;
}

/** Runs one GET in a separate process, with only this environment. */
export function runOneRequest(file: string, env: Record<string, string>, ...args: string[]) {
  return new Promise<{ outcome: Outcome; open: string[]; stderr: string }>((resolve, reject) => {
    execFile(process.execPath, [file, ...args], { env }, (error, stdout, stderr) => {
      const [outcome, rest] = stdout.trim().split('\n');
      if (error || !outcome || !rest) return reject(new Error(`${error?.message}\n${stdout}\n${stderr}`));
      resolve({ outcome: JSON.parse(outcome), open: JSON.parse(rest).open, stderr });
    });
  });
}
