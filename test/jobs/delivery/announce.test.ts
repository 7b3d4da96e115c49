import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { RefusedError, TemporaryError } from '../../../src/base/errors.ts';
import { mailChannel } from '../../../src/jobs/delivery/mail-channel.ts';
import { type Channel, type RunOutcome, reportOn } from '../../../src/jobs/delivery/outcome.ts';
import { testContext } from '../../context.ts';
import { startMailServer } from '../../mail-server.ts';
import { closeOutcome } from './outcome.ts';

const temporary = () => new TemporaryError('no response', { hint: 'try again later' });
const refused = () => new RefusedError('no such user', { hint: 'check the addresses' });

/** A channel that fails with these errors, one for each report, and then succeeds. */
function channelOf(name: string, failures: (Error | undefined)[] = []) {
  const reports: string[] = [];
  const channel: Channel = {
    name,
    async report({ exitCode, error }) {
      reports.push(exitCode === 0 ? 'done' : `exit ${exitCode}: ${error}`);
      const failure = failures.shift();
      if (failure) throw failure;
    },
  };
  return { channel, reports };
}

function reporterOf(...channels: readonly ReturnType<typeof channelOf>[]) {
  const context = testContext();
  const warnings: string[] = [];
  const report = reportOn(
    channels.map(({ channel }) => channel),
    context,
    async line => void warnings.push(line),
  );
  return { context, warnings, report };
}

describe('the end of a run', () => {
  it('is retried after a temporary failure, on that channel only', async () => {
    const mail = channelOf('the email', [temporary(), temporary()]);
    const beat = channelOf('the heartbeat');
    const { report } = reporterOf(beat, mail);
    await expect(report(closeOutcome, false)).rejects.toThrow(TemporaryError);
    await expect(report(closeOutcome, false)).rejects.toThrow(TemporaryError);
    expect(beat.reports).toEqual(['done']);
    await report(closeOutcome, false);
    expect([beat.reports, mail.reports]).toEqual([['done'], ['done', 'done', 'done']]);
  });

  it('is a failure when a temporary failure is not retried any more', async () => {
    const [mail, beat] = [channelOf('the email', [temporary(), temporary()]), channelOf('the heartbeat')];
    const { report } = reporterOf(mail, beat);
    await expect(report(closeOutcome, false)).rejects.toThrow(TemporaryError);
    await expect(report(closeOutcome, true)).rejects.toThrow(TemporaryError);
    expect(beat.reports).toEqual(['exit 5: no response']);
  });

  it('after a failure of the command is not reported twice', async () => {
    const [mail, beat] = [channelOf('the email', [refused()]), channelOf('the heartbeat', [temporary()])];
    const { report, warnings } = reporterOf(mail, beat);
    const failed: RunOutcome = { ...closeOutcome, exitCode: 3, error: 'the sign-in has ended' };
    await expect(report(failed, true)).rejects.toThrow('no such user');
    expect(beat.reports).toEqual(['exit 3: the sign-in has ended']);
    expect(warnings).toEqual(['warning: no response']);
  });

  it('contains no secret that a server repeated', async () => {
    const repeated = new RefusedError('no: canary-1234', { hint: 'forget canary-1234' });
    const [mail, beat] = [channelOf('the email', [repeated]), channelOf('the heartbeat')];
    const { context, report } = reporterOf(mail, beat);
    context.secrets.register('canary-1234');
    await report({ ...closeOutcome, error: 'canary-1234' }, true).catch(() => {});
    expect(beat.reports).toEqual(['exit 4: no: [redacted]']);
  });

  it('ends with an interruption', async () => {
    const mail = channelOf('the email');
    const { context, report } = reporterOf(mail);
    context.interrupt();
    await expect(report(closeOutcome, false)).rejects.toMatchObject({ exitCode: 130 });
  });
});

describe('a mail after a change', () => {
  const outcome = { ...closeOutcome, files: [{ path: '/srv/absent.csv', bytes: 1e9, sha256: 'a' }] };
  const anna = ['anna@hotel.example'];
  const ben = 'ben@hotel.example';
  const mailTo = [...anna, ben];

  /** A mail server that refuses Ben with this code at first. */
  async function serverWithoutBen(responseCode: number) {
    let isRefused = true;
    const server = await startMailServer({
      onRcptTo: ({ address }, _, done) =>
        isRefused && address === ben ? done(Object.assign(new Error('no'), { responseCode })) : done(),
    });
    const context = testContext();
    return {
      ...server,
      context,
      /** The channel of the run of a day of November. */
      open: (day: number, notifyOn: 'always' | 'change' = 'always') => {
        const due = `2026-11-0${day}T05:00:00.000Z`;
        return mailChannel('close', { mailTo, notifyOn, due }, async () => server.settings, context);
      },
      acceptBen: () => {
        isRefused = false;
      },
    };
  }

  it('is sent until the server has accepted it, and then not again', async () => {
    const { received, settings } = await startMailServer();
    const context = testContext();
    const report = async (port: number, mailTo = anna, end = outcome) => {
      const server = async () => ({ ...settings, port });
      await mailChannel('close', { mailTo, notifyOn: 'change' }, server, context).report(end);
      return received.length;
    };
    await expect(report(1)).rejects.toMatchObject({ exitCode: 5 });
    expect(existsSync(join(context.folders.state, 'delivered'))).toBe(false);
    expect(await report(settings.port)).toBe(1);
    expect(await report(settings.port)).toBe(1);
    expect(readdirSync(join(context.folders.state, 'delivered'))).toHaveLength(1);
    const changed = { ...outcome, files: outcome.files.map(file => ({ ...file, sha256: 'b' })) };
    expect(await report(settings.port, anna, changed)).toBe(2);
    // The same files for another recipient are new to that recipient.
    expect(await report(settings.port, ['ben@hotel.example'], changed)).toBe(3);
  });

  it('that a recipient refuses is sent at each run to that recipient, and to the others after a change', async () => {
    const { received, open, acceptBen } = await serverWithoutBen(550);
    const run = (day: number, sha256 = 'a') => {
      const files = outcome.files.map(file => ({ ...file, sha256 }));
      return open(day, 'change').report({ ...outcome, files });
    };
    for (const day of [1, 1, 2]) await expect(run(day)).rejects.toMatchObject({ exitCode: 4 });
    expect(received.map(({ to }) => to)).toEqual([anna]);
    await expect(run(3, 'b')).rejects.toMatchObject({ exitCode: 4 });
    expect(received.map(({ to }) => to)).toEqual([anna, anna]);
    acceptBen();
    for (const day of [1, 2, 3, 4]) await run(day, 'b');
    expect(received.map(({ to }) => to)).toEqual([anna, anna, [ben]]);
  });

  it('leaves no hash of a recipient once the runs that one was refused in are delivered', async () => {
    const { context, open, acceptBen } = await serverWithoutBen(550);
    const run = (day: number) => open(day).report({ ...closeOutcome, files: [] });
    const folder = join(context.folders.state, 'delivered');
    for (const day of [1, 2, 3]) await expect(run(day)).rejects.toMatchObject({ exitCode: 4 });
    const [file = '', ...others] = readdirSync(folder);
    expect(others).toEqual([]);
    acceptBen();
    for (const day of [1, 2, 3]) await run(day);
    expect(readFileSync(join(folder, file), 'utf8')).toBe('[]');
  });

  it.each(['by the same process', 'at the next start of the job'])(
    'that one recipient has received is sent again to the others only, %s',
    async by => {
      const { received, open, acceptBen } = await serverWithoutBen(450);
      const channel = open(1);
      const message = expect.stringContaining('not be sent to ben@hotel.example through');
      await expect(channel.report(closeOutcome)).rejects.toMatchObject({ exitCode: 5, message });
      acceptBen();
      await (by === 'by the same process' ? channel : open(1)).report(closeOutcome);
      await open(2).report(closeOutcome);
      expect(received.map(({ to }) => to)).toEqual([anna, [ben], mailTo]);
    },
  );
});
