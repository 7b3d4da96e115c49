import { UndocumentedResponseError } from '../base/errors.ts';
import { readJson } from '../http/body.ts';
import { type Send, sizeCaps } from '../http/exchange.ts';
import { refusalOf } from '../http/refusal.ts';
import type { ServiceOffer, StayOffer } from '../platform/bookings/offer-models.ts';
import { serviceOffersResponse, stayOffersResponse } from '../platform/bookings/offer-models.ts';
import type { OffersDefinition } from '../platform/bookings/offers.ts';
import { stayOffers } from '../platform/bookings/offers.ts';
import { serviceOffers } from '../platform/bookings/service-offers.ts';
import { checkAgainstModel } from '../platform/model-check.ts';
import type { Schema } from '../platform/models.ts';
import { type Parameters, queryString } from '../platform/parameters.ts';
import { someOf } from '../platform/safe-text.ts';

/** The API host of a platform, and how to send requests to it. */
export interface Platform {
  readonly send: Send;
  /** URL of the API host, without a trailing slash. */
  readonly baseUrl: string;
}

/** The response as received; undefined is 204, no offers. @throws RefusedError and the like; UndocumentedResponseError */
export const fetchStayOffers = (platform: Platform, parameters: Parameters) =>
  fetchOffers<{ readonly offers: readonly StayOffer[] }>(
    platform,
    stayOffers,
    stayOffersResponse,
    parameters,
  );

export const fetchServiceOffers = (platform: Platform, parameters: Parameters) =>
  fetchOffers<{ readonly services: readonly ServiceOffer[] }>(
    platform,
    serviceOffers,
    serviceOffersResponse,
    parameters,
  );

async function fetchOffers<Body>(
  { send, baseUrl }: Platform,
  definition: OffersDefinition,
  schema: Schema,
  parameters: Parameters,
): Promise<Body | undefined> {
  const response = await send({
    method: 'GET',
    url: `${baseUrl}${definition.path}?${queryString(definition, parameters)}`,
    headers: { accept: 'application/json' },
    repeatable: true,
    authorize: true,
  });
  if (response.status === 204) {
    await response.discard();
    return undefined;
  }
  if (response.status !== 200) throw await refusalOf(response, definition.what, definition.scopes);
  const body = await readJson(response, sizeCaps.small);
  const { faults } = checkAgainstModel(schema, body);
  if (faults.length === 0) return body as Body;
  throw new UndocumentedResponseError(
    `${definition.what} are not as documented: ${someOf(faults, 3, '; ')}`,
    {
      hint: 'report this; hotelctl never guesses amounts',
    },
  );
}
