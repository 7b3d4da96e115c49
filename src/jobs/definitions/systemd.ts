import { twoDigits } from '../../platform/dates.ts';
import type { JobProgram } from '../job.ts';
import { dayNames, type Recurrence, startedAs } from '../recurrence.ts';

interface SystemdUnits {
  readonly service: string;
  readonly timer: string;
}

export const unitName = (job: string): string => `hotelctl-${job}`;

/** A service of the user and the timer that starts it; `Persistent=true` starts a run that a machine slept through. */
export function systemdUnits(program: JobProgram, recurrence: Recurrence): SystemdUnits {
  const environment = Object.entries(program.environment).map(
    ([name, value]) => `Environment=${quoted(`${name}=${value}`)}`,
  );
  return {
    service: lines(
      '[Unit]',
      `Description=hotelctl job ${program.job}`,
      '',
      '[Service]',
      'Type=oneshot',
      ...environment,
      `ExecStart=${program.words.map(commandWord).join(' ')}`,
    ),
    timer: lines(
      '[Unit]',
      `Description=Timer of hotelctl job ${program.job}`,
      '',
      '[Timer]',
      `OnCalendar=${calendarExpression(startedAs(recurrence))}`,
      'Persistent=true',
      '',
      '[Install]',
      'WantedBy=timers.target',
    ),
  };
}

/** In the format of `systemd-analyze calendar`. */
export function calendarExpression(recurrence: Recurrence): string {
  if (recurrence.unit === 'hour') return `*-*-* *:${twoDigits(recurrence.minute)}:00`;
  const time = `${twoDigits(recurrence.hour)}:${twoDigits(recurrence.minute)}:00`;
  switch (recurrence.unit) {
    case 'day':
      return `*-*-* ${time}`;
    case 'weekday':
      return `Mon..Fri *-*-* ${time}`;
    case 'week':
      return `${capitalized((dayNames[recurrence.day] ?? '').slice(0, 3))} *-*-* ${time}`;
    case 'month':
      return `*-*-${twoDigits(recurrence.day)} ${time}`;
  }
}

/** In double quotes, with quotes, backslashes and systemd's specifiers escaped. */
const quoted = (word: string): string => `"${word.replace(/[\\"]/g, '\\$&').replaceAll('%', '%%')}"`;

/** A word of a command line, where a dollar sign begins a variable as well. */
const commandWord = (word: string): string => quoted(word).replaceAll('$', '$$$$');

const capitalized = (word: string) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`;

const lines = (...text: readonly string[]) => `${text.join('\n')}\n`;
