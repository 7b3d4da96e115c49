/**
 * What stands before each line of a tree, its lines in depth-first order: branches where the terminal can draw them,
 * else two blanks for each level. A depth that leaps is drawn as deep as it says.
 */
export function treePrefixes(depths: readonly number[], unicode: boolean): string[] {
  if (!unicode) return depths.map(depth => '  '.repeat(depth));
  const prefixes: string[] = [];
  // From the end: whether a level goes on below a line is known by what came after it.
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
