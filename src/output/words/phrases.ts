import { closeCheckPhrases } from './close-check-phrases.ts';
import { closePagePhrases } from './close-page-phrases.ts';
import { figurePhrases, type Phrases } from './figure-phrases.ts';
import { mailPhrases } from './mail-phrases.ts';
import { pagePhrases } from './page-phrases.ts';
import { patternPhrases } from './pattern-phrases.ts';
import { statisticsPhrases } from './statistics-phrases.ts';

/**
 * The phrases of tables, pages, workbooks and emails in German, French, Spanish and Italian, by the English phrase. `{}` is
 * another phrase, which is translated too; `#` is a value: a number, a date, a currency or a sign; `{name}` is text that
 * stays, such as the name of a hotel. The first pattern that matches counts.
 */
export const phrases: Phrases = {
  ...statisticsPhrases,
  ...closePagePhrases,
  ...figurePhrases,
  ...pagePhrases,
  ...mailPhrases,
  ...patternPhrases,
  ...closeCheckPhrases,
};
