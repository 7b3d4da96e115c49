import { oneOf } from '../../base/choices.ts';
import { UsageError } from '../../base/errors.ts';
import { type Flags, longFlag, optionName } from '../../cli/flags.ts';
import type { BookingDetails, PaymentAccount } from '../../platform/bookings/booking-request.ts';
import { guaranteeTypes, travelPurposes } from '../../platform/bookings/kinds.ts';
import { accountFlags, type CreateOptions, createFlags, topReferenceFlag } from './flags.ts';
import { addressOf, person, reservationDetails } from './guests.ts';

/** The flags about the payment, which apply only to a quote with a prepayment. */
const paymentFlags: Flags = { ...accountFlags, ...topReferenceFlag };

/** The flags that a booking file replaces. */
const detailFlags: Flags = { ...paymentFlags, ...createFlags['People:'], ...createFlags['The stay:'] };

/** The first of the flags that the command line has. */
const findGiven = (flags: Flags, options: CreateOptions): string | undefined =>
  Object.keys(flags)
    .map(longFlag)
    .find(flag => options[optionName(flag)] !== undefined);

/** @throws UsageError if `--file` is combined with flags that it replaces */
export function refuseFlagsWithFile(options: CreateOptions): void {
  const given = findGiven(detailFlags, options);
  if (given === undefined) return;
  throw new UsageError(`--file is the whole booking request, and ${given} would change it`, {
    hint: 'put it into the file, or omit --file',
  });
}

/** @throws UsageError if there are flags about a payment but no prepayment */
export function checkPaymentFlags(options: CreateOptions): void {
  const given =
    findGiven(paymentFlags, options) ??
    ['--authorization', '--shopper-reference', '--authorized-at'].find(
      flag => options[optionName(flag)] !== undefined,
    );
  if (given === undefined) return;
  throw new UsageError(`the quote has no prepayment, so ${given} does not apply`, {
    hint: `leave ${given} out`,
  });
}

/**
 * The people and the payment from the flags.
 * @param references references of the authorization that pays; undefined without a prepayment
 */
export function detailsOfFlags(
  options: CreateOptions,
  reservations: number,
  references: Pick<PaymentAccount, 'payerReference' | 'transactionReference'> | undefined,
): BookingDetails {
  const lastName = options.bookerLastName?.trim();
  if (!lastName) {
    throw new UsageError('--booker-last-name is required', {
      hint: 'add --booker-last-name, or specify the whole request with --file',
    });
  }
  if (options.guaranteeType !== undefined) oneOf('--guarantee-type', options.guaranteeType, guaranteeTypes);
  checkExpiry(options);
  return {
    booker: person(lastName, {
      title: options.bookerTitle,
      firstName: options.bookerFirstName,
      email: options.bookerEmail,
      phone: options.bookerPhone,
      address: addressOf('--booker-', {
        addressLine1: options.bookerAddressLine1,
        addressLine2: options.bookerAddressLine2,
        postalCode: options.bookerPostalCode,
        city: options.bookerCity,
        regionCode: options.bookerRegion,
        countryCode: options.bookerCountry,
      }),
    }),
    byReservation: reservationDetails(options.guest ?? [], reservations),
    paymentAccount: references && {
      accountNumber: options.accountNumber,
      accountHolder: options.accountHolder,
      expiryMonth: options.expiryMonth,
      expiryYear: options.expiryYear,
      paymentMethod: options.paymentMethod,
      payerEmail: options.payerEmail,
      ...references,
      isVirtual: options.virtualCard ?? false,
    },
    channelCode: options.channelCode,
    guaranteeType: options.guaranteeType,
    travelPurpose:
      options.travelPurpose === undefined
        ? undefined
        : oneOf('--travel-purpose', options.travelPurpose, travelPurposes),
    guestComment: options.guestComment,
    comment: options.comment,
    bookerComment: options.bookerComment,
    transactionReferenceOnTop: options.transactionReferenceOnTop ?? false,
  };
}

/** A month and a year that no card has would be noticed only at the hotel. @throws UsageError */
function checkExpiry({ expiryMonth, expiryYear }: CreateOptions): void {
  if (expiryMonth !== undefined && !/^(0[1-9]|1[0-2])$/.test(expiryMonth)) {
    throw new UsageError('--expiry-month must be a month of two digits, 01 to 12', {
      hint: 'for example --expiry-month 03',
    });
  }
  if (expiryYear !== undefined && !/^20\d{2}$/.test(expiryYear)) {
    throw new UsageError('--expiry-year must be a year of four digits', {
      hint: 'for example --expiry-year 2029',
    });
  }
}
