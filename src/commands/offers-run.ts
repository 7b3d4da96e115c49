import { fetchServiceOffers, fetchStayOffers, type Platform } from '../booking/offers-client.ts';
import { csvOptions } from '../output/csv-options.ts';
import { deliver, isStandardOutput } from '../output/deliver.ts';
import { chooseFormat } from '../output/format.ts';
import { render, requestedColumns } from '../output/render.ts';
import { parsedResult, type RequestResult } from '../output/results.ts';
import { tableStyle } from '../output/table-style.ts';
import type { OffersDefinition } from '../platform/booking/definition.ts';
import { serviceOffersView, stayOffersView, withReasons } from '../platform/booking/offer-views.ts';
import { stayOffers } from '../platform/booking/offers.ts';
import { serviceOffers } from '../platform/booking/service-offers.ts';
import type { Parameters } from '../platform/parameters.ts';
import type { View } from '../platform/records.ts';
import type { World } from '../program.ts';
import { refuseCard } from './card-refusal.ts';
import { connect } from './connect.ts';
import { offerRequests } from './offer-flags.ts';
import type { OfferOptions } from './offers.ts';
import { titleOf } from './report-words.ts';
import { startRuntime } from './runtime.ts';

export const listStayOffers = (world: World, options: OfferOptions): Promise<void> =>
  listOffers(world, options, stayOffers, stayOffersView, fetchStayOffers);

export const listServiceOffers = (world: World, options: OfferOptions): Promise<void> =>
  listOffers(world, options, serviceOffers, serviceOffersView, fetchServiceOffers);

/** Checked before anything is sent, fetched, written in the format asked for; no offer is an empty success. */
async function listOffers<Body>(
  world: World,
  options: OfferOptions,
  definition: OffersDefinition,
  plainView: View<Body>,
  fetch: (platform: Platform, parameters: Parameters) => Promise<Body | undefined>,
): Promise<void> {
  const runtime = await startRuntime(world, options);
  const { context, global, note } = runtime;
  const baseUrl = runtime.settings.requireHost('baseUrl');
  const view = options.includeUnavailable ? withReasons(plainView) : plainView;
  const format = chooseFormat(options.format, options.output);
  const plan = {
    format,
    view,
    columns: requestedColumns(view, format, options.columns),
    table: tableStyle(isStandardOutput(options.output) ? context.stdout : null, context, !global.color),
    csv: csvOptions(options, format),
    page: { title: titleOf(view), madeAt: context.clock.now() },
  };
  const connection = connect(runtime, [baseUrl]);
  try {
    const platform = { send: connection.http.send, baseUrl };
    const requests = await offerRequests(definition, runtime, options, platform);
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
