import type { Context } from '../../base/context.ts';
import { HotelctlError, TemporaryError } from '../../base/errors.ts';
import { secondsText } from '../../base/text.ts';
import { pauseAfter } from '../pauses.ts';
import type { RunOutcome } from './outcome.ts';

/** A way to report the end of a run: mail, heartbeat or metrics. */
export interface Channel {
  /** Subject of its warnings: `the email`. */
  readonly name: string;
  /** Reports the outcome; nothing to report is a success. @throws HotelctlError if it was not accepted */
  report(outcome: RunOutcome): Promise<void>;
}

interface AnnouncementPorts {
  readonly context: Pick<Context, 'clock' | 'random' | 'interrupted' | 'secrets'>;
  /** Until when a temporary failure is retried, milliseconds since 1970. */
  readonly giveUpAt: number;
  warn(line: string): Promise<void>;
}

/** The outcome of a run after it was reported. */
export interface Announced {
  /** A run that succeeded but was not delivered is a failed run. */
  readonly outcome: RunOutcome;
  /** The first failure of a delivery. */
  readonly failure?: unknown;
}

/**
 * Reports the end of a run on all channels. Channels that failed temporarily are retried, the others are not repeated. If
 * one fails in the end, the run has failed, and the channels that have reported its success report its failure instead.
 *
 * @throws the reason of an interruption, and nothing else
 */
export async function announce(
  outcome: RunOutcome,
  channels: readonly Channel[],
  { context, giveUpAt, warn }: AnnouncementPorts,
): Promise<Announced> {
  const { clock, random, interrupted, secrets } = context;
  const redacted = withoutSecrets(outcome, text => secrets.redact(text));
  let pending = channels;
  for (let attempts = 1; ; attempts += 1) {
    const failed: { readonly channel: Channel; readonly error: unknown }[] = [];
    for (const channel of pending) {
      await channel.report(redacted).catch(error => failed.push({ channel, error }));
      interrupted.throwIfAborted();
    }
    const [first] = failed;
    if (!first) return { outcome: redacted };
    pending = failed.map(({ channel }) => channel);
    const pause = pauseAfter(attempts, random);
    const mayRetry = failed.every(({ error }) => error instanceof TemporaryError);
    if (mayRetry && clock.now() + pause <= giveUpAt) {
      await warn(`warning: ${messageOf(first.error)}; next attempt in ${secondsText(pause)}`);
      await clock.sleep(pause, interrupted);
      continue;
    }
    const end = withFailure(redacted, first.error, text => secrets.redact(text));
    if (outcome.exitCode === 0) {
      for (const channel of channels.filter(candidate => !pending.includes(candidate))) {
        await channel
          .report(end)
          .catch(error => warn(`warning: ${channel.name} does not report the failure: ${messageOf(error)}`));
        interrupted.throwIfAborted();
      }
    }
    for (const { error } of failed.slice(1)) await warn(`warning: ${messageOf(error)}`);
    return { outcome: end, failure: first.error };
  }
}

const messageOf = (error: unknown): string =>
  error instanceof HotelctlError ? error.message : 'a defect in hotelctl';

/** The exit code of the run itself takes precedence. */
function withFailure(outcome: RunOutcome, failure: unknown, redact: (text: string) => string): RunOutcome {
  const message = redact(messageOf(failure));
  if (outcome.exitCode !== 0) return { ...outcome, error: `${outcome.error ?? 'failed'}; ${message}` };
  const isExpected = failure instanceof HotelctlError;
  return {
    ...outcome,
    exitCode: isExpected ? failure.exitCode : 1,
    error: message,
    ...(isExpected ? { hint: redact(failure.details.hint) } : {}),
  };
}

/** What a server repeats may be in any text of the outcome, and all of them are sent to another server. */
function withoutSecrets(outcome: RunOutcome, redact: (text: string) => string): RunOutcome {
  const { error, hint, subject, trackingIds } = outcome;
  return {
    ...outcome,
    subject: { ...subject, command: redact(subject.command) },
    ...(error === undefined ? {} : { error: redact(error) }),
    ...(hint === undefined ? {} : { hint: redact(hint) }),
    trackingIds: trackingIds.map(redact),
  };
}
