import { stat } from 'node:fs/promises';
import { oneOf } from '../base/choices.ts';
import { HotelctlError, UsageError } from '../base/errors.ts';
import { systemErrorCode } from '../base/system-errors.ts';
import { isLoopback } from '../http/address.ts';
import { type Announcement, announce, type NotifyOn } from '../jobs/delivery/announce.ts';
import { checkMailAddress, type MailServer } from '../jobs/delivery/mail.ts';
import { type DeliveredFile, fingerprint, hasChanged, type RunOutcome } from '../jobs/delivery/outcome.ts';
import { openHttp } from './connect.ts';
import { type DeliveryOptions, notifyEvents } from './delivery-flags.ts';
import type { Invocation, WrittenFile } from './invocation.ts';
import { smtpPassword } from './smtp-password.ts';

/** The requested notifications, validated before anything is sent. @throws UsageError */
export function announcementOf(
  { settings }: Invocation,
  options: DeliveryOptions,
  fallback: NotifyOn,
): Announcement {
  const mailTo = (options.mailTo ?? []).map(address => checkMailAddress('--mail-to', address));
  if (mailTo.length > 0) settings.requireAll(['smtpHost', 'smtpFrom']);
  if (options.notifyOn !== undefined && mailTo.length === 0) {
    throw new UsageError('--notify-on has no effect without --mail-to', {
      hint: 'add --mail-to ADDRESS, or omit --notify-on',
    });
  }
  return {
    mailTo,
    notifyOn: oneOf('--notify-on', options.notifyOn ?? fallback, notifyEvents),
    heartbeat: settings.find('heartbeat') && settings.require('heartbeat'),
    metrics: options.metrics,
  };
}

const isAnnounced = ({ mailTo, heartbeat, metrics }: Announcement): boolean =>
  mailTo.length > 0 || heartbeat !== undefined || metrics !== undefined;

/** Sends the notifications of the announcement, with the settings of the invocation. */
export async function announceRun(
  invocation: Invocation,
  outcome: RunOutcome,
  announcement: Announcement,
  isChanged: boolean,
): Promise<void> {
  const http = openHttp(invocation);
  try {
    await announce(outcome, announcement, isChanged, {
      context: invocation.context,
      send: http.send,
      mailServer: () => mailServer(invocation),
      warn: invocation.warn,
    });
  } finally {
    await http.close();
  }
}

/** Runs a command's work and reports its end as the flags request; an error of the work is thrown again. */
export async function withDelivery(
  invocation: Invocation,
  options: DeliveryOptions,
  name: string,
  work: () => Promise<void>,
): Promise<void> {
  const announcement = announcementOf(invocation, options, 'always');
  if (!isAnnounced(announcement)) return work();
  const { clock, secrets } = invocation.context;
  const startedAt = clock.now();
  const failure = await work().then(
    () => undefined,
    (error: unknown) => error ?? new Error('a failure without an error'),
  );
  const files = await describeFiles(invocation.written);
  const outcome: RunOutcome = {
    name,
    startedAt,
    endedAt: clock.now(),
    files: failure === undefined ? files : [],
    rows: countRows(invocation.written),
    figures: invocation.written.flatMap(({ figures }) => figures),
    ...failureOf(failure, text => secrets.redact(text)),
  };
  const isChanged = await hasChanged(invocation.context.folders, name, outcome.files);
  const announced = announceRun(invocation, outcome, announcement, isChanged);
  if (failure === undefined) return announced;
  // The failure of the command must reach its caller; a failed notification is only a warning.
  await announced.catch(error => invocation.warn(`warning: ${(error as Error).message}`));
  throw failure;
}

/** Size and hash of each file that a run has written. One that another program has taken meanwhile is omitted. */
export async function describeFiles(written: readonly WrittenFile[]): Promise<DeliveredFile[]> {
  const described = await Promise.all(
    written.map(async ({ path }) => {
      try {
        return [{ path, bytes: (await stat(path)).size, sha256: await fingerprint(path) }];
      } catch (error) {
        if (systemErrorCode(error) === 'ENOENT') return [];
        throw error;
      }
    }),
  );
  return described.flat();
}

/** The rows of all files; null if the command counts none. */
export function countRows(written: readonly WrittenFile[]): number | null {
  const counted = written.flatMap(({ rows }) => (rows === null ? [] : [rows]));
  return counted.length === 0 ? null : counted.reduce((sum, rows) => sum + rows, 0);
}

function failureOf(
  failure: unknown,
  redact: (text: string) => string,
): Pick<RunOutcome, 'exitCode' | 'error' | 'trackingIds'> {
  if (failure === undefined) return { exitCode: 0, trackingIds: [] };
  if (!(failure instanceof HotelctlError))
    return { exitCode: 1, error: 'a defect in hotelctl', trackingIds: [] };
  const { trackingId } = failure.details;
  return {
    exitCode: failure.exitCode,
    error: redact(failure.message),
    trackingIds: trackingId === undefined ? [] : [redact(trackingId)],
  };
}

/** The settings `smtp...`; the password comes from HOTELCTL_SMTP_PASSWORD, else from the credential store. */
async function mailServer({ context, settings }: Invocation): Promise<MailServer> {
  const security = settings.require('smtpSecurity') as MailServer['security'];
  const host = settings.require('smtpHost');
  if (security === 'none' && !isLoopback(host)) {
    throw new UsageError('smtpSecurity none is accepted only for loopback addresses', {
      hint: 'run `hotelctl profile set smtpSecurity starttls`',
    });
  }
  const user = settings.find('smtpUser')?.value;
  const password = user === undefined ? undefined : await smtpPassword({ context, settings });
  context.secrets.register(password);
  return {
    host,
    port: Number(settings.require('smtpPort')),
    security,
    from: checkMailAddress('smtpFrom', settings.require('smtpFrom')),
    timeout: settings.requireCount('timeout') * 1000,
    ...(user === undefined ? {} : { user }),
    ...(password === undefined ? {} : { password }),
  };
}
