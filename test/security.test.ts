import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '..');
const page = readFileSync(resolve(root, 'SECURITY.md'), 'utf8');

const testsIn = (text: string) => [...text.matchAll(/`(test\/[\w./-]+)`/g)].map(match => match[1] ?? '');

/** Paragraphs, points of lists and rows of tables. */
const claimsIn = (text: string) =>
  text
    .split(/\n\n|\n(?=[|-] |\|)/)
    .map(block => block.trim())
    .filter(block => block !== '' && !/^(\|-|\| (store|file|to) \|)/.test(block));

const sections = new Map(
  page
    .split(/^## /m)
    .slice(1)
    .map(section => [section.slice(0, section.indexOf('\n')), section.slice(section.indexOf('\n'))] as const),
);

describe('SECURITY.md', () => {
  it.each(['What is stored where', 'What is sent where', 'What is shown', 'What is protected'])(
    '%s: each claim names a test that holds it',
    name => {
      const claims = claimsIn(sections.get(name) ?? '');
      expect(claims.length).toBeGreaterThan(3);
      expect(claims.filter(claim => testsIn(claim).length === 0)).toEqual([]);
    },
  );

  it('names tests that exist', () => {
    const named = [...new Set(testsIn(page))];
    expect(named.length).toBeGreaterThan(40);
    const missing = named.filter(
      file =>
        !existsSync(resolve(root, file)) ||
        !/\b(it|test)(\.each|\.runIf|\()/.test(readFileSync(resolve(root, file), 'utf8')),
    );
    expect(missing).toEqual([]);
  });

  it('has the claims and the code that `npm run protections` takes away, with the tests that must fail', () => {
    const flat = (text: string) => text.replace(/\s+/g, ' ');
    const claims = [...sections.values()].flatMap(claimsIn).map(flat);
    const agents = flat(readFileSync(resolve(root, 'docs/agents.md'), 'utf8'));
    const protections = JSON.parse(readFileSync(resolve(root, 'quality/protections.json'), 'utf8')) as Record<
      'claim' | 'file' | 'code' | 'test',
      string
    >[];
    expect(protections.length).toBeGreaterThan(25);
    for (const { claim, file, code, test } of protections) {
      const held = claims.some(text => text.includes(claim) && testsIn(text).includes(test));
      expect(held || agents.includes(claim), `${claim}: ${test}`).toBe(true);
      expect(readFileSync(resolve(root, file), 'utf8'), claim).toContain(code);
    }
  });

  it('finds a claim without a test, in a paragraph, a list and a table', () => {
    const text =
      'A claim.\n\n- a point\n- held by `test/a.test.ts`\n\n| to | what |\n|---|---|\n| a host | a token |\n';
    expect(claimsIn(text).filter(claim => testsIn(claim).length === 0)).toEqual([
      'A claim.',
      '- a point',
      '| a host | a token |',
    ]);
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

const src = resolve(root, 'src');
const files = (readdirSync(src, { recursive: true }) as string[]).filter(file => file.endsWith('.ts'));
const filesWith = (words: RegExp) =>
  files.filter(file => words.test(readFileSync(resolve(src, file), 'utf8')));

/** `/proc`, and the standard input of a child: no file that a person or another program can replace. */
const readers = [
  'base/lock.ts',
  'jobs/installers.ts',
  'http/auth/store/keychain-child.ts',
  'start/real-context.ts',
  // The text of an example server.
  'commands/ui-integration/init.ts',
];

it('only the two gates read files, whose attacks are in test/attacks/files.test.ts', () => {
  const reading = /\b(readFile|readFileSync|readSync)\(|\bfs\.readFile\b|[^.\w]createReadStream\(/;
  const gates = ['base/named-file.ts', 'base/own-file.ts'];
  expect(
    filesWith(reading)
      .filter(file => !gates.includes(file))
      .sort(),
  ).toEqual(readers.sort());
});

it('only one place starts other programs', () => {
  // `icacls`, which closes a new folder on Windows.
  expect(filesWith(/node:child_process/).sort()).toEqual(['base/own-file.ts', 'start/child-processes.ts']);
});

it('only the places of the table can open a connection', () => {
  const using = filesWith(network).filter(file => !file.endsWith('.d.ts'));
  expect(using.length).toBeGreaterThan(10);
  expect(using.filter(file => !connecting.some(place => place.test(file)))).toEqual([]);
});
