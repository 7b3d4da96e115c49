import { two } from '../../schedule/recurrence.ts';

/** A moment in the machine's local time, `2026-12-01 06:00`. */
export function localTime(moment: number): string {
  const at = new Date(moment);
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  return `${day} ${two(at.getHours())}:${two(at.getMinutes())}`;
}

/** A length of time in one or two units: `3 min`, `2 h`, `5 days`. */
export function timeAgo(milliseconds: number): string {
  const minutes = Math.floor(milliseconds / 60_000);
  if (minutes < 60) return `${minutes} min ago`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${hours} h ago` : `${Math.floor(hours / 24)} days ago`;
}
