import type { Random } from '../../base/context.ts';
import { empty, type Handler, type HandlerResponse, json } from '../../http/local/handler.ts';
import { parseJson } from '../../platform/json.ts';
import {
  integrationScopes,
  integrationsPath,
  type Registration,
  registrationProblems,
  sourceTypeProblem,
  withDocumentedNames,
} from '../../platform/ui-integrations/registration.ts';
import { isPublic, sourceTypeOnWire } from '../../platform/ui-integrations/source-type.ts';
import type { SuiteResult } from '../../platform/ui-integrations/suite.ts';
import { targetNames } from '../../platform/ui-integrations/targets.ts';
import { runSuiteOf, type ViewProbe } from '../../views/run-suite.ts';
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
  const store = { registry: makeRegistry(random), probe };
  return routeHandler([...dashboardRoutes({ hotel, store, url }), ...integrationRoutes(store)], {
    verifyToken,
    random,
  });
}

function integrationRoutes(store: RegistryWithProbe): Route[] {
  const { registry } = store;
  const route = (method: Route['method'], path: string, respond: Route['respond']): Route => ({
    method,
    path: `${integrationsPath}${path}`,
    scopes: integrationScopes,
    respond,
  });
  const withIntegration =
    (
      respond: (
        integration: Registered,
        request: RoutedRequest,
      ) => HandlerResponse | Promise<HandlerResponse>,
    ) =>
    (request: RoutedRequest) => {
      const integration = registry.find(request.parameter('target'), request.parameter('id'));
      return integration ? respond(integration, request) : empty(404);
    };
  return [
    route('GET', '', () => listRegistrations(registry.all())),
    route('GET', '/{target}', request => listRegistrations(registry.at(request.parameter('target')))),
    route('POST', '/{target}', request =>
      createRegistration(store, request.parameter('target'), request.body),
    ),
    route(
      'GET',
      '/{target}/{id}',
      withIntegration(integration => json(200, integration)),
    ),
    route(
      'PUT',
      '/{target}/{id}',
      withIntegration((integration, { body }) => replaceIntegration(store, integration, body)),
    ),
    route(
      'DELETE',
      '/{target}/{id}',
      withIntegration(({ id }) => {
        registry.remove(id);
        return empty(204);
      }),
    ),
    route(
      'GET',
      '/{target}/{id}/$test',
      withIntegration(integration => testRegistration(store, integration)),
    ),
  ];
}

export interface RegistryWithProbe {
  readonly registry: Registry;
  readonly probe: ViewProbe;
}

/** GET of all integrations or of one target: 204 if there are none. */
export function listRegistrations(integrations: readonly Registered[]): HandlerResponse {
  if (integrations.length === 0) return empty(204);
  return json(200, { uiIntegrations: integrations, count: integrations.length });
}

export async function createRegistration(
  { registry, probe }: RegistryWithProbe,
  target: string,
  body: string,
): Promise<HandlerResponse> {
  if (!targetNames.includes(target))
    return unprocessable([`target ${target} is not one of ${targetNames.join(', ')}`]);
  const registration = await accepted(body, probe, read => registry.conflicts(target, read));
  if ('status' in registration) return registration;
  const { id } = registry.add(target, registration);
  return json(201, { id });
}

/** Replaces everything except the code, which can't change. */
export async function replaceIntegration(
  { registry, probe }: RegistryWithProbe,
  before: Registered,
  body: string,
): Promise<HandlerResponse> {
  const registration = await accepted(body, probe, read => [
    ...(read.code === undefined || read.code === before.code ? [] : ["code can't change"]),
    ...registry.conflicts(before.target, read, before),
  ]);
  if ('status' in registration) return registration;
  const { id, target, code } = before;
  registry.replace({ id, target, ...registration, code });
  return empty(204);
}

/** Only private integrations can be tested (platform.md, rule 2). */
export async function testRegistration(
  { probe }: RegistryWithProbe,
  integration: Registered,
): Promise<HandlerResponse> {
  if (isPublic(integration.sourceType)) return unprocessable(['Public integrations cannot be tested.']);
  return json(200, testResponseOf(await runSuiteOf(integration, probe)));
}

/** The registration in a body that is valid and passes its test, or the 422 with every problem. */
async function accepted(
  body: string,
  probe: ViewProbe,
  conflicts: (registration: Registration) => readonly string[],
): Promise<Registration | HandlerResponse> {
  const fields = fieldsOf(body);
  if (!fields) return empty(400);
  const problems = registrationProblems(fields, field => field);
  const { sourceType } = fields;
  const unknownType = typeof sourceType === 'string' ? sourceTypeProblem(sourceType) : undefined;
  if (unknownType !== undefined) problems.push(unknownType);
  if (problems.length > 0) return unprocessable(problems);
  const registration = registrationOf(fields);
  const conflicting = conflicts(registration);
  if (conflicting.length > 0) return unprocessable(conflicting);
  const rejection = rejectionOf(await runSuiteOf(registration, probe));
  return rejection.length > 0 ? unprocessable(rejection) : registration;
}

function fieldsOf(body: string): Record<string, unknown> | undefined {
  try {
    const value = withDocumentedNames(parseJson(body));
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}

/** Null counts as absent. The body is validated before, so the types are correct. */
function registrationOf(fields: Readonly<Record<string, unknown>>): Registration {
  const names = ['code', 'label', 'labelTranslations', 'iconSource', 'sourceUrl', 'propertyIds', 'roles'];
  const given = Object.entries(fields).filter(([name, value]) => names.includes(name) && value !== null);
  return {
    ...(Object.fromEntries(given) as unknown as Registration),
    sourceType: sourceTypeOnWire(String(fields['sourceType'])),
  };
}

/** The suite's result as `$test` returns it (platform-facts, UI integrations). */
function testResponseOf({ failure }: SuiteResult): object {
  if (!failure) return { success: true };
  return {
    success: false,
    errorType: failure.errorType,
    errorMessage: `Check failed: ${failure.name}: ${failure.fix ?? ''}`,
    receivedResponse: failure.seen,
  };
}

/** The same as a message of a 422: a private integration that fails the suite is rejected (platform.md, Errors). */
const rejectionOf = ({ failure }: SuiteResult): readonly string[] =>
  failure ? [`Test suite: ${failure.name}: ${failure.seen}; ${failure.fix ?? ''}`] : [];
