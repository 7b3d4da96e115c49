const eighths = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'];

/**
 * A bar of at most `width` columns for a share of 0 to 100: a full bar is 100 percent, so that bars can be compared
 * across groups, tables and months. Any value above zero is visible; a value out of range is clipped.
 */
export function bar(percent: number, width: number, unicode: boolean): string {
  const share = Math.min(1, Math.max(0, percent / 100));
  if (!unicode) return '#'.repeat(Math.max(share > 0 ? 1 : 0, Math.round(share * width)));
  const units = Math.max(share > 0 ? 1 : 0, Math.round(share * width * 8));
  return '█'.repeat(Math.floor(units / 8)) + eighths[units % 8];
}
