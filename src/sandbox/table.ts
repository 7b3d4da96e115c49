/** The rows of a table, one a line, with fields between bars whose names are in its first line. An absent field is empty. */
export function parseTable<Name extends string>(table: string): Readonly<Record<Name, string>>[] {
  const [names = [], ...rows] = table
    .trim()
    .split('\n')
    .map(line => line.split('|'));
  return rows.map(row => {
    const fields = names.map((name, index) => [name, row[index] ?? ''] as const);
    return Object.fromEntries(fields) as Record<Name, string>;
  });
}
