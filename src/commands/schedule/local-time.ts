import { two } from '../../schedule/recurrence.ts';

/** A moment in the machine's local time, `2026-12-01 06:00`. */
export function localTime(moment: number): string {
  const at = new Date(moment);
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  return `${day} ${two(at.getHours())}:${two(at.getMinutes())}`;
}
