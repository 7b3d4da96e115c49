import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Interaction, InteractionResults, Provider } from 'oidc-provider';
import { readRequestText } from '../../http/local-server.ts';
import { pageHeaders } from '../page.ts';
import { findHotelUser } from './hotel-users.ts';
import { consentPage, errorPage, signInIsOver, signInPage } from './pages.ts';
import { scopeDescriptions, splitScope } from './scopes.ts';
import { type Agreement, restartUrl } from './token-responses.ts';

type InteractionHandler = (request: IncomingMessage, response: ServerResponse, path: string) => Promise<void>;

/**
 * The pages between authorize and the redirect: `GET /interaction/ID` shows the current step, `POST
 * /interaction/ID/sign-in` and `POST /interaction/ID/consent` submit it. Forged forms are rejected: the id is a random
 * number in the path and must match the signed, same-site cookie.
 */
export function makeInteractions(
  provider: Provider,
  errors: typeof import('oidc-provider').errors,
  agreements: Map<string, Agreement>,
): InteractionHandler {
  return async (request, response, path) => {
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
    if (result === undefined) {
      return send(400, errorPage('This choice does not exist', 'Go back and choose one of the buttons.'));
    }
    // An error replaces earlier results; anything else is added to them.
    await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: !result.error });
  };

  function signIn(form: URLSearchParams): InteractionResults | undefined {
    if (form.get('decision') === 'cancel') return { error: 'access_denied' };
    const user = findHotelUser(form.get('user') ?? '');
    return user && { login: { accountId: user.id } };
  }

  async function consent(
    form: URLSearchParams,
    { params, session }: Interaction,
  ): Promise<InteractionResults | undefined> {
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
  return consentPage({
    action: `/interaction/${uid}/consent`,
    user,
    // In the order of the list, so that the page does not depend on the order in the request.
    scopes: scopeDescriptions.filter(({ scope }) => requested.includes(scope)),
    destination: new URL(String(params['redirect_uri'])).host,
    otherUserUrl: restartUrl(params),
  });
}
