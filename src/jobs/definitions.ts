import { UsageError } from '../base/errors.ts';
import { quoteForProgram, xmlText } from '../base/text.ts';
import { dayLength, twoDigits } from '../platform/dates.ts';
import launchdTemplate from './definitions/launchd.plist?raw';
import serviceTemplate from './definitions/systemd.service?raw';
import timerTemplate from './definitions/systemd.timer?raw';
import windowsTemplate from './definitions/windows-task.xml?raw';
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

/** A template with a value in place of each `{name}`. The name of a list has a line without other text, which is repeated for each value. */
export const fillDefinition = (
  template: string,
  values: Readonly<Record<string, string | readonly string[]>>,
): string =>
  template.replace(/^( *)\{(\w+)\}\n|\{(\w+)\}/gm, (_, indent: string, list: string, name = list) => {
    const value = values[name];
    if (value === undefined) throw new Error(`a definition needs a value of {${name}}`);
    return [value]
      .flat()
      .map(line => (list ? `${indent}${line}\n` : line))
      .join('');
  });

export const launchdLabel = (job: string): string => `com.hotelctl.${job}`;

/** A launch agent. launchd starts a run that the machine slept through when it wakes up. */
export function launchdPlist(program: JobProgram, recurrence: Recurrence, logFile: string): string {
  checkProgram(program);
  return fillDefinition(launchdTemplate, {
    label: xmlText(launchdLabel(program.job)),
    words: program.words.map(word => `<string>${xmlText(word)}</string>`),
    starts: launchdStarts(startedAs(recurrence)),
    logFile: xmlText(logFile),
  });
}

/** launchd has no range of weekdays: five dictionaries stand for Monday to Friday. */
function launchdStarts(start: Start): readonly string[] {
  const hour = start.unit === 'hour' ? {} : { Hour: start.hour };
  const days = start.unit === 'weekday' ? [1, 2, 3, 4, 5].map(day => ({ Weekday: day })) : [{}];
  return days.map(day => {
    const parts = Object.entries({ ...day, ...hour, Minute: start.minute });
    const values = parts.map(([key, value]) => `<key>${key}</key><integer>${value}</integer>`);
    return `<dict>${values.join('')}</dict>`;
  });
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
    service: fillDefinition(serviceTemplate, {
      job: program.job,
      // systemd replaces variables in the arguments, and not in the path of the executable.
      command: [quoted(file), ...words.map(commandWord)].join(' '),
    }),
    timer: fillDefinition(timerTemplate, {
      job: program.job,
      starts: systemdStarts(startedAs(recurrence), now).map(
        start => `OnCalendar=${calendarExpression(start)}`,
      ),
    }),
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
  const start = startedAs(recurrence);
  // Without an encoding, which depends on how a shell writes what is printed: PowerShell writes UTF-16.
  const task = fillDefinition(windowsTemplate, {
    job: xmlText(program.job),
    start: `${from}T${timeText({ hour: 0, ...start })}:00`,
    schedule: windowsSchedules[start.unit],
    command: xmlText(command),
    words: xmlText(words.map(commandLineWord).join(' ')),
  });
  return task.replaceAll('\n', '\r\n');
}

const everyDay = '<ScheduleByDay><DaysInterval>1</DaysInterval></ScheduleByDay>';
const weekdays = '<DaysOfWeek><Monday /><Tuesday /><Wednesday /><Thursday /><Friday /></DaysOfWeek>';
const windowsSchedules: Readonly<Record<Start['unit'], readonly string[]>> = {
  hour: ['<Repetition><Interval>PT1H</Interval></Repetition>', everyDay],
  day: [everyDay],
  weekday: [`<ScheduleByWeek><WeeksInterval>1</WeeksInterval>${weekdays}</ScheduleByWeek>`],
};

const commandLineWord = (word: string): string => (/^[^\s"]+$/.test(word) ? word : quoteForProgram(word));
