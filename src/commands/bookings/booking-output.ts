import { HotelctlError, UsageError } from '../../base/errors.ts';
import { missingPart } from '../../base/version.ts';
import { type BookingSender, errorAfterCreation } from '../../bookings/create-booking.ts';
import { openJournal } from '../../bookings/journal.ts';
import type { SentBooking } from '../../bookings/requests.ts';
import { connect, useAndClose } from '../../cli/connect.ts';
import type { Invocation } from '../../cli/invocation.ts';
import type { OutputOptions } from '../../cli/shared-flags.ts';
import { planRecords } from '../../cli/write-records.ts';
import { readNamePairs } from '../../platform/names.ts';
import { type Column, textColumn } from '../../platform/records.ts';
import { readS3Object } from '../../reports/lake/s3-address.ts';

export const bookingColumns: readonly Column[] = [
  textColumn('bookingId', 'Booking'),
  textColumn('reservationId', 'Reservation'),
];

/** @returns writes a row for each reservation; the platform's own body as JSON. An error of it begins with the booking's id. */
export async function planBookingOutput(invocation: Invocation, options: OutputOptions) {
  const write = await planRecords(invocation, options, { name: 'booking', columns: bookingColumns });
  // An object can't be checked without writing it.
  if (readS3Object(options.output ?? ''))
    throw new UsageError('a booking is written only to a file of this machine', {
      hint: 'set --output to the name of a file',
    });
  return async (sent: SentBooking) => {
    const { booking } = sent;
    const { id, reservationIds } = booking;
    const records = () => reservationIds.map(one => ({ bookingId: id, reservationId: one.id }));
    await write(records, booking).catch((error: unknown) => {
      const known = error instanceof HotelctlError ? error : missingPart(error);
      throw known ? errorAfterCreation(sent, known) : error;
    });
  };
}

export async function withBookingSender<T>(
  invocation: Invocation,
  work: (sender: BookingSender) => Promise<T>,
): Promise<T> {
  const { context, settings } = invocation;
  const baseUrl = settings.requireHost('baseUrl');
  return useAndClose(connect(invocation, baseUrl), platform =>
    work({
      context,
      journal: openJournal(context),
      platform,
      signInFailed: platform.signInFailed,
      honorsKeys: settings.require('assume.bookings.honorsKeys'),
      creation: {
        path: settings.require('assume.bookings.path'),
        status: settings.require('assume.bookings.status'),
        id: settings.require('assume.bookings.id'),
        reservationIds: settings.require('assume.bookings.reservationIds'),
        fields: readNamePairs(settings.require('assume.bookings.fields')),
      },
    }),
  );
}
