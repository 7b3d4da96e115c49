import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { expectExit, expectFailure, expectSuccess } from '../../expect-run.ts';
import { listen } from '../../http/serve.ts';
import { startMailServer } from '../../mail-server.ts';
import { secureServer } from '../../secure-server.ts';
import { type Line, wordsOf } from '../../words.ts';
import { emptyReport, localServer, monitoringService, roomNights, signedIn } from '../local-server.ts';
import { folder, hotelctl, useJobFolder } from './jobs.ts';

/** What the recipients of a job notice when its delivery fails: against real servers. Each run of a job starts the built program. */

useJobFolder('out');

const platform = async (body = emptyReport, status = 200) =>
  signedIn((await localServer((_, response) => void response.writeHead(status).end(body))).url);

const addJob = (flags: Line, settings: Readonly<Record<string, string>>) => {
  const add = 'schedule add nights --every "day 06:00" --scheduler none --give-up-after 1s';
  return hotelctl(wordsOf(add, flags, '--', roomNights, '--output out/nights.csv'), settings);
};

it('a job whose mail server is down has failed in its history and on the other channels, and mails the changed file at the next run', async () => {
  const { calls, url } = await monitoringService();
  const { mails, received, env: mail } = await startMailServer();
  const settings = { ...(await platform()), ...mail };
  const flags = `--mail-to anna@hotel.example --notify-on change --heartbeat ${url}/ping/1 --metrics nights.prom`;
  await expectSuccess(addJob(flags, settings));
  const run = (more = {}) => hotelctl('schedule run nights --now', { ...settings, ...more });
  const ended = run({ HOTELCTL_SMTP_PORT: '1' });
  await expectFailure(ended, 5, 'nights: the email could not be sent through 127.0.0.1:1: ');
  expect(received).toEqual([]);
  expect(calls).toEqual([
    'GET /ping/1/start',
    expect.stringMatching(/^POST \/ping\/1\/fail exit code 5: the email could not be sent/),
  ]);
  // A relative path is resolved where the job is added: a scheduler starts it in another folder.
  const metrics = () => readFileSync(join(folder, 'nights.prom'), 'utf8');
  expect(metrics()).toContain('_last_run_exit_code{job="nights",report="room-nights",property="MUC"} 5\n');
  const history = JSON.parse((await hotelctl('schedule history nights --format json')).stdout);
  const error = expect.stringContaining('not reported: the email could not be sent');
  expect(history).toMatchObject([{ exitCode: 5, error }]);
  const list = JSON.parse((await hotelctl('schedule list --format json')).stdout);
  expect(list).toMatchObject([{ lastResult: 'exit 5' }]);

  await expectSuccess(run());
  const [sent] = await mails();
  expect(sent?.attachments.map(({ filename }) => filename)).toEqual(['nights.csv']);
  expect(metrics()).toContain('_last_run_exit_code{job="nights",report="room-nights",property="MUC"} 0\n');
  await expectSuccess(run());
  expect(received).toHaveLength(1);
});

it.each([
  [404, 4],
  [503, 5],
] as const)(
  'a job whose heartbeat is refused with %i has failed with exit %i, and a mail says so',
  async (status, exitCode) => {
    const { url } = await monitoringService(() => status);
    const { mails, received, env: mail } = await startMailServer();
    const settings = { ...(await platform()), ...mail, HOTELCTL_MAX_ATTEMPTS: '1' };
    const flags = `--mail-to anna@hotel.example --notify-on failure --heartbeat ${url}/ping/canary-1`;
    await addJob(flags, settings);
    const { stderr } = await expectExit(hotelctl('schedule run nights --now', settings), exitCode);
    expect(received).toHaveLength(1);
    const [sent] = await mails();
    expect(sent?.subject).toBe(`FAILED: hotelctl nights (exit code ${exitCode})`);
    expect(sent?.text).toMatch(new RegExp(`^Error +the heartbeat URL responded with HTTP ${status}$`, 'm'));
    expect(stderr + sent?.text).not.toContain('canary-1');
  },
);

it.each(['--output vat.csv', '--output vat.json --query "[]"'])(
  'a report that lacks rows says so in the email of a job and of --mail-to: %s',
  async output => {
    const { mails, env: mail } = await startMailServer();
    const settings = { ...(await platform(JSON.stringify({ companyInvoices: [], count: 3 }))), ...mail };
    const report = wordsOf('reports company-invoices-vat --property MUC --period 2026-10', output);
    const flags = wordsOf('--mail-to anna@hotel.example --notify-on always');
    const add = wordsOf('schedule add vat --every "day 06:00" --scheduler none');
    await expectSuccess(hotelctl([...add, ...flags, '--', ...report], settings));
    await expectSuccess(hotelctl('schedule run vat --now', settings));
    await expectSuccess(hotelctl([...report, ...flags], settings));
    const sent = await mails();
    expect(sent).toHaveLength(2);
    for (const { text = '', html = '' } of sent)
      for (const body of [text, html])
        expect(body).toMatch(/Warning\W.*the company-invoices-vat report is not complete: count is 3, but/);
  },
);

it('a heartbeat host with an unknown certificate is exit 4, and the report is not repeated', async () => {
  const settings = await platform();
  await addJob(`--heartbeat ${(await secureServer(() => {})).url}/ping/1`, settings);
  const ended = hotelctl('schedule run nights --now', settings);
  const named = /the heartbeat could not be sent: the certificate of .* was refused: it is self-signed/;
  const { stderr } = await expectExit(ended, 4, named, 'NODE_EXTRA_CA_CERTS');
  expect(stderr).not.toContain('next report');
});

it('a mail server that never responds does not outlive --timeout', async () => {
  const greeting = createServer(socket => void socket.write('220 ready\r\n'));
  const mail = {
    HOTELCTL_SMTP_HOST: '127.0.0.1',
    HOTELCTL_SMTP_PORT: new URL(await listen(greeting)).port,
    HOTELCTL_SMTP_SECURITY: 'none',
    HOTELCTL_SMTP_FROM: 'reports@hotel.example',
  };
  const words = [...roomNights, ...wordsOf('--output nights.csv --mail-to anna@hotel.example --timeout 2')];
  const message =
    /^hotelctl: no complete response from the mail server 127\.0\.0\.1:\d+ within 2 s\nhint: .*--timeout/;
  await expectFailure(hotelctl(words, { ...(await platform()), ...mail }), 5, message);
});

describe('before anything is sent', () => {
  const mail = {
    HOTELCTL_SMTP_HOST: 'mail.invalid',
    HOTELCTL_SMTP_FROM: 'reports@hotel.example',
    NODE_TLS_REJECT_UNAUTHORIZED: '0',
  };

  it.each(['--mail-to anna@hotel.example', '--heartbeat https://hc.invalid/1'])(
    'NODE_TLS_REJECT_UNAUTHORIZED=0 is refused for %s',
    async flags => {
      const ended = hotelctl([...roomNights, ...wordsOf(flags)], { ...(await platform()), ...mail });
      await expectFailure(ended, 2, 'NODE_TLS_REJECT_UNAUTHORIZED=0 would allow anyone to impersonate');
    },
  );

  it('metrics in a named pipe are refused', async () => {
    const settings = await platform();
    execFileSync('mkfifo', [join(folder, 'pipe.prom')]);
    await expectExit(addJob('--metrics pipe.prom', settings), 8, 'is not a regular file');
    const once = hotelctl([...roomNights, '--metrics', 'pipe.prom'], settings);
    await expectExit(once, 8, 'is not a regular file');
  });
});
