import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Interaction, InteractionResults, Provider } from 'oidc-provider';
import { readRequestText } from '../../http/local/server.ts';
import { consentPage, errorPage, signInIsOver, signInPage } from '../pages/identity-pages.ts';
import { sendPage } from '../pages/page.ts';
import { clientName } from './client.ts';
import { findHotelUser, hotelUsers } from './hotel-users.ts';
import type { OidcLibrary } from './identity.ts';
import { describeScopes, splitScope } from './scopes.ts';
import { type Agreement, restartUrl } from './token-responses.ts';

type InteractionHandler = (request: IncomingMessage, response: ServerResponse, path: string) => Promise<void>;

/**
 * The pages between authorize and the redirect: `GET /interaction/ID` shows the current step, `POST
 * /interaction/ID/sign-in` and `POST /interaction/ID/consent` submit it. Forged forms are rejected: the id is a random
 * number in the path and must match the signed, same-site cookie.
 */
export function makeInteractions(
  provider: Provider,
  errors: OidcLibrary['errors'],
  agreements: Map<string, Agreement>,
): InteractionHandler {
  return async (request, response, path) => {
    const [, , id, action] = path.split('/');
    let interaction: Interaction;
    try {
      interaction = await provider.interactionDetails(request, response);
      if (interaction.uid !== id) throw new errors.SessionNotFound('cookie and path differ');
    } catch (error) {
      if (!(error instanceof errors.SessionNotFound)) throw error;
      return sendPage(response, 400, errorPage(signInIsOver), []);
    }
    const step = interaction.prompt.name === 'login' ? 'sign-in' : 'consent';
    const formTargets = [new URL(String(interaction.params['redirect_uri'])).origin];
    if (request.method === 'GET' && action === undefined) {
      const page = step === 'sign-in' ? showSignIn(interaction) : showConsent(interaction);
      return sendPage(response, 200, page, formTargets);
    }
    if (request.method !== 'POST' || action !== step) {
      const detail = 'Go back to the page before, or start again with hotelctl login.';
      return sendPage(response, 404, errorPage({ title: 'There is no such page', detail }), []);
    }
    const form = new URLSearchParams((await readRequestText(request, 4096)) ?? '');
    const result = step === 'sign-in' ? signIn(form) : await consent(form, interaction);
    if (result === undefined) {
      const detail = 'Go back and choose one of the buttons.';
      return sendPage(response, 400, errorPage({ title: 'This choice does not exist', detail }), []);
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

function showSignIn({ uid }: Interaction): string {
  return signInPage({
    action: `/interaction/${uid}/sign-in`,
    clientName,
    users: hotelUsers,
  });
}

function showConsent({ uid, params, session }: Interaction): string {
  const user = findHotelUser(session?.accountId ?? '');
  if (user === undefined) throw new Error('the consent page was reached without a hotel user');
  return consentPage({
    action: `/interaction/${uid}/consent`,
    clientName,
    user,
    scopes: describeScopes(splitScope(String(params['scope']))),
    destination: new URL(String(params['redirect_uri'])).host,
    otherUserUrl: restartUrl(params),
  });
}
