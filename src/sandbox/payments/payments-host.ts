/**
 * The sandbox's payment processor: it authorizes prepayments and holds them until a booking captures them or two hours
 * have passed. It takes no card: every request is accepted, except for a card holder named REFUSED.
 */
import { wholeNumberIn } from '../../base/choices.ts';
import type { Context } from '../../base/context.ts';
import { jsonValue } from '../../base/text.ts';
import {
  empty,
  type Handler,
  type HandlerRequest,
  type HandlerResponse,
  json,
} from '../../http/local-server.ts';
import { type AuthorizationRequest, authorizationProblems } from '../../platform/bookings/authorization.ts';
import { authorizationLifetime } from '../../platform/bookings/offers.ts';
import { moneyText, ofMinorUnits } from '../../platform/money.ts';
import { html } from '../../platform/safe-text.ts';
import type { HotelClock } from '../hotel/hotel.ts';
import { addUp, type Minor } from '../hotel/money.ts';
import { idLetters } from '../hotel/seeded-random.ts';
import { pageHeaders, renderPage } from '../page.ts';
import { isJson, routeHandler, unprocessable } from '../routes.ts';

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
  readonly transactionReference: string | undefined;
  readonly payerReference: string | undefined;
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
      const payment: Payment = {
        pspReference: reference(),
        merchantReference: request.reference,
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
  const sum = addUp(booking.captures, ({ amount }) => amount);
  if (state !== 'authorized') return `A booking came when it was ${state}.`;
  if (booking.payerReference !== request.shopperReference) return 'A booking named another payerReference.';
  if (booking.accountId !== metadata.accountId) return 'A booking came from another account.';
  if (!booking.propertyIds.includes(metadata.propertyId)) return 'A booking came for another property.';
  if (booking.currency !== request.amount.currency) return 'A booking came in another currency.';
  if (sum !== Number(request.amount.value)) return 'A booking prepays another amount.';
  return undefined;
}

/**
 * The processor's host: `POST /payments` authorizes, `GET /payments` lists, `GET /` shows the list as a page, and `POST
 * /clock` advances the hotel's clock, after which authorizations expire.
 */
export const makePaymentsHost = (processor: Processor, clock: HotelClock): Handler =>
  routeHandler([
    {
      method: 'GET',
      path: '/',
      respond: () => ({
        status: 200,
        headers: pageHeaders([]),
        body: authorizationsPage(processor.payments(), clock.now()),
      }),
    },
    {
      method: 'GET',
      path: '/payments',
      respond: () => json(200, { payments: processor.payments().map(paymentJson) }),
    },
    { method: 'POST', path: '/payments', respond: request => authorize(processor, request) },
    { method: 'POST', path: '/clock', respond: request => moveClock(clock, request) },
  ]);

function authorize(processor: Processor, { headers, body }: HandlerRequest): HandlerResponse {
  if (!isJson(headers)) return empty(415);
  const request = jsonValue(body);
  if (request === undefined) return empty(400);
  const problems = authorizationProblems(request);
  if (problems.length > 0) return unprocessable(problems);
  const payment = processor.authorize(request as AuthorizationRequest);
  const isRefused = payment.state === 'refused';
  return json(200, {
    pspReference: payment.pspReference,
    resultCode: isRefused ? 'Refused' : 'Authorised',
    ...(isRefused ? { refusalReason: 'The card holder is named REFUSED' } : {}),
    merchantReference: payment.merchantReference,
    amount: payment.request.amount,
  });
}

const longestStep = 366 * 24 * 60;

/** `minutes=120`, from the page's buttons or a script; pages of other origins are rejected. */
function moveClock(clock: HotelClock, { headers, body }: HandlerRequest): HandlerResponse {
  if (!['same-origin', 'none', undefined].includes(headers['sec-fetch-site'])) return empty(403);
  const minutes = new URLSearchParams(body).get('minutes') ?? '';
  const problem = wholeNumberIn(0, longestStep)(minutes);
  if (problem !== undefined) return unprocessable([`minutes must be ${problem}`]);
  clock.advance(Number(minutes) * 60_000);
  return empty(303, { Location: '/' });
}

/** For scripts and tests; amounts in minor units, as they were authorized. */
function paymentJson({ request, createdAt, captures, remark, ...payment }: Payment) {
  const { accountId, propertyId } = request.additionalData.metadata;
  return {
    ...payment,
    amount: request.amount,
    shopperReference: request.shopperReference,
    accountId,
    propertyId,
    createdAt: time(createdAt),
    captures,
    ...(remark === undefined ? {} : { remark }),
  };
}

/** The states of the prepayments, newest first, with buttons that advance the hotel's clock. */
function authorizationsPage(payments: readonly Payment[], now: number): string {
  const entries = payments
    .toReversed()
    .map(({ pspReference, request, createdAt, state, captures, remark }) => {
      const minutesLeft = Math.floor((createdAt + authorizationLifetime - now) / 60_000);
      const details: Readonly<Record<Payment['state'], string>> = {
        authorized: `Cancelled in ${minutesLeft} min unless a booking captures it.`,
        captured: `Captured for ${captures.map(({ reservationId }) => reservationId).join(', ')}.`,
        cancelled: 'No booking came within two hours: the money on the card is released.',
        refused: 'The card holder is named REFUSED.',
      };
      const { propertyId } = request.additionalData.metadata;
      const money = moneyText(ofMinorUnits(request.amount.value, request.amount.currency));
      return html`<section class="payment" aria-label="${pspReference}"><p class="head"><b>${money}</b><span class="state ${state}">${state}</span></p>
<p class="mono">${pspReference}</p>
<p class="soft">${request.configuration.cardHolderName} · ${propertyId} · ${timeForPeople(createdAt)}</p>
<p class="soft">${[details[state], remark].filter(Boolean).join(' ')}</p></section>
`;
    });
  return renderPage(
    'Payment processor',
    html`<h1>Authorizations</h1>
<p class="soft">It is ${timeForPeople(now)} at the hotel. An authorization that no booking captures within two hours is cancelled.</p>
${entries.length > 0 ? entries : html`<p class="lead">None yet: POST /payments makes one.</p>`}
<form method="post" action="/clock" class="choice">
<button name="minutes" value="30">30 minutes later</button>
<button name="minutes" value="121">2 hours later</button>
</form>`,
  );
}

const time = (moment: number) => `${new Date(moment).toISOString().slice(0, 19)}Z`;
/** `2026-11-21 12:00 UTC` */
const timeForPeople = (moment: number) => `${time(moment).slice(0, 16).replace('T', ' ')} UTC`;
