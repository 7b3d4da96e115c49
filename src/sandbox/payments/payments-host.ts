import { wholeNumberIn } from '../../base/choices.ts';
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
import { pageHeaders, renderPage } from '../page.ts';
import { isJson, routeHandler, unprocessable } from '../routes.ts';
import type { Payment, Processor } from './processor.ts';

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
  let request: unknown;
  try {
    request = JSON.parse(body);
  } catch {
    return empty(400);
  }
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
