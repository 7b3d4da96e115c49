import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../context.ts';
import { expectSuccess } from '../expect-run.ts';
import { makeBookings } from '../reports/figures/books.ts';
import { booksArchive } from './books-archive.ts';
import { runMain } from './in-process.ts';
import { english, textsOf } from './page-texts.ts';

const [since, now] = ['2026-10-08', '2026-10-15'];
const performance = 'reports property-performance --period 2026-10-01..2026-10-14';
const pages = [
  'brief --property MUC,LND',
  'brief --property MUC',
  'pickup --property MUC,LND --since 7d --period 2026-11',
  'pickup --property MUC --since 7d --period 2026-11',
  'pace --property MUC,LND --period 2026-11',
  'pace --property MUC --period 2026-11 --by weekday',
  `${performance} --property MUC`,
  `${performance} --property MUC --compare last-year --by weekday`,
  `${performance} --property MUC,LND --compare last-year --by property`,
];

it.each([
  [
    'ui-integration targets',
    /^Ziel .*\n.*\n.* mind\. 340 x 350 +keine .* ein Widget im Dashboard des Kontos\n/,
  ],
  ['reports list', /\n {2}Zimmernächte eines Monats .*\n.*\n {2}Flags: .*\n {2}Ansichten: /],
  ['reports columns room-nights', /^Ansicht .*\n.*\nbreakdown +propertyId +Hotel +Text\n/],
  ['profile list', /^Profil +In Verwendung /],
])('%s has German words for --locale de', async (line, words) => {
  const { stdout, stderr } = await runMain(`${line} --locale de`);
  expect(stdout).toMatch(words);
  expect(stderr).toBe(line === 'profile list' ? 'keine Zeilen\n' : '');
});

it.each([
  ['snapshot list', 'Stände'],
  ['close list', 'Abschlüsse'],
  ['bookings list', 'Buchungen'],
  ['schedule list', 'Aufträge'],
  ['profile list', 'Profile'],
  ['reports list', 'Berichte'],
  ['ui-integration targets', 'Ziele'],
])('the page of %s has a German title', async (line, title) => {
  expect((await runMain(`${line} --locale de --format html`)).stdout).toContain(`<h1>${title}</h1>`);
});

describe('pages in the languages of --locale', () => {
  let archive: Awaited<ReturnType<typeof booksArchive>>;
  beforeAll(async () => {
    archive = await booksArchive(makeBookings('2026-10-01', 600), since);
    for (const day of [since, now])
      await expectSuccess(archive.run('snapshot take --property MUC,LND --ahead 80d', day));
  });
  const read = async (lines: readonly string[], locale: string): Promise<string[]> => {
    const texts: string[] = [];
    for (const line of lines) {
      const file = join(temporaryFolder(), 'page.html');
      await expectSuccess(archive.run(`${line} --locale ${locale} --output ${file}`));
      texts.push(...textsOf(readFileSync(file, 'utf8')));
    }
    return texts;
  };

  // The other languages have the same templates, without English words: test/output/words.test.ts.
  it('have no English phrase in German, and English words in another language, with its dates', async () => {
    const texts = await read(pages, 'de');
    expect(texts.length).toBeGreaterThan(500);
    expect([...new Set(texts.filter(text => english.test(text)))]).toEqual([]);
    const other = await read(['brief --property MUC'], 'pt-BR');
    expect(other.filter(text => english.test(text)).length).toBeGreaterThan(5);
  });
});
