/** A command line: one string, or its words, which is exact for any value of a test. */
export type Line = string | readonly string[];

const splitLine = (line: string): string[] =>
  Array.from(line.matchAll(/"([^"]*)"|'([^']*)'|\S+/g), ([word, double, single]) => double ?? single ?? word);

/** The words of command lines or lists, joined. Quotes around a whole word keep its spaces; there are no escapes. */
export const wordsOf = (...lines: readonly Line[]): string[] =>
  lines.flatMap(line => (typeof line === 'string' ? splitLine(line) : line));

/** The values of a text with one JSON value a line. */
// biome-ignore lint/suspicious/noExplicitAny: each test knows what it has written or printed.
export const jsonLines = (text: string): any[] =>
  text
    .split('\n')
    .filter(Boolean)
    .map(line => JSON.parse(line));
