import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';

/** The folder of the repository. */
export const root = resolve(import.meta.dirname, '..');

/** Runs a program until it ends; rejects if it fails. */
export const runProgram = promisify(execFile);
