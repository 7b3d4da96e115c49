import type { Command } from 'commander';
import { withDeliveryFlags } from '../../cli/delivery-flags.ts';
import { withChoices } from '../../cli/flags.ts';
import { sentence, withExamples } from '../../cli/help.ts';
import type { OpenInvocation } from '../../cli/invocation.ts';
import { type OutputOptions, withOutputFlags } from '../../cli/output-flags.ts';
import { type AddOptions, printChoices, schedulerChoices } from './add-options.ts';
import { historyColumns, jobColumns } from './columns.ts';

/** `hotelctl schedule`: jobs in the machine's own scheduler. */
export function register(group: Command, open: OpenInvocation): void {
  const leaf = (name: string, summary: string) =>
    group.command(name).summary(summary).description(sentence(summary));

  registerAdd(leaf('add', 'create a job and install it in the scheduler of this machine'), open);

  withExamples(
    withOutputFlags(
      leaf('list', 'list the jobs with their next run, last result and last success'),
      async () => jobColumns,
    ),
    [{ command: 'hotelctl schedule list', explains: 'every job of this user' }],
  ).action(async (options: OutputOptions) => {
    const { listJobs } = await import('./list.ts');
    await listJobs(open, options);
  });

  withExamples(
    leaf('run', 'run a job if it is due; the scheduler calls this command')
      .argument('<name>', 'name of the job')
      .option('--now', 'run the job now, even if it is not due'),
    [{ command: 'hotelctl schedule run month-close', explains: 'what the scheduler runs' }],
  ).action(async (name: string, options: { readonly now?: boolean }) => {
    const { runJob } = await import('./run.ts');
    await runJob(open, name, options);
  });

  withExamples(
    withOutputFlags(
      leaf('history', 'list the runs of a job, newest last'),
      async () => historyColumns,
    ).argument('<name>', 'name of the job'),
    [
      { command: 'hotelctl schedule history month-close', explains: 'as a table' },
      {
        command: 'hotelctl schedule history month-close --format json',
        explains: 'with files and their SHA-256',
      },
    ],
  ).action(async (name: string, options: OutputOptions) => {
    const { showHistory } = await import('./list.ts');
    await showHistory(open, name, options);
  });

  withExamples(
    leaf('remove', 'remove a job from the scheduler, and keep its history').argument(
      '<name>',
      'name of the job',
    ),
    [{ command: 'hotelctl schedule remove month-close', explains: 'the job file and the timer' }],
  ).action(async (name: string) => {
    const { removeJob } = await import('./list.ts');
    await removeJob(open, name);
  });

  withExamples(
    leaf(
      'doctor',
      'check that the jobs are installed, can write their files and sign in, and have not missed a run',
    ),
    [{ command: 'hotelctl schedule doctor', explains: 'exit 10 when a check fails' }],
  ).action(async () => {
    const { checkJobs } = await import('./doctor.ts');
    await checkJobs(open);
  });
}

function registerAdd(add: Command, open: OpenInvocation): void {
  add
    .usage('[flags] <name> -- <command...>')
    .argument('<name>', 'name of the job: lowercase letters, digits and dashes')
    .argument('<command...>', 'hotelctl command to run, without the word hotelctl');
  const flag = (flags: string, summary: string) => add.createOption(flags, summary);
  add
    .addOption(
      flag(
        '--every <recurrence>',
        "when to run the job, in the machine's local time: hour, day 06:30, weekday 07:00, monday 07:00, month 1 06:00",
      ).helpGroup('Required flags:'),
    )
    .option(
      '--give-up-after <duration>',
      'how long to retry after a temporary failure, such as 30m or 2h',
      '2h',
    )
    .addOption(
      withChoices(
        flag(
          '--scheduler <name>',
          'scheduler to install the job in (default: systemd or cron on Linux, launchd on macOS, windows on Windows)',
        ),
        schedulerChoices,
      ),
    )
    .addOption(
      withChoices(flag('--print <kind>', 'print the definition instead of installing the job'), printChoices),
    )
    .option('--replace', 'replace the job with this name');
  withExamples(withDeliveryFlags(add, 'failure'), [
    {
      command:
        "hotelctl schedule add month-close --every 'month 1 06:00' --mail-to controller@hotel.example --notify-on always -- reports revenues --property MUC --period last-month --output /srv/reports/revenues-{period}.xlsx",
      explains: 'email the revenues of last month; after a failure, try again on the next day',
    },
    {
      command:
        "hotelctl schedule add arrivals --every 'day 06:30' --print systemd -- reports arrivals --property MUC --period this-month --output /srv/reports/arrivals.csv",
      explains: 'print the systemd units, to install them yourself',
    },
  ]).action(async (name: string, words: readonly string[], options: AddOptions) => {
    const { addJob } = await import('./add.ts');
    await addJob(open, name, words, options);
  });
}
