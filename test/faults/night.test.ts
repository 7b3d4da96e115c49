import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { faultRule } from '../../src/commands/sandbox/options.ts';
import type { RunningSandbox } from '../../src/sandbox/sandbox.ts';
import { bundle } from '../bundle.ts';
import { localServer } from '../commands/local-server.ts';
import { temporaryFolder } from '../context.ts';
import { counted } from '../full-counts.ts';
import { sharedPostgres } from '../postgres.ts';
import { textOfFile } from '../repository.ts';
import { fewerBookings, onlyHotels } from '../sandbox/fewer-bookings.ts';
import { startTestSandbox } from '../sandbox/start-test-sandbox.ts';
import { wordsOf } from '../words.ts';
import { at, hourOf, jobNames, type Machine, openMachine, type Variables } from './night-machine.ts';

/**
 * A night of a chain: snapshots, the database and the lake in shards, and the morning mail. One thing is broken in
 * each night. In the morning it works again and the jobs are started once more; then everything must be as after a
 * night without a fault, and each failure must have been reported. docs/unattended.md contains the results.
 */

const postgres = sharedPostgres();
/** Small ones, and one in another time zone; all of the chain in a soak run. */
const chosen = ['LEJ', 'CGN', 'KYO'];
const hotels = counted(chosen.length, 40);
const isSoak = Boolean(process.env['FULL_COUNTS']);
/** Rows of the table that `gaps.test.ts` holds, of each command. */
const heldByGaps = [
  'one hotel responds with 503',
  'one report responds with 503',
  'one hotel responds with 503 for a minute',
];
/** Each of the jobs sends more. */
const fewestRequests = counted(3, 8);
const seed = 20_261_121;
let sandbox: RunningSandbox;
let program: string;
beforeAll(async () => {
  sandbox = await startTestSandbox({ seed: 'hotelctl', today: '2026-11-21', properties: 48 });
  fewerBookings(isSoak ? sandbox.hotel : onlyHotels(sandbox.hotel, chosen));
  const folder = join(temporaryFolder(), 'bin');
  mkdirSync(folder);
  await bundle({ program: 'test/faults/night-program.ts' }, folder, 'esm');
  program = join(folder, 'hotelctl.js');
  writeFileSync(join(folder, 'package.json'), '{"type": "module"}');
  writeFileSync(program, "import './program.mjs';\n");
});
afterAll(async () => {
  await sandbox.stop();
});

interface Night extends Machine {
  readonly database: string;
}

let opened = 0;
async function openNight(apiUrl = sandbox.apiUrl): Promise<Night> {
  opened += 1;
  const database = `night_${opened}`;
  await postgres.query(`create database ${database}`);
  return { ...(await openMachine(sandbox, urlOf(database), at(20, 12), apiUrl)), database };
}
const urlOf = (database: string) => postgres.url().replace(/[^/]*$/, database);

/** Starts each job once. @returns the jobs that failed, with their exit codes */
async function runJobs(
  night: Night,
  moment: (name: string) => number,
  variables: Variables = {},
  names = jobNames,
): Promise<Map<string, number | null>> {
  const failed = new Map<string, number | null>();
  for (const name of names) {
    const { exitCode } = await night.run(name, moment(name), variables);
    if (exitCode !== 0) failed.set(name, exitCode);
  }
  return failed;
}

const nightOf = (day: number) => (name: string) => at(day, hourOf(name));
const morningOf = (day: number) => () => at(day, 10);

/** The rows that a night leaves: snapshots of the day, the database and the lake, without the times of the run. */
async function contentOf({ folder, folders, database }: Night, day: number) {
  const filesIn = (parent: string, ending: string) =>
    (readdirSync(parent, { recursive: true }) as string[])
      .filter(path => path.endsWith(ending))
      .sort()
      .map(path => [
        path.replace(/^host=[^/]+\//, ''),
        createHash('sha256')
          .update(readFileSync(join(parent, path)))
          .digest('hex'),
      ]);
  const snapshots = filesIn(join(folders.data, 'snapshots'), '.parquet').filter(([path]) =>
    path?.includes(`taken=2026-11-${day}`),
  );
  const tables = await postgres.query(
    `select table_name as name, query_to_xml(format('select md5(string_agg(r, '','' order by r)) as rows, count(*) as n from (select (to_jsonb(t) - ''_fetched_at'')::text as r from %I t) x', table_name), true, true, '')::text as content
     from information_schema.tables where table_schema = 'public' and table_name <> 'hotelctl_sync' order by 1`,
    urlOf(database),
  );
  return { snapshots, tables, lake: filesIn(join(folder, 'lake'), '.parquet') };
}
type Content = Awaited<ReturnType<typeof contentOf>>;

const subjects = ({ mail }: Night) =>
  mail.received.map(({ source }) => /^Subject: (.*(?:\r\n[ \t].*)*)/m.exec(source)?.[1] ?? '');
/** A page that lacks a hotel is a failure, with the figures of the others. */
const isPartial = (subject: string) => /\d+ of \d+ hotels/.test(subject);
const successMails = (night: Night) =>
  subjects(night).filter(subject => !/^(FAILED|RECOVERED)/.test(subject) && !isPartial(subject));

/** The channels that reported the failure of a job. */
function reportsOf(night: Night, name: string): readonly string[] {
  const runs = night.history(name);
  const ended = new Set(runs.filter(({ exitCode }) => exitCode === 0).map(({ startedAt }) => startedAt));
  const failed = runs.filter(({ startedAt }) => !ended.has(startedAt));
  const isFailure = failed.some(({ exitCode, error }) => exitCode || error);
  const isReport = (subject: string) =>
    subject.includes(`FAILED: hotelctl ${name} `) || (name === 'brief' && isPartial(subject));
  return [
    ...(isFailure ? ['history'] : []),
    ...(subjects(night).some(isReport) ? ['email'] : []),
    ...(night.monitor.calls.some(call => call.startsWith(`POST /${name}/fail`)) ? ['heartbeat'] : []),
  ];
}

const references = new Map<number, Content>();
/** Nothing is lost and nothing is twice: as after a night without a fault, and a further start has nothing to do. */
async function expectWholeMorning(night: Night, day: number, { mails = 1, verified = 0 } = {}) {
  expect(await contentOf(night, day)).toEqual(references.get(day));
  const calls = night.monitor.calls.length;
  expect([...(await runJobs(night, () => at(day, 11)))]).toEqual([]);
  expect(night.monitor.calls.slice(calls)).toEqual([]);
  expect(successMails(night)).toHaveLength(mails);
  const { exitCode } = await night.hotelctl(wordsOf('snapshot verify --all-properties'), at(day, 11));
  expect(exitCode).toBe(verified);
}

const results: string[] = [];
/** A line of the table: which jobs failed, and which channels have reported all of them. */
function record(
  fault: string,
  failed: ReadonlyMap<string, number | null>,
  night: Night,
  missing = 'nothing',
) {
  const reports = [...failed.keys()].map(name => reportsOf(night, name));
  for (const found of reports) expect(found.length, fault).toBeGreaterThan(0);
  const codes = new Map<string, Set<string>>();
  for (const [name, code] of failed) {
    const kind = name.replace(/-\d$/, '');
    codes.set(kind, (codes.get(kind) ?? new Set()).add(code === null ? 'killed' : `exit ${code}`));
  }
  const shown = [...codes].map(([kind, found]) => `${kind} (${[...found].join(', ')})`).join(', ');
  const isIn = (name: string) => reports.every(found => found.includes(name));
  const channels = ['history', 'email', 'heartbeat'].filter(isIn);
  results.push(`| ${fault} | ${shown || 'none'} | ${channels.join(', ')} | ${missing} | nothing |`);
}

it.each([21])('a night without a fault is the reference (November %i)', async day => {
  const night = await openNight();
  expect([...(await runJobs(night, nightOf(day)))]).toEqual([]);
  const content = await contentOf(night, day);
  const counts = [content.snapshots.length, content.lake.length >= hotels, content.tables.length];
  expect(counts).toEqual([2 * hotels, true, expect.any(Number)]);
  references.set(day, content);
  await expectWholeMorning(night, day);
});

it.each([
  ['the platform responds with 503', 'api=503', {}],
  ['the identity host responds with 503', 'auth=503', {}],
  ['the mail server is down', undefined, { HOTELCTL_SMTP_PORT: '1' }],
  ['the database is down', undefined, { HOTELCTL_DATABASE_URL: 'postgres://hotel@127.0.0.1:1/night' }],
])('%s', async (fault, rule, variables) => {
  const night = await openNight();
  await sandbox.meetFaults(rule ? [faultRule(rule)] : []);
  const failed = await runJobs(night, nightOf(21), variables as Variables);
  await sandbox.meetFaults([]);
  expect(failed.size).toBeGreaterThan(0);
  expect([...(await runJobs(night, morningOf(21)))]).toEqual([]);
  await expectWholeMorning(night, 21);
  record(fault, failed, night);
});

/** One of each kind as a process; the others run as always. */
const processes = ['snapshots', 'postgres-1', 'lake-1', 'brief'];
const others = jobNames.filter(name => !processes.includes(name));

/** The folders of the output as a file system that is full; if none can be mounted here, no file can grow. */
const [fullDisk, problem] =
  spawnSync('unshare', ['-m', 'mount', '-t', 'tmpfs', 'none', '/mnt']).status === 0
    ? [
        `exec unshare -m bash -c 'for folder in data lake pages; do mount -t tmpfs -o size=4k none $folder &&
         head -c 9000 /dev/zero > $folder/other; done 2> /dev/null; exec "$0" "$@"' "$0" "$@";`,
        'no space is left',
      ]
    : ['ulimit -f 1;', 'the file system does not allow a file of this size'];

it('the disk is full', async () => {
  const night = await openNight();
  const failed = await runJobs(night, nightOf(21), {}, others);
  for (const name of processes) {
    const { ended } = night.start(program, name, nightOf(21)(name), fullDisk);
    const { exitCode } = await ended;
    if (exitCode === 0) continue;
    failed.set(name, exitCode);
    expect(night.history(name).at(-1)?.error).toContain(problem);
  }
  expect(failed.size).toBeGreaterThan(0);
  expect([...(await runJobs(night, morningOf(21)))]).toEqual([]);
  await expectWholeMorning(night, 21);
  record('the disk is full', failed, night);
});

/** Passes requests on to the platform until it has counted some of them; then it kills a process. */
async function lethalPlatform() {
  let left = Number.POSITIVE_INFINITY;
  let kill = () => {};
  const { url } = await localServer(async (request, response) => {
    left -= 1;
    if (left === 0) return kill();
    const { method = 'GET', headers } = request;
    const { authorization = '' } = headers;
    const found = await fetch(`${sandbox.apiUrl}${request.url}`, { method, headers: { authorization } });
    response.writeHead(found.status, { 'content-type': 'application/json' });
    response.end(await found.text());
  });
  return {
    url,
    /** Requests of a killed process may arrive after its end. They are not those of the next one. */
    async settle() {
      left = Number.POSITIVE_INFINITY;
      const response = await fetch(url, { headers: { connection: 'close' } });
      await response.text();
    },
    arm(requests: number, fire: () => void) {
      left = requests;
      kill = fire;
    },
  };
}

it('kill -9 at a random request', async () => {
  const platform = await lethalPlatform();
  const night = await openNight(platform.url);
  let next = seed;
  const failed = await runJobs(night, nightOf(21), {}, others);
  for (const name of processes) {
    // A linear congruential generator: the same moments in each run.
    next = (next * 1_103_515 + 12_345) % 2 ** 31;
    await platform.settle();
    const { signal, ended } = night.start(program, name, nightOf(21)(name));
    platform.arm(1 + (next % fewestRequests), () => signal('SIGKILL'));
    failed.set(name, (await ended).exitCode);
  }
  expect([...failed.values()]).toEqual([null, null, null, null]);
  expect([...(await runJobs(night, morningOf(21)))]).toEqual([]);
  await expectWholeMorning(night, 21);
  record('`kill -9` at a random moment', failed, night);
});

it('a clock that is ahead by a day does not take the next day away, nor does a machine that is off for a day', async () => {
  const night = await openNight();
  expect([...(await runJobs(night, nightOf(22)))]).toEqual([]);
  const { stderr } = await night.hotelctl(['schedule', 'list'], at(21, 10));
  const ahead = /is dated in the future and is ignored: the clock was ahead/g;
  expect(stderr.match(ahead)).toHaveLength(jobNames.length);
  expect([...(await runJobs(night, morningOf(21)))]).toEqual([]);
  await expectWholeMorning(night, 21, { mails: 2, verified: 10 });

  sandbox.hotel.clock.advance(86_400_000);
  const off = await openNight();
  expect(off.monitor.calls).toEqual([]);
  expect([...(await runJobs(off, nightOf(22)))]).toEqual([]);
  references.set(22, await contentOf(off, 22));
  expect([...(await runJobs(night, nightOf(22)))]).toEqual([]);
  await expectWholeMorning(night, 22, { mails: 3 });
  results.push(
    '| the clock is ahead by a day | none | `schedule list`, `snapshot verify` | nothing | nothing |',
  );

  await expectWholeMorning(off, 22);
  // The platform reports only the current books.
  expect((await contentOf(off, 21)).snapshots).toEqual([]);
  results.push(
    '| the machine is off for a day | none was started | the monitoring service: no heartbeat | the snapshots of that day | nothing |',
  );
});

it('the table of docs/unattended.md contains these results', () => {
  const document = textOfFile('docs/unattended.md');
  const [, table = ''] = /\| fault +\|.*\n\|[-|]+\n((?:\|.*\n)+)/.exec(document) ?? [];
  const rows = table.trimEnd().split('\n');
  const isHeld = (row: string) => heldByGaps.some(fault => row.startsWith(`| ${fault} |`));
  expect(rows.filter(row => !isHeld(row))).toEqual(results);
  expect(rows.filter(isHeld)).toHaveLength(heldByGaps.length);
});
