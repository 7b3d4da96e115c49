import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { generatedFiles } from '../scripts/generated.ts';

const root = new URL('..', import.meta.url);

it.each(Object.entries(generatedFiles(root)))('%s is as `npm run generate` writes it', (path, content) => {
  expect(readFileSync(new URL(path, root), 'utf8')).toBe(content);
});
