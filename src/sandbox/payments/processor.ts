/**
 * The sandbox's payment processor: it authorizes prepayments and holds them until a booking captures them or two hours
 * have passed. It takes no card: every request is accepted, except for a card holder named REFUSED.
 */
import type { Context } from '../../base/context.ts';
import type { AuthorizationRequest } from '../../platform/bookings/authorization.ts';
import { authorizationLifetime } from '../../platform/bookings/offers.ts';
import type { HotelClock } from '../hotel/hotel.ts';
import type { Minor } from '../hotel/money.ts';
import { idLetters } from '../hotel/seeded-random.ts';

export interface Payment {
  readonly pspReference: string;
  readonly merchantReference: string;
  readonly request: AuthorizationRequest;
  /** Milliseconds since 1970, by the hotel's clock. */
  readonly createdAt: number;
  /** platform.md, "States and transitions"; a refused payment was never authorized. */
  readonly state: 'authorized' | 'captured' | 'cancelled' | 'refused';
  /** The amount captured for each reservation; empty before. */
  readonly captures: readonly Capture[];
  /** Why a booking that named it did not capture it. */
  readonly remark?: string;
}

interface Capture {
  readonly reservationId: string;
  readonly amount: Minor;
}

interface BookingPayment {
  readonly transactionReference: string;
  readonly payerReference: string;
  readonly accountId: string;
  readonly propertyIds: readonly string[];
  readonly currency: string;
  readonly captures: readonly Capture[];
}

export type Processor = ReturnType<typeof createProcessor>;

export function createProcessor(clock: HotelClock, random: Pick<Context['random'], 'bytes'>) {
  const kept: Payment[] = [];
  const spelled = (value: number) => idLetters.charAt(value & 15);
  const reference = () => {
    const number = kept.length;
    const counted = [12, 8, 4, 0].map(shift => spelled(number >> shift));
    return [...[...random.bytes(12)].map(spelled), ...counted].join('');
  };
  const now = (payment: Payment): Payment =>
    payment.state === 'authorized' && clock.now() - payment.createdAt > authorizationLifetime
      ? { ...payment, state: 'cancelled' }
      : payment;
  return {
    authorize(request: AuthorizationRequest): Payment {
      const given: unknown = request.reference;
      const payment: Payment = {
        pspReference: reference(),
        merchantReference: typeof given === 'string' ? given : `SANDBOX-${kept.length + 1}`,
        state: /refused/i.test(request.configuration.cardHolderName) ? 'refused' : 'authorized',
        request,
        createdAt: clock.now(),
        captures: [],
      };
      kept.push(payment);
      return payment;
    },
    /** Captures the prepayment of a booking if the data match, and returns whether it did. */
    capture(booking: BookingPayment): boolean {
      const index = kept.findIndex(({ pspReference }) => pspReference === booking.transactionReference);
      const payment = kept[index];
      if (!payment) return false;
      const remark = mismatch(now(payment), booking);
      kept[index] = remark
        ? { ...payment, remark }
        : { ...payment, state: 'captured', captures: booking.captures };
      return remark === undefined;
    },
    /** Oldest first, with their current states. */
    payments: (): readonly Payment[] => kept.map(now),
  };
}

/** Why an authorization does not pay for a booking; undefined if it does. */
function mismatch({ state, request }: Payment, booking: BookingPayment): string | undefined {
  const { metadata } = request.additionalData;
  const sum = booking.captures.reduce((total, { amount }) => total + amount, 0);
  if (state !== 'authorized') return `A booking came when it was ${state}.`;
  if (booking.payerReference !== request.shopperReference) return 'A booking named another payerReference.';
  if (booking.accountId !== metadata.accountId) return 'A booking came from another account.';
  if (!booking.propertyIds.includes(metadata.propertyId)) return 'A booking came for another property.';
  if (booking.currency !== request.amount.currency) return 'A booking came in another currency.';
  if (sum !== Number(request.amount.value)) return 'A booking prepays another amount.';
  return undefined;
}
