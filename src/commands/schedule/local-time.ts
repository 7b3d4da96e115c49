import { twoDigits } from '../../platform/dates.ts';

/** A moment in the machine's local time, `2026-12-01 06:00`. */
export function localTime(moment: number): string {
  const at = new Date(moment);
  const day = `${at.getFullYear()}-${twoDigits(at.getMonth() + 1)}-${twoDigits(at.getDate())}`;
  return `${day} ${twoDigits(at.getHours())}:${twoDigits(at.getMinutes())}`;
}
