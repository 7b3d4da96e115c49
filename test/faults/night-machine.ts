import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ItemOutcome } from '../../src/base/item-outcome.ts';
import { createFileStore } from '../../src/http/auth/store/store.ts';
import { authorizeAsHotelUser } from '../../src/sandbox/identity/client.ts';
import type { RunningSandbox } from '../../src/sandbox/sandbox.ts';
import { main } from '../../src/start/main.ts';
import { monitoringService } from '../commands/local-server.ts';
import { temporaryFolder, testContext } from '../context.ts';
import { counted } from '../full-counts.ts';
import { startMailServer } from '../mail-server.ts';
import { authorizeUrl, exchange } from '../sandbox/identity/client-application.ts';
import { startHotelctl } from '../start-hotelctl.ts';
import { jsonLines, wordsOf } from '../words.ts';
import { quickClock } from './quick-clock.ts';

/** The machine of a hotel chain with the jobs of a night, against a sandbox, a database, a mail server and a monitor. */

const shards = Array.from({ length: counted(2, 4) }, (_, index) => index + 1);
const sync = '--all-properties --report revenues --period this-month';
const shardJobs = (target: string, hour: string, place: string) =>
  shards.map((shard): MachineJob => {
    const part = `--shard ${shard}/${shards.length}`;
    return [`${target}-${shard}`, `day ${hour}`, `sync ${place} ${sync} ${part}`];
  });
/** FOLDER is that of the machine. */
type MachineJob = readonly [name: string, every: string, command: string];
/** At these hours all hotels, from New York to Tokyo, have the same date. */
const nightJobs: readonly MachineJob[] = [
  ['snapshots', 'day 06:00', 'snapshot take --all-properties --ahead 7d'],
  ...shardJobs('postgres', '07:00', 'postgres'),
  ...shardJobs('lake', '08:00', 'FOLDER/lake'),
  ['brief', 'day 09:00', 'brief --property LEJ --property KYO --output FOLDER/pages/brief.csv'],
];
export const jobNames = nightJobs.map(([name]) => name);
/** The hour of each job. */
export const hourOf = (name: string): number =>
  Number(nightJobs.find(([job]) => job === name)?.[1].slice('day '.length, -':00'.length));

/** A run as the history records it. */
export interface NightRun {
  readonly due: string;
  readonly startedAt: string;
  readonly exitCode: number | null;
  readonly error: string | null;
  readonly attempts: number;
  readonly items?: readonly ItemOutcome[];
}

/** A local time of a day of November 2026, milliseconds since 1970: schedulers use the local time. */
export const at = (day: number, hour: number, minute = 0): number =>
  new Date(2026, 10, day, hour, minute).getTime();

export type Variables = Readonly<Record<string, string>>;

export type Machine = Awaited<ReturnType<typeof openMachine>>;

/** @param since the moment at which the jobs were added @param apiUrl the platform's, unless something stands in front of it */
export async function openMachine(
  sandbox: RunningSandbox,
  databaseUrl: string,
  since: number,
  apiUrl = sandbox.apiUrl,
  jobs = nightJobs,
  giveUpAfter = '1m',
) {
  const folder = temporaryFolder();
  const mail = await startMailServer();
  const monitor = await monitoringService();
  const [config, state, data] = [join(folder, 'config'), join(folder, 'state'), join(folder, 'data')];
  const folders = { config, state, data };
  for (const path of [...Object.values(folders), join(folder, 'pages')]) mkdirSync(path, { mode: 0o700 });
  const { clientId, clientSecret } = sandbox.client;
  const env = {
    HOTELCTL_BASE_URL: apiUrl,
    HOTELCTL_AUTH_URL: sandbox.authUrl,
    HOTELCTL_CLIENT_ID: clientId,
    HOTELCTL_CREDENTIAL_STORE: 'file',
    HOTELCTL_CONFIG_DIR: folders.config,
    HOTELCTL_STATE_DIR: folders.state,
    HOTELCTL_DATA_DIR: folders.data,
    HOTELCTL_DATABASE_URL: databaseUrl,
    HOTELCTL_MAX_ATTEMPTS: '2',
    ...mail.env,
  };
  const callback = await authorizeAsHotelUser(authorizeUrl(sandbox), { allow: true });
  const { body } = await exchange(sandbox, new URL(callback).searchParams.get('code') ?? '');
  await createFileStore({ ...testContext({ env }), folders }).write(
    { profile: 'default', authUrl: sandbox.authUrl, clientId },
    { 'refresh-token': String(body['refresh_token']), 'client-secret': clientSecret },
  );

  /**
   * hotelctl in this process. The command of a job is another call of it, as `schedule run` requests it.
   *
   * @param onSleep called after each pause with the milliseconds that have passed, and a function that sends a Ctrl-C
   */
  const hotelctl = async (
    words: readonly string[],
    now: number,
    changed: Variables = {},
    onSleep: (passed: number, interrupt: () => void) => Promise<void> = async () => {},
  ) => {
    const { clock: quick, slept } = quickClock(now);
    const clock = {
      ...quick,
      sleep: async (...time: Parameters<typeof quick.sleep>) => {
        await quick.sleep(...time);
        await onSleep(slept(), () => outer.interrupt());
      },
    };
    const start = (variables: Readonly<Record<string, string | undefined>>) => {
      const made = testContext({ now, env: variables });
      return { ...made, clock, folders, host: { ...made.host, currentFolder: folder } };
    };
    const outer = start({ ...env, ...changed });
    const exitCode = await main(words, {
      ...outer,
      runChild: async ({ args, env: variables, receive }) => {
        const inner = start(variables);
        const runner = {
          lock: String(variables['HOTELCTL_JOB_LOCK']),
          send: async (message: object) => receive?.(message),
        };
        const ended = await main(args.slice(1), { ...inner, runner });
        return { exitCode: ended, timedOut: false, stdout: inner.out(), stderr: inner.err() };
      },
    });
    return { exitCode, stdout: outer.out(), stderr: outer.err() };
  };

  for (const [name, every, command] of jobs) {
    const when = jobs === nightJobs && name !== 'brief' ? '--notify-on failure' : '';
    const flags = `--give-up-after ${giveUpAfter} --mail-to ${name}@hotel.example ${when} --heartbeat ${monitor.url}/${name} --metrics pages/${name}.prom`;
    const start = wordsOf(`schedule add ${name} --scheduler none --every`, [every], flags, '--');
    const words = [...start, ...wordsOf(command.replaceAll('FOLDER', folder))];
    const { exitCode, stderr } = await hotelctl(words, since);
    if (exitCode !== 0) throw new Error(stderr);
  }

  return {
    folder,
    folders,
    mail,
    monitor,
    hotelctl,
    run: (name: string, now: number, changed: Variables = {}) =>
      hotelctl(['schedule', 'run', name], now, changed),
    /** The same as a process, which can be killed or limited. @param limits commands of the shell, such as `ulimit -f 8;` */
    start: (program: string, name: string, now: number, limits = '') =>
      startHotelctl(['schedule', 'run', name], {
        env: { HOME: folder, ...env, NIGHT_NOW: String(now) },
        program: ['bash', '-c', `${limits} exec "$0" "$@"`, process.execPath, program],
      }),
    history: (name: string): readonly NightRun[] =>
      jsonLines(readFileSync(join(folders.state, 'schedule', `${name}.jsonl`), 'utf8')),
  };
}
