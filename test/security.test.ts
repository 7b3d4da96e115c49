import { describe, expect, it } from 'vitest';
import { sourcesBelow, textOfFile } from './repository.ts';

const page = textOfFile('SECURITY.md');

const testsIn = (text: string) => [...text.matchAll(/`(test\/[\w./-]+)`/g)].map(match => match[1] ?? '');
const flat = (text: string) => text.replace(/\s+/g, ' ').trim();

/** Paragraphs and points of lists; tables only describe. */
const blocksIn = (text: string) => text.split(/\n\n|\n(?=[|-] |\|)/).filter(block => block.trim() !== '');
const isRow = (block: string) => block.trim().startsWith('|');
const sentencesIn = (block: string) =>
  flat(block.replace(/Tests: [\s\S]*$/, ''))
    .split(/(?<=\.) (?=[A-Z`*(])/)
    .filter(sentence => sentence !== '');

const sections = new Map(
  page
    .split(/^## /m)
    .slice(1)
    .map(section => [section.slice(0, section.indexOf('\n')), section.slice(section.indexOf('\n'))] as const),
);

interface Protection {
  /** A part of the sentence. */
  readonly claim: string;
  /** A part of the title of the test that runs the attack. */
  readonly attack: string;
  readonly test: string;
  readonly file: string;
  readonly code: string;
}
const protections: readonly Protection[] = JSON.parse(textOfFile('quality/protections.json'));

describe('SECURITY.md', () => {
  it.each(['What is stored where', 'What is sent where', 'What is shown', 'What is protected'])(
    '%s: each sentence has an attack, which a test that it names runs',
    name => {
      const blocks = blocksIn(sections.get(name) ?? '').filter(block => !isRow(block));
      expect(blocks.length).toBeGreaterThan(2);
      const unheld = blocks.flatMap(block =>
        sentencesIn(block).filter(
          sentence =>
            !protections.some(({ claim, test }) => sentence.includes(claim) && testsIn(block).includes(test)),
        ),
      );
      expect(unheld).toEqual([]);
    },
  );

  it('promises nothing in its tables', () => {
    const rows = [...sections.values()].flatMap(blocksIn).filter(isRow);
    expect(rows.length).toBeGreaterThan(30);
    const promise = /\b(never|only|refused|removed|without|cannot|must)\b(?!\/)/i;
    expect(rows.filter(row => promise.test(row))).toEqual([]);
  });

  it.each(protections)(
    '$claim: the attack is a test of $test, and the code that stops it is in $file',
    protection => {
      const { claim, attack, test, file, code } = protection;
      expect(flat(page + textOfFile('docs/agents.md'))).toContain(claim);
      expect(textOfFile(test)).toContain(attack);
      expect(textOfFile(file).split(code)).toHaveLength(2);
    },
  );

  it('has an attack for each test that it names', () => {
    const named = new Set(testsIn(page.slice(0, page.indexOf('## What is not protected'))));
    expect([...named].filter(file => !protections.some(({ test }) => test === file))).toEqual([]);
  });

  it('would show a sentence without an attack', () => {
    const found = sentencesIn('**From X.** It is\nsafe. So is `y`. Tests: `test/a.test.ts`.');
    expect(found).toEqual(['**From X.** It is safe.', 'So is `y`.']);
  });
});

/** The places that can open a connection, with the hosts of the table "What is sent where". */
const connecting = [
  /^http\/(address|connector|undici|transport|local-server)\.ts$/,
  /^http\/auth\/(browser|loopback|redirect|oauth|oauth-responses)\.ts$/,
  /^views\/(untrusted-fetch|private-endpoint)\.ts$/,
  /^cli\/untrusted-fetch-flags\.ts$/,
  /^jobs\/delivery\/(mail|smtp)\.ts$/,
  /^reports\/lake\/(postgres[\w-]*|s3|s3-client)\.ts$/,
  /^sandbox\//,
  // The text of an example server, which hotelctl does not run.
  /^commands\/ui-integration\/init\.ts$/,
];
const network =
  /(?:from|import\(|require\(|getBuiltinModule\()\s*'(?:(?:node:)?(?:net|tls|http|https|http2|dgram|dns)(?:\/promises)?|undici[^']*|nodemailer[^']*|pg[^']*|@aws-sdk[^']*|oauth4webapi)'|\bnew (?:WebSocket|EventSource)\(|globalThis\.fetch/;

/** By their path in `src`. */
const filesWith = (words: RegExp) =>
  sourcesBelow('src').flatMap(file => (words.test(textOfFile(file)) ? [file.slice('src/'.length)] : []));

/** `/proc`, and the standard input of a child: no file that a person or another program can replace. */
const readers = [
  'base/lock.ts',
  'jobs/installers.ts',
  'http/auth/store/keychain-child.ts',
  'start/real-context.ts',
];

it('only the two gates read files, whose attacks are in test/attacks/files.test.ts', () => {
  const reading = /\b(readFile|readFileSync|readSync)\(|\bfs\.readFile\b|[^.\w]createReadStream\(/;
  const gates = ['base/named-file.ts', 'base/own-file.ts'];
  const others = filesWith(reading).filter(file => !gates.includes(file));
  expect(others.sort()).toEqual(readers.sort());
});

it('only one place starts other programs', () => {
  // `icacls`, which closes a new folder on Windows.
  expect(filesWith(/node:child_process/).sort()).toEqual(['base/make-folder.ts', 'start/child-processes.ts']);
});

it('only the places of the table can open a connection', () => {
  const using = filesWith(network).filter(file => !file.endsWith('.d.ts'));
  expect(using.length).toBeGreaterThan(10);
  expect(using.filter(file => !connecting.some(place => place.test(file)))).toEqual([]);
});

describe('docs/unattended.md', () => {
  const [, table = ''] = textOfFile('docs/unattended.md').split('| promise | test |');
  const rows = [...table.matchAll(/^\| (?!-)(.+) \| (.+) \|$/gm)].map(([, promise = '', tests = '']) => ({
    promise,
    tests: tests.split('; ').map(text => /^`([\w./-]+\.test\.ts)`: (.+)$/.exec(text)?.slice(1) ?? [text]),
  }));

  it('has its promises in one table', () => expect(rows.length).toBeGreaterThan(25));

  it.each(rows)('$promise: its tests exist', ({ tests }) => {
    for (const [file = '', words = ''] of tests) {
      expect(words, file).not.toBe('');
      expect(textOfFile(`test/${file}`)).toContain(words);
    }
  });
});
