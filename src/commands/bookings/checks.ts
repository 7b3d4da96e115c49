import { durationText } from '../../base/duration-text.ts';
import { UsageError } from '../../base/errors.ts';
import type { Invocation } from '../../cli/invocation.ts';
import type { BookingRequest } from '../../platform/booking/booking-request.ts';
import { type BookingAuthorization, brokenRules } from '../../platform/booking/booking-rules.ts';
import type { Quote } from '../../platform/booking/quote-model.ts';
import { authorizationLifetime, warningAge } from '../../platform/booking/time-limits.ts';

/** Checks every rule of the platform before anything is sent. @throws UsageError that lists each broken rule */
export function checkRules(
  request: BookingRequest,
  quote: Quote,
  authorization: BookingAuthorization | undefined,
  now: number,
): void {
  const broken = brokenRules({ request, quote, authorization, now });
  const [first] = broken;
  if (first === undefined) return;
  throw new UsageError(broken.length > 1 ? `the booking breaks ${broken.length} rules` : first, {
    hint: 'nothing was sent; fix the booking, or quote and authorize again',
    ...(broken.length > 1 ? { messages: broken } : {}),
  });
}

/** An authorization expires two hours after it was made. @throws UsageError */
export function checkStillInTime(authorization: BookingAuthorization | undefined, now: number): void {
  if (!authorization) return;
  const age = now - authorization.authorizedAt;
  if (age <= authorizationLifetime) return;
  throw new UsageError(
    `the authorization is ${durationText(age, 'min')} old, and the platform cancels it after two hours`,
    { hint: 'nothing was sent; authorize again, or give the time of the authorization with --authorized-at' },
  );
}

/** The same, with a warning if little time is left. */
export async function checkTime(
  { context, note }: Pick<Invocation, 'context' | 'note'>,
  authorization: BookingAuthorization | undefined,
): Promise<void> {
  const now = context.clock.now();
  checkStillInTime(authorization, now);
  if (!authorization) return;
  const age = now - authorization.authorizedAt;
  if (age < warningAge) return;
  const left = durationText(authorizationLifetime - age, 'min');
  await note(
    `warning: the authorization is ${durationText(age, 'min')} old; it is cancelled in ${left} unless this booking follows`,
  );
}
