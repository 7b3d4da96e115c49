/** The lines of a CSV text without quotation marks, by heading. */
export function parseTable(text: string): Record<string, string>[] {
  const [head = '', ...rows] = text.trim().split('\n');
  const names = head.split(',');
  return rows.map(row => Object.fromEntries(row.split(',').map((cell, index) => [names[index], cell])));
}
