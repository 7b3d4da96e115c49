import { html } from '../../platform/html-text.ts';
import { renderPage } from './page.ts';
import { type Person, personLine } from './person.ts';

export interface ConsentView {
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
