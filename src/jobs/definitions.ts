import { UsageError } from '../base/errors.ts';
import { quoteForProgram, xmlText } from '../base/text.ts';
import { dayLength, twoDigits } from '../platform/dates.ts';
import type { JobProgram } from './job.ts';
import {
  cronFields,
  occurrencesBetween,
  type Recurrence,
  type Start,
  startedAs,
  timeText,
} from './recurrence.ts';

/**
 * A line break would begin a new line of a crontab or unit, and XML has no control characters at all. The percent sign of
 * a path is a variable for the Windows Task Scheduler, which has no escape for it.
 *
 * @throws UsageError
 */
export function checkProgram({ words }: JobProgram, scheduler?: 'windows'): void {
  const unusable = /[\p{Cc}\p{Cs}\ufffe\uffff]/u;
  const isVariable = (word: string) => scheduler === 'windows' && /%[^%]+%|\$\(/.test(word);
  if (!words.some(word => unusable.test(word) || isVariable(word))) return;
  throw new UsageError(
    'the path of hotelctl or of the job file contains a character that a scheduler cannot pass on',
    { hint: 'use paths without line breaks or control characters, on Windows also without %NAME% and $(' },
  );
}

/** The jobs of hotelctl are one marked block of the crontab; the lines outside it are never changed. */
const begin = '# BEGIN hotelctl jobs: written by `hotelctl schedule`, changes in this block are lost';
const end = '# END hotelctl jobs';

export const crontabLine = (program: JobProgram, recurrence: Recurrence): string => {
  checkProgram(program);
  return [cronFields(startedAs(recurrence)), ...program.words.map(shellQuoted)].join(' ');
};

/** The crontab with one line for the job in the block, in place of an earlier one; without `line` the job is removed. */
export function withJobLine(crontab: string, job: string, line?: string): string {
  const { before, block, after } = splitCrontab(crontab);
  const kept = block.filter(existing => !existing.endsWith(marker(job)));
  const jobs = line === undefined ? kept : [...kept, `${line} ${marker(job)}`];
  const lines = [...before, ...(jobs.length > 0 ? [begin, ...jobs, end] : []), ...after];
  return lines.length > 0 ? `${lines.join('\n')}\n` : '';
}

/** The line that starts the job, without its marker; undefined without one. */
export const findJobLine = (crontab: string, job: string): string | undefined =>
  splitCrontab(crontab)
    .block.find(line => line.endsWith(marker(job)))
    ?.slice(0, -marker(job).length - 1);

/** cron passes the end of the line to the shell, for which this is a comment. */
const marker = (job: string) => `# job ${job}`;

function splitCrontab(crontab: string) {
  const lines = crontab === '' ? [] : crontab.replace(/\n$/, '').split('\n');
  const first = lines.indexOf(begin);
  const last = lines.indexOf(end, first);
  if (first < 0 || last < 0) return { before: lines, block: [], after: [] };
  return { before: lines.slice(0, first), block: lines.slice(first + 1, last), after: lines.slice(last + 1) };
}

/**
 * cron reads a percent sign as a line break, within quotes too, unless a backslash precedes it. Some versions read two
 * backslashes as one. So percent signs are outside the quotes, and a quote follows each backslash of the word.
 */
const shellQuoted = (word: string): string =>
  /^[\w@+=:,./-]+$/.test(word)
    ? word
    : `'${word.replace(/[\\'%]/g, character => ({ '\\': "\\''", "'": `'"'"'`, '%': "'\\%'" })[character] ?? '')}'`;

/** The words of a line that `crontabLine` wrote, without its times. */
export function wordsOfCrontabLine(line: string): readonly string[] {
  const words = line.match(/(?:'[^']*'|"[^"]*"|\\.|[^\s'"\\])+/g) ?? [];
  return words.slice(5).map(word => word.replace(/'([^']*)'|"([^"]*)"|\\(.)/g, '$1$2$3'));
}

export const launchdLabel = (job: string): string => `com.hotelctl.${job}`;

/** A launch agent. launchd starts a run that the machine slept through when it wakes up. */
export function launchdPlist(program: JobProgram, recurrence: Recurrence, logFile: string): string {
  checkProgram(program);
  const words = program.words.map(word => `\n    <string>${xmlText(word)}</string>`);
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
  <key>Label</key>
  <string>${xmlText(launchdLabel(program.job))}</string>
  <key>ProgramArguments</key>
  <array>${words.join('')}
  </array>
  <key>StartCalendarInterval</key>
  ${calendar(startedAs(recurrence))}
  <key>StandardErrorPath</key>
  <string>${xmlText(logFile)}</string>
</dict>
</plist>
`;
}

/** launchd has no range of weekdays: five dictionaries stand for Monday to Friday. */
function calendar(start: Start): string {
  const minute = `<key>Minute</key><integer>${start.minute}</integer>`;
  if (start.unit === 'hour') return `<dict>${minute}</dict>`;
  const time = `<key>Hour</key><integer>${start.hour}</integer>${minute}`;
  if (start.unit === 'day') return `<dict>${time}</dict>`;
  const days = [1, 2, 3, 4, 5].map(
    day => `\n    <dict><key>Weekday</key><integer>${day}</integer>${time}</dict>`,
  );
  return `<array>${days.join('')}\n  </array>`;
}

export const unitName = (job: string): string => `hotelctl-${job}`;

/**
 * A service of the user and the timer that starts it; `Persistent=true` starts a run that a machine slept through.
 *
 * @param now milliseconds since 1970
 */
export function systemdUnits(program: JobProgram, recurrence: Recurrence, now: number) {
  checkProgram(program);
  const [file = '', ...words] = program.words;
  return {
    service: lines(
      '[Unit]',
      `Description=hotelctl job ${program.job}`,
      '',
      '[Service]',
      'Type=oneshot',
      // systemd replaces variables in the arguments, and not in the path of the executable.
      `ExecStart=${[quoted(file), ...words.map(commandWord)].join(' ')}`,
    ),
    timer: lines(
      '[Unit]',
      `Description=Timer of hotelctl job ${program.job}`,
      '',
      '[Timer]',
      ...systemdStarts(startedAs(recurrence), now).map(start => `OnCalendar=${calendarExpression(start)}`),
      'Persistent=true',
      '',
      '[Install]',
      'WantedBy=timers.target',
    ),
  };
}

/** systemd has no start on the day on which daylight saving time skips its time, so that a snapshot of this day would be lost. */
function systemdStarts(start: Start, now: number): readonly Start[] {
  if (start.unit === 'hour') return [start];
  const times = occurrencesBetween(start, now, now + 366 * dayLength, 366).map(moment => new Date(moment));
  const moved = times.find(time => time.getHours() !== start.hour);
  return moved ? [start, { ...start, hour: moved.getHours(), minute: moved.getMinutes() }] : [start];
}

/** In the format of `systemd-analyze calendar`. */
export function calendarExpression(start: Start): string {
  if (start.unit === 'hour') return `*-*-* *:${twoDigits(start.minute)}:00`;
  return `${start.unit === 'day' ? '' : 'Mon..Fri '}*-*-* ${timeText(start)}:00`;
}

/** In double quotes, with quotes, backslashes and systemd's specifiers escaped. */
const quoted = (word: string): string => `"${word.replace(/[\\"]/g, '\\$&').replaceAll('%', '%%')}"`;

/** A word of a command line, where a dollar sign begins a variable as well. */
const commandWord = (word: string): string => quoted(word).replaceAll('$', '$$$$');

const lines = (...text: readonly string[]) => `${text.join('\n')}\n`;

export const windowsTaskName = (job: string): string => `hotelctl\\${job}`;

/**
 * A task of the Windows Task Scheduler, run for the signed-in user. `StartWhenAvailable` starts a run that the machine
 * slept through. The order of the elements is the order of the task schema.
 *
 * @param from the local day of the first start, YYYY-MM-DD
 */
export function windowsTask(program: JobProgram, recurrence: Recurrence, from: string): string {
  checkProgram(program, 'windows');
  const [command = '', ...words] = program.words;
  // Without an encoding, which depends on how a shell writes what is printed: PowerShell writes UTF-16.
  const task = `<?xml version="1.0"?>
<Task version="1.2" xmlns="http://schemas.microsoft.com/windows/2004/02/mit/task">
  <RegistrationInfo>
    <Description>hotelctl job ${xmlText(program.job)}</Description>
  </RegistrationInfo>
  <Triggers>
    <CalendarTrigger>
      ${trigger(startedAs(recurrence), from)}
    </CalendarTrigger>
  </Triggers>
  <Settings>
    <MultipleInstancesPolicy>IgnoreNew</MultipleInstancesPolicy>
    <DisallowStartIfOnBatteries>false</DisallowStartIfOnBatteries>
    <StopIfGoingOnBatteries>false</StopIfGoingOnBatteries>
    <StartWhenAvailable>true</StartWhenAvailable>
    <ExecutionTimeLimit>PT12H</ExecutionTimeLimit>
  </Settings>
  <Actions>
    <Exec>
      <Command>${xmlText(command)}</Command>
      <Arguments>${xmlText(words.map(commandLineWord).join(' '))}</Arguments>
    </Exec>
  </Actions>
</Task>
`;
  return task.replaceAll('\n', '\r\n');
}

function trigger(start: Start, from: string): string {
  const everyDay = '<ScheduleByDay><DaysInterval>1</DaysInterval></ScheduleByDay>';
  if (start.unit === 'hour')
    return `<StartBoundary>${from}T00:${twoDigits(start.minute)}:00</StartBoundary>
      <Repetition><Interval>PT1H</Interval></Repetition>
      ${everyDay}`;
  const days = '<Monday /><Tuesday /><Wednesday /><Thursday /><Friday />';
  const weekdays = `<ScheduleByWeek><WeeksInterval>1</WeeksInterval><DaysOfWeek>${days}</DaysOfWeek></ScheduleByWeek>`;
  return `<StartBoundary>${from}T${timeText(start)}:00</StartBoundary>
      ${start.unit === 'weekday' ? weekdays : everyDay}`;
}

const commandLineWord = (word: string): string => (/^[^\s"]+$/.test(word) ? word : quoteForProgram(word));
