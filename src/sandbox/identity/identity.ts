import type { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Interaction, InteractionResults, KoaContextWithOIDC, Provider } from 'oidc-provider';
import { readRequestText } from '../../http/local-server.ts';
import { pageHeaders } from '../page.ts';
import type { VerifyToken } from '../routes.ts';
import { findHotelUser, scopeDescriptions, splitScope } from './client.ts';
import {
  type Agreement,
  authorizePath,
  clientEndpoints,
  completeAuthorizeQuery,
  type IdentityOptions,
  identityConfiguration,
  shapeTokenResponse,
} from './configuration.ts';
import { consentPage, errorPage, signInIsOver, signInPage } from './pages.ts';

export async function makeIdentity(options: IdentityOptions) {
  const { Provider, errors } = await loadOidcLibrary();
  const agreements = new Map<string, Agreement>();
  const provider = new Provider(options.url, identityConfiguration(options, errors, agreements));
  provider.use(async (ctx, next) => {
    await next();
    if (clientEndpoints.includes(ctx.path)) shapeTokenResponse(ctx as KoaContextWithOIDC, agreements);
  });
  provider.on('server_error', (_ctx, error) => options.onDefect(error));
  // Without a listener, the library's web framework writes errors to the console.
  (provider as EventEmitter).on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ECONNRESET' && error.code !== 'EPIPE') options.onDefect(error);
  });

  const protocol = provider.callback();
  const interactions = makeInteractions(provider, errors, agreements);
  return {
    listener: (request: IncomingMessage, response: ServerResponse): void => {
      const target = request.url ?? '';
      // The library answers 500 to a request target that is not a URL.
      if (!/^\/(?!\/)/.test(target) || !URL.canParse(`${options.url}${target}`)) {
        response.writeHead(400).end();
        return;
      }
      const [path = ''] = target.split('?', 1);
      if (path.startsWith('/interaction/')) {
        interactions(request, response, path).catch(error => {
          // A browser that disconnects is not an error.
          if (request.readableAborted || response.destroyed) return;
          options.onDefect(error);
          const broken = errorPage('Something broke in the sandbox', 'Please try again.');
          if (response.headersSent) response.destroy();
          else response.writeHead(500, pageHeaders([])).end(broken);
        });
        return;
      }
      if (path === authorizePath) {
        request.url = `${path}?${completeAuthorizeQuery(target.slice(path.length + 1))}`;
        // Each sign-in starts with the choice of a hotel user: in the sandbox that choice is the purpose of the page, and
        // a remembered one would require signing out first.
        delete request.headers.cookie;
      }
      protocol(request, response);
    },
    verifyToken: (async token => {
      const found = await provider.AccessToken.find(token);
      return found && { scopes: splitScope(found.scope), subject: found.accountId };
    }) satisfies VerifyToken,
  };
}

let library: Promise<typeof import('oidc-provider')> | undefined;

/**
 * Loads the certified authorization server, only when an identity host is started. It runs on Node 20, but prints a
 * recommendation of Node 22 on the console: that line is suppressed, because the user cannot act on it.
 */
function loadOidcLibrary() {
  if (library) return library;
  const warn = console.warn;
  console.warn = (...words: unknown[]) => {
    if (!String(words[0]).includes('Unsupported runtime')) warn(...words);
  };
  library = import('oidc-provider').finally(() => {
    console.warn = warn;
  });
  return library;
}

/**
 * The pages between authorize and the redirect: `GET /interaction/ID` shows the current step, `POST
 * /interaction/ID/sign-in` and `POST /interaction/ID/consent` submit it. Forged forms are rejected: the id is a random
 * number in the path and must match the signed, same-site cookie.
 */
function makeInteractions(
  provider: Provider,
  errors: typeof import('oidc-provider').errors,
  agreements: Map<string, Agreement>,
) {
  return async (request: IncomingMessage, response: ServerResponse, path: string): Promise<void> => {
    const send = (status: number, page: string, formTargets: readonly string[] = []) =>
      void response.writeHead(status, pageHeaders(formTargets)).end(page);
    const [, , id, action] = path.split('/');
    let interaction: Interaction;
    try {
      interaction = await provider.interactionDetails(request, response);
      if (interaction.uid !== id) throw new errors.SessionNotFound('cookie and path differ');
    } catch (error) {
      if (!(error instanceof errors.SessionNotFound)) throw error;
      return send(400, signInIsOver());
    }
    const isSignIn = interaction.prompt.name === 'login';
    if (request.method === 'GET' && action === undefined) {
      const page = isSignIn ? signInPage(`/interaction/${id}/sign-in`) : showConsent(interaction);
      return send(200, page, [new URL(String(interaction.params['redirect_uri'])).origin]);
    }
    if (request.method !== 'POST' || action !== (isSignIn ? 'sign-in' : 'consent')) {
      const detail = 'Go back to the page before, or start again with hotelctl login.';
      return send(404, errorPage('There is no such page', detail));
    }
    const form = new URLSearchParams((await readRequestText(request, 4096)) ?? '');
    const result = isSignIn ? signIn(form) : await consent(form, interaction);
    if (result === undefined)
      return send(400, errorPage('This choice does not exist', 'Go back and choose one of the buttons.'));
    // An error replaces earlier results; anything else is added to them.
    await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: !result.error });
  };

  function signIn(form: URLSearchParams): InteractionResults | undefined {
    if (form.get('decision') === 'cancel') return { error: 'access_denied' };
    const user = findHotelUser(form.get('user') ?? '');
    return user && { login: { accountId: user.id } };
  }

  async function consent(form: URLSearchParams, { params, session }: Interaction) {
    const decision = form.get('decision');
    if (decision === 'deny') return { error: 'access_denied' };
    const accountId = session?.accountId;
    if (decision !== 'allow' || accountId === undefined) return undefined;
    const grant = new provider.Grant({ accountId, clientId: String(params['client_id']) });
    grant.addOIDCScope(String(params['scope']));
    const grantId = await grant.save();
    agreements.set(grantId, {
      redirectUri: String(params['redirect_uri']),
      requestedScopes: splitScope(String(params['requested_scope'] ?? '')),
    });
    return { consent: { grantId } };
  }
}

function showConsent({ uid, params, session }: Interaction): string {
  const user = findHotelUser(session?.accountId ?? '');
  if (user === undefined) throw new Error('the consent page was reached without a hotel user');
  const requested = splitScope(String(params['scope']));
  // In the order of the list, so that the page does not depend on the order in the request.
  const scopes = scopeDescriptions.filter(({ scope }) => requested.includes(scope));
  const action = `/interaction/${uid}/consent`;
  return consentPage(action, user, scopes, new URL(String(params['redirect_uri'])));
}
