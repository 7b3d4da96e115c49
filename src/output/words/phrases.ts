import { closeCheckPhrases } from './close-check-phrases.ts';
import { figurePhrases } from './figure-phrases.ts';
import { monthEndPhrases } from './month-end-phrases.ts';
import { pagePhrases } from './page-phrases.ts';

/**
 * The phrases of tables, pages, workbooks and emails, by the English phrase, with its German, French, Spanish and Italian
 * translations. `{}` is another phrase, which is translated too; `#` is a value: a number, a date, a currency or a sign;
 * `{name}` is text that stays, such as the name of a hotel. The first pattern that matches counts.
 */
export const phrases: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  // Each line of a table is a phrase with its translations behind it.
  [monthEndPhrases, figurePhrases, pagePhrases, closeCheckPhrases].flatMap(table =>
    table
      .trim()
      .split('\n')
      .map(line => line.split(' | '))
      .map(([english, ...translations]) => [english, translations]),
  ),
);
