import type { Column } from '../platform/records.ts';

/**
 * The heading of a column for people: `Revenue gross EUR`, `Occ. %`. It shows whether an amount includes taxes, and its
 * unit; `currency` is given if all rows share it.
 */
export const headingOf = (column: Column, currency = ''): string =>
  [
    column.heading ?? wordsOf(column.name),
    column.tax,
    column.unitWord ??
      (column.unit?.kind === 'percent' ? '%' : column.unit?.kind === 'money' ? currency : ''),
  ]
    .filter(Boolean)
    .join(' ');

/** `invoice.subTotal.currency` as `Invoice sub total currency`; the `amount` of Money is the field itself. */
function wordsOf(path: string): string {
  const words = path
    .replace(/\.amount$/, '')
    .replace(/\.|(?<=[a-z0-9])(?=[A-Z])/g, ' ')
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
