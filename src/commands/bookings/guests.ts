import { oneOf } from '../../base/choices.ts';
import { UsageError } from '../../base/errors.ts';
import { parsePairs, reservationIndex } from '../../cli/pairs.ts';
import type { BookingPerson, ReservationDetails } from '../../platform/bookings/booking-request.ts';
import { guaranteeTypes, travelPurposes } from '../../platform/bookings/kinds.ts';
import { filledFields } from '../../platform/filled-fields.ts';

/**
 * `--guest`: the primary guest of a reservation, and the other details in which the reservations of a booking differ.
 */

type Address = Readonly<Record<'addressLine1' | 'postalCode' | 'city' | 'countryCode', string | undefined>> &
  Readonly<Record<'addressLine2' | 'regionCode', string | undefined>>;

/** Undefined if none of its fields is given. @param prefix prefix of its flags, for messages. @throws UsageError */
export function addressOf(prefix: string, address: Address): Address | undefined {
  const { addressLine1, postalCode, city, countryCode } = address;
  if (Object.values(address).every(value => value === undefined)) return undefined;
  if (!(addressLine1 && postalCode && city && countryCode)) {
    throw new UsageError(
      `an address requires ${prefix}address-line-1, ${prefix}postal-code, ${prefix}city and ${prefix}country`,
      { hint: 'specify all four, or no address' },
    );
  }
  if (!/^[A-Z]{2}$/.test(countryCode)) {
    throw new UsageError(`${prefix}country must be a country code of two letters`, {
      hint: 'for example DE',
    });
  }
  return filledFields(address);
}

const personKeys = [
  ...['last-name', 'first-name', 'title', 'email', 'phone'],
  ...['address-line-1', 'address-line-2', 'postal-code', 'city', 'region', 'country'],
];
const guestKeys = ['reservation', ...personKeys, 'travel-purpose', 'guarantee-type', 'guest-comment'];

/** The details of each reservation that `--guest` names, by index. @throws UsageError */
export function reservationDetails(
  texts: readonly string[],
  reservations: number,
): ReadonlyMap<number, ReservationDetails> {
  const details = new Map<number, ReservationDetails>();
  for (const text of texts) {
    const pairs = parsePairs('--guest', text, guestKeys);
    const one = (key: string) => pairs.get(key)?.[0];
    const index = reservationIndex('--guest', one('reservation'), reservations);
    if (details.has(index)) {
      throw new UsageError(`--guest names reservation ${index + 1} twice`, {
        hint: 'put all keys of a reservation into one --guest',
      });
    }
    const [purpose, guarantee] = [one('travel-purpose'), one('guarantee-type')];
    details.set(
      index,
      filledFields({
        primaryGuest: personKeys.some(key => pairs.has(key)) ? primaryGuest(one) : undefined,
        travelPurpose:
          purpose === undefined ? undefined : oneOf('travel-purpose of --guest', purpose, travelPurposes),
        guaranteeType:
          guarantee === undefined ? undefined : oneOf('guarantee-type of --guest', guarantee, guaranteeTypes),
        guestComment: one('guest-comment'),
      }),
    );
  }
  return details;
}

function primaryGuest(one: (key: string) => string | undefined): BookingPerson {
  const lastName = one('last-name');
  if (lastName === undefined) {
    throw new UsageError('--guest requires the key last-name', {
      hint: "for example --guest 'reservation=1,last-name=Doe,first-name=Jane'",
    });
  }
  return person(lastName, {
    title: one('title'),
    firstName: one('first-name'),
    email: one('email'),
    phone: one('phone'),
    address: addressOf('', {
      addressLine1: one('address-line-1'),
      addressLine2: one('address-line-2'),
      postalCode: one('postal-code'),
      city: one('city'),
      regionCode: one('region'),
      countryCode: one('country'),
    }),
  });
}

export const person = (
  lastName: string,
  { title, firstName, ...contact }: Readonly<Record<string, string | Address | undefined>>,
): BookingPerson => filledFields({ title, firstName, lastName, ...contact });
