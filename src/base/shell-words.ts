/** Words quoted as one shell command line: copying it must repeat the same command. */
export const shellWords = (words: readonly string[]): string => words.map(quoteWord).join(' ');

const quoteWord = (word: string): string =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
