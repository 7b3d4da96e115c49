import * as z from 'zod/mini';
import { UsageError } from '../../base/errors.ts';
import { checkAgainstModel, double, nullish, text } from '../models.ts';
import { isCurrency, isZero, minorUnits } from '../money.ts';
import { valueReader } from '../record-paths.ts';
import type { ReportRecord } from '../records.ts';
import { isDateTime } from './offers.ts';
import type { Quote } from './quote-model.ts';

interface AuthorizationChoices {
  readonly accountId: string;
  /** The property whose bank account receives the payout; one of the quote's properties. */
  readonly propertyId: string;
  readonly cardHolderName: string;
  /** The merchant's reference of this request, which the processor returns as merchantReference. */
  readonly reference: string;
  readonly shopperReference: string;
  readonly oneClick: boolean;
  readonly recurring: boolean;
}

export const uuidForm = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * The payment authorization request for the external payment processor (platform.md, "Payment authorization request"):
 * the fields that the platform requires, and the amount in minor units (platform-facts, Booking). It contains no card
 * data: the sender of the request adds the data that the guest's browser encrypted.
 *
 * @throws UsageError if there is nothing to authorize
 */
export function authorizationRequest(quote: Quote, choices: AuthorizationChoices) {
  const { prePayment } = quote.sums;
  if (isZero(prePayment))
    throw new UsageError('the quote has no prepayment, so there is nothing to authorize', {
      hint: 'create the booking without an authorization',
    });
  return {
    amount: { value: minorUnits(prePayment), currency: prePayment.currency },
    configuration: { cardHolderName: choices.cardHolderName },
    deliveryDate: earliestArrival(quote),
    enableOneClick: choices.oneClick,
    enableRecurring: choices.recurring,
    reference: choices.reference,
    shopperReference: choices.shopperReference,
    shopperInteraction: 'Ecommerce',
    recurringProcessingModel: 'UnscheduledCardOnFile',
    additionalData: {
      metadata: { flowType: 'CaptureOnly', accountId: choices.accountId, propertyId: choices.propertyId },
    },
  };
}

export type AuthorizationRequest = ReturnType<typeof authorizationRequest>;

/** The first arrival of all reservations, as the platform wrote it in the offer. */
function earliestArrival({ reservations }: Quote): string {
  const arrivals = reservations.map(({ offer, arrival }) => {
    const dateTime = [offer.arrival, offer.timeSlices?.[0]?.from, arrival]
      .map(text => (text ?? '').replace(/(:\d{2})\.\d+/, '$1'))
      .find(isDateTime);
    // An offer in platform.md's own format has no time of day; the day then begins in UTC.
    return dateTime ?? `${arrival.slice(0, 10)}T00:00:00Z`;
  });
  return arrivals.reduce((first, other) => (Date.parse(other) < Date.parse(first) ? other : first));
}

const isText = (value: unknown) => typeof value === 'string' && value.trim() !== '';
const isBoolean = (value: unknown) => typeof value === 'boolean';

/** The rules of each field. The sentence is the error of the sandbox's processor, and hotelctl's own. */
const fieldRules: readonly (readonly [path: string, sentence: string, holds: (value: unknown) => boolean])[] =
  [
    [
      'amount.value',
      'must be a whole number of minor units above 0',
      value => Number.isInteger(value) && Number(value) > 0,
    ],
    ['amount.currency', 'must be a currency code of three letters', value => isCurrency(String(value))],
    ['configuration.cardHolderName', 'is required', isText],
    [
      'deliveryDate',
      'must be a date and time: the earliest arrival of all reservations',
      value => isDateTime(String(value)),
    ],
    ['enableOneClick', 'must be true or false', isBoolean],
    ['enableRecurring', 'must be true or false', isBoolean],
    ['shopperReference', 'must be a UUID', value => uuidForm.test(String(value))],
    ['shopperInteraction', 'must be Ecommerce', value => value === 'Ecommerce'],
    ['recurringProcessingModel', 'must be UnscheduledCardOnFile', value => value === 'UnscheduledCardOnFile'],
    ['additionalData.metadata.flowType', 'must be CaptureOnly', value => value === 'CaptureOnly'],
    ['additionalData.metadata.accountId', 'is required', isText],
    ['additionalData.metadata.propertyId', 'is required', isText],
  ];

export const authorizationProblems = (body: unknown): string[] =>
  fieldRules.flatMap(([path, sentence, holds]) =>
    holds(valueReader(path)(body as ReportRecord)) ? [] : `${path} ${sentence}`,
  );

/**
 * The fields that are read of the processor's response (platform.md: "among others resultCode, pspReference,
 * merchantReference").
 */
const response = z.looseObject({
  resultCode: text,
  pspReference: text.check(z.regex(/^[\x21-\x7e]{1,100}$/, 'expected 1 to 100 visible characters')),
  merchantReference: nullish(text),
  shopperReference: nullish(text),
  /** If the processor repeats what it authorized, it is compared with the quote. */
  amount: nullish(z.looseObject({ value: double, currency: text })),
});
export type AuthorizationResponse = z.infer<typeof response>;

/** @throws UsageError */
export function readAuthorizationResponse(value: unknown): AuthorizationResponse {
  const [fault] = checkAgainstModel(response, value).faults;
  if (fault === undefined) return value as AuthorizationResponse;
  throw new UsageError(`the processor's response is not valid: ${fault}`, {
    hint: 'set --authorization to the JSON response of the payment processor, with resultCode and pspReference',
  });
}
