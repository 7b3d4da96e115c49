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
export function wrapWords(
  words: readonly string[],
  width: number,
  widthOf = (text: string) => text.length,
): string[] {
  const lines: string[] = [];
  for (const word of words) {
    const last = lines.at(-1);
    if (last !== undefined && widthOf(last) + 1 + widthOf(word) <= width)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}
