import { type Html, html } from '../../platform/html-text.ts';
import type { SandboxClient } from '../identity/client.ts';
import { renderPage } from './page.ts';

interface Person {
  readonly id: string;
  readonly name: string;
  readonly role: string;
  readonly workplace: string;
}

/** Initials, name, role and workplace; the initials are decorative and hidden from screen readers. */
function personLine({ name, role, workplace }: Person): Html {
  return html`<span class="initials" aria-hidden="true">${initials(name)}</span>
<span><b>${name}</b><small>${role} · ${workplace}</small></span>`;
}

const initials = (name: string) =>
  name
    .split(' ')
    .map(word => word.charAt(0))
    .join('');

interface SignInView {
  readonly action: string;
  readonly clientName: string;
  readonly users: readonly Person[];
}

/** The page that lists the hotel users. One button each; the first has the focus, so that Enter is enough. */
export function signInPage({ action, clientName, users }: SignInView): string {
  const choices = users.map(
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

interface ConsentView {
  readonly action: string;
  readonly clientName: string;
  readonly user: Person;
  readonly scopes: readonly {
    readonly scope: string;
    readonly title: string;
    readonly allows: string;
    readonly broad?: boolean;
  }[];
  /** Host of the redirect URI. */
  readonly destination: string;
  readonly otherUserUrl: string;
}

/**
 * The page that lists the requested scopes. Allow comes first and has the focus; every scope is described in plain
 * words.
 */
export function consentPage(view: ConsentView): string {
  const scopes = view.scopes.map(
    ({ scope, title, allows, broad }) =>
      html`<li title="${scope}"${broad ? html` class="broad"` : ''}><b>${title}</b><span>${allows}</span></li>
`,
  );
  return renderPage(
    'Allow access',
    html`<h1>Allow ${view.clientName} to work for you?</h1>
<div class="person">${personLine(view.user)}<a href="${view.otherUserUrl}">Not you?</a></div>
<p class="lead">${view.clientName} will be able to:</p>
<ul>
${scopes}</ul>
<form method="post" action="${view.action}" class="choice">
<button class="allow" name="decision" value="allow" autofocus>Allow</button>
<button name="decision" value="deny">Deny</button>
</form>
<p class="soft after">Either way you go back to ${view.destination}.</p>`,
  );
}

interface ErrorView {
  readonly title: string;
  readonly detail: string;
  readonly facts?: readonly { readonly name: string; readonly values: readonly string[] }[];
}

/** For errors where the browser can't be sent back to the client: one clear line, and what to compare. */
export function errorPage({ title, detail, facts = [] }: ErrorView): string {
  const rows = facts.map(
    ({ name, values }) => html`<dt>${name}</dt>${values.map(value => html`<dd>${value}</dd>`)}`,
  );
  return renderPage(
    title,
    html`<h1>${title}</h1>
<p class="soft">${detail}</p>
${rows.length > 0 ? html`<dl>${rows}</dl>` : ''}`,
  );
}

interface Explanation {
  readonly title: string;
  readonly detail: string;
  /** Values to compare, shown unchanged. */
  readonly facts?: readonly { readonly name: string; readonly values: readonly string[] }[];
}

export const signInIsOver: Explanation = {
  title: 'This sign-in is over',
  detail: 'It has expired or was already completed. Start again with hotelctl login.',
};

/** One clear line, and what to compare, for an error that can't be sent to the client by a redirect. */
export function explainError(
  error: Error,
  query: Readonly<Record<string, unknown>>,
  client: SandboxClient,
): Explanation {
  const code = 'error' in error ? error.error : undefined;
  if (code === 'invalid_redirect_uri') {
    return {
      title: 'This redirect URI is not registered',
      detail: 'It has to match a registered one exactly, with its port and any trailing slash.',
      facts: [
        { name: 'Requested', values: [String(query['redirect_uri'] ?? 'none')] },
        { name: 'Registered', values: client.redirectUris },
      ],
    };
  }
  if (code === 'invalid_client') {
    return {
      title: 'This client is not registered',
      detail: 'The sandbox knows one client application.',
      facts: [
        { name: 'Requested', values: [String(query['client_id'] ?? 'none')] },
        { name: 'Registered', values: [client.clientId] },
      ],
    };
  }
  if (error.name === 'SessionNotFound') return signInIsOver;
  const description = 'error_description' in error ? error.error_description : undefined;
  return {
    title: 'This sign-in request can’t be completed',
    detail:
      typeof description === 'string' ? `${capitalized(description)}.` : 'Start again with hotelctl login.',
  };
}

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
