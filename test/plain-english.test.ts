import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseAst } from 'rolldown/parseAst';
import { describe, expect, it } from 'vitest';

/**
 * Everything that a user reads is plain, standard English: the documents, the generated reference and manual pages (the
 * help of every command), and every sentence in the sources, hints and messages included. The glossary in
 * CONTRIBUTING.md has the word to use instead.
 */
const root = resolve(import.meta.dirname, '..');
const unwanted = new RegExp(
  [
    ...[
      'mend',
      'mends',
      'mended',
      'heed',
      'heeds',
      'told',
      'wish',
      'wishes',
      'whoever',
      'nobody',
      'alone',
      'at once',
    ],
    ...[
      'so long',
      'roads?',
      'out of reach',
      'made harmless',
      'stands? in for',
      'exclude each other',
      'ready-made',
    ],
    ...['of (?:its|their) own', '(?:it|that|which) is no', 'is no (?:valid|period|JMESPath)'],
    ...[
      'asks? no',
      '(?:is|are) asked in',
      'what becomes of',
      'what became of',
      'looked at late',
      'slips?',
      'well again',
    ],
  ]
    .map(words => `\\b${words}\\b`)
    .join('|'),
  'gi',
);

/** Invented names and addresses of the sandbox's hotels, and text that is code for a browser. */
const data = /^src\/sandbox\/hotel\/(blueprints|accounts|travellers)/;

const files = (folder: string) =>
  (readdirSync(join(root, folder), { recursive: true }) as string[]).map(file => `${folder}/${file}`);
/** Without the glossary, whose first column lists these words. */
const read = (file: string) =>
  readFileSync(join(root, file), 'utf8').replace(/<!-- glossary -->[\s\S]*?<!-- end -->/, '');

const documents = [...readdirSync(root), ...files('docs')].filter(file => file.endsWith('.md'));
const sources = files('src').filter(file => file.endsWith('.ts') && !data.test(file));

/** Every string of a source that reads as words: names of fields and flags contain no space. */
function* sentencesOf(node: unknown): Generator<string> {
  if (typeof node !== 'object' || node === null) return;
  const { type, value } = node as { type?: string; value?: unknown };
  if (type === 'Literal' && typeof value === 'string' && value.includes(' ')) yield value;
  if (type === 'TemplateElement') yield (value as { cooked: string }).cooked;
  for (const child of Object.values(node)) yield* sentencesOf(child);
}

const found = (file: string, text: string) =>
  [...text.matchAll(unwanted)].map(
    ({ 0: word, index }) =>
      `${file}: "${word}" in: ${text.slice(Math.max(0, index - 40), index + 40).replace(/\s+/g, ' ')}`,
  );

describe('words that a reader would have to decode', () => {
  it('are not in the documents', () => {
    expect(documents.length).toBeGreaterThan(20);
    expect(documents.flatMap(file => found(file, read(file)))).toEqual([]);
  });

  it('are not in the messages of the sources', () => {
    const messages = sources.flatMap(file =>
      [...sentencesOf(parseAst(read(file), { lang: 'ts' }))].map(sentence => [file, sentence] as const),
    );
    expect(messages.length).toBeGreaterThan(2000);
    expect(messages.flatMap(([file, sentence]) => found(file, sentence))).toEqual([]);
  });

  it('are recognized', () => {
    expect(found('x', 'mend the path; nobody can be asked; --a and --b exclude each other').length).toBe(3);
    const source = parseAst('fail("at once", `told`, not.this)', { lang: 'ts' });
    expect([...sentencesOf(source)]).toEqual(['at once', 'told']);
  });
});
