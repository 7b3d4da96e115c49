/**
 * The prefix of each line of a tree, whose lines are in depth-first order: branches if the terminal can draw them, else
 * two spaces for each level. A depth that skips levels is drawn as given.
 */
export function treePrefixes(depths: readonly number[], unicode: boolean): string[] {
  if (!unicode) return depths.map(depth => '  '.repeat(depth));
  const prefixes: string[] = [];
  // From the end, because whether a level continues below a line depends on the following lines.
  let goesOn: boolean[] = [];
  for (const depth of depths.toReversed()) {
    let prefix = '';
    for (let level = 1; level < depth; level++) prefix += goesOn[level] ? '│  ' : '   ';
    if (depth > 0) prefix += goesOn[depth] ? '├─ ' : '└─ ';
    prefixes.push(prefix);
    goesOn = goesOn.slice(0, depth);
    goesOn[depth] = true;
  }
  return prefixes.reverse();
}
