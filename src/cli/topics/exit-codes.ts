import { exitCodes } from '../../base/errors.ts';
import type { Topic } from './topic.ts';

export const exitCodesTopic: Topic = {
  name: 'exit-codes',
  summary: 'what each exit code means, and what a script should do',
  blocks: [
    {
      text:
        'Every command ends with one of these codes. An error is one line on standard error, ' +
        '`hotelctl: what happened`, then `hint: what to do`. With --error-format json it is one JSON object on one line: ' +
        '{"error": {"code", "exitCode", "message", "hint", "status", "messages", "trackingId"}}. Notes, warnings and the ' +
        'trace of --verbose are lines of text before it. `sandbox run` ends with the exit code of its command.',
    },
    {
      terms: exitCodes.map(({ code, meaning, next }) => [String(code), `${meaning}. Then: ${next}`] as const),
    },
    { heading: 'In a script' },
    {
      example: [
        'hotelctl reports revenues --period last-month --output revenues.csv',
        'case $? in',
        '  0) ;;',
        '  5) exit 5 ;;  # temporary: the scheduler tries again',
        '  3) echo "run hotelctl login" | mail -s hotelctl ops ;;',
        '  *) exit 1 ;;',
        'esac',
      ].join('\n'),
    },
  ],
};
