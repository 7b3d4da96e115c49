import { UsageError } from '../../base/errors.ts';
import { longFlag, optionName } from '../../cli/flags.ts';
import { parsePairs, reservationIndex } from '../../cli/input.ts';
import type {
  BookingDetails,
  PaymentAccount,
  ReservationDetails,
} from '../../platform/bookings/booking-request.ts';
import { filledFields } from '../../platform/json.ts';
import {
  accountFlags,
  type CreateOptions,
  createFlags,
  personKeys,
  stayKeys,
  topReferenceFlag,
} from './flags.ts';

const findGiven = (flags: readonly string[], options: CreateOptions): string | undefined =>
  flags.map(longFlag).find(flag => options[optionName(flag)] !== undefined);

export function refuseFlagsWithFile(options: CreateOptions): void {
  const replaced = [accountFlags, topReferenceFlag, createFlags['People:'], createFlags['The stay:']];
  const given = findGiven(replaced.flatMap(Object.keys), options);
  if (given === undefined) return;
  throw new UsageError(`--file is the whole booking request; ${given} would change it`, {
    hint: 'put it into the file, or omit --file',
  });
}

/** @throws UsageError for flags about an authorization without a prepayment; a card then guarantees the booking */
export function checkPaymentFlags(options: CreateOptions): void {
  const given = findGiven(
    ['--transaction-reference-on-top', '--authorization', '--shopper-reference', '--authorized-at'],
    options,
  );
  if (given === undefined) return;
  throw new UsageError(`the quote has no prepayment, so ${given} does not apply`, {
    hint: `leave ${given} out`,
  });
}

type References = Pick<PaymentAccount, 'payerReference' | 'transactionReference'>;

/** @returns the details with the references of the authorization that pays; undefined without a prepayment */
export function readDetails(options: CreateOptions, lastName: string | undefined, reservations: number) {
  if (!lastName)
    throw new UsageError('--booker-last-name is required', {
      hint: 'add --booker-last-name, or specify the whole request with --file',
    });
  checkExpiry(options);
  const isGuaranteed = findGiven(Object.keys(accountFlags), options) !== undefined;
  const ofBooker = (key: string) => options[optionName(`--booker-${key}`)] as string | undefined;
  const { accountNumber, accountHolder, expiryMonth, expiryYear, paymentMethod, payerEmail } = options;
  const card = { accountNumber, accountHolder, expiryMonth, expiryYear, paymentMethod, payerEmail };
  const booker = createPerson('--booker-', lastName, ofBooker);
  const byReservation = reservationDetails(options.guest ?? [], reservations);
  return (references: References | undefined): BookingDetails => ({
    ...options,
    booker,
    byReservation,
    paymentAccount:
      references !== undefined || isGuaranteed
        ? { ...card, ...references, isVirtual: options.virtualCard ?? false }
        : undefined,
  });
}

/** A month and a year that no card has would be noticed only at the hotel. @throws UsageError */
function checkExpiry({ expiryMonth, expiryYear }: CreateOptions): void {
  if (expiryMonth !== undefined && !/^(0[1-9]|1[0-2])$/.test(expiryMonth))
    throw new UsageError('--expiry-month must be a month of two digits, 01 to 12', {
      hint: 'for example --expiry-month 03',
    });
  if (expiryYear !== undefined && !/^20\d{2}$/.test(expiryYear))
    throw new UsageError('--expiry-year must be a year of four digits', {
      hint: 'for example --expiry-year 2029',
    });
}

/** By index: the primary guest, and the other details in which reservations differ. @throws UsageError */
function reservationDetails(texts: readonly string[], reservations: number) {
  const details = new Map<number, ReservationDetails>();
  for (const text of texts) {
    const pairs = parsePairs('--guest', text, ['reservation', ...personKeys, ...stayKeys]);
    const one = (key: string) => pairs.get(key)?.[0];
    const index = reservationIndex('--guest', one('reservation'), reservations);
    const lastName = one('last-name');
    const has = (key: string) => pairs.has(key);
    if (lastName === undefined && (personKeys.some(has) || !stayKeys.some(has)))
      throw new UsageError('--guest requires the key last-name', {
        hint: "for example --guest 'reservation=1,last-name=Doe,first-name=Jane'",
      });
    if (details.has(index))
      throw new UsageError(`--guest names reservation ${index + 1} twice`, {
        hint: 'put all keys of a reservation into one --guest',
      });
    details.set(
      index,
      filledFields({
        primaryGuest: lastName === undefined ? undefined : createPerson('', lastName, one),
        travelPurpose: one('travel-purpose'),
        guaranteeType: one('guarantee-type'),
        guestComment: one('guest-comment'),
      }),
    );
  }
  return details;
}

/** @param prefix prefix of the flags, for messages. @param one reads one of `personKeys`. @throws UsageError */
function createPerson(prefix: string, lastName: string, one: (key: string) => string | undefined) {
  const address = filledFields({
    addressLine1: one('address-line-1'),
    addressLine2: one('address-line-2'),
    postalCode: one('postal-code'),
    city: one('city'),
    regionCode: one('region'),
    countryCode: one('country'),
  });
  const hasAddress = Object.keys(address).length > 0;
  if (hasAddress && !(address.addressLine1 && address.postalCode && address.city && address.countryCode))
    throw new UsageError(
      `an address requires ${prefix}address-line-1, ${prefix}postal-code, ${prefix}city and ${prefix}country`,
      { hint: 'specify all four, or no address' },
    );
  if (hasAddress && !/^[A-Z]{2}$/.test(address.countryCode ?? ''))
    throw new UsageError(`${prefix}country must be a country code of two letters`, {
      hint: 'for example DE',
    });
  const [title, firstName, email, phone] = ['title', 'first-name', 'email', 'phone'].map(one);
  const given = hasAddress ? address : undefined;
  return filledFields({ title, firstName, lastName, email, phone, address: given });
}
