import type { Context } from '../base/context.ts';
import { HotelctlError } from '../base/errors.ts';
import type { Send } from '../http/exchange.ts';
import { sendHeartbeat } from './heartbeat.ts';
import { type MailServer, sendMail } from './mail.ts';
import { outcomeMail } from './mail-text.ts';
import { writeMetrics } from './metrics.ts';
import type { RunOutcome } from './outcome.ts';

export type NotifyOn = 'failure' | 'always' | 'change';

/** Who is notified about the end of a run, and when. */
export interface Announcement {
  readonly mailTo: readonly string[];
  readonly notifyOn: NotifyOn;
  readonly heartbeat: string | undefined;
  /** File of the Prometheus metrics. */
  readonly metrics: string | undefined;
}

export interface AnnouncementPorts {
  readonly context: Context;
  readonly send: Send;
  /** Loaded only if a mail is due: the password comes from the credential store. */
  mailServer(): Promise<MailServer>;
  warn(line: string): Promise<void>;
}

/**
 * Reports the end of a run by mail, metrics and heartbeat. If a heartbeat or metrics fail, that is a warning, because
 * the monitoring service raises its alarm anyway. If a mail fails, that is an error, because its recipient expects it;
 * metrics and heartbeat then report a failure too, because nobody would notice otherwise.
 *
 * @param isChanged whether the files differ from those of the last success
 */
export async function announce(
  outcome: RunOutcome,
  { mailTo, notifyOn, heartbeat, metrics }: Announcement,
  isChanged: boolean,
  ports: AnnouncementPorts,
): Promise<void> {
  const { context, send, warn } = ports;
  const orWarn = (what: string, work: Promise<void>) =>
    work.catch(async error => {
      if (!(error instanceof HotelctlError) || context.interrupted.aborted) throw error;
      await warn(`warning: ${what}: ${error.message}`);
    });
  const mailing =
    mailTo.length > 0 && isMailDue(outcome, notifyOn, isChanged)
      ? ports.mailServer().then(server => sendMail(server, { to: mailTo, ...outcomeMail(outcome) }))
      : Promise.resolve();
  const failure: unknown = await mailing.then(
    () => undefined,
    error => error,
  );
  const told = failure === undefined ? outcome : withFailure(outcome, failure);
  if (metrics !== undefined) {
    await orWarn('the metrics were not written', writeMetrics(context, metrics, told));
  }
  if (heartbeat !== undefined) {
    await orWarn('the heartbeat was not sent', sendHeartbeat(send, heartbeat, told));
  }
  if (failure !== undefined) throw failure;
}

/** A run that succeeded, but whose mail nobody received. The failure of the run itself comes first. */
function withFailure(outcome: RunOutcome, failure: unknown): RunOutcome {
  if (outcome.exitCode !== 0) return outcome;
  const isExpected = failure instanceof HotelctlError;
  return {
    ...outcome,
    exitCode: isExpected ? failure.exitCode : 1,
    error: isExpected ? failure.message : 'a defect in hotelctl',
  };
}

function isMailDue({ exitCode }: RunOutcome, notifyOn: NotifyOn, isChanged: boolean): boolean {
  if (exitCode !== 0 || notifyOn === 'always') return true;
  return notifyOn === 'change' && isChanged;
}
