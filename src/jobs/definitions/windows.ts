import { indented, xmlText } from '../../base/text.ts';
import { twoDigits } from '../../platform/dates.ts';
import type { JobProgram } from '../job.ts';
import { type Recurrence, startedAs } from '../recurrence.ts';

export const windowsTaskName = (job: string): string => `hotelctl\\${job}`;

/**
 * A task of the Windows Task Scheduler, run for the signed-in user. `StartWhenAvailable` starts a run that the machine
 * slept through. The order of the elements is the order of the task schema.
 *
 * @param from the local day of the first start, YYYY-MM-DD
 */
export function windowsTask(program: JobProgram, recurrence: Recurrence, from: string): string {
  const [command = '', ...words] = program.words;
  const body = [
    ...element('RegistrationInfo', [leaf('Description', `hotelctl job ${program.job}`)]),
    ...element('Triggers', element('CalendarTrigger', trigger(startedAs(recurrence), from))),
    ...element('Settings', [
      leaf('MultipleInstancesPolicy', 'IgnoreNew'),
      leaf('DisallowStartIfOnBatteries', 'false'),
      leaf('StopIfGoingOnBatteries', 'false'),
      leaf('StartWhenAvailable', 'true'),
      leaf('ExecutionTimeLimit', 'PT12H'),
    ]),
    ...element(
      'Actions',
      element('Exec', [leaf('Command', command), leaf('Arguments', words.map(commandLineWord).join(' '))]),
    ),
  ];
  return `${[
    '<?xml version="1.0" encoding="UTF-16"?>',
    '<Task version="1.2" xmlns="http://schemas.microsoft.com/windows/2004/02/mit/task">',
    ...indented(body),
    '</Task>',
  ].join('\r\n')}\r\n`;
}

function trigger(recurrence: Recurrence, from: string): string[] {
  if (recurrence.unit === 'hour') {
    return [
      leaf('StartBoundary', `${from}T00:${twoDigits(recurrence.minute)}:00`),
      ...element('Repetition', [leaf('Interval', 'PT1H')]),
      ...everyDay,
    ];
  }
  const start = leaf(
    'StartBoundary',
    `${from}T${twoDigits(recurrence.hour)}:${twoDigits(recurrence.minute)}:00`,
  );
  if (recurrence.unit !== 'weekday') return [start, ...everyDay];
  const days = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'].map(day => `<${day} />`);
  return [start, ...element('ScheduleByWeek', [leaf('WeeksInterval', '1'), ...element('DaysOfWeek', days)])];
}

/** Quotes a word for the C runtime of Windows: backslashes before a quote are doubled. */
const commandLineWord = (word: string): string =>
  /^[^\s"]+$/.test(word)
    ? word
    : `"${word.replace(/(\\*)("|$)/g, (_, slashes: string, quote: string) => `${slashes}${slashes}${quote && '\\"'}`)}"`;

const element = (name: string, children: readonly string[]) => [
  `<${name}>`,
  ...indented(children),
  `</${name}>`,
];
const leaf = (name: string, text: string) => `<${name}>${xmlText(text)}</${name}>`;
const everyDay = element('ScheduleByDay', [leaf('DaysInterval', '1')]);
