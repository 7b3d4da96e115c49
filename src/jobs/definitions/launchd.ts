import { indented, xmlText } from '../../base/text.ts';
import type { JobProgram } from '../job.ts';
import { type Recurrence, startedAs } from '../recurrence.ts';

export const launchdLabel = (job: string): string => `com.hotelctl.${job}`;

/** A launch agent. launchd starts a run that the machine slept through when it wakes up. */
export function launchdPlist(program: JobProgram, recurrence: Recurrence, logFile: string): string {
  const variables = Object.entries(program.environment);
  const body = [
    ...entry('Label', [string(launchdLabel(program.job))]),
    ...entry('ProgramArguments', ['<array>', ...indented(program.words.map(string)), '</array>']),
    ...(variables.length === 0
      ? []
      : entry(
          'EnvironmentVariables',
          dictionary(variables.flatMap(([name, value]) => entry(name, [string(value)]))),
        )),
    ...entry('StartCalendarInterval', calendar(startedAs(recurrence))),
    ...entry('StandardErrorPath', [string(logFile)]),
  ];
  return `${[
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">',
    '<plist version="1.0">',
    ...dictionary(body),
    '</plist>',
  ].join('\n')}\n`;
}

/** launchd has no range of weekdays: five dictionaries stand for Monday to Friday. */
function calendar(recurrence: Recurrence): string[] {
  const minute = entry('Minute', [integer(recurrence.minute)]);
  if (recurrence.unit === 'hour') return dictionary(minute);
  const time = [...entry('Hour', [integer(recurrence.hour)]), ...minute];
  if (recurrence.unit !== 'weekday') return dictionary(time);
  const days = [1, 2, 3, 4, 5].flatMap(day => dictionary([...entry('Weekday', [integer(day)]), ...time]));
  return ['<array>', ...indented(days), '</array>'];
}

const entry = (key: string, value: readonly string[]) => [`<key>${xmlText(key)}</key>`, ...value];
const dictionary = (entries: readonly string[]) => ['<dict>', ...indented(entries), '</dict>'];
const string = (text: string) => `<string>${xmlText(text)}</string>`;
const integer = (value: number) => `<integer>${value}</integer>`;
