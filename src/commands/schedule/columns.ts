import type { Column } from '../../platform/records.ts';

export const jobColumns: readonly Column[] = [
  { name: 'name', type: 'text', heading: 'Job' },
  { name: 'every', type: 'text', heading: 'Every' },
  { name: 'nextRun', type: 'text', heading: 'Next run' },
  { name: 'lastResult', type: 'text', heading: 'Last result' },
  { name: 'lastRun', type: 'text', heading: 'Last run' },
  { name: 'lastSuccess', type: 'text', heading: 'Last success' },
  { name: 'scheduler', type: 'text', heading: 'Scheduler' },
  { name: 'command', type: 'text', heading: 'Command' },
];

export const historyColumns: readonly Column[] = [
  { name: 'due', type: 'text', heading: 'Due' },
  { name: 'startedAt', type: 'text', heading: 'Started' },
  { name: 'endedAt', type: 'text', heading: 'Ended' },
  { name: 'exitCode', type: 'number', heading: 'Exit code' },
  { name: 'attempts', type: 'number', heading: 'Attempts' },
  { name: 'rows', type: 'number', heading: 'Rows' },
  { name: 'error', type: 'text', heading: 'Error' },
];
