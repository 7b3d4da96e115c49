import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import verbsOfGroups from '../../../src/commands/verbs.json' with { type: 'json' };
import { expectFailure, expectSuccess } from '../../expect-run.ts';
import { runInProcess } from '../../run-in-process.ts';
import { type Line, wordsOf } from '../../words.ts';
import { localServer } from '../local-server.ts';
import { pathWith, pathWithCrontab } from '../path-programs.ts';
import { folder, hotelctl, useJobFolder } from './jobs.ts';

/** What `schedule add` refuses, prints and stores. */

useJobFolder();

const add = (flags: Line, command: Line, more: Readonly<Record<string, string>> = {}) =>
  hotelctl(wordsOf('schedule add close --every "day 06:30"', flags, '--', command), more);

const nights = 'reports room-nights --property MUC --period last-month --output nights-{period}.csv';

it('checks the command of a job without a request, a message or a file', async () => {
  const requests: (string | undefined)[] = [];
  const { url } = await localServer((request, response) => {
    requests.push(request.url);
    response.end('{}');
  });
  const settings = {
    HOTELCTL_BASE_URL: url,
    HOTELCTL_HEARTBEAT: `${url}/ping`,
    HOTELCTL_SMTP_HOST: '127.0.0.1',
    HOTELCTL_SMTP_PORT: new URL(url).port,
    HOTELCTL_SMTP_SECURITY: 'none',
    HOTELCTL_SMTP_FROM: 'a@hotel.example',
    HOTELCTL_DATA_DIR: join(folder, 'data'),
  };
  for (const command of [
    'reports arrivals --all-properties --period this-month --output a.csv --metrics a.prom --mail-to a@hotel.example',
    'sync lake --all-properties',
    'sync postgres --all-properties',
    'snapshot take --property MUC',
    'brief --all-properties --output brief.html',
    'pace --all-properties --period next-month --output pace.csv',
    'offers list --property MUC --arrival +1d --departure +3d --adults 2',
    'close --property MUC --period last-month',
    'journal --property MUC --period last-month --output journal.csv',
    'pack --property MUC --period last-month --output pack.html',
    'statistics DE --property MUC --period last-month --save',
    'statistics totals --all-properties --period last-month --format csv --output s.csv',
    'close --all-properties --period last-month --mail-to a@hotel.example',
  ]) {
    await expectSuccess(add('--scheduler none --replace --give-up-after 1d', command, settings), 'next run');
  }
  expect(requests).toEqual([]);
  expect(readdirSync(folder).filter(name => name !== 'state')).toEqual(['config']);
  // The value of a flag may be the same word as an operand.
  const command = 'statistics --property DE --period last-month DE';
  await add('--scheduler none --replace', command, settings);
  const job = JSON.parse(readFileSync(join(folder, 'config/jobs/close.json'), 'utf8'));
  expect(job.command).toEqual(wordsOf(command));
  expect(existsSync(join(folder, 'state'))).toBe(false);
});

it('decides for each command whether it cannot run as a job, is a page, or needs the files of earlier runs', () => {
  // A command that is missing here is missing in the patterns of add.ts too.
  const decided = [
    'login, logout, completion, mcp, schedule *, sandbox start, ui-integration preview, ui-integration dev',
    'brief, pickup, pace, pack, close, statistics',
    'snapshot *, journal, journal evidence, close list, close verify, close accept, close sign, sync, sync verify',
    'reports *, properties *, offers *, bookings *, auth *, profile *, doctor, api, version, uninstall',
    'journal map, sandbox run, ui-integration targets, ui-integration create, ui-integration update',
    'ui-integration delete, ui-integration list, ui-integration get, ui-integration test',
    'ui-integration check, ui-integration init',
  ].flatMap(names => names.split(', '));
  const commands = Object.entries(verbsOfGroups).flatMap(([group, verbs]) =>
    verbs.split(' ').map(verb => (verb === '.' ? group : `${group} ${verb}`)),
  );
  const isDecided = (name: string) => [name, name.replace(/ .*/, ' *')].some(each => decided.includes(each));
  expect(commands.filter(name => !isDecided(name))).toEqual([]);
});

describe('what a scheduler would start', () => {
  it.each([
    ['HOTELCTL_CONFIG_DIR', '/tmp/x\nExecStartPre=/bin/touch x', 'of the job file contains a character'],
    ['HOTELCTL_STATE_DIR', '/tmp/x\r* * * * * touch x', 'HOTELCTL_STATE_DIR contains a control character'],
    ['HOTELCTL_PROFILE', 'x\n* * * * * touch x', 'there is no profile'],
    ['HOTELCTL_PROFILE', 'nobody', 'there is no profile'],
  ])('is refused with %s=%j', async (name, value, message) => {
    for (const flags of ['--print systemd', '--print cron', '--scheduler cron'])
      await expectFailure(add(flags, nights, { [name]: value }), 2, message);
    expect(readdirSync(folder)).toEqual([]);
  });

  const kinds = ['cron', 'systemd', 'launchd', 'windows'];
  it.each(kinds)('--print %s finds the job without the variables of this shell', async kind => {
    const folders = {
      HOTELCTL_CONFIG_DIR: '',
      HOTELCTL_STATE_DIR: '',
      XDG_CONFIG_HOME: join(folder, 'xdg-config'),
      XDG_STATE_HOME: join(folder, 'xdg-state'),
    };
    const note = 'install the printed definition; nothing else starts the job\n';
    const { stdout } = await expectSuccess(add(`--print ${kind}`, nights, folders), note);
    const [, started = ''] = /run(?:"? "?|<\/string>\s*<string>)([^\s<"]+)/.exec(stdout) ?? [];
    const start = (job: string) => runInProcess(['schedule', 'run', job], { env: {}, folder: '/' });
    await expectSuccess(start(started), 'job close: nothing is due');
    expect(readdirSync(join(folder, 'xdg-state', 'hotelctl'))).toContain('locks');
    await expectFailure(start(join(folder, 'close.json')), 2, 'no job is named');
  });

  it('warns if cron is not running, and does not promise a next run', async () => {
    const table = join(folder, 'table');
    const { stderr } = await expectSuccess(add('--scheduler cron', nights, { PATH: pathWithCrontab(table) }));
    expect(readFileSync(table, 'utf8')).toContain('/config/jobs/close.json -q # job close');
    // Whether a daemon runs on the machine of the test is not known; one of the two is printed.
    expect(stderr.match(/^warning: cron is not running|^next run: /gm)).toHaveLength(1);
  });

  it('is not installed from `sandbox run`, which deletes its file, also if the scheduler is named', async () => {
    const table = join(folder, 'table');
    const sandbox = { PATH: pathWithCrontab(table), HOTELCTL_SANDBOX: '1' };
    await expectFailure(add('--scheduler cron', nights, sandbox), 2, 'the sandbox deletes the job');
    const { stderr } = await expectSuccess(add('', nights, sandbox));
    expect(readFileSync(table, 'utf8')).toBe('');
    expect(stderr).not.toContain('next run');
    // `sandbox start` prints this variable to be pasted into a shell, whose jobs are the user's.
    const { HOTELCTL_SANDBOX: _, ...shell } = sandbox;
    await expectSuccess(add('--replace', nights, { ...shell, SANDBOX_PAYMENTS_URL: 'http://127.0.0.1:1' }));
    expect(readFileSync(table, 'utf8')).toContain('# job close');
    const second = { ...shell, HOTELCTL_CONFIG_DIR: join(folder, 'second') };
    await expectFailure(add('--replace', nights, second), 2, 'of another configuration folder');
  });

  it('is not stored if the scheduler refuses a new job, also with --replace', async () => {
    const path = pathWith({ crontab: '[ "$1" = -l ]' });
    await expectFailure(add('--scheduler cron --replace', nights, { PATH: path }), 8);
    expect(readdirSync(join(folder, 'config/jobs'))).toEqual([]);
  });
});

describe('definitions for hosted systems', () => {
  const mail = {
    HOTELCTL_SMTP_HOST: 'mail.hotel.example',
    HOTELCTL_SMTP_FROM: 'a@hotel.example',
    HOTELCTL_SMTP_USER: 'reports',
    HOTELCTL_CLIENT_SECRET: 'canary-secret',
  };
  const steps = (text: string) => parse(text).jobs.run.steps;

  it('send the notifications, upload the files, and name only the secrets that the command needs', async () => {
    const heartbeat = '--heartbeat https://hc.example/canary';
    const flags = `--print github --mail-to a@hotel.example --metrics nights.prom ${heartbeat}`;
    const { stdout } = await add(flags, nights, mail);
    expect(stdout).not.toContain('canary');
    const [run, upload] = steps(stdout).slice(-2);
    expect(run.run).toMatch(/ --mail-to a@hotel.example --notify-on failure --metrics nights.prom$/);
    const secrets = Object.keys(run.env).filter(name => /SECRET|TOKEN|PASSWORD|DATABASE|HEART/.test(name));
    const needed = 'HOTELCTL_CLIENT_SECRET HOTELCTL_REFRESH_TOKEN HOTELCTL_SMTP_PASSWORD HOTELCTL_HEARTBEAT';
    expect(secrets).toEqual(wordsOf(needed));
    expect(upload.with.path).toBe('nights-*.csv\nnights.prom');
    const env = { HOTELCTL_ASSUME_PROPERTIES_PATH: '/v2/properties' };
    const command = 'close --property MUC --period last-month --mail-to a@hotel.example';
    const close = await add('--print github --metrics close.prom', command, { ...mail, ...env });
    const metrics = expect.stringMatching(/ --metrics close.prom$/);
    const password = { HOTELCTL_SMTP_PASSWORD: expect.stringContaining('secrets.') };
    expect(steps(close.stdout).at(-2)).toMatchObject({ run: metrics, env: { ...env, ...password } });
    const ping = { HOTELCTL_HEARTBEAT: 'https://hc.example/canary' };
    const sync = await add('--print github', 'sync --all-properties postgres', ping);
    const names = Object.keys(steps(sync.stdout).at(-1).env);
    expect(names).toContain('HOTELCTL_DATABASE_URL');
    expect(names).not.toContain('HOTELCTL_HEARTBEAT');
    expect(readdirSync(folder)).toEqual([]);
  });

  it.each([
    ['--print github', 'snapshot take --all-properties', 'GitHub keeps no files between two runs'],
    ['--print github', '-q sync --all-properties lake', 'GitHub keeps no files between two runs'],
    ['--print github --notify-on change --mail-to a@b.example', nights, '--notify-on change needs a machine'],
    ['--print github --metrics x.prom', 'sync postgres --all-properties', 'cannot send --metrics itself'],
    ['--print github --heartbeat https://hc.example/1', 'version', 'cannot send --heartbeat itself'],
    ['--print github', nights.replace('nights-', '../'), 'is not the name of a file for GitHub'],
    ['--print github', 'pickup --since 1d --all-properties', 'GitHub keeps no files between two runs'],
    ['--print github', 'journal --property MUC --period last-month --output j.csv', 'GitHub keeps no files'],
    ['--print airflow', nights, 'would be lost'],
    ['--print kubernetes', nights.replace('nights-', '/srv/nights-'), 'cannot be written in the container'],
    ['--print kubernetes --metrics /var/x.prom', nights, 'cannot be written in the container'],
  ])('%s refuses %s', async (flags, command, message) => {
    await expectFailure(add(flags, command, mail), 2, message);
  });

  it('have the time zone of this machine, and repeat only a command that changes nothing', async () => {
    const env = { TZ: 'Europe/Berlin', HOTELCTL_BASE_URL: 'https://api.example.com' };
    const print = async (kind: string, command: string) =>
      (await add(`--print ${kind}`, command, env)).stdout;
    const specOf = (retries: number) => ({ jobTemplate: { spec: { backoffLimit: retries } } });
    const { spec } = parse(await print('kubernetes', nights));
    expect(spec).toMatchObject({ timeZone: 'Europe/Berlin', ...specOf(3) });
    for (const command of ['api POST /x', `bookings resume ${randomUUID()}`])
      expect(parse(await print('kubernetes', command)).spec).toMatchObject(specOf(0));
    const dag = await print('airflow', 'api POST /x');
    expect(dag).toMatch(/tz="Europe\/Berlin".*retries=0/s);
  });

  it('do not name a budget of this machine, and warn of it', async () => {
    const budget = join(folder, 'budget.csv');
    writeFileSync(budget, 'property,month,measure,amount\nMUC,2026-11,revenue,100\n');
    const print = (kind: string, file: string) =>
      add(`--print ${kind}`, `brief --property MUC --output ${file}`, { HOTELCTL_BUDGET: budget });
    for (const kind of ['github', 'kubernetes']) {
      const { stdout } = await expectSuccess(print(kind, 'x.html'), `warning: ${budget} is a file of this`);
      expect(stdout).not.toContain(budget);
    }
    expect((await expectSuccess(print('airflow', '/x.html'), /^$/)).stdout).toContain(budget);
  });

  it('refuse a name that is too long for Kubernetes', async () => {
    const flags = '--every hour --print kubernetes -- brief --property MUC';
    const run = (length: number) => hotelctl(`schedule add ${'a'.repeat(length)} ${flags}`);
    await expectSuccess(run(43));
    await expectFailure(run(44), 2, 'the name of a CronJob, hotelctl-NAME, has at most 52 characters');
  });
});

it('warns of what the job would lack: a sign-in, a folder, and settings and a database that only this shell names', async () => {
  const store = {
    HOTELCTL_CREDENTIAL_STORE: 'file',
    HOTELCTL_AUTH_URL: 'https://identity.example',
    HOTELCTL_CLIENT_ID: 'id',
  };
  const command = nights.replace('nights-', 'gone/nights-');
  const { stderr } = await expectSuccess(add('--print cron', command, store));
  expect(stderr).toContain('warning: not signed in, so the job will fail; run `hotelctl login`');
  expect(stderr).toContain('/gone is not a writable folder');
  expect(stderr).toContain(
    'this shell: HOTELCTL_AUTH_URL, HOTELCTL_CLIENT_ID, HOTELCTL_CREDENTIAL_STORE, TZ; set them',
  );
  mkdirSync(join(folder, 'state'), { mode: 0o700 });
  writeFileSync(join(folder, 'state/credentials.json'), 'damaged', { mode: 0o600 });
  const unusable = /^warning: the job will fail: .*credentials.json is damaged.*; restore it, or remove it/m;
  await expectSuccess(add('--scheduler none --replace', nights, store), unusable);
  const database = { HOTELCTL_DATABASE_URL: 'postgres://127.0.0.1:1/x' };
  const shell = { ...database, HOTELCTL_ACCESS_TOKEN: 'a-token-of-the-test' };
  const ended = add('--scheduler none --replace', 'sync postgres --property MUC', shell);
  const sync = await expectSuccess(ended);
  expect(sync.stderr).toContain('warning: HOTELCTL_DATABASE_URL is set only in this shell');
  expect(sync.stderr).toContain('warning: HOTELCTL_ACCESS_TOKEN is set only in this shell');
});
