import { htmlPageHeaders, servedPage } from '../../base/html-page.ts';

/** The outcome of a sign-in, as the browser shows it. */
export type SignInOutcome = 'signed-in' | 'denied' | 'failed';

/**
 * The page that the browser shows after a sign-in. All its words are here: it never contains anything of the query, the
 * tokens or the identity host's texts. No script, no image; only the style with this hash is allowed.
 */
export const landingPage = (
  outcome: SignInOutcome,
): { readonly html: string; readonly headers: Readonly<Record<string, string>> } => ({
  html: pages[outcome],
  headers: htmlPageHeaders({ style }),
});

const style = `
:root { color-scheme: light dark; --paper: #f6f4ef; --card: #fff; --ink: #1d2530; --quiet: #5d6674; --line: #e2ddd2 }
@media (prefers-color-scheme: dark) {
  :root { --paper: #12161c; --card: #1b2129; --ink: #eef1f5; --quiet: #a3adba; --line: #2c3541 }
}
* { box-sizing: border-box; margin: 0 }
body { min-height: 100vh; display: grid; place-items: center; padding: 1.5rem; background: var(--paper); color: var(--ink);
  font: 1rem/1.55 system-ui, "Segoe UI", Roboto, "Helvetica Neue", sans-serif }
main { width: 100%; max-width: 26rem; padding: 2.5rem 2rem; text-align: center; background: var(--card);
  border: 1px solid var(--line); border-radius: 1rem; box-shadow: 0 1rem 3rem rgb(0 0 0 / .07) }
.mark { width: 3.5rem; height: 3.5rem; margin: 0 auto 1.25rem; border-radius: 50%; display: grid; place-items: center;
  font-size: 1.6rem; line-height: 1; color: #fff }
.signed-in .mark { background: #1c7c54 } .denied .mark { background: #9a6412 } .failed .mark { background: #b3372f }
h1 { font-size: 1.35rem; line-height: 1.3; margin-bottom: .5rem }
p { color: var(--quiet) } p + p { margin-top: .75rem }
code { font: .95em ui-monospace, Menlo, Consolas, monospace; color: var(--ink) }
footer { margin-top: 1.75rem; padding-top: 1rem; border-top: 1px solid var(--line); font-size: .8rem; color: var(--quiet) }
`;

const page = (outcome: SignInOutcome, mark: string, title: string, ...paragraphs: readonly string[]) =>
  servedPage(
    { titleMarkup: `${title} · hotelctl`, style },
    `<main class="${outcome}">
<div class="mark" aria-hidden="true">${mark}</div>
<h1>${title}</h1>
${paragraphs.map(text => `<p>${text}</p>`).join('\n')}
<footer>hotelctl, on this computer</footer>
</main>
`,
  );

const pages: Readonly<Record<SignInOutcome, string>> = {
  'signed-in': page(
    'signed-in',
    '✓',
    'You are signed in',
    'You can close this tab and go back to your terminal.',
  ),
  denied: page(
    'denied',
    '–',
    'The access was denied',
    'hotelctl has no access to your hotel.',
    'If that was not what you wanted, run <code>hotelctl login</code> again.',
  ),
  failed: page(
    'failed',
    '!',
    'The sign-in did not work',
    'Your terminal shows what happened and what to do.',
    'You can close this tab.',
  ),
};
