/**
 * The UI integration service (platform.md, "UI integration service"; operations from platform-facts), and the pages that
 * show what is registered, for the person in front of this machine.
 */
import type { Random } from '../../base/context.ts';
import { integrationScopes, integrationsPath } from '../../platform/integrations/registration.ts';
import { empty, json } from '../api/operation.ts';
import { authorize } from '../authorize.ts';
import type { Hotel } from '../hotel/hotel.ts';
import type { Handler, HandlerRequest, HandlerResponse, VerifyToken } from '../http-handler.ts';
import { makeDashboard } from './dashboard.ts';
import type { Caller } from './examine.ts';
import {
  createIntegration,
  type IntegrationsHome,
  listIntegrations,
  replaceIntegration,
  testIntegration,
} from './operations.ts';
import { makeRegistry } from './registry.ts';

export interface UiIntegrationHostOptions {
  /** This host's own address. */
  readonly url: string;
  readonly hotel: Hotel;
  readonly verifyToken: VerifyToken;
  readonly random: Pick<Random, 'bytes'>;
  readonly caller: Caller;
}

export function makeUiIntegrationHost(options: UiIntegrationHostOptions): Handler {
  const { hotel, verifyToken, random, caller, url } = options;
  const home = { registry: makeRegistry(random), caller };
  const dashboard = makeDashboard({ hotel, home, url });
  return {
    async handle(request) {
      const page = await dashboard(request);
      if (page) return page;
      const answer = await dispatch(home, verifyToken, request);
      const trackingId = Buffer.from(random.bytes(16)).toString('hex');
      return { ...answer, headers: { ...answer.headers, 'Sandbox-Tracking-Id': trackingId } };
    },
  };
}

type Methods = Readonly<Record<string, () => HandlerResponse | Promise<HandlerResponse>>>;

/** In the order of the API host: unknown path 404, wrong method 405, then who asks, then the operation itself. */
async function dispatch(
  home: IntegrationsHome,
  verifyToken: VerifyToken,
  request: HandlerRequest,
): Promise<HandlerResponse> {
  const methods = methodsAt(home, request);
  if (!methods) return empty(404);
  const operation = methods[request.method];
  if (!operation) return empty(405, { Allow: Object.keys(methods).join(', ') });
  const caller = await authorize(request, verifyToken, integrationScopes);
  return 'refusal' in caller ? caller.refusal : operation();
}

function methodsAt(home: IntegrationsHome, { path, body }: HandlerRequest): Methods | undefined {
  if (path !== integrationsPath && !path.startsWith(`${integrationsPath}/`)) return undefined;
  const parts = path.slice(integrationsPath.length).split('/').slice(1).map(decoded);
  const [target = '', id = '', action] = parts;
  const { registry } = home;
  if (parts.some(part => part === '') || parts.length > 3) return undefined;
  if (parts.length === 0) return { GET: () => listIntegrations(registry.all()) };
  if (parts.length === 1) {
    return {
      GET: () => listIntegrations(registry.at(target)),
      POST: () => createIntegration(home, target, body),
    };
  }
  const found = registry.find(target, id);
  const of =
    (answer: (integration: NonNullable<typeof found>) => HandlerResponse | Promise<HandlerResponse>) => () =>
      found ? answer(found) : empty(404);
  if (action === '$test') return { GET: of(integration => testIntegration(home, integration)) };
  if (action !== undefined) return undefined;
  return {
    GET: of(integration => json(200, integration)),
    PUT: of(integration => replaceIntegration(home, integration, body)),
    DELETE: of(integration => {
      registry.remove(integration.id);
      return empty(204);
    }),
  };
}

/** A path that can't be decoded names nothing. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return '';
  }
}
