import { defineCommand } from '../../cli/command.ts';
import { deliveryFlags, outputFlags } from '../../cli/shared-flags.ts';
import { addFlags } from './flags.ts';

const job = { form: '<name>', summary: 'name of the job' } as const;

export const commands = {
  add: defineCommand({
    summary: 'create a job and install it in the scheduler of this machine',
    usage: '[flags] <name> -- <command...>',
    arguments: [
      { form: '<name>', summary: 'name of the job: lowercase letters, digits and dashes' },
      { form: '<command...>', summary: 'hotelctl command to run, without the word hotelctl' },
    ],
    flags: [addFlags, deliveryFlags],
    examples: {
      "hotelctl schedule add month-close --every 'month 1 06:00' --mail-to controller@hotel.example -- reports revenues --property MUC --period last-month --output /srv/reports/revenues-{period}.xlsx":
        'email the revenues of last month; after a failure, try again on the next day',
      "hotelctl schedule add arrivals --every 'day 06:30' --print systemd -- reports arrivals --property MUC --period this-month --output /srv/reports/arrivals.csv":
        'print the systemd units, to install them yourself',
    },
    run: async (...given) => (await import('./add.ts')).addJob(...given),
  }),
  list: defineCommand({
    summary: 'list the jobs with their next run, last result and last success',
    flags: [outputFlags()],
    returns: { rows: async () => (await import('./list.ts')).jobColumns },
    examples: { 'hotelctl schedule list': 'every job of this user' },
    plan: async (...given) => (await import('./list.ts')).planJobList(...given),
  }),
  run: defineCommand({
    summary: 'run a job if it is due; the scheduler calls this command',
    opens: { withoutProfiles: true },
    arguments: [{ form: '<name>', summary: 'name of the job, or the absolute path of its file' }],
    flags: [
      {
        '--now': 'run the job now, even if it is not due',
        '--test':
          'run nothing: send a test email and a ping, connect to the database, and write a file beside each target; prints the results as JSON',
      },
    ],
    examples: { 'hotelctl schedule run month-close': 'what the scheduler runs' },
    run: async (invocation, { now, test }, name) =>
      test
        ? (await import('./doctor.ts')).testJob(invocation, name)
        : (await import('./run.ts')).runJob(invocation, name, now),
  }),
  history: defineCommand({
    summary: 'list the runs of a job, newest last',
    arguments: [job],
    flags: [outputFlags()],
    returns: { rows: async () => (await import('./list.ts')).historyColumns },
    examples: {
      'hotelctl schedule history month-close': 'as a table',
      'hotelctl schedule history month-close --format json': 'with files and their SHA-256',
    },
    plan: async (...given) => (await import('./list.ts')).planHistory(...given),
  }),
  logs: defineCommand({
    summary: "print a run's messages",
    arguments: [job],
    flags: [{ '--run <number>': 'which run: 1 is the last one, 2 the one before (default 1)' }],
    examples: {
      'hotelctl schedule logs month-close': 'the messages of the last run',
      'hotelctl schedule logs month-close --run 2': 'those of the run before',
    },
    run: async (...given) => (await import('./list.ts')).showLog(...given),
  }),
  remove: defineCommand({
    summary: 'remove a job from the scheduler; its history is kept',
    arguments: [job],
    examples: { 'hotelctl schedule remove month-close': 'the job file and the timer' },
    run: async (...given) => (await import('./list.ts')).removeJob(...given),
  }),
  doctor: defineCommand({
    summary:
      'check that the jobs are installed, can write their files, can sign in and have not missed a run',
    flags: [
      {
        '--online':
          'also send a test email and a ping for each job, connect to its database, and write beside its targets, with the environment of the scheduler',
      },
    ],
    examples: {
      'hotelctl schedule doctor': 'exit code 10 if a check fails',
      'hotelctl schedule doctor --online': 'try the alarms before they are needed',
    },
    run: async (...given) => (await import('./doctor.ts')).checkJobs(...given),
  }),
};
