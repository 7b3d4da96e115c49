import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseAst } from 'rolldown/parseAst';
import { describe, expect, it } from 'vitest';
import { root, sourcesBelow, textOfFile } from './repository.ts';
import { wordsOf } from './words.ts';

/**
 * Everything that people read is plain, standard English: the documents, the generated reference and manual pages (the
 * help of every command), and in the sources and tests every sentence, comment, name and test title. The glossary in
 * CONTRIBUTING.md has the word to use instead.
 */
/** Words and phrases that are never right here: ordinary English that can be right is for the reader to judge. */
const unwanted = new RegExp(
  [
    ...wordsOf(
      'mend mends mended heed heeds ready-made "made harmless" "exclude each other" "what became of"',
    ),
    ...wordsOf(
      '"is no (?:valid|period|JMESPath)" "(?:is|are) asked in" "looked at late" "well again" reckon(?:ed|s)?',
    ),
    ...wordsOf(
      '"in this sign-in" ", and there is no such" ", and \\d+ (?:was|were) given" "covers whole months" "books of today" ", and the (?:format|method) is"',
    ),
    ...wordsOf(
      '"executables of Linux" "kept as close" "the quote is of" "refused the creation" "an empty report is a success" "(?:is|are) not whole months, and" "the reports of a month, and"',
    ),
    ...wordsOf(
      '"what this machine has seen" "cron\'s eyes" "takes a yes" "nobody can be asked" "has no picture" "did not answer in HTTP" "as well be pasted" "tour of the house" "owner\'s alone" "with increasing pauses[^.]*for the last time"',
    ),
  ]
    .map(words => `\\b${words}\\b`.replace('\\b,', ','))
    .join('|'),
  'gi',
);

/** Invented names and addresses of the sandbox's hotels. */
const data = /^src\/sandbox\/hotel\/(blueprints|accounts|travellers)/;

const files = (folder: string) =>
  (readdirSync(join(root, folder), { recursive: true }) as string[]).map(file => `${folder}/${file}`);
/** Without the glossary, whose first column lists these words. */
const read = (file: string) => textOfFile(file).replace(/<!-- glossary -->[\s\S]*?<!-- end -->/, '');

const documents = [...readdirSync(root), ...files('docs'), ...files('src')].filter(file =>
  file.endsWith('.md'),
);
const sources = sourcesBelow('src').filter(file => !data.test(file));
/** This file lists the words. */
const tests = sourcesBelow('test').filter(file => file !== 'test/plain-english.test.ts');

type Node = { readonly type?: string; readonly [field: string]: unknown };

/** Every node of a syntax tree. A generator in each node would take twice the time. */
function nodesOf(tree: unknown, nodes: Node[] = []): readonly Node[] {
  if (typeof tree !== 'object' || tree === null) return nodes;
  nodes.push(tree as Node);
  for (const child of Object.values(tree)) nodesOf(child, nodes);
  return nodes;
}

/** The text of a string, a regular expression or a part of a template. */
const literalOf = ({ type, value }: Node): string | undefined => {
  if (type === 'Literal' && typeof value === 'string') return value;
  return type === 'TemplateElement' ? (value as { cooked: string }).cooked : undefined;
};

/** Every string of a source that reads as words: names of fields and flags contain no space. */
const sentencesOf = (nodes: readonly Node[]): string[] =>
  nodes.flatMap(node => {
    const text = literalOf(node);
    return text === undefined || (node.type === 'Literal' && !text.includes(' ')) ? [] : [text];
  });

/** The comments of a source: what looks like one outside of strings, templates and regular expressions. */
function commentsOf(source: string, nodes: readonly Node[]): string[] {
  const spans = nodes
    .filter(
      ({ type, value }) => type === 'TemplateElement' || (type === 'Literal' && typeof value !== 'number'),
    )
    .map(({ start, end }) => [start as number, end as number] as const)
    .sort(([left], [right]) => left - right);
  let code = '';
  let at = 0;
  for (const [start, end] of spans) {
    code += source.slice(at, start);
    at = Math.max(at, end);
  }
  code += source.slice(at);
  return [...code.matchAll(/\/\/.*|\/\*[\s\S]*?\*\//g)].map(([comment]) => comment);
}

/** Names that a file declares or uses, as words: `askedFor` becomes `asked for`. */
const namesOf = (nodes: readonly Node[]): string[] => {
  const names = nodes.filter(({ type }) => type === 'Identifier').map(({ name }) => String(name));
  const spaced = names.map(name => name.replace(/([a-z\d])([A-Z])/g, '$1 $2').replaceAll('_', ' '));
  return [...new Set(spaced.map(words => words.toLowerCase()))];
};
const unwantedInNames = /\b(?:mend|mends|mended|heed|heeds|wish|wishes)\b/g;

/** The titles in a test file: `it('...')`, `describe('...')`, `it.each(...)('...')`. */
const titlesOf = (nodes: readonly Node[]): string[] =>
  nodes.flatMap(node => {
    if (node.type !== 'CallExpression' || !isTest(node['callee'] as Node)) return [];
    // The rows of `it.each` are data.
    if ((node['callee'] as Node)['property']) return [];
    return sentencesOf(nodesOf((node['arguments'] as Node[])[0]));
  });
const isTest = ({ type, name, object, callee }: Node): boolean =>
  type === 'Identifier'
    ? ['it', 'test', 'describe'].includes(String(name))
    : isTest((object ?? callee ?? { type: 'Identifier', name: '' }) as Node);

const found = (file: string, text: string, words = unwanted) =>
  [...text.matchAll(words)].map(
    ({ 0: word, index }) =>
      `${file}: "${word}" in: ${text.slice(Math.max(0, index - 40), index + 40).replace(/\s+/g, ' ')}`,
  );

describe('words that a reader would have to decode', () => {
  it('are not in the documents', () => {
    expect(documents.length).toBeGreaterThan(20);
    expect(documents.flatMap(file => found(file, read(file)))).toEqual([]);
  });

  it.each([
    ['messages', 'sources', sources, sentencesOf, 5000],
    ['titles', 'tests', tests, titlesOf, 2000],
  ] as const)('are not in the %s, comments and names of the %s', (_, __, programs, textsOf, least) => {
    let count = 0;
    const bad = programs.flatMap(file => {
      const source = read(file);
      const nodes = nodesOf(parseAst(source, { lang: 'ts' }));
      const texts = [...textsOf(nodes), ...commentsOf(source, nodes)];
      count += texts.length;
      return [
        ...texts.flatMap(text => found(file, text)),
        ...namesOf(nodes).flatMap(name => found(file, name, unwantedInNames)),
      ];
    });
    expect(count).toBeGreaterThan(least);
    expect(bad).toEqual([]);
  });

  it('are recognized', () => {
    expect(found('x', 'mend the path; it is asked in pieces; --a and --b exclude each other').length).toBe(3);
    expect(found('x', 'MUC: kept as close 1; takes no arguments, and 2 were given').length).toBe(2);
    // Ordinary English passes.
    expect(found('x', 'nobody asked for a picture of the house, and 2 of 3 were kept at once')).toEqual([]);
    const source =
      'fail("at once // no", `told`, not.this); // alone\nconst isMended = /\\/\\/ x/;\nit("a b", `c d`);';
    const nodes = nodesOf(parseAst(source, { lang: 'ts' }));
    expect(sentencesOf(nodes)).toEqual(['at once // no', 'told', 'a b', 'c d']);
    expect(commentsOf(source, nodes)).toEqual(['// alone']);
    expect(titlesOf(nodes)).toEqual(['a b']);
    expect(namesOf(nodes)).toContain('is mended');
    expect(found('x', 'is mended', unwantedInNames)).toEqual(['x: "mended" in: is mended']);
  });
});
