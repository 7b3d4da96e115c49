import { html } from '../../platform/html-text.ts';
import { renderPage } from './page.ts';
import { type Person, personLine } from './person.ts';

export interface SignInView {
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
