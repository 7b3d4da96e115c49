import { refuseCard } from '../../cli/card-refusal.ts';
import { connect } from '../../cli/connect.ts';
import type { OpenInvocation } from '../../cli/invocation.ts';
import { withAnswers } from '../../cli/missing-parameters.ts';
import { planRendering } from '../../cli/output-plan.ts';
import { fetchServiceOffers, fetchStayOffers, type Platform } from '../../client/offers.ts';
import { deliver } from '../../output/deliver.ts';
import { render } from '../../output/render.ts';
import { parsedResult, type RequestResult } from '../../output/results.ts';
import type { OffersDefinition } from '../../platform/booking/definition.ts';
import { serviceOffersView, stayOffersView, withReasons } from '../../platform/booking/offer-views.ts';
import { stayOffers } from '../../platform/booking/offers.ts';
import { serviceOffers } from '../../platform/booking/service-offers.ts';
import type { Parameters } from '../../platform/parameters.ts';
import type { View } from '../../platform/records.ts';
import { offerRequests } from './flags.ts';
import type { OfferOptions } from './index.ts';

export const listStayOffers = (open: OpenInvocation, options: OfferOptions): Promise<void> =>
  listOffers(open, options, 'offers list', stayOffers, stayOffersView, fetchStayOffers);

export const listServiceOffers = (open: OpenInvocation, options: OfferOptions): Promise<void> =>
  listOffers(open, options, 'offers services', serviceOffers, serviceOffersView, fetchServiceOffers);

/** Checked before anything is sent, fetched, written in the format asked for; no offer is an empty success. */
async function listOffers<Body>(
  open: OpenInvocation,
  options: OfferOptions,
  command: string,
  definition: OffersDefinition,
  plainView: View<Body>,
  fetch: (platform: Platform, parameters: Parameters) => Promise<Body | undefined>,
): Promise<void> {
  const invocation = await open(options);
  const { context, note } = invocation;
  const baseUrl = invocation.settings.requireHost('baseUrl');
  const view = options.includeUnavailable ? withReasons(plainView) : plainView;
  const plan = await planRendering(invocation, options, view);
  const connection = connect(invocation, [baseUrl]);
  try {
    const platform = { send: connection.http.send, baseUrl };
    const asked = invocation.interactive
      ? await withAnswers({ command, parameters: definition.parameters }, invocation, options, platform)
      : options;
    const requests = await offerRequests(definition, invocation, asked, platform);
    refuseCard(requests, 'what is asked for');
    const results: RequestResult[] = [];
    for (const parameters of requests) {
      results.push(parsedResult(view, parameters, await fetch(platform, parameters)));
    }
    const rendered = render({ ...plan, several: requests.length > 1 }, results);
    await deliver(rendered.chunks, options.output, context);
    if (rendered.rows() === 0) await note('no offers');
  } finally {
    await connection.close();
  }
}
