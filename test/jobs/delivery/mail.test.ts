import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { describe, expect, it } from 'vitest';
import { checkMailAddress, outcomeMail, sendMail } from '../../../src/jobs/delivery/mail.ts';
import type { RunOutcome } from '../../../src/jobs/delivery/outcome.ts';
import { temporaryFolder } from '../../context.ts';
import { startMailServer } from '../../mail-server.ts';

const folder = temporaryFolder();

const file = (name: string, content: string) => {
  const path = join(folder, name);
  writeFileSync(path, content);
  return { path, bytes: statSync(path).size, sha256: '' };
};

const outcome: RunOutcome = {
  name: 'month-close',
  startedAt: Date.UTC(2026, 10, 1, 6),
  endedAt: Date.UTC(2026, 10, 1, 6, 1),
  exitCode: 0,
  rows: 31,
  files: [],
  trackingIds: [],
};

describe('the mail of a run', () => {
  it('attaches the file unchanged, and has the facts as text and as HTML', async () => {
    const { received, settings } = await startMailServer();
    const csv = 'propertyId,total\r\nMünchen,31\r\n';
    const files = [file('revenues-2026-10.csv', csv)];
    await sendMail(settings, {
      to: ['anna@hotel.example', 'ben@hotel.example'],
      ...outcomeMail({ ...outcome, files }),
    });
    expect(received[0]?.to).toEqual(['anna@hotel.example', 'ben@hotel.example']);
    const mail = await new PostalMime().parse(received[0]?.source ?? '');
    expect(mail.subject).toBe('hotelctl month-close: done');
    expect(mail.from?.address).toBe('reports@hotel.example');
    expect(mail.text).toContain('Rows     31');
    expect(mail.text).toContain('Started  2026-11-01 06:00:00 UTC');
    expect(mail.html).toContain('<td>revenues-2026-10.csv</td>');
    expect(mail.attachments.map(({ filename }) => filename)).toEqual(['revenues-2026-10.csv']);
    const content = mail.attachments[0]?.content as ArrayBuffer;
    expect(Buffer.from(content).toString('utf8')).toBe(csv);
  });

  it('of a failure names the error and attaches nothing', async () => {
    const { received, settings } = await startMailServer();
    const files = [file('half.csv', 'x')];
    await sendMail(settings, {
      to: ['anna@hotel.example'],
      ...outcomeMail({
        ...outcome,
        exitCode: 4,
        error: 'forbidden <b>',
        files,
        rows: null,
        trackingIds: ['T-1'],
      }),
    });
    const mail = await new PostalMime().parse(received[0]?.source ?? '');
    expect(mail.subject).toBe('hotelctl month-close: failed (exit code 4)');
    expect(mail.text).toContain('forbidden <b>');
    expect(mail.html).toContain('forbidden &lt;b&gt;');
    expect(mail.text).toContain('T-1');
    expect(mail.attachments).toEqual([]);
  });

  it('gets no header from names: a line break stays text', async () => {
    const { received, settings } = await startMailServer();
    const hostile = 'x\r\nBcc: thief@evil.example\r\n\r\nbody';
    const files = [file('a\r\nContent-Type: evil.csv', 'x')];
    await sendMail(settings, {
      to: ['anna@hotel.example'],
      ...outcomeMail({ ...outcome, name: hostile, files }),
    });
    expect(received[0]?.to).toEqual(['anna@hotel.example']);
    const mail = await new PostalMime().parse(received[0]?.source ?? '');
    expect(mail.headers.map(({ key }) => key)).not.toContain('bcc');
    expect(mail.subject).toContain('\\u{d}\\u{a}Bcc: thief@evil.example');
    expect(mail.attachments).toHaveLength(1);
    expect(mail.attachments[0]?.filename).toBe('a\\u{d}\\u{a}Content-Type: evil.csv');
    expect(mail.attachments[0]?.mimeType).toBe('text/csv');
  });
});

describe('the mail server', () => {
  const mail = { to: ['anna@hotel.example'], ...outcomeMail(outcome) };

  it('receives the user and the password', async () => {
    const { received, settings } = await startMailServer({ authOptional: false, allowInsecureAuth: true });
    await sendMail(settings, mail).catch(() => {});
    expect(received).toEqual([]);
    await sendMail({ ...settings, user: 'reports', password: 'right' }, mail);
    expect(received[0]?.user).toBe('reports');
  });

  it('that refuses the password is exit 3, and the password is in no message', async () => {
    const { settings } = await startMailServer({ authOptional: false, allowInsecureAuth: true });
    const failure = await sendMail({ ...settings, user: 'reports', password: 'wr0ng-pass' }, mail).catch(
      error => error,
    );
    expect(failure).toMatchObject({ exitCode: 3 });
    expect(`${failure.message} ${failure.details.hint}`).not.toContain('wr0ng-pass');
  });

  it('without STARTTLS is refused, and receives no password', async () => {
    const { received, settings } = await startMailServer({ authOptional: false, allowInsecureAuth: true });
    const secured = { ...settings, security: 'starttls' as const, user: 'reports', password: 'right' };
    await expect(sendMail(secured, mail)).rejects.toThrow('the email could not be sent');
    expect(received).toEqual([]);
  });

  it('whose certificate is not trusted receives no mail', async () => {
    const { received, settings } = await startMailServer({ disabledCommands: [] });
    await expect(sendMail({ ...settings, security: 'starttls' }, mail)).rejects.toThrow(
      'the email could not be sent',
    );
    expect(received).toEqual([]);
  });

  it('that refuses the recipient is exit 4; one that is not reachable is exit 5', async () => {
    const { settings } = await startMailServer({
      onRcptTo: (_, __, done) => done(Object.assign(new Error('no such user'), { responseCode: 550 })),
    });
    await expect(sendMail(settings, mail)).rejects.toMatchObject({ exitCode: 4 });
    await expect(sendMail({ ...settings, port: 1 }, mail)).rejects.toMatchObject({ exitCode: 5 });
  });
});

describe('an address', () => {
  it.each([
    'anna',
    'Anna <anna@hotel.example>',
    'a@b.example,c@d.example',
    'a@b.example\nBcc: x@y.example',
    '',
  ])('is one address: %j is refused', text => {
    expect(() => checkMailAddress('--mail-to', text)).toThrow('is not a valid email address');
  });
});
