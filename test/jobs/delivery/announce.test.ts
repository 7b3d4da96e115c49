import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { RefusedError, TemporaryError } from '../../../src/base/errors.ts';
import { announce, type Channel } from '../../../src/jobs/delivery/announce.ts';
import { mailChannel } from '../../../src/jobs/delivery/mail-channel.ts';
import type { RunOutcome } from '../../../src/jobs/delivery/outcome.ts';
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

const hour = 3_600_000;

function portsOf(giveUpAfter: number) {
  const context = testContext();
  const warnings: string[] = [];
  const ports = {
    context,
    giveUpAt: context.clock.now() + giveUpAfter,
    warn: async (line: string) => void warnings.push(line),
  };
  return { context, warnings, ports };
}

describe('the end of a run', () => {
  it('is reported on every channel', async () => {
    const { ports } = portsOf(0);
    const [mail, beat] = [channelOf('the email'), channelOf('the heartbeat')];
    const announced = await announce(closeOutcome, [mail.channel, beat.channel], ports);
    expect([announced, mail.reports, beat.reports]).toEqual([{ outcome: closeOutcome }, ['done'], ['done']]);
  });

  it.each([0, 1, 2])('is a failure that the other channels report if channel %d fails', async index => {
    const { ports } = portsOf(0);
    const channels = ['the email', 'the heartbeat', 'the metrics'].map((name, place) =>
      channelOf(name, place === index ? [refused()] : []),
    );
    const { outcome, failure } = await announce(
      closeOutcome,
      channels.map(({ channel }) => channel),
      ports,
    );
    expect(failure).toBeInstanceOf(RefusedError);
    expect(outcome).toMatchObject({ exitCode: 4, error: 'no such user', hint: 'check the addresses' });
    expect(channels.map(({ reports }) => reports)).toEqual(
      channels.map((_, place) => (place === index ? ['done'] : ['done', 'exit 4: no such user'])),
    );
  });

  it('is retried after a temporary failure, on that channel only', async () => {
    const { context, ports, warnings } = portsOf(hour);
    const mail = channelOf('the email', [temporary(), temporary()]);
    const beat = channelOf('the heartbeat');
    const announcing = announce(closeOutcome, [mail.channel, beat.channel], ports);
    for (const pause of [45_000, 90_000]) {
      await context.clock.asleep();
      await context.clock.advance(pause);
    }
    expect(await announcing).toEqual({ outcome: closeOutcome });
    expect([mail.reports, beat.reports]).toEqual([['done', 'done', 'done'], ['done']]);
    expect(warnings[0]).toBe('warning: no response; next attempt in 45 s');
  });

  it('is given up when the time is over, and is then a temporary failure', async () => {
    const { context, ports } = portsOf(100_000);
    const mail = channelOf('the email', [temporary(), temporary(), temporary()]);
    const announcing = announce(closeOutcome, [mail.channel], ports);
    await context.clock.asleep();
    await context.clock.advance(45_000);
    expect((await announcing).outcome).toMatchObject({ exitCode: 5, error: 'no response' });
    expect(mail.reports).toHaveLength(2);
  });

  it('keeps the exit code of a command that failed, and names both failures', async () => {
    const { ports } = portsOf(0);
    const [mail, beat] = [channelOf('the email', [refused()]), channelOf('the heartbeat')];
    const failed: RunOutcome = { ...closeOutcome, exitCode: 3, error: 'the sign-in has ended' };
    const { outcome } = await announce(failed, [mail.channel, beat.channel], ports);
    expect(outcome).toMatchObject({ exitCode: 3, error: 'the sign-in has ended; no such user' });
    expect(beat.reports).toEqual(['exit 3: the sign-in has ended']);
  });

  it('contains no secret that a server repeated', async () => {
    const { context, ports } = portsOf(0);
    context.secrets.register('canary-1234');
    const repeated = new RefusedError('no: canary-1234', { hint: 'forget canary-1234' });
    const [mail, beat] = [channelOf('the email', [repeated]), channelOf('the heartbeat')];
    const command = 'hotelctl reports revenues --heartbeat https://hc.example/canary-1234';
    const subject = { ...closeOutcome.subject, command };
    const { outcome } = await announce({ ...closeOutcome, subject }, [mail.channel, beat.channel], ports);
    expect(JSON.stringify([outcome, beat.reports])).not.toContain('canary-1234');
    expect(outcome.error).toBe('no: [redacted]');
  });

  it('ends with an interruption', async () => {
    const { context, ports } = portsOf(hour);
    const mail = channelOf('the email', [temporary()]);
    const announcing = announce(closeOutcome, [mail.channel], ports);
    await context.clock.asleep();
    context.interrupt();
    await expect(announcing).rejects.toMatchObject({ exitCode: 130 });
  });
});

describe('a mail after a change', () => {
  const outcome = { ...closeOutcome, files: [{ path: '/srv/absent.csv', bytes: 1e9, sha256: 'a' }] };
  const anna = ['anna@hotel.example'];

  it('is sent until the server has accepted it, and then not again', async () => {
    const { received, settings } = await startMailServer();
    const context = testContext();
    const report = async (port: number, mailTo = anna, end = outcome) => {
      const server = async () => ({ ...settings, port });
      await mailChannel('close', { mailTo, notifyOn: 'change', server }, context).report(end);
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

  it('that one recipient has received is sent again to the others only', async () => {
    let isBenRefused = true;
    const { received, settings } = await startMailServer({
      onRcptTo: ({ address }, _, done) =>
        isBenRefused && address.startsWith('ben')
          ? done(Object.assign(new Error('try later'), { responseCode: 450 }))
          : done(),
    });
    const context = testContext();
    const mailTo = [...anna, 'ben@hotel.example'];
    const channel = mailChannel(
      'close',
      { mailTo, notifyOn: 'always', server: async () => settings },
      context,
    );
    await expect(channel.report(closeOutcome)).rejects.toMatchObject({ exitCode: 5 });
    isBenRefused = false;
    await channel.report(closeOutcome);
    expect(received.map(({ to }) => to)).toEqual([anna, ['ben@hotel.example']]);
  });
});
