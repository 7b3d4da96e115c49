/** Each line of a block, indented by two more spaces. */
export const indented = (lines: readonly string[]): string[] => lines.map(line => `  ${line}`);
