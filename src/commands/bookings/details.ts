import { UsageError } from '../../base/errors.ts';
import { oneOf } from '../../cli/flags.ts';
import type { OutputOptions } from '../../cli/output-flags.ts';
import { parsePairs, reservationIndex } from '../../cli/pairs.ts';
import type {
  BookingDetails,
  BookingPerson,
  PaymentAccount,
} from '../../platform/booking/booking-request.ts';
import { guaranteeTypes, travelPurposes } from '../../platform/booking/kinds.ts';
import { filledFields } from '../../platform/filled-fields.ts';

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
}

/** The flags that a booking file stands in for. */
const detailFlags = [
  'bookerLastName',
  'bookerFirstName',
  'bookerTitle',
  'bookerEmail',
  'bookerPhone',
  'guest',
  'channelCode',
  'guaranteeType',
  'travelPurpose',
  'guestComment',
  'comment',
  'bookerComment',
  'accountNumber',
  'accountHolder',
  'expiryMonth',
  'expiryYear',
  'paymentMethod',
  'payerEmail',
  'virtualCard',
  'transactionReferenceOnTop',
] as const satisfies readonly (keyof CreateOptions)[];

/** @throws UsageError when `--file` comes with flags that it stands in for */
export function checkFileAlone(options: CreateOptions): void {
  const given = detailFlags.find(name => options[name] !== undefined);
  if (given === undefined) return;
  const flag = given.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`);
  throw new UsageError(`--file is the whole booking request, and --${flag} would change it`, {
    hint: 'put it into the file, or leave --file out',
  });
}

/**
 * What the flags say of people and payment.
 * @param references of the authorization that pays; undefined when nothing is pre-paid
 */
export function detailsOfFlags(
  options: CreateOptions,
  reservations: number,
  references: Pick<PaymentAccount, 'payerReference' | 'transactionReference'> | undefined,
): BookingDetails {
  const lastName = options.bookerLastName?.trim();
  if (!lastName) {
    throw new UsageError('--booker-last-name is required', { hint: 'or give the whole request with --file' });
  }
  if (options.guaranteeType !== undefined) oneOf('--guarantee-type', options.guaranteeType, guaranteeTypes);
  return {
    booker: person({
      title: options.bookerTitle,
      firstName: options.bookerFirstName,
      lastName,
      email: options.bookerEmail,
      phone: options.bookerPhone,
    }),
    primaryGuests: primaryGuests(options.guest ?? [], reservations),
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

const guestKeys = ['reservation', 'last-name', 'first-name', 'title', 'email', 'phone'];

function primaryGuests(texts: readonly string[], reservations: number): ReadonlyMap<number, BookingPerson> {
  const guests = new Map<number, BookingPerson>();
  for (const text of texts) {
    const pairs = parsePairs('--guest', text, guestKeys);
    const one = (key: string) => pairs.get(key)?.[0];
    const index = reservationIndex('--guest', one('reservation'), reservations);
    const lastName = one('last-name');
    if (lastName === undefined || guests.has(index)) {
      throw new UsageError(
        lastName === undefined
          ? '--guest needs the key last-name'
          : `--guest names two primary guests of reservation ${index + 1}`,
        { hint: "for example --guest 'reservation=1,last-name=Doe,first-name=Jane'" },
      );
    }
    guests.set(
      index,
      person({
        title: one('title'),
        firstName: one('first-name'),
        lastName,
        email: one('email'),
        phone: one('phone'),
      }),
    );
  }
  return guests;
}

const person = (
  fields: Readonly<Record<string, string | undefined>> & { readonly lastName: string },
): BookingPerson => filledFields(fields);
