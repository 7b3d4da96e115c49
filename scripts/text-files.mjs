// An import of `FILE?raw` is the text of the file, as in Vite: scripts, styles and examples are files of their own languages.
import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

const ending = '?raw';

export const textFiles = {
  name: 'text-files',
  resolveId: (id, importer = '') => (id.endsWith(ending) ? resolve(dirname(importer), id) : undefined),
  load: id =>
    id.endsWith(ending)
      ? {
          code: `export default ${JSON.stringify(readFileSync(id.slice(0, -ending.length), 'utf8'))};`,
          moduleType: 'js',
        }
      : undefined,
};
