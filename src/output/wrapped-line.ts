/** A line as a terminal shows it. Most lines are short; measuring the others needs a table of wide letters, which takes time to load. */
export async function wrappedFor(
  { isTerminal, columns }: { readonly isTerminal: boolean; readonly columns: number },
  line: string,
): Promise<string> {
  if (!isTerminal || line.length * 2 <= columns) return line;
  return (await import('./text-width.ts')).wrapLine(line, columns);
}
