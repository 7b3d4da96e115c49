import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { generatedFiles, generatedFolders } from '../scripts/generated.ts';

const root = new URL('..', import.meta.url);
const files = await generatedFiles(root);

describe('generated files', () => {
  it.each(Object.entries(files))('%s is as `npm run generate` writes it', (path, content) => {
    expect(readFileSync(new URL(path, root), 'utf8')).toBe(content);
  });

  it.each(generatedFolders)('%s has no files that are no longer generated', folder => {
    const made = Object.keys(files).filter(path => path.startsWith(`${folder}/`));
    expect(readdirSync(new URL(folder, root)).map(file => `${folder}/${file}`)).toEqual(made.sort());
  });
});
