/** A span in the two largest units that say something: `9 min 58 s`, `2 h 5 min`, `3 days 4 h`. At least `0 s`. */
export function inWords(milliseconds: number): string {
  const seconds = Math.max(0, Math.round(milliseconds / 1000));
  const parts: readonly (readonly [count: number, unit: string])[] = [
    [Math.floor(seconds / 86_400), seconds >= 172_800 ? 'days' : 'day'],
    [Math.floor(seconds / 3600) % 24, 'h'],
    [Math.floor(seconds / 60) % 60, 'min'],
    [seconds % 60, 's'],
  ];
  const first = parts.findIndex(([count]) => count > 0);
  if (first === -1) return '0 s';
  return parts
    .slice(first, first + 2)
    .filter(([count]) => count > 0)
    .map(([count, unit]) => `${count} ${unit}`)
    .join(' ');
}
