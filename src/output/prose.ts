/** Text in lines of a width, broken between words; paragraphs, separated by an empty line, stay separate. */
export function wrapText(text: string, width: number): string {
  return text
    .split('\n\n')
    .map(paragraph => wrapWords(paragraph.split(/\s+/), width).join('\n'))
    .join('\n\n');
}

/**
 * Words in lines of a width; a longer word gets a separate line.
 * @param widthOf columns that a text takes; untrusted text may contain wide letters
 */
export function wrapWords(words: readonly string[], width: number, widthOf = (text: string) => text.length) {
  const lines: string[] = [];
  for (const word of words) {
    const last = lines.at(-1);
    if (last !== undefined && widthOf(last) + 1 + widthOf(word) <= width)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

/** Commands that take no profile, or the name of one as an argument. */
const withoutProfile =
  /^(?:help|version|completion|sandbox|schedule|profile (?!set |get |show)|reports (?:list|columns)\b|ui-integration targets)|--profile|--help|--version|-h\b|^$/;

/**
 * Adds the `--profile` of this run to each hotelctl command in backticks in a message, so that the command does what
 * the message says when it is copied.
 */
export function withProfileFlag(text: string, profile: string | undefined): string {
  // An invalid name is the subject of the message itself.
  if (profile === undefined || !/^[\w.-]+$/.test(profile)) return text;
  return text.replace(/`hotelctl ([^`]*)`/g, (command, words: string) =>
    withoutProfile.test(words) ? command : `\`hotelctl ${words} --profile ${profile}\``,
  );
}
