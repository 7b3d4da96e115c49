import { stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { resolve } from 'node:path';
import { readChoice } from '../base/choices.ts';
import { systemErrorCode, UsageError } from '../base/errors.ts';
import { openRegular } from '../base/own-file.ts';
import { assertTlsVerification, checkedUrl, isLoopback } from '../http/address.ts';
import { type MailSettings, mailChannel, type NotifyOn } from '../jobs/delivery/mail-channel.ts';
import { checkMetricsFile, sendHeartbeat, writeMetrics } from '../jobs/delivery/monitoring.ts';
import {
  type Channel,
  type DeliveredFile,
  describeFailure,
  describeSubject,
  type RunOutcome,
  reportOn,
} from '../jobs/delivery/outcome.ts';
import { checkMailAddress, type MailServer } from '../jobs/delivery/smtp.ts';
import { withoutSecretWords } from '../jobs/job.ts';
import { dateIn, dayNumber } from '../platform/dates.ts';
import { listArchivedProperties } from '../reports/archive/archive.ts';
import { hashChunks } from '../reports/archive/manifest.ts';
import { findSnapshots } from '../reports/snapshots/snapshot.ts';
import { findArchive } from './archive.ts';
import { openHttp, useAndClose } from './connect.ts';
import { referenceTime } from './date-options.ts';
import type { Invocation, WrittenOutput } from './invocation.ts';
import { smtpPassword } from './profile-changes.ts';
import { type DeliveryOptions, notifyEvents } from './shared-flags.ts';

export interface Announcement extends MailSettings {
  readonly heartbeat?: string | undefined;
  /** Absolute path of the Prometheus metrics: a scheduler starts a job in another folder. */
  readonly metrics?: string | undefined;
}

/** The requested notifications, validated before anything is sent. @throws UsageError, or OutputError for the metrics */
export async function readAnnouncement(
  invocation: Invocation,
  options: DeliveryOptions,
  usual: NotifyOn = 'always',
) {
  const { context, settings } = invocation;
  const mailTo = (options.mailTo ?? []).map(address => checkMailAddress('--mail-to', address));
  if (mailTo.length > 0) readMailServer(invocation);
  if (options.notifyOn !== undefined && mailTo.length === 0)
    throw new UsageError('--notify-on has no effect without --mail-to', {
      hint: 'add --mail-to ADDRESS, or omit --notify-on',
    });
  const metrics = options.metrics && resolve(context.host.currentFolder, options.metrics);
  if (metrics) await checkMetricsFile(metrics);
  const heartbeat = settings.optional('heartbeat');
  // Like the URL of a private UI integration: who knows it can report a success.
  if (heartbeat) {
    checkedUrl(heartbeat, context.env);
    context.secrets.registerUrl(heartbeat);
    context.secrets.register(new URL(heartbeat).pathname);
  }
  const notifyOn = readChoice('--notify-on', options.notifyOn ?? usual, notifyEvents);
  return { mailTo, notifyOn, heartbeat, metrics };
}

/** @param moment that the dates of a job refer to; without it, the name is that of a command @returns reports how its run ended */
export function makeReporter(
  invocation: Invocation,
  { name, words, moment }: { readonly name: string; readonly words: readonly string[]; moment?: number },
  announcement: Announcement,
) {
  const { mailTo, heartbeat, metrics } = announcement;
  const { context, settings, warn } = invocation;
  const subject = describeSubject(
    withoutSecretWords(words, context.secrets),
    moment === undefined ? undefined : name,
    settings.find('property')?.value,
    dateIn(undefined, moment ?? referenceTime(context)),
  );
  const server = () => openMailServer(invocation);
  const channels: Channel[] = [];
  // Two commands of the same name, such as of two hotels, do not take the changes of each other for their own.
  const mailed = subject.job ?? [settings.profileName, subject.command, subject.property].join(' ');
  if (mailTo.length > 0) channels.push(mailChannel(mailed, announcement, server, context));
  if (heartbeat !== undefined)
    channels.push({
      name: 'the heartbeat',
      report: end => useAndClose(openHttp(invocation), http => sendHeartbeat(http.send, heartbeat, end)),
    });
  if (metrics !== undefined)
    channels.push({
      name: 'the metrics',
      report: async end =>
        writeMetrics(context, metrics, { ...end, snapshotAges: await findSnapshotAges(invocation, end) }),
    });
  const report = reportOn(channels, context, warn);
  return (end: Omit<RunOutcome, 'name' | 'subject' | 'machine'>, isLast: boolean) =>
    report({ name, subject, machine: hostname(), ...end }, isLast);
}

/** The ages of newest snapshots, in days, of a run that took some; one that could not list its hotels has those archived. */
async function findSnapshotAges(invocation: Invocation, { subject, items = [] }: RunOutcome) {
  if (subject.report !== 'snapshot take') return undefined;
  const archive = await findArchive(invocation).catch(() => undefined);
  const today = dayNumber(dateIn(undefined, invocation.context.clock.now()));
  const ages = new Map<string, number>();
  const properties =
    items.length > 0 || !archive
      ? items.map(({ item }) => item)
      : await listArchivedProperties(archive, 'snapshots');
  for (const property of properties) {
    // Snapshots that cannot be read are as good as none: the run has failed, and its metrics say so.
    const snapshots = archive ? await findSnapshots(archive, property).catch(() => []) : [];
    // At the property it may be tomorrow already; a later one was filed while the clock was ahead.
    const newest = snapshots.findLast(({ taken }) => dayNumber(taken) <= today + 1);
    ages.set(property, newest ? Math.max(0, today - dayNumber(newest.taken)) : Number.POSITIVE_INFINITY);
  }
  return ages;
}

/** At the start of a run of a job. */
export const beatStart = async (invocation: Invocation, { heartbeat }: Pick<Announcement, 'heartbeat'>) =>
  heartbeat === undefined
    ? undefined
    : useAndClose(openHttp(invocation), http => sendHeartbeat(http.send, heartbeat, 'started'));

export async function withDelivery(
  invocation: Invocation,
  options: DeliveryOptions,
  name: string,
  work: () => Promise<void>,
) {
  const announcement = await readAnnouncement(invocation, options);
  const { clock } = invocation.context;
  const startedAt = clock.now();
  const failure: unknown = await work().catch(error => error);
  const reporter = makeReporter(invocation, { name, words: invocation.words }, announcement);
  const end = {
    startedAt,
    endedAt: clock.now(),
    items: invocation.items,
    warnings: findWarnings(invocation.warned),
    ...(await describeWritten(invocation.written)),
    ...(failure === undefined
      ? { exitCode: 0, trackingIds: [] }
      : { next: 'it is not repeated automatically; run the command again', ...describeFailure(failure) }),
  };
  const reported = reporter(end, true);
  if (failure === undefined) return reported;
  // The failure of the command must reach its caller; a failed notification is only a warning.
  await reported.catch(error => invocation.warn(`warning: ${(error as Error).message}`));
  throw failure;
}

/** @param lines of standard error */
export const findWarnings = (lines: readonly string[]): readonly string[] =>
  lines.flatMap(line => /^warning: (.*)/s.exec(line)?.[1] ?? []);

/** Size and hash of each regular file: reading a pipe could wait forever. A file that was taken away meanwhile is omitted. */
async function describeFiles(written: readonly WrittenOutput[]): Promise<DeliveredFile[]> {
  const described = await Promise.all(
    written.map(async ({ path }) => {
      if (path === undefined) return [];
      try {
        if (!(await stat(path)).isFile()) return [];
        const file = await openRegular(path, Number.POSITIVE_INFINITY, true);
        return [{ path, ...(await hashChunks(file.createReadStream())) }];
      } catch (error) {
        if (systemErrorCode(error) === 'ENOENT') return [];
        throw error;
      }
    }),
  );
  return described.flat();
}

export async function describeWritten(written: readonly WrittenOutput[]) {
  const counted = written.flatMap(({ rows }) => (rows === null ? [] : [rows]));
  return {
    files: await describeFiles(written),
    page: written.find(({ page }) => page)?.page,
    /** Of all files; null if the command counts none. */
    rows: counted.length === 0 ? null : counted.reduce((sum, rows) => sum + rows, 0),
    figures: written.flatMap(({ figures }) =>
      figures.map(([label, value]): [string, string] => [label, value]),
    ),
  };
}

function readMailServer({ context, settings }: Invocation): MailServer {
  settings.requireAll(['smtpHost', 'smtpFrom']);
  const security = settings.require('smtpSecurity') as MailServer['security'];
  const host = settings.require('smtpHost');
  if (security === 'none' && !isLoopback(host))
    throw new UsageError('smtpSecurity none is accepted only for loopback addresses', {
      hint: 'run `hotelctl profile set smtpSecurity starttls`',
    });
  if (security !== 'none') assertTlsVerification(context.env);
  return {
    host,
    port: settings.requireCount('smtpPort'),
    security,
    from: checkMailAddress('smtpFrom', settings.require('smtpFrom')),
    timeout: settings.requireCount('timeout') * 1000,
    user: settings.find('smtpUser')?.value,
  };
}

/** With the password, which comes from HOTELCTL_SMTP_PASSWORD, else from the credential store. */
export async function openMailServer(invocation: Invocation): Promise<MailServer> {
  const server = readMailServer(invocation);
  if (server.user === undefined) return server;
  const password = await smtpPassword(invocation);
  invocation.context.secrets.register(password);
  return { ...server, password };
}
