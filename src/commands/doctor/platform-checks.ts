import { HotelctlError, RefusedError, UndocumentedResponseError } from '../../base/errors.ts';
import { countText } from '../../base/text.ts';
import { fetchServiceOffers, fetchStayOffers, type Platform } from '../../bookings/requests.ts';
import { connect, oauthClient, openReportSource, withIntegrations } from '../../cli/connect.ts';
import type { Invocation } from '../../cli/invocation.ts';
import { fetchPropertyList } from '../../cli/properties.ts';
import { readJson } from '../../http/body.ts';
import { sizeCaps } from '../../http/exchange.ts';
import { collected } from '../../output/results.ts';
import { type AssumptionKey, assumptionKeys, assumptions } from '../../platform/assumptions.ts';
import { findMissingIds } from '../../platform/bookings/offers.ts';
import { addDays, addMonths, dateIn, firstOfMonth, monthOf } from '../../platform/dates.ts';
import { type Finding, failedCheck, finding } from '../../platform/finding.ts';
import { WebPageError } from '../../platform/json.ts';
import type { Parameters } from '../../platform/parameters.ts';
import { requestsFor } from '../../platform/periods.ts';
import { reports } from '../../platform/reports/index.ts';
import type { ReportDefinition } from '../../platform/reports/report.ts';
import { joinSome } from '../../platform/safe-text.ts';
import { fetchReport, type ReportSource } from '../../reports/fetch-report.ts';

type Attempt = Pick<Finding, 'state' | 'found'>;

type Attempts = (keys: readonly AssumptionKey[], work: () => Promise<Attempt>) => Promise<void>;

const holds = (found: string): Attempt => ({ state: 'passed', found });
const nothing = (found: string): Attempt => ({ state: 'skipped', found });
const counted = (count: number, none: string, ...nouns: [one: string, many?: string]): Attempt =>
  count > 0 ? holds(countText(count, ...nouns)) : nothing(none);

/**
 * Tries every assumption that requests without an effect can test, one request each, and lists the others with how a
 * user notices that they are wrong.
 */
export async function platformFindings(invocation: Invocation): Promise<readonly Finding[]> {
  const { settings, context } = invocation;
  const platform = connect(invocation, settings.requireHost('baseUrl'));
  const source = openReportSource(invocation);
  const found = new Map<string, Finding>();
  const attempt: Attempts = async (keys, work) => {
    for (const one of await attempted(keys, work)) found.set(one.check, one);
  };
  try {
    let property = settings.optional('property');
    const listKeys = [
      'assume.properties.path',
      'assume.properties.parameters',
      'assume.properties.fields',
    ] as const;
    await attempt(listKeys, async () => {
      const { properties, unlisted } = await fetchPropertyList(invocation, platform);
      property ??= properties[0]?.id;
      if (unlisted[0]) throw unlisted[0].error;
      return counted(properties.length, 'no properties', 'property', 'properties');
    });
    const today = dateIn(undefined, context.clock.now());
    await tryOffers(platform, property, today, attempt);
    for (const report of reports) {
      const assumes = report.assumes?.key;
      if (assumes && !found.has(assumes))
        await attempt([assumes], () => tryReport(source, report, property, today));
    }
    await attempt(['assume.uiIntegrations.path', 'assume.uiIntegrations.fields'], async () => {
      if (!settings.find('integrationUrl')) return nothing('no UI integration host is set');
      const { integrations } = await withIntegrations(invocation, api => api.list(undefined));
      return counted(integrations.length, 'no UI integration is registered', 'UI integration');
    });
    await trySignIn(invocation, platform, attempt);
  } finally {
    await Promise.all([platform.close(), source.close()]);
  }
  return assumptionKeys.map(key => {
    const { value, source: origin } = settings.find(key);
    const { untried, noticed } = assumptions[key];
    const why = untried ? `not tried, ${untried}` : 'not tried';
    const one = found.get(key) ?? finding(key, 'skipped', `${why}; if it is wrong: ${noticed}`);
    return { ...one, found: `${value} (${origin}): ${one.found}` };
  });
}

/** The error names the assumptions that explain it; if it names none of these, each of them may. */
async function attempted(keys: readonly AssumptionKey[], work: () => Promise<Attempt>): Promise<Finding[]> {
  try {
    const { state, found } = await work();
    return keys.map(key => finding(key, state, found, state === 'warning' ? changeIt(key) : undefined));
  } catch (error) {
    const words = error instanceof HotelctlError ? `${error.message} ${error.details.assumes}` : '';
    const named = keys.filter(key => words.includes(key));
    return keys.map(key =>
      named.length === 0 || named.includes(key)
        ? { ...failedCheck(key, error), ...(isOfPlatform(error) && { fix: changeIt(key) }) }
        : finding(key, 'skipped', 'not reached'),
    );
  }
}

/** Another value of an assumption changes nothing about a network, a sign-in or a host that is unavailable. */
const isOfPlatform = (error: unknown): boolean =>
  error instanceof RefusedError ||
  (error instanceof UndocumentedResponseError && !(error instanceof WebPageError));

/** What the identity host publishes about itself, if it does. */
async function trySignIn(invocation: Invocation, { send }: Platform, attempt: Attempts) {
  const { settings } = invocation;
  let published: Promise<unknown> | undefined;
  const readPublished = async () => {
    const url = `${settings.requireHost('authUrl')}/.well-known/openid-configuration`;
    const response = await send({ method: 'GET', url, headers: {}, repeatable: true, authorize: false });
    return response.status === 200 && readJson(response, sizeCaps.small).catch(() => undefined);
  };
  const compare = async (name: string, names: () => readonly string[]): Promise<Attempt> => {
    if (!settings.find('authUrl') || !settings.find('clientId')) return nothing('no identity host is set');
    published ??= readPublished();
    const values: unknown = Object(await published)[name];
    if (!Array.isArray(values)) return nothing(`the identity host does not publish \`${name}\``);
    const theirs = values.map(String);
    const ours = names();
    const unknown = ours.filter(one => !theirs.includes(one));
    if (unknown.length === 0) return holds(`the identity host publishes ${listed(ours)}`);
    const found = `the identity host publishes ${listed(theirs)}, not ${listed(unknown)}`;
    return { state: 'warning', found };
  };
  await attempt(['assume.signIn.pkce'], async () =>
    settings.require('assume.signIn.pkce') === 'off'
      ? nothing('PKCE is not used')
      : compare('code_challenge_methods_supported', () => ['S256']),
  );
  await attempt(['assume.signIn.scopes'], () =>
    compare('scopes_supported', () => oauthClient(settings).scopes),
  );
}

const listed = (names: readonly string[]) => joinSome(names, 10, ', ');

const changeIt = (key: AssumptionKey) => `run \`hotelctl profile set ${key} VALUE\``;

async function tryOffers(
  platform: Platform,
  propertyId: string | undefined,
  today: string,
  attempt: Attempts,
) {
  const stay = { arrival: addDays(today, 30), departure: addDays(today, 31), adults: '1' };
  let ratePlanId: string | null | undefined;
  await attempt(['assume.offers.parameters', 'assume.offers.fields'], async () => {
    if (propertyId === undefined) return nothing('no property is known');
    const offers = (await fetchStayOffers(platform, { propertyId, ...stay }))?.offers ?? [];
    const problem = findMissingIds(offers, 'ratePlan') ?? findMissingIds(offers, 'unitGroup');
    if (problem !== undefined) return { state: 'warning', found: problem };
    ratePlanId = offers[0]?.ratePlan.id;
    return counted(offers.length, `no offers on ${stay.arrival}`, 'offer');
  });
  await attempt(['assume.serviceOffers.parameters', 'assume.serviceOffers.fields'], async () => {
    if (!ratePlanId) return nothing('no rate plan is known');
    const services = (await fetchServiceOffers(platform, { ratePlanId, ...stay }))?.services ?? [];
    const problem = findMissingIds(services, 'service');
    if (problem !== undefined) return { state: 'warning', found: problem };
    return counted(services.length, 'no services are offered', 'service');
  });
}

/** The report of last month, with all of its fields. */
async function tryReport(
  source: ReportSource,
  report: ReportDefinition,
  propertyId: string | undefined,
  today: string,
): Promise<Attempt> {
  if (propertyId === undefined) return nothing('no property is known');
  const { views } = await report.response();
  const view = views.find(({ expands }) => expands) ?? views[0];
  const last = addDays(firstOfMonth(today), -1);
  const [dates = {}] = requestsFor(report.period, { first: addMonths(firstOfMonth(today), -1), last });
  const expand = view?.expands ? { expand: [view.expands] } : {};
  const parameters: Parameters = { ...dates, ...expand, propertyId };
  const warnings: string[] = [];
  const warn = async (words: string) => void warnings.push(words.replace(/^warning: /, ''));
  const plan = { ...source, report, views: view ? [view] : [], strict: false, warn };
  const result = await fetchReport({ ...plan, format: 'ndjson' }, parameters);
  const rows = await collected(result.records());
  if (warnings.length > 0) return { state: 'warning', found: warnings.join('; ') };
  return counted(rows.length, `no rows in ${monthOf(last)}`, 'row');
}
