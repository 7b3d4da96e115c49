/** The words of a command line, by the rule of the C runtime of Windows: 2n backslashes before a quote are n. */
export function wordsOfWindows(line: string): string[] {
  const words: string[] = [];
  let word: string | undefined;
  let isQuoted = false;
  for (const [, slashes = '', character = ''] of line.matchAll(/(\\*)([^\\]|$)/gu)) {
    const count = character === '"' ? Math.floor(slashes.length / 2) : slashes.length;
    if (count > 0) word = (word ?? '') + '\\'.repeat(count);
    if (character === '"' && slashes.length % 2 === 0) {
      isQuoted = !isQuoted;
      word ??= '';
    } else if (character === ' ' && !isQuoted) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else if (character !== '') word = (word ?? '') + character;
  }
  return word === undefined ? words : [...words, word];
}
