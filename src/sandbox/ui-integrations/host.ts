/**
 * The UI integration service (platform.md, "UI integration service"; operations from platform-facts), and the dashboard
 * that shows the registered views in a browser.
 */
import type { Random } from '../../base/context.ts';
import { empty, type Handler, type HandlerResponse, json } from '../../http/local/handler.ts';
import { integrationScopes, integrationsPath } from '../../platform/ui-integrations/registration.ts';
import type { ViewProbe } from '../../views/embedding.ts';
import type { Hotel } from '../hotel/hotel.ts';
import { type Route, type RoutedRequest, routeHandler, type VerifyToken } from '../routes.ts';
import { dashboardRoutes } from './dashboard.ts';
import {
  createRegistration,
  listRegistrations,
  type RegistryWithProbe,
  replaceIntegration,
  testRegistration,
} from './operations.ts';
import { makeRegistry, type Registered } from './registry.ts';

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
