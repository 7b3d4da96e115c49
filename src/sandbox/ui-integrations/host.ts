import type { Random } from '../../base/context.ts';
import { isObject, jsonValue } from '../../base/text.ts';
import {
  empty,
  type Handler,
  type HandlerRequest,
  type HandlerResponse,
  json,
} from '../../http/local-server.ts';
import { html } from '../../platform/safe-text.ts';
import {
  integrationScopes,
  integrationsPath,
  isRegistrationField,
  type Registration,
  registrationProblems,
  withDocumentedNames,
} from '../../platform/ui-integrations/registration.ts';
import {
  contextFor,
  contextNames,
  isKnownSourceType,
  isPublic,
  sourceTypeOnWire,
  type Target,
  targetNames,
  targets,
} from '../../platform/ui-integrations/targets.ts';
import { checkSource, embed, placeText, type ViewProbe } from '../../views/preview.ts';
import { serveScreen } from '../../views/screen-page.ts';
import type { Hotel } from '../hotel/hotel.ts';
import { hotelUsers } from '../identity/client.ts';
import { type Route, type RoutedRequest, routeHandler, type TokenAccess, unprocessable } from '../routes.ts';

interface UiIntegrationHostOptions extends TokenAccess {
  /** The origin of the dashboard. */
  readonly url: string;
  readonly hotel: Hotel;
  readonly probe: ViewProbe;
  readonly registered: readonly RegisteredView[];
}

export function makeUiIntegrationHost(options: UiIntegrationHostOptions): Handler {
  const registered = options.registered.map((view): Registered => {
    return { id: makeId(options.random), code: view.target, ...view };
  });
  const registry: Registry = new Map(registered.map(view => [view.id, view]));
  return routeHandler(
    [...dashboardRoutes(registry, options), ...integrationRoutes(registry, options)],
    options,
  );
}

export interface RegisteredView extends Registration {
  readonly target: string;
}

interface Registered extends RegisteredView {
  readonly id: string;
  readonly code: string;
}

/** Eight capital letters, like the platform's ids. */
const makeId = (random: Pick<Random, 'bytes'>): string =>
  String.fromCharCode(...random.bytes(8).map(byte => 65 + (byte % 26)));

/** The UI integrations of the sandbox's account by their ids, in the order of creation, kept as long as it runs. */
type Registry = Map<string, Registered>;

const listAt = (registry: Registry, target: string) =>
  [...registry.values()].filter(one => one.target === target);

/** Several integrations may exist for one target if their URLs and codes differ (platform.md, rule 4). */
function conflicts(registry: Registry, { id, target, code, sourceUrl }: Registered): string[] {
  const others = listAt(registry, target).filter(other => other.id !== id);
  return [
    ...(others.some(other => other.code === code)
      ? [`code ${code} is taken by another integration of ${target}`]
      : []),
    ...(others.some(other => other.sourceUrl === sourceUrl)
      ? [`sourceUrl is that of another integration of ${target}`]
      : []),
  ];
}

function integrationRoutes(registry: Registry, { probe, random }: UiIntegrationHostOptions): Route[] {
  /**
   * Keeps the registration of a body, in place of another one or as a new one; 422 with every problem: a private
   * integration that fails the suite is rejected (platform.md, Errors).
   */
  const keep = async (body: string, target: string, before?: Registered): Promise<HandlerResponse> => {
    const fields = withDocumentedNames(jsonValue(body));
    if (!isObject(fields)) return empty(400);
    const problems = registrationProblems(fields, field => field);
    const { sourceType } = fields;
    if (typeof sourceType === 'string' && !isKnownSourceType(sourceType))
      problems.push('sourceType must be Public or Private');
    if (problems.length > 0) return unprocessable(problems);
    const registration = toRegistration(fields);
    const { id, code } = before ?? { id: makeId(random), code: registration.code ?? target };
    const registered: Registered = { ...registration, id, target, code };
    const conflicting = conflicts(registry, registered);
    if ((registration.code ?? code) !== code) conflicting.unshift("code can't change");
    if (conflicting.length > 0) return unprocessable(conflicting);
    const { failure } = await checkSource(registered, probe);
    if (failure)
      return unprocessable([`Test suite: ${failure.check}: ${failure.found}; ${failure.fix ?? ''}`]);
    registry.set(id, registered);
    return before ? empty(204) : json(201, { id });
  };
  const route = (method: Route['method'], path: string, respond: Route['respond']): Route => ({
    method,
    path: `${integrationsPath}${path}`,
    scopes: integrationScopes,
    respond,
  });
  const routeOfOne = (
    method: Route['method'],
    path: string,
    respond: (found: Registered, request: RoutedRequest) => HandlerResponse | Promise<HandlerResponse>,
  ) =>
    route(method, `/{target}/{id}${path}`, request => {
      const found = registry.get(request.parameter('id'));
      return found?.target === request.parameter('target') ? respond(found, request) : empty(404);
    });
  return [
    route('GET', '', () => respondWithList([...registry.values()])),
    route('GET', '/{target}', request => respondWithList(listAt(registry, request.parameter('target')))),
    route('POST', '/{target}', request => {
      const target = request.parameter('target');
      return targetNames.includes(target)
        ? keep(request.body, target)
        : unprocessable([`target ${target} is not one of ${targetNames.join(', ')}`]);
    }),
    routeOfOne('GET', '', found => json(200, found)),
    // Replaces everything except the code, which can't change.
    routeOfOne('PUT', '', (before, { body }) => keep(body, before.target, before)),
    routeOfOne('DELETE', '', ({ id }) => {
      registry.delete(id);
      return empty(204);
    }),
    routeOfOne('GET', '/$test', found => testIntegration(found, probe)),
  ];
}

/** 204 if there are none. */
const respondWithList = (integrations: readonly Registered[]): HandlerResponse =>
  integrations.length === 0
    ? empty(204)
    : json(200, { uiIntegrations: integrations, count: integrations.length });

/** The suite's result (platform-facts, UI integrations). Only private integrations have one (platform.md, rule 2). */
async function testIntegration(integration: Registered, probe: ViewProbe): Promise<HandlerResponse> {
  if (isPublic(integration.sourceType)) return unprocessable(['Public integrations cannot be tested.']);
  const { failure } = await checkSource(integration, probe);
  if (!failure) return json(200, { success: true });
  return json(200, {
    success: false,
    errorType: failure.errorType,
    errorMessage: `Check failed: ${failure.check}: ${failure.fix ?? ''}`,
    receivedResponse: failure.found,
  });
}

/** Null counts as absent. The body is validated before, so the types are correct. */
function toRegistration(fields: Readonly<Record<string, unknown>>): Registration {
  const given = Object.entries(fields).filter(([name, value]) => isRegistrationField(name) && value !== null);
  const sourceType = sourceTypeOnWire(String(fields['sourceType']), 'Private');
  return { ...(Object.fromEntries(given) as unknown as Registration), sourceType };
}

/**
 * The page at the root of the UI integration host: every target with its registered views, embedded live. Like the
 * platform's pages for a signed-in hotel user, it needs no token; it is served only to browsers on this machine.
 */
function dashboardRoutes(registry: Registry, { hotel, probe, url }: UiIntegrationHostOptions): Route[] {
  const respond = async (request: HandlerRequest): Promise<HandlerResponse> => {
    const { query } = request;
    const fallback = targets.find(target => listAt(registry, target.name).length > 0) ?? targets[0];
    const current = targets.find(target => target.name === query.get('target')) ?? fallback;
    if (!current) return empty(404);
    const chosen = chosenContext(hotel, query);
    const views = listAt(registry, current.name).filter(view =>
      isEnabled(view, current, chosen['propertyId'] ?? ''),
    );
    const screen = {
      title: 'Sandbox',
      subtitle: `account ${hotel.accountId}, an invented hotel on this computer`,
      targets: targets.map(target => ({ target, count: listAt(registry, target.name).length })),
      current,
      context: fields(hotel, current, chosen),
      views: views.map(({ id, label, code, sourceType }) => ({
        key: id,
        label,
        detail: `${sourceType}, code ${code}, id ${id}`,
      })),
      none: describeNothing(current.name),
      place: placeText(current, chosen),
    };
    return serveScreen(request, screen, key => {
      const view = views.find(({ id }) => id === key);
      return view && embed({ ...view, context: contextFor(current, chosen) }, probe, url);
    });
  };
  return ['/', '/embedding'].map(path => ({ method: 'GET', path, respond }));
}

/** The property's first guest in the house is the default if the URL names none. */
function chosenContext(hotel: Hotel, query: URLSearchParams): Readonly<Record<string, string>> {
  const property = hotel.property(query.get('propertyId') ?? '') ?? hotel.properties[0];
  const today = hotel.clock.today();
  const reservation = property?.reservations.find(
    ({ arrival, departure, course }) => course === 'Stay' && arrival <= today && today < departure,
  );
  const defaults = {
    accountCode: hotel.accountId,
    subjectId: hotelUsers[0].id,
    propertyId: property?.id ?? '',
    reservationId: reservation?.id ?? '',
    companyId: property?.companies[0]?.id ?? '',
  };
  const requested = Object.keys(defaults).flatMap(name => {
    const value = query.get(name);
    return value === null || value === '' || name === 'propertyId' ? [] : [[name, value] as const];
  });
  return { ...defaults, ...Object.fromEntries(requested) };
}

/** Of the property and the user, people choose among those of the hotel. */
const fields = (hotel: Hotel, target: Target, values: Readonly<Record<string, string>>) =>
  contextNames(target).map(name => ({
    name,
    value: values[name] ?? '',
    ...(name === 'propertyId' ? { choices: hotel.properties.map(({ id }) => id) } : {}),
    ...(name === 'subjectId' ? { choices: hotelUsers.map(({ id }) => id) } : {}),
  }));

/** All properties if none is named; a target without a property shows all (platform.md, create payload). */
const isEnabled = ({ propertyIds }: Registered, { forwards }: Target, propertyId: string) =>
  forwards !== 'propertyId' || propertyIds === undefined || propertyIds.includes(propertyId);

const describeNothing = (
  name: string,
) => html`<p>Nothing is registered at ${name}, so hotel users see nothing here.</p>
<p>Register a view, then load this page again:</p>
<code>hotelctl ui-integration create ${name} --label "My view" --source-url https://... --source-type public</code>`;
