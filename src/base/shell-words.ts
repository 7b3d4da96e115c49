/** Words quoted as one command line of the shell here: copying it must repeat the same command. */
export const shellWords = (words: readonly string[], platform: NodeJS.Platform = process.platform): string =>
  words.map(platform === 'win32' ? quoteForWindows : quoteWord).join(' ');

const quoteWord = (word: string): string =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;

/** For PowerShell, and for cmd as far as both agree: only PowerShell has single quotes, in which nothing is expanded. */
function quoteForWindows(word: string): string {
  if (/^[\w+=:./\\-]+$/.test(word)) return word;
  return /["$`]/.test(word) ? `'${word.replaceAll("'", "''")}'` : quoteForProgram(word);
}

/** For the C runtime of Windows, which takes the quotes from a command line: backslashes before a quote are doubled. */
export const quoteForProgram = (word: string): string =>
  `"${word.replace(/(\\*)("|$)/g, (_, slashes: string, quote: string) => `${slashes}${slashes}${quote && '\\"'}`)}"`;
