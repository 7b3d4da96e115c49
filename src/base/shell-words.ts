/** Words quoted as one shell command line: copying it must repeat the same command. */
export const shellWords = (words: readonly string[], platform: NodeJS.Platform = 'linux'): string =>
  words.map(platform === 'win32' ? quoteForWindows : quoteWord).join(' ');

const quoteWord = (word: string): string =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;

/** For PowerShell, and for cmd as far as both agree: only PowerShell has single quotes, in which nothing is expanded. */
function quoteForWindows(word: string): string {
  if (/^[\w+=:./\\-]+$/.test(word)) return word;
  return /["$`]/.test(word) ? `'${word.replaceAll("'", "''")}'` : `"${word}"`;
}
