import { oneOf } from '../../base/choices.ts';
import { UsageError } from '../../base/errors.ts';
import type { OutputOptions } from '../../cli/output-flags.ts';
import type { BookingDetails, PaymentAccount } from '../../platform/bookings/booking-request.ts';
import { guaranteeTypes, travelPurposes } from '../../platform/bookings/kinds.ts';
import { addressOf, person, reservationDetails } from './guests.ts';

export interface CreateOptions extends OutputOptions {
  readonly quote?: string;
  readonly authorization?: string;
  readonly file?: string;
  readonly maxAge?: string;
  readonly bookerLastName?: string;
  readonly bookerFirstName?: string;
  readonly bookerTitle?: string;
  readonly bookerEmail?: string;
  readonly bookerPhone?: string;
  readonly bookerAddressLine1?: string;
  readonly bookerAddressLine2?: string;
  readonly bookerPostalCode?: string;
  readonly bookerCity?: string;
  readonly bookerRegion?: string;
  readonly bookerCountry?: string;
  readonly guest?: readonly string[];
  readonly channelCode?: string;
  readonly guaranteeType?: string;
  readonly travelPurpose?: string;
  readonly guestComment?: string;
  readonly comment?: string;
  readonly bookerComment?: string;
  readonly accountNumber?: string;
  readonly accountHolder?: string;
  readonly expiryMonth?: string;
  readonly expiryYear?: string;
  readonly paymentMethod?: string;
  readonly payerEmail?: string;
  readonly virtualCard?: boolean;
  readonly transactionReferenceOnTop?: boolean;
  readonly shopperReference?: string;
  readonly authorizedAt?: string;
  readonly property?: string;
  readonly dryRun?: boolean;
  readonly yes?: boolean;
  readonly expectTotal?: string;
  readonly resume?: boolean;
  readonly again?: boolean;
}

/** The flags about the payment, which apply only to a quote with a prepayment. */
const paymentFlags = [
  'accountNumber',
  'accountHolder',
  'expiryMonth',
  'expiryYear',
  'paymentMethod',
  'payerEmail',
  'virtualCard',
  'transactionReferenceOnTop',
] as const satisfies readonly (keyof CreateOptions)[];

/** The flags that a booking file replaces. */
const detailFlags = [
  ...paymentFlags,
  'bookerLastName',
  'bookerFirstName',
  'bookerTitle',
  'bookerEmail',
  'bookerPhone',
  'bookerAddressLine1',
  'bookerAddressLine2',
  'bookerPostalCode',
  'bookerCity',
  'bookerRegion',
  'bookerCountry',
  'guest',
  'channelCode',
  'guaranteeType',
  'travelPurpose',
  'guestComment',
  'comment',
  'bookerComment',
] as const satisfies readonly (keyof CreateOptions)[];

const flagOf = (name: string) => `--${name.replace(/[A-Z0-9]/g, letter => `-${letter.toLowerCase()}`)}`;

/** @throws UsageError if `--file` is combined with flags that it replaces */
export function refuseFlagsWithFile(options: CreateOptions): void {
  const given = detailFlags.find(name => options[name] !== undefined);
  if (given === undefined) return;
  throw new UsageError(`--file is the whole booking request, and ${flagOf(given)} would change it`, {
    hint: 'put it into the file, or omit --file',
  });
}

/** @throws UsageError if there are flags about a payment but no prepayment */
export function checkPaymentFlags(options: CreateOptions): void {
  const names = [...paymentFlags, 'authorization', 'shopperReference', 'authorizedAt'] as const;
  const given = names.find(name => options[name] !== undefined);
  if (given === undefined) return;
  throw new UsageError(`the quote has no prepayment, so ${flagOf(given)} does not apply`, {
    hint: `leave ${flagOf(given)} out`,
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
