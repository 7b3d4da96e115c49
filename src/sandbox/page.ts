/** The HTML pages of the sandbox: no script, an inline stylesheet, no external resources. */
import { htmlPageHeaders, servedPage, servedPalette } from '../base/html-page.ts';
import { type Html, html, htmlText } from '../platform/safe-text.ts';
import ownStyle from './page.css?raw';

/** The one stylesheet of the sandbox's pages: light and dark, a centered card, visible focus. */
const style = `${servedPalette}\n${ownStyle}`;

export const renderPage = (title: string, content: Html): string =>
  servedPage(
    { titleMarkup: `${htmlText(title)} – hotelctl sandbox`, style },
    html`<main>
<p class="note"><strong>Sandbox:</strong> an invented hotel on this computer</p>
<div class="body">
${content}
</div>
</main>
`.text,
  );

/**
 * `formTargets` are the origins that a submitted form may redirect to: browsers apply the policy's form-action to
 * redirects after a form as well, so the client's redirect URI must be listed.
 */
export const pageHeaders = (formTargets: readonly string[]): Record<string, string> => ({
  ...htmlPageHeaders({ style }, { 'form-action': ["'self'", ...formTargets].join(' ') }),
});
