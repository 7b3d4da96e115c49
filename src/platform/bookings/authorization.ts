import * as z from 'zod/mini';
import { UsageError } from '../../base/errors.ts';
import { checkAgainstModel, double, model, nullish, text } from '../models.ts';
import { isCurrency, isZero, minorUnits } from '../money.ts';
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
 * The request of platform.md, "Payment authorization request", with minor units (platform-facts, Booking). It contains no card
 * data: its sender adds what the guest's browser encrypted. @throws UsageError if there is nothing to authorize
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

const textThat = (holds: (value: string) => boolean, expected: string) =>
  z.string().check(z.refine(holds, `expected ${expected}`));
const only = (wanted: string) => textThat(value => value === wanted, wanted);
const filled = textThat(value => value.trim() !== '', 'a text that is not empty');

export const authorizationModel = model({
  amount: model({
    value: z.int().check(z.refine(value => value > 0, 'expected a number of minor units above 0')),
    currency: textThat(isCurrency, 'a currency code of three letters'),
  }),
  configuration: model({ cardHolderName: filled }),
  deliveryDate: textThat(isDateTime, 'a date and time: the earliest arrival of all reservations'),
  enableOneClick: z.boolean(),
  enableRecurring: z.boolean(),
  reference: text,
  shopperReference: textThat(value => uuidForm.test(value), 'a UUID'),
  shopperInteraction: only('Ecommerce'),
  recurringProcessingModel: only('UnscheduledCardOnFile'),
  additionalData: model({
    metadata: model({ flowType: only('CaptureOnly'), accountId: filled, propertyId: filled }),
  }),
});

/** Errors of the sandbox's processor, and hotelctl's own. The sender adds fields, such as the encrypted card. */
export const authorizationProblems = (body: unknown): readonly string[] =>
  checkAgainstModel(authorizationModel, body).faults;

/** What is read of the response (platform.md: "among others resultCode, pspReference, merchantReference"). */
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
