import { dayNumber, isDate } from '../../platform/dates.ts';

const dayLength = 86_400_000;
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** Days since 1970 of a `YYYY-MM-DD`; undefined for other texts. */
export const dayOfLabel = (text: string): number | undefined => (isDate(text) ? dayNumber(text) : undefined);

const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

const dateOf = (day: number) => new Date(day * dayLength);

/** Saturday and Sunday, when a hotel's figures usually differ. */
export const isWeekend = (day: number): boolean => [0, 6].includes(dateOf(day).getUTCDay());

/** `Sat` */
export const weekday = (day: number): string => weekdays[dateOf(day).getUTCDay()] ?? '';

/** `3 Oct` */
export const shortDate = (day: number): string =>
  `${dateOf(day).getUTCDate()} ${months[dateOf(day).getUTCMonth()]}`;

/** The days with a label, limited to the given number: each day, each second, weeks from the first, then months. */
export function dayTicks(
  first: number,
  last: number,
  most: number,
): { readonly day: number; readonly text: string }[] {
  const days = last - first + 1;
  const step = [1, 2, 7, 14].find(candidate => Math.ceil(days / candidate) <= most);
  if (step !== undefined) {
    return Array.from({ length: Math.ceil(days / step) }, (_, index) => {
      const day = first + index * step;
      return { day, text: shortDate(day) };
    });
  }
  const from = dateOf(first);
  const spanned = (days / 365.25) * 12;
  const every =
    [1, 2, 3, 6, 12].find(candidate => spanned / candidate <= most) ?? 12 * Math.ceil(spanned / 12 / most);
  const ticks: { day: number; text: string }[] = [];
  for (let month = 0; ; month += 1) {
    const start = new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + month, 1));
    const day = start.getTime() / dayLength;
    if (day > last) return ticks;
    if (day < first || start.getUTCMonth() % Math.min(12, every) !== 0) continue;
    if (every > 12 && start.getUTCFullYear() % (every / 12) !== 0) continue;
    const year = start.getUTCFullYear();
    const name = months[start.getUTCMonth()] ?? '';
    // The year is written for the first label and where it changes.
    ticks.push({
      day,
      text: every >= 12 ? `${year}` : ticks.length === 0 || name === 'Jan' ? `${name} ${year}` : name,
    });
  }
}
