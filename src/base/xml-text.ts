const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** Text within an XML element. Characters that XML 1.0 does not allow are dropped. */
export const xmlText = (text: string): string =>
  text.replace(
    /[&<>]|[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu,
    character => entities[character] ?? '',
  );

/** Text in a quoted attribute. */
export const xmlAttribute = (text: string): string => xmlText(text).replaceAll('"', '&quot;');

/** Each line of a block, indented by two more spaces. */
export const indented = (lines: readonly string[]): string[] => lines.map(line => `  ${line}`);
