import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { expectExit, expectFailure, expectSuccess } from '../../expect-run.ts';
import { servedHotel } from '../../sandbox/served-hotel.ts';
import { smallHotel } from '../../sandbox/test-hotel.ts';
import { type Line, wordsOf } from '../../words.ts';
import { localServer, signedIn } from '../local-server.ts';
import { germanHotel, platformListener, type Respond } from '../reports-platform.ts';
import { addedEarlier, folder, hotelctl, jobFile, useJobFolder } from './jobs.ts';

/** `hotelctl schedule`, as a person and a scheduler run it, against real servers. Each run of a job starts the built program. */

useJobFolder('out');

const report = ['reports', 'room-nights', '--property', 'MUC', '--period', 'last-month'];

/** A platform that responds with a status for each request, 200 when the list has ended. */
async function platform(statuses: readonly number[] = []) {
  const months: string[] = [];
  const respond: Respond = (_, query) => {
    months.push(`${query.get('year')}-${query.get('month')}`);
    const status = statuses[months.length - 1] ?? 200;
    return status === 200 ? { total: 31 } : status;
  };
  const server = await localServer(platformListener([germanHotel('MUC', 'Munich')], respond));
  return { months, env: { ...signedIn(server.url), HOTELCTL_MAX_ATTEMPTS: '1' } };
}

const addClose = (flags: Line = [], more: Readonly<Record<string, string>> = {}) => {
  const add = 'schedule add close --every "month 1 06:00" --scheduler none --give-up-after 1s';
  return hotelctl(
    wordsOf(add, flags, '-- --error-format=text', report, '--output out/nights-{period}.csv'),
    more,
  );
};

describe('schedule add', () => {
  it('writes a readable job file', async () => {
    await expectSuccess(addClose(), `job close: ${jobFile('close')}\n`);
    expect(JSON.parse(readFileSync(jobFile('close'), 'utf8'))).toEqual({
      version: 1,
      name: 'close',
      every: 'month 1 06:00',
      command: [...report, '--output', 'out/nights-{period}.csv'],
      folder,
      environment: {
        HOTELCTL_CONFIG_DIR: join(folder, 'config'),
        HOTELCTL_STATE_DIR: join(folder, 'state'),
        HOTELCTL_DATA_DIR: expect.stringMatching(/^\/.*hotelctl$/),
      },
      giveUpAfter: '1s',
      mailTo: [],
      notifyOn: 'failure',
      scheduler: 'none',
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    });
  });

  it.each([
    ['always', '-q brief --property MUC'],
    ['always', 'close --property MUC --period last-month'],
    ['always', 'statistics DE --property MUC --period last-month'],
    ['always', 'reports room-nights --property MUC --period last-month --output nights.html'],
    ['failure', 'reports room-nights --property MUC --period last-month --output nights.csv'],
    ['failure', 'snapshot take --property MUC'],
    ['failure', 'sync lake --property MUC --report revenues --period last-month'],
  ])('emails %s by default: %s', async (notifyOn, command) => {
    const mail = { HOTELCTL_SMTP_HOST: 'mail.hotel.example', HOTELCTL_SMTP_FROM: 'r@hotel.example' };
    const line = `schedule add job --every hour --scheduler none --mail-to a@b.example -- ${command}`;
    await expectSuccess(hotelctl(line, mail));
    expect(JSON.parse(readFileSync(jobFile('job'), 'utf8'))).toMatchObject({ notifyOn });
  });

  const secret = 'must not contain a secret';
  it.each([
    ['--every daily', report, '--every: "daily" is not a valid recurrence'],
    ['', report, '--every is missing'],
    ['--every hour', 'reports room-nihgts', "unknown command 'room-nihgts'"],
    ['--every hour', 'reports room-nights --monht 1', "unknown option '--monht'"],
    ['--every hour', 'reports', '`hotelctl reports` does not name a command'],
    ['--every hour', 'api /inventory/v1/properties?token=canary', `${secret}: the value of token`],
    ['--every hour', '-q ui check https://view.example/?key=canary', 'on standard input'],
    ['--every hour', 'ui-integration check -', 'a job has no standard input'],
    ['--every hour', '-q auth login', '`hotelctl login` cannot run as a job'],
    ['--every hour', 'sandbox start --port 0', '`hotelctl sandbox start` cannot run as a job'],
    ['--every hour', 'auth token --refresh', 'HOTELCTL_ACCESS_TOKEN cannot be refreshed'],
    ['--every hour', 'auth check --online', 'HOTELCTL_ACCESS_TOKEN cannot be refreshed'],
    ['--every hour --print cron', report, '--print and --scheduler cannot be combined'],
    ['--every hour --mail-to anna', report, '--mail-to: "anna" is not a valid email address'],
    ['--every hour --mail-to a@b.example', report, 'the mail server for --mail-to and the sender address of'],
    ['--every hour --notify-on change', report, '--notify-on has no effect without --mail-to'],
    ['--every hour --heartbeat http://hc.example/1', report, '--heartbeat must be an https:// address'],
    ['--every hour --heartbeat https://a:canary@hc.example/1', report, 'without a user name and password'],
  ])('with %j for %j is refused before anything is written', async (flags, words, message) => {
    const line = wordsOf('schedule add job --scheduler none', flags, '--', words);
    const ended = hotelctl(line, { HOTELCTL_ACCESS_TOKEN: 'a-token-of-the-test' });
    expect((await expectFailure(ended, 2, message)).stderr).not.toContain('canary');
    expect(readdirSync(folder)).not.toContain('config');
  });

  it('with a folder in place of a file is refused', async () => {
    const add = (output: string) =>
      hotelctl(wordsOf('schedule add job --every hour --scheduler none --', report, '--output', output));
    for (const output of ['out', 'out/']) await expectFailure(add(output), 8, 'out');
    await expectSuccess(add('gone/x.csv'), 'gone is not a writable folder');
  });

  it('replaces a job only with --replace', async () => {
    await addClose();
    const { stdout } = await expectSuccess(hotelctl('schedule list --locale de'));
    expect(stdout).toMatch(
      /Befehl\n.*\nclose +monatlich am 1\., 06:00 +\d\d\.\d\d\.\d{4} .* noch nie gelaufen /,
    );
    await expectExit(addClose(), 2, 'hotelctl: a job named close already exists');
    await expectSuccess(addClose('--replace'));
  });

  it('of an earlier version may have stored a secret: list does not show it, and doctor reports it', async () => {
    await addClose();
    const job = JSON.parse(readFileSync(jobFile('close'), 'utf8'));
    writeFileSync(jobFile('close'), JSON.stringify({ ...job, command: ['api', '/x?token=canary'] }));
    const list = await expectSuccess(hotelctl('schedule list --format json'));
    expect(JSON.parse(list.stdout)[0].command).toBe("api '[secret]'");
    const doctor = await expectExit(hotelctl('schedule doctor'), 10);
    expect(doctor.stdout).toContain('the value of token');
    expect(list.stdout + doctor.stdout + doctor.stderr).not.toContain('canary');
  });
});

describe('schedule run', () => {
  it('fetches the month that was missed, under the right name, and is then finished', async () => {
    const { months, env: signIn } = await platform();
    await addClose();
    addedEarlier('close');
    await addClose('--replace');
    expect((await hotelctl('schedule list --format json')).stdout).toContain('"lastResult": "missed"');
    // Whatever the day of the test, the newest first of the month is due; older ones are other months.
    expect((await expectSuccess(hotelctl('schedule run close', signIn))).stdout).toBe('');
    expect(months).toContain('2026-10');
    expect(readdirSync(join(folder, 'out'))).toContain('nights-2026-10.csv');
    const fetched = months.length;
    const again = await hotelctl('schedule run close', signIn);
    expect(again.stderr).toMatch(/^job close: nothing is due; next run: \d{4}-\d\d-01 06:00:00\n$/);
    expect(months).toHaveLength(fetched);
    expect((await hotelctl('schedule list --format json')).stdout).toContain('"lastResult": "done"');
    const history = await hotelctl('schedule history close --format json');
    const sha256 = expect.stringMatching(/^[0-9a-f]{64}$/);
    const files = [{ path: join(folder, 'out', 'nights-2026-10.csv'), sha256 }];
    const due = '2026-11-01T06:00:00.000Z';
    expect(JSON.parse(history.stdout)[0]).toMatchObject({ due, exitCode: 0, rows: 1, files });
  });

  it('of a job that does not exist is refused, and so are its history and its log', async () => {
    for (const verb of ['run', 'history', 'logs', 'remove'])
      await expectFailure(hotelctl(['schedule', verb, 'close']), 2, 'hotelctl: no job is named close\n');
  });
});

it('schedule remove removes the job file and keeps the history', async () => {
  const { env: signIn } = await platform();
  await addClose();
  await hotelctl('schedule run close --now', signIn);
  await expectSuccess(hotelctl('schedule remove close'));
  expect((await hotelctl('schedule list --format json')).stdout).toBe('[]\n');
  expect(JSON.parse((await hotelctl('schedule history close --format json')).stdout)).toHaveLength(1);
});

it('keeps no name of a guest of what a job has written, in its history and its messages', async () => {
  const { env: served } = await servedHotel(smallHotel('2026-11-21'));
  const add = 'schedule add guests --every "day 06:30" --scheduler none';
  const line = 'reports ordered-services --property MUC --period 2026-10 --service MUC-BRKF -v';
  await expectSuccess(hotelctl(`${add} -- ${line} --output out/guests.csv`, served));
  await expectSuccess(hotelctl('schedule run guests --now', served));
  const [names = '', ...rows] = readFileSync(join(folder, 'out/guests.csv'), 'utf8').split('\r\n');
  const column = names.split(',').indexOf('guest.lastName');
  const guests = new Set(rows.map(row => row.split(',')[column]).filter(name => (name?.length ?? 0) > 4));
  expect(guests.size).toBeGreaterThan(5);
  const state = join(folder, 'state');
  const files = readdirSync(state, { recursive: true, withFileTypes: true }).filter(entry => entry.isFile());
  expect(files.map(({ name }) => name)).toContain('guests.jsonl');
  for (const { parentPath, name } of files) {
    const text = readFileSync(join(parentPath, name), 'utf8');
    for (const guest of guests) expect(text, name).not.toContain(guest);
  }
});
