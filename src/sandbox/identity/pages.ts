import { capitalized } from '../../base/text.ts';
import { type Html, html } from '../../platform/safe-text.ts';
import { renderPage } from '../page.ts';
import {
  clientName,
  type HotelUser,
  hotelUsers,
  type SandboxClient,
  type ScopeDescription,
} from './client.ts';

const personLine = ({ name, role, workplace }: HotelUser): Html =>
  html`<span><b>${name}</b><small>${role} · ${workplace}</small></span>`;

/** The page that lists the hotel users. One button each; the first has the focus, so that Enter is enough. */
export function signInPage(action: string): string {
  const choices = hotelUsers.map(
    (user, index) =>
      html`<button class="person" name="user" value="${user.id}" aria-label="Continue as ${user.name}, ${user.role}, ${user.workplace}"${
        index === 0 ? html` autofocus` : ''
      }>${personLine(user)}</button>
`,
  );
  return renderPage(
    'Sign in',
    html`<h1>Sign in to the hotel platform</h1>
<p class="soft"><strong>${clientName}</strong> wants to work with it for you. Who are you? No password is needed here.</p>
<form method="post" action="${action}">
${choices}<button class="cancel" name="decision" value="cancel">Cancel</button>
</form>`,
  );
}

/** The page that lists the requested scopes in plain words. Allow comes first and has the focus. */
export function consentPage(
  action: string,
  user: HotelUser,
  scopes: readonly ScopeDescription[],
  { host: destination }: Pick<URL, 'host'>,
): string {
  const items = scopes.map(
    ({ scope, title, allows, broad }) =>
      html`<li title="${scope}"${broad ? html` class="broad"` : ''}><b>${title}</b><span>${allows}</span></li>
`,
  );
  return renderPage(
    'Allow access',
    html`<h1>Allow ${clientName} to work for you?</h1>
<div class="person">${personLine(user)}</div>
<p class="lead">${clientName} will be able to:</p>
<ul>
${items}</ul>
<form method="post" action="${action}" class="choice">
<button class="allow" name="decision" value="allow" autofocus>Allow</button>
<button name="decision" value="deny">Deny</button>
</form>
<p class="soft after">Either way you go back to ${destination}.</p>`,
  );
}

/** For errors where the browser can't be sent back to the client: one clear line, and values to compare. */
export function errorPage(
  title: string,
  detail: string,
  facts: Readonly<Record<string, readonly string[]>> = {},
) {
  const rows = Object.entries(facts).map(
    ([name, values]) => html`<dt>${name}</dt>${values.map(value => html`<dd>${value}</dd>`)}`,
  );
  return renderPage(
    title,
    html`<h1>${title}</h1>
<p class="soft">${detail}</p>
${rows.length > 0 ? html`<dl>${rows}</dl>` : ''}`,
  );
}

export const signInIsOver = () =>
  errorPage(
    'This sign-in is over',
    'It has expired or was already completed. Start again with hotelctl login.',
  );

/** The page of an error that can't be sent to the client by a redirect. */
export function explainError(error: Error, query: Readonly<Record<string, unknown>>, client: SandboxClient) {
  const code = 'error' in error ? error.error : undefined;
  if (code === 'invalid_redirect_uri')
    return errorPage(
      'This redirect URI is not registered',
      'It has to match a registered one exactly, with its port and any trailing slash.',
      { Requested: [String(query['redirect_uri'] ?? 'none')], Registered: client.redirectUris },
    );
  if (code === 'invalid_client')
    return errorPage('This client is not registered', 'The sandbox knows one client application.', {
      Requested: [String(query['client_id'] ?? 'none')],
      Registered: [client.clientId],
    });
  if (error.name === 'SessionNotFound') return signInIsOver();
  const description = 'error_description' in error ? error.error_description : undefined;
  const detail =
    typeof description === 'string' ? `${capitalized(description)}.` : 'Start again with hotelctl login.';
  return errorPage('This sign-in request can’t be completed', detail);
}
