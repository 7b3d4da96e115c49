import type { JobProgram } from '../job.ts';
import { cronFields, type Recurrence, startedAs } from '../recurrence.ts';

/** The jobs of hotelctl are one marked block of the crontab; the lines outside it are never changed. */
const begin = '# BEGIN hotelctl jobs: written by `hotelctl schedule`, changes in this block are lost';
const end = '# END hotelctl jobs';

export const crontabLine = (program: JobProgram, recurrence: Recurrence): string => {
  const variables = Object.entries(program.environment).map(
    ([name, value]) => `${name}=${shellQuoted(value)}`,
  );
  const command = [...variables, ...program.words.map(shellQuoted)].join(' ');
  // cron reads a percent sign as a line break, within quotes too.
  return `${cronFields(startedAs(recurrence))} ${command.replaceAll('%', '\\%')}`;
};

/** The crontab with one line for the job in the block, in place of an earlier one; without `line` the job is removed. */
export function withJobLine(crontab: string, program: Pick<JobProgram, 'job'>, line?: string): string {
  const { before, block, after } = partsOf(crontab);
  const kept = block.filter(existing => !existing.endsWith(marker(program.job)));
  const jobs = line === undefined ? kept : [...kept, `${line} ${marker(program.job)}`];
  const lines = [...before, ...(jobs.length > 0 ? [begin, ...jobs, end] : []), ...after];
  return lines.length > 0 ? `${lines.join('\n')}\n` : '';
}

/** Whether the crontab starts the job. */
export const hasJobLine = (crontab: string, job: string): boolean =>
  partsOf(crontab).block.some(line => line.endsWith(marker(job)));

/** cron passes the end of the line to the shell, for which this is a comment. */
const marker = (job: string) => `# job ${job}`;

function partsOf(crontab: string) {
  const lines = crontab === '' ? [] : crontab.replace(/\n$/, '').split('\n');
  const first = lines.indexOf(begin);
  const last = lines.indexOf(end, first);
  if (first < 0 || last < 0) return { before: lines, block: [], after: [] };
  return { before: lines.slice(0, first), block: lines.slice(first + 1, last), after: lines.slice(last + 1) };
}

const shellQuoted = (word: string): string =>
  /^[\w@+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
