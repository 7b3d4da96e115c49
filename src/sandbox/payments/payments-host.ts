import { wholeNumberIn } from '../../base/choices.ts';
import {
  empty,
  type Handler,
  type HandlerRequest,
  type HandlerResponse,
  json,
} from '../../http/local-server.ts';
import type { AuthorizationRequest } from '../../platform/bookings/authorization.ts';
import { authorizationProblems } from '../../platform/bookings/authorization.ts';
import { authorizationLifetime } from '../../platform/bookings/kinds.ts';
import { moneyText, ofMinorUnits } from '../../platform/money.ts';
import type { HotelClock } from '../hotel/hotel.ts';
import { authorizationsPage } from '../pages/authorizations.ts';
import { pageHeaders } from '../pages/page.ts';
import { routeHandler, unprocessable } from '../routes.ts';
import type { Payment, Processor } from './processor.ts';

/**
 * The processor's host: `POST /payments` authorizes, `GET /payments` lists, `GET /` shows the list as a page, and `POST
 * /clock` advances the hotel's clock, after which authorizations expire.
 */
export function makePaymentsHost(processor: Processor, clock: HotelClock): Handler {
  const page = () => ({
    status: 200,
    headers: pageHeaders([]),
    body: authorizationsPage(
      processor
        .payments()
        .toReversed()
        .map(payment => rowOf(payment, clock.now())),
      timeForPeople(clock.now()),
    ),
  });
  return routeHandler([
    { method: 'GET', path: '/', respond: page },
    {
      method: 'GET',
      path: '/payments',
      respond: () => json(200, { payments: processor.payments().map(paymentJson) }),
    },
    { method: 'POST', path: '/payments', respond: request => authorize(processor, request) },
    { method: 'POST', path: '/clock', respond: request => moveClock(clock, request) },
  ]);
}

function authorize(processor: Processor, { headers, body }: HandlerRequest): HandlerResponse {
  if (!/^application\/json\b/i.test(headers['content-type'] ?? '')) return empty(415);
  let request: unknown;
  try {
    request = JSON.parse(body);
  } catch {
    return empty(400);
  }
  const problems = authorizationProblems(request);
  if (problems.length > 0) return unprocessable(problems);
  const {
    state,
    pspReference,
    merchantReference,
    request: accepted,
  } = processor.authorize(request as AuthorizationRequest);
  return json(200, {
    pspReference,
    resultCode: state === 'refused' ? 'Refused' : 'Authorised',
    ...(state === 'refused' ? { refusalReason: 'The card holder is named REFUSED' } : {}),
    merchantReference,
    amount: accepted.amount,
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
const paymentJson = ({
  pspReference,
  merchantReference,
  request,
  createdAt,
  state,
  captures,
  remark,
}: Payment) => ({
  pspReference,
  merchantReference,
  state,
  amount: request.amount,
  shopperReference: request.shopperReference,
  accountId: request.additionalData.metadata.accountId,
  propertyId: request.additionalData.metadata.propertyId,
  createdAt: time(createdAt),
  captures,
  ...(remark === undefined ? {} : { remark }),
});

function rowOf({ pspReference, request, createdAt, state, captures, remark }: Payment, now: number) {
  const minutesLeft = Math.floor((createdAt + authorizationLifetime - now) / 60_000);
  const { propertyId } = request.additionalData.metadata;
  const details: Readonly<Record<Payment['state'], string>> = {
    authorized: `Cancelled in ${minutesLeft} min unless a booking captures it.`,
    captured: `Captured for ${captures.map(({ reservationId }) => reservationId).join(', ')}.`,
    cancelled: 'No booking came within two hours: the money on the card is released.',
    refused: 'The card holder is named REFUSED.',
  };
  return {
    pspReference,
    state,
    amount: moneyText(ofMinorUnits(request.amount.value, request.amount.currency)),
    cardHolder: request.configuration.cardHolderName,
    propertyId,
    at: timeForPeople(createdAt),
    detail: [details[state], remark].filter(Boolean).join(' '),
  };
}

const time = (moment: number) => `${new Date(moment).toISOString().slice(0, 19)}Z`;
/** `2026-11-21 12:00 UTC` */
const timeForPeople = (moment: number) => `${time(moment).slice(0, 16).replace('T', ' ')} UTC`;
