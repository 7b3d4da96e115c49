import { describe, expect, it } from 'vitest';
import { describeBasis } from '../../src/cli/render-options.ts';
import { loadCommand } from '../../src/commands/groups.ts';
import { chooseComputation } from '../../src/commands/reports/computation.ts';
import verbsOfGroups from '../../src/commands/verbs.json' with { type: 'json' };
import type { Pieces } from '../../src/output/document/document.ts';
import { localeFormat } from '../../src/output/number-format.ts';
import german from '../../src/output/words/de.json';
import spanish from '../../src/output/words/es.json';
import french from '../../src/output/words/fr.json';
import italian from '../../src/output/words/it.json';
import { describePeriod, formatText, joinTexts, say, sayCount } from '../../src/output/words/messages.ts';
import { languages, loadWords } from '../../src/output/words/words.ts';
import { groupings } from '../../src/platform/periods.ts';
import type { ShownWords, View } from '../../src/platform/records.ts';
import { reports } from '../../src/platform/reports/index.ts';
import { viewOfAgeing } from '../../src/reports/figures/ageing.ts';
import { comparedView } from '../../src/reports/figures/books.ts';
import { morningView } from '../../src/reports/figures/morning.ts';
import { english } from '../commands/page-texts.ts';

const translations = { de: german, fr: french, es: spanish, it: italian };
const phrases: Record<string, string> = german;

/** Every view of a report, also grouped and compared, and those of the commands that compare. */
async function everyView(): Promise<Pick<View<never>, 'columns' | 'charts' | 'whole'>[]> {
  const views = await Promise.all(
    reports.map(async report => {
      const own = (await report.response()).views;
      const isPerformance = report.name === 'property-performance';
      const computed = (isPerformance ? [undefined, ...groupings.slice(1)] : [undefined]).flatMap(by =>
        [undefined, 'last-year'].flatMap(compare => {
          if (report.listField !== undefined) return [];
          const computation = chooseComputation(report, { by, compare } as never, false);
          return computation ? own.map(view => computation.viewOf(view as never)) : [];
        }),
      );
      return [...own, ...computed];
    }),
  );
  const books = (['pickup', 'pace'] as const).flatMap(kind =>
    groupings.map(grouping => comparedView({ kind, grouping, amounts: 'net' })),
  );
  return [...views.flat(), morningView('net'), viewOfAgeing, ...books];
}

/** A side that is named by words, and not by days or years. */
const named = (side: ShownWords | undefined): string[] => (typeof side === 'string' ? [side] : []);

/** What people read of a view: headings, titles of charts and figures. Columns without a heading are for programs. */
const wordsOf = ({ columns, charts = [], whole }: Pick<View<never>, 'columns' | 'charts' | 'whole'>) => [
  ...columns.flatMap(({ heading, side, tax, unitWord }) =>
    heading ? [heading, ...named(side), tax ?? '', unitWord ?? ''] : [],
  ),
  ...charts.flatMap(({ title, versus }) => [title, ...(versus?.names ?? []).flatMap(named)]),
  ...(whole?.figures ?? []).map(({ title }) => title),
];

const read = new Set((await everyView()).flatMap(wordsOf).filter(Boolean));

it('every heading of a report, a comparison and the title of every chart has a translation', () => {
  expect([...read].filter(english => !(english in phrases))).toEqual([]);
});

const listing = Object.entries(verbsOfGroups)
  .filter(([group]) => group !== 'reports')
  .flatMap(([group, verbs]) => verbs.split(' ').map(verb => (verb === '.' ? group : `${group} ${verb}`)));

it.each([...listing, 'reports columns'])(
  'the table of %s has a translation of every heading',
  async command => {
    const columns = (await (await loadCommand(command)).returns?.rows?.()) ?? [];
    const headings = columns.flatMap(({ role, name, heading = name }) => (role ? [] : [heading]));
    expect(headings.filter(heading => heading && !(heading in phrases))).toEqual([]);
  },
);

it.each(languages)(
  'the words of %s leave names unchanged, and templates that have no translation',
  async language => {
    const word = (await loadWords(language)) as (english: string) => string;
    const names = ['Hotel Isarblick', 'Müller & Söhne KG', 'MUC', '', ' ', 'Total · Total'];
    for (const name of [...names, 'no such {template}']) expect(word(name)).toBe(name);
  },
);

const placeholdersOf = (words: string) => [...words.matchAll(/\{\w*\}/g)].map(String).sort();

describe.each(Object.entries(translations))('the messages of %s', (_, messages: Record<string, string>) => {
  it('are those of every language, with the same values', () => {
    expect(Object.keys(messages).sort()).toEqual(Object.keys(german).sort());
    for (const [template, words] of Object.entries(messages)) {
      expect(words, template).not.toBe('');
      expect(placeholdersOf(template), template).toEqual(expect.arrayContaining(placeholdersOf(words)));
      // The noun is that of all of them: `1 établissements sur 3` has the wrong number, unlike `1 hotel su 3`.
      for (const [, part, all] of template.matchAll(/\{(\w+)\} of \{(all\w*)\}/g))
        expect(words).toMatch(new RegExp(`\\{${part}\\} (hotel )?\\S+ \\{${all}\\}`));
    }
  });

  it('have one word for a snapshot', () => {
    const plain = (words = '') => words.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
    const word = plain(messages['Snapshot']).slice(0, -1);
    for (const [template, words] of Object.entries(messages))
      if (/snapshot/i.test(template)) expect(plain(words), template).toContain(word);
  });

  it('have no English word', () => {
    // The names of values and commands, and a month whose name is the same.
    const own = (words: string) => words.replace(/\{\w*\}|`[^`]*`|November 2026/g, '');
    expect(Object.values(messages).filter(words => english.test(own(words)))).toEqual([]);
  });
});

it('a message is filled with values that are not translated', async () => {
  const format = localeFormat('de', await loadWords('de'));
  const hotels = say('{hotels} and {count} others', { hotels: 'Revenue', count: 1234 });
  expect(formatText(hotels, format)).toBe('Revenue und 1.234 weitere');
  expect(formatText(sayCount(1, '1 hotel', '{count} hotels'), format)).toBe('1 Hotel');
  expect(formatText(sayCount(2, '1 hotel', '{count} hotels'), localeFormat(undefined))).toBe('2 hotels');
  // What is said of any number is right for one: not `1 no-shows are sold`.
  expect(Object.keys(german).filter(words => /^\{count\} (?!of )[\w -]*\bare\b/.test(words))).toEqual([]);
});

describe('German', async () => {
  const word = (await loadWords('de')) as (english: string) => string;
  const format = localeFormat('de', word);
  it('has the names of weekdays', () => {
    expect(['Saturday', 'Sat'].map(word)).toEqual(['Samstag', 'Sa']);
  });

  it('has one word of hotels and accountants for each concept', () => {
    const words = ['Account number', 'accepted', 'bed nights', 'Charges of canceled stays'].map(word);
    const own = ['Kontonummer', 'akzeptiert', 'Übernachtungen', 'Leistungen trotz Storno'];
    expect(words).toEqual(own);
    expect(Object.values(phrases).join()).not.toMatch(
      /Bettensteuer|Zeitscheibe|denselben Daten|seit {day} \(/,
    );
  });

  it('has words in words, and data as it is', () => {
    const [periods, others] = ['2026-10', '2025-10'].map(describePeriod) as [Pieces, Pieces];
    const words = joinTexts([
      'Property performance',
      ['Total'],
      say('{periods} compared with {others}', { periods, others }),
      describePeriod('2026-10-01..2026-10-14'),
      describeBasis(['BedRoom', 'Other'], 'net', { currency: 'EUR', source: 'net of VAT' }),
    ]);
    expect(formatText(words, format)).toBe(
      'Hotelkennzahlen · Total · Oktober 2026 verglichen mit Oktober 2025 · 1. Okt. 2026 bis 14. Okt. 2026 · nur Zimmer, sonstige Einheiten, ohne MwSt., umgerechnet in EUR mit net of VAT',
    );
    expect(formatText(words, localeFormat(undefined))).toBe(
      'Property performance · Total · October 2026 compared with October 2025 · 1 Oct 2026 to 14 Oct 2026 · bedrooms, other units only, net of VAT, converted to EUR with net of VAT',
    );
  });

  it('of Switzerland has no ß', async () => {
    const swiss = (await loadWords('de-CH')) as (english: string) => string;
    for (const english of Object.keys(phrases)) expect(swiss(english)).not.toContain('ß');
  });
});
