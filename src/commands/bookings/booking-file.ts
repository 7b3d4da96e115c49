import type { Context } from '../../base/context.ts';
import { UsageError } from '../../base/errors.ts';
import type { Platform } from '../../bookings/offers.ts';
import { makeQuote } from '../../bookings/quote-file.ts';
import { quoteReservations } from '../../bookings/quoting.ts';
import type { Invocation } from '../../cli/invocation.ts';
import { readJsonInput } from '../../cli/json-input.ts';
import { type BookingRequest, bookingModel } from '../../platform/bookings/booking-request.ts';
import type { Quote, StayRequest } from '../../platform/bookings/quote-model.ts';
import { sliceCount } from '../../platform/bookings/stay-request.ts';
import { filledFields } from '../../platform/filled-fields.ts';
import { checkAgainstModel } from '../../platform/model-check.ts';
import { refuseFlagsWithFile } from './details.ts';
import type { CreateOptions } from './flags.ts';

/** `--file`: the booking request as it will be sent. @throws UsageError */
export async function bookingOfFile(
  { context }: Invocation,
  options: CreateOptions,
  path: string,
): Promise<BookingRequest> {
  refuseFlagsWithFile(options);
  const value = await readJsonInput(context, '--file', path);
  const [fault] = checkAgainstModel(bookingModel, value).faults;
  if (fault === undefined) return value as BookingRequest;
  throw new UsageError(`the booking of --file is not valid: ${fault}`, {
    hint: 'add `--dry-run` to a booking from a quote to see the format',
  });
}

/** Quotes a booking file that is given without a quote. @throws UsageError, RefusedError */
export async function quoteOfRequest(
  context: Context,
  platform: Platform,
  { settings }: Invocation,
  request: BookingRequest,
): Promise<Quote> {
  const propertyId = settings.require('property');
  const requests = request.reservations.map((reservation, index): StayRequest => {
    const {
      arrival,
      departure,
      adults,
      childrenAges = [],
      channelCode,
      timeSlices,
      services = [],
    } = reservation;
    const ratePlanIds = timeSlices.map(slice => slice.ratePlanId);
    const [ratePlanId] = ratePlanIds;
    if (ratePlanId === undefined || ratePlanIds.length !== sliceCount(reservation)) {
      throw new UsageError(`reservation ${index + 1} must have one time slice for each night`, {
        hint: 'add a ratePlanId to each element of timeSlices',
      });
    }
    return {
      propertyId,
      arrival,
      departure,
      adults,
      childrenAges,
      ratePlanId,
      ...(new Set(ratePlanIds).size > 1 ? { ratePlanIds } : {}),
      channelCode,
      ...(arrival.slice(0, 10) === departure.slice(0, 10) ? { timeSliceTemplate: 'DayUse' } : {}),
      services: services.map(({ serviceId, count, dates }) => ({
        serviceId,
        ...filledFields({ count, dates: dates?.map(({ serviceDate }) => serviceDate) }),
      })),
    };
  });
  const reservations = await quoteReservations(platform, requests);
  return makeQuote(reservations, {
    id: context.random.uuid(),
    host: platform.baseUrl,
    now: context.clock.now(),
  });
}
