/** `1 property`, `2 properties`: a number with its noun. */
export const countText = (count: number, one: string, several = `${one}s`): string =>
  `${count} ${count === 1 ? one : several}`;
