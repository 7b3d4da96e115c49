import type { Context } from '../../base/context.ts';
import { TemporaryError } from '../../base/errors.ts';
import { describeFailure, type RunOutcome } from './outcome.ts';

/** A way to report the end of a run: mail, heartbeat or metrics. */
export interface Channel {
  /** Subject of its warnings: `the email`. */
  readonly name: string;
  /** Reports the outcome; nothing to report is a success. @throws HotelctlError if it was not accepted */
  report(outcome: RunOutcome): Promise<void>;
}

/**
 * Reports the end of one run. A call that failed can be repeated: it uses only the channels that have failed.
 *
 * @param isLast whether the caller does not repeat a temporary failure. If the report fails in the end, the run has
 *   failed, and the channels that have reported its success report its failure instead
 * @throws the failure of a channel, or the reason of an interruption
 */
export type ReportOutcome = (outcome: RunOutcome, isLast: boolean) => Promise<void>;

export function reportOn(
  channels: readonly Channel[],
  { interrupted, secrets }: Pick<Context, 'interrupted' | 'secrets'>,
  warn: (line: string) => Promise<void>,
): ReportOutcome {
  let pending = channels;
  return async (outcome, isLast) => {
    const redact = (text: string) => secrets.redact(text);
    const reported = withoutSecrets(outcome, redact);
    const failures: unknown[] = [];
    const unreported: Channel[] = [];
    for (const channel of pending) {
      // A success that is not delivered yet is not reported elsewhere; a failure is, as soon as possible.
      if (failures.length > 0 && outcome.exitCode === 0) unreported.push(channel);
      else
        await channel.report(reported).catch(error => {
          failures.push(error);
          unreported.push(channel);
        });
      interrupted.throwIfAborted();
    }
    pending = unreported;
    if (failures.length === 0) return;
    const [failure, ...others] = failures;
    for (const error of others) await warn(`warning: ${describeFailure(error).error}`);
    if (!isLast && failures.every(error => error instanceof TemporaryError)) throw failure;
    if (outcome.exitCode === 0) {
      const end = withoutSecrets({ ...outcome, ...describeFailure(failure) }, redact);
      for (const channel of channels.filter(candidate => candidate !== unreported[0])) {
        await channel
          .report(end)
          .catch(error =>
            warn(`warning: ${channel.name} does not report the failure: ${describeFailure(error).error}`),
          );
        interrupted.throwIfAborted();
      }
    }
    throw failure;
  };
}

/** What a server repeats may be in any text of the outcome, and all of them are sent to another server. */
function withoutSecrets(outcome: RunOutcome, redact: (text: string) => string): RunOutcome {
  const { error, hint, subject, trackingIds, page, items } = outcome;
  return {
    ...outcome,
    subject: { ...subject, command: redact(subject.command) },
    error: error && redact(error),
    hint: hint && redact(hint),
    items: items?.map(item => ({ ...item, cause: item.cause && redact(item.cause) })),
    page: page && {
      ...page,
      subject: redact(page.subject),
      html: redact(page.html),
      text: redact(page.text),
    },
    trackingIds: trackingIds.map(redact),
  };
}
