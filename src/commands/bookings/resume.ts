import { UsageError } from '../../base/errors.ts';
import { resumeBooking } from '../../bookings/resume-booking.ts';
import type { OpenInvocation } from '../../cli/invocation.ts';
import type { OutputOptions } from '../../cli/output-flags.ts';
import { uuidForm } from '../../platform/bookings/authorization.ts';
import { checkBookingOutput, withBookingSender, writeBooking } from './booking-output.ts';

/** `hotelctl bookings resume KEY`: sends again exactly the request that was sent with this key. */
export async function resumeByKey(open: OpenInvocation, key: string, options: OutputOptions): Promise<void> {
  const invocation = await open(options);
  if (!uuidForm.test(key)) {
    throw new UsageError('KEY must be the Idempotency-Key of a booking that was sent, a UUID', {
      hint: 'see the keys with `hotelctl bookings list --columns state,key`',
    });
  }
  await checkBookingOutput(invocation, options);
  const booking = await withBookingSender(invocation, sender => resumeBooking(key.toLowerCase(), sender));
  await writeBooking(invocation, options, booking);
}
