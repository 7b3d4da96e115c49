import { readChoice } from '../../base/choices.ts';
import { UndocumentedResponseError } from '../../base/errors.ts';
import { countText } from '../../base/text.ts';
import { fetchServiceOffers, fetchStayOffers, type Platform } from '../../bookings/requests.ts';
import { connect, useAndClose } from '../../cli/connect.ts';
import { datesAt, dependsOnToday } from '../../cli/date-options.ts';
import type { OptionValues } from '../../cli/flags.ts';
import { refuseCard } from '../../cli/input.ts';
import type { Invocation } from '../../cli/invocation.ts';
import { withAnswers } from '../../cli/missing-parameters.ts';
import { explainNotFound } from '../../cli/properties.ts';
import { checkValues, propertiesGiven, type SeveralProperties } from '../../cli/property-flags.ts';
import { renderOptions } from '../../cli/render-options.ts';
import { collectResults } from '../../cli/several-properties.ts';
import { type OutputOptions, sentValues } from '../../cli/shared-flags.ts';
import { deliverOutput } from '../../cli/write-records.ts';
import { refusedForJson } from '../../output/columns.ts';
import type { Document } from '../../output/document/document.ts';
import { render } from '../../output/render.ts';
import { parsedResult } from '../../output/results.ts';
import { joinTexts, say, sayCount, sayDate } from '../../output/words/messages.ts';
import { restingOn } from '../../platform/assumptions.ts';
import { computeServiceAmounts, computeStayAmounts } from '../../platform/bookings/amounts.ts';
import {
  feesView,
  nightsView,
  serviceDatesView,
  serviceOffersView,
  stayOffersView,
  taxesView,
  withReasons,
} from '../../platform/bookings/offer-views.ts';
import {
  findMissingIds,
  type OfferParts,
  type OffersDefinition,
  serviceOffers,
  stayOffers,
} from '../../platform/bookings/offers.ts';
import { type CalendarDate, dateIn } from '../../platform/dates.ts';
import type { Parameters } from '../../platform/parameters.ts';
import type { View } from '../../platform/records.ts';
import { safeText } from '../../platform/safe-text.ts';

export const stayViews = [stayOffersView, nightsView, feesView, taxesView];
export const serviceViews = [serviceOffersView, serviceDatesView];

/** The values of the parameters are under their names in the request. */
type OfferOptions = OutputOptions & SeveralProperties & OptionValues;

export const planStayOffers = (invocation: Invocation, options: OfferOptions) =>
  planOffers(invocation, options, 'offers list', stayOffers, stayViews, {
    fetch: fetchStayOffers,
    part: 'ratePlan',
    listIn: ({ offers }) => offers,
    bodyOf: offers => ({ offers }),
    compute: computeStayAmounts,
  });

export const planServiceOffers = (invocation: Invocation, options: OfferOptions) =>
  planOffers(invocation, options, 'offers services', serviceOffers, serviceViews, {
    fetch: fetchServiceOffers,
    part: 'service',
    listIn: ({ services }) => services,
    bodyOf: services => ({ services }),
    compute: computeServiceAmounts,
  });

interface OfferSource<Body, Offer> {
  readonly fetch: (platform: Platform, parameters: Parameters) => Promise<Body | undefined>;
  /** Without its id, an offer cannot be booked. */
  readonly part: keyof OfferParts;
  readonly listIn: (body: Body) => readonly Offer[];
  readonly bodyOf: (offers: readonly Offer[]) => Body;
  /** @throws UndocumentedResponseError for amounts that are not valid */
  readonly compute: (offer: Offer) => unknown;
}

function chosenView<Body>({ view, includeUnavailable }: OfferOptions, views: readonly View<Body>[]) {
  const names = views.map(({ name }) => name);
  const name = readChoice('--view', view ?? String(names[0]), names);
  const chosen = views.find(each => each.name === name) as View<Body>;
  return includeUnavailable && chosen === views[0] ? withReasons(chosen) : chosen;
}

/** Validated before anything is sent, fetched, and written in the requested format; no offers is an empty success. */
async function planOffers<Body, Offer extends OfferParts>(
  invocation: Invocation,
  options: OfferOptions,
  command: string,
  definition: OffersDefinition,
  views: readonly View<Body>[],
  { fetch, part, listIn, bodyOf, compute }: OfferSource<Body, Offer>,
) {
  const { note, warn } = invocation;
  const view = chosenView(options, views);
  const plan = await renderOptions(invocation, options, view);
  if (plan.format === 'json' && view.name !== views[0]?.name) throw refusedForJson('--view');
  const planned = invocation.interactive ? undefined : planRequests(definition, invocation, options);
  const run = async (platform: ReturnType<typeof connect>) => {
    const makeRequests =
      planned ??
      planRequests(
        definition,
        invocation,
        await withAnswers({ command, parameters: definition.parameters }, invocation, options, platform),
      );
    const requests = await makeRequests(platform);
    refuseCard(requests, 'the request');
    const leftOut: string[] = [];
    const isValid = (offer: Offer) => {
      try {
        compute(offer);
        return true;
      } catch (error) {
        if (!(error instanceof UndocumentedResponseError)) throw error;
        const { id, name } = offer[part] ?? {};
        leftOut.push(`${safeText(String(id ?? name ?? 'an offer'), 100)}: ${error.message}`);
        return false;
      }
    };
    const items = requests.map(parameters => ({ property: subjectOf(parameters), parameters }));
    const { results, failed, finish } = await collectResults(invocation, items, async ({ parameters }) => {
      const body = await fetch(platform, parameters).catch(async (error: unknown) => {
        throw await explainNotFound(invocation, platform, parameters, error);
      });
      const offers = body ? listIn(body) : [];
      const problem = findMissingIds(offers, part);
      const assumed = restingOn([`assume.${definition.assumes}.fields`], invocation.flags.verbose);
      if (problem !== undefined) await invocation.warn(`warning: ${problem}${assumed}`);
      const valid = body && { ...body, ...bodyOf(offers.filter(isValid)) };
      const { records } = parsedResult(view, parameters, valid);
      return { ...parsedResult(view, parameters, body), records };
    });
    const counts = { hotels: results.length, expected: requests.length };
    const missing = failed.map(({ property, cause }) => ({ name: property, cause }));
    const complete = async (document: Document) =>
      (await import('../../reports/figures/lines.ts')).withMissing(document, counts, missing);
    const about = { ...plan.about, basis: describeStay(requests), ...(missing.length > 0 && { complete }) };
    const rendered = render({ ...plan, about, several: requests.length > 1 }, results);
    await deliverOutput(invocation, rendered, options.output);
    if (rendered.rows() === 0) await note(plan.locale.word('no offers'));
    // JSON is the response as it was received.
    const what = plan.format === 'json' ? 'not valid' : 'left out';
    for (const problem of leftOut) await warn(`warning: ${what}: ${problem}`);
    if (options['strict'] && leftOut.length > 0)
      throw new UndocumentedResponseError(`${countText(leftOut.length, 'offer')} ${what}`, {
        hint: 'the others were written; report this to the platform',
        messages: leftOut,
      });
    finish();
  };
  return () => useAndClose(connect(invocation, invocation.settings.requireHost('baseUrl')), run);
}

const subjectOf = ({ propertyId, ratePlanId }: Parameters) => String(propertyId ?? ratePlanId);

/** `MUC · 28 Nov 2026 to 30 Nov 2026 · 2 adults`; of several properties, each row has its own. */
function describeStay([request = {}, ...others]: readonly Parameters[]) {
  const { arrival, departure, adults } = request;
  const day = (moment: unknown) => sayDate(String(moment).slice(0, 'YYYY-MM-DD'.length), 'day-of-year');
  const subject = others.length > 0 ? '' : subjectOf(request);
  return joinTexts([
    [subject].filter(Boolean),
    say('{first} to {last}', { first: day(arrival), last: day(departure) }),
    sayCount(Number(adults), '1 adult', '{count} adults'),
  ]);
}

/**
 * The requests of the flags, one for each given property, checked by the platform's rules before anything is sent. A time zone is
 * requested only for `today` and similar values. @throws UsageError
 */
function planRequests(definition: OffersDefinition, invocation: Invocation, options: OfferOptions) {
  const properties = propertiesGiven(invocation, options);
  const takesProperty = definition.parameters.some(({ wire }) => wire === 'propertyId');
  const here = dateIn(undefined, invocation.context.clock.now());
  const request = (propertyId: string | undefined, today: CalendarDate) =>
    checkValues(
      definition,
      invocation,
      options,
      {
        ...(takesProperty && propertyId !== undefined ? { propertyId } : {}),
        ...sentValues(definition.parameters, options, today),
      },
      '--arrival 2026-12-01 --departure 2026-12-03 --adults 2',
    );
  const requested = takesProperty && properties.length > 0 ? properties : [properties[0]];
  for (const property of requested) request(property, here);
  return async (platform: Platform): Promise<readonly Parameters[]> => {
    const today = dependsOnToday(definition, options)
      ? datesAt(invocation, platform).today
      : async () => here;
    const requests: Parameters[] = [];
    for (const property of requested)
      requests.push(request(property, property === undefined ? here : await today(property)));
    return requests;
  };
}
