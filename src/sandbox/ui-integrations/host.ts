import type { Random } from '../../base/context.ts';
import { empty, type Handler, type HandlerResponse, json } from '../../http/local-server.ts';
import { parseJson } from '../../platform/json.ts';
import {
  integrationScopes,
  integrationsPath,
  type Registration,
  registrationProblems,
  sourceTypeProblem,
  withDocumentedNames,
} from '../../platform/ui-integrations/registration.ts';
import { isPublic, sourceTypeOnWire, targetNames } from '../../platform/ui-integrations/targets.ts';
import { checkSource, type ViewProbe } from '../../views/embedding.ts';
import type { Hotel } from '../hotel/hotel.ts';
import { type Route, type RoutedRequest, routeHandler, unprocessable, type VerifyToken } from '../routes.ts';
import { dashboardRoutes } from './dashboard.ts';
import { makeRegistry, type Registered, type Registry } from './registry.ts';

interface UiIntegrationHostOptions {
  readonly url: string;
  readonly hotel: Hotel;
  readonly verifyToken: VerifyToken;
  readonly random: Pick<Random, 'bytes'>;
  readonly probe: ViewProbe;
}

export function makeUiIntegrationHost(options: UiIntegrationHostOptions): Handler {
  const { hotel, verifyToken, random, probe, url } = options;
  const registry = makeRegistry(random);
  const dashboard = dashboardRoutes({ hotel, registry, probe, url });
  return routeHandler([...dashboard, ...integrationRoutes(registry, probe)], { verifyToken, random });
}

function integrationRoutes(registry: Registry, probe: ViewProbe): Route[] {
  const route = (method: Route['method'], path: string, respond: Route['respond']): Route => ({
    method,
    path: `${integrationsPath}${path}`,
    scopes: integrationScopes,
    respond,
  });
  /** A route of one integration. */
  const routeOfOne = (
    method: Route['method'],
    path: string,
    respond: (found: Registered, request: RoutedRequest) => HandlerResponse | Promise<HandlerResponse>,
  ) =>
    route(method, `/{target}/{id}${path}`, request => {
      const found = registry.find(request.parameter('target'), request.parameter('id'));
      return found ? respond(found, request) : empty(404);
    });
  return [
    route('GET', '', () => respondWithList(registry.all())),
    route('GET', '/{target}', request => respondWithList(registry.at(request.parameter('target')))),
    route('POST', '/{target}', async request => {
      const target = request.parameter('target');
      if (!targetNames.includes(target)) {
        return unprocessable([`target ${target} is not one of ${targetNames.join(', ')}`]);
      }
      const registration = await accepted(request.body, probe, read => registry.conflicts(target, read));
      return 'status' in registration
        ? registration
        : json(201, { id: registry.add(target, registration).id });
    }),
    routeOfOne('GET', '', found => json(200, found)),
    // Replaces everything except the code, which can't change.
    routeOfOne('PUT', '', async (before, { body }) => {
      const { id, target, code } = before;
      const registration = await accepted(body, probe, read => [
        ...(read.code === undefined || read.code === code ? [] : ["code can't change"]),
        ...registry.conflicts(target, read, before),
      ]);
      if ('status' in registration) return registration;
      registry.replace({ id, target, ...registration, code });
      return empty(204);
    }),
    routeOfOne('DELETE', '', ({ id }) => {
      registry.remove(id);
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

/**
 * The registration in a body that is valid and passes its test, or the 422 with every problem: a private integration
 * that fails the suite is rejected (platform.md, Errors).
 */
async function accepted(
  body: string,
  probe: ViewProbe,
  conflicts: (registration: Registration) => readonly string[],
): Promise<Registration | HandlerResponse> {
  const fields = parseFields(body);
  if (!fields) return empty(400);
  const problems = registrationProblems(fields, field => field);
  const { sourceType } = fields;
  const unknownType = typeof sourceType === 'string' ? sourceTypeProblem(sourceType) : undefined;
  if (unknownType !== undefined) problems.push(unknownType);
  if (problems.length > 0) return unprocessable(problems);
  const registration = toRegistration(fields);
  const conflicting = conflicts(registration);
  if (conflicting.length > 0) return unprocessable(conflicting);
  const { failure } = await checkSource(registration, probe);
  return failure
    ? unprocessable([`Test suite: ${failure.check}: ${failure.found}; ${failure.fix ?? ''}`])
    : registration;
}

function parseFields(body: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value = withDocumentedNames(parseJson(body));
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

/** Null counts as absent. The body is validated before, so the types are correct. */
function toRegistration(fields: Readonly<Record<string, unknown>>): Registration {
  const names = ['code', 'label', 'labelTranslations', 'iconSource', 'sourceUrl', 'propertyIds', 'roles'];
  const given = Object.entries(fields).filter(([name, value]) => names.includes(name) && value !== null);
  const sourceType = sourceTypeOnWire(String(fields['sourceType']), 'Private');
  return { ...(Object.fromEntries(given) as unknown as Registration), sourceType };
}
