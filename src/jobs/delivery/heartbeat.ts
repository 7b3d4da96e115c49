import { TemporaryError } from '../../base/errors.ts';
import { isSuccess } from '../../base/http-status.ts';
import type { Send } from '../../http/exchange.ts';
import type { RunOutcome } from './outcome.ts';

/**
 * Reports the end of a run to a monitoring service with the convention of healthchecks.io: a GET of the URL on success,
 * a POST of `URL/fail` with the error line as body on failure. The service raises an alarm if neither arrives.
 *
 * @throws TemporaryError if the service did not accept it
 */
export async function sendHeartbeat(send: Send, url: string, outcome: RunOutcome): Promise<void> {
  const failed = outcome.exitCode !== 0;
  const response = await send({
    method: failed ? 'POST' : 'GET',
    url: failed ? failureUrl(url) : url,
    headers: failed ? { 'content-type': 'text/plain; charset=utf-8' } : {},
    ...(failed ? { body: `exit code ${outcome.exitCode}: ${outcome.error ?? 'no message'}` } : {}),
    repeatable: true,
    authorize: false,
  });
  await response.discard();
  if (isSuccess(response.status)) return;
  throw new TemporaryError(`the heartbeat URL responded with HTTP ${response.status}`, {
    hint: 'check the address of --heartbeat',
    status: response.status,
  });
}

/** `/fail` is a part of the path: a query stays behind it. */
export function failureUrl(url: string): string {
  const parsed = new URL(url);
  parsed.pathname = `${parsed.pathname.replace(/\/$/, '')}/fail`;
  return parsed.href;
}
