import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { promisify } from 'node:util';

/** The folder of the repository. */
export const root = resolve(import.meta.dirname, '..');

/** The text of a file of the repository. */
export const textOfFile = (file: string) => readFileSync(resolve(root, file), 'utf8');

/** The sources in a folder and those below it: `src/base/lock.ts`. */
export const sourcesBelow = (folder: string): string[] =>
  readdirSync(resolve(root, folder), { recursive: true, encoding: 'utf8' })
    .filter(file => file.endsWith('.ts'))
    .map(file => `${folder}/${file}`);

/** The blocks of code in a language that a document has. */
export const codeBlocks = (document: string, language: string): string[] => {
  const block = new RegExp(`^\`\`\`${language}\n([\\s\\S]*?)^\`\`\`$`, 'gm');
  return Array.from(textOfFile(document).matchAll(block), ([, text = '']) => text);
};

/** Runs a program until it ends; rejects if it fails. */
export const runProgram = promisify(execFile);
