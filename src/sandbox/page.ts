/** The HTML pages of the sandbox: no script, an inline stylesheet, no external resources. */
import { htmlPageHeaders, servedPage, servedPalette } from '../base/html-page.ts';
import { type Html, html, htmlText } from '../platform/safe-text.ts';

/** The one stylesheet of the sandbox's pages: light and dark, a centered card, visible focus. */
const style = `${servedPalette}
:root{--on-accent:#fff;--note:#fff6dd;--note-ink:#6b4c00;--note-line:#ecd48f}
@media (prefers-color-scheme:dark){:root{--on-accent:#0c1a30;--note:#33290f;--note-ink:#f4d98b;--note-line:#5c4a1b}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;display:flex;flex-direction:column;align-items:center;justify-content:center;
padding:24px 16px;background:var(--ground);color:var(--ink);font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
main{width:100%;max-width:440px;background:var(--card);border:1px solid var(--line);border-radius:14px;overflow:clip}
.note{margin:0;padding:9px 28px;background:var(--note);color:var(--note-ink);border-bottom:1px solid var(--note-line);font-size:14px}
.body{padding:24px 28px 28px}
h1{margin:0;font-size:22px;line-height:1.3;letter-spacing:-.01em;text-wrap:balance}
p{margin:8px 0 0}
.soft{color:var(--soft)}
form{margin:20px 0 0}
button{font:inherit;color:inherit;cursor:pointer}
button:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
.person{display:flex;align-items:center;gap:14px;text-align:left}
.person b,li b{display:block;font-weight:600;line-height:1.35}
.person small,li span{display:block;color:var(--soft);font-size:14px;line-height:1.35}
button.person{width:100%;margin:0 0 10px;padding:11px 14px;background:var(--card);border:1px solid var(--line);border-radius:10px}
button.person:hover{background:var(--hover);border-color:var(--accent)}
div.person{margin:18px 0 0;padding:11px 14px;background:var(--hover);border-radius:10px}
p.lead{margin:18px 0 0}
ul{margin:12px 0 0;padding:0 0 0 20px}
li{padding-bottom:9px}
li.broad b::before{content:"! ";color:var(--note-ink)}
.choice{position:sticky;bottom:0;display:flex;gap:12px;margin:6px -8px 0;padding:12px 8px;background:var(--card);box-shadow:0 -8px 8px -2px var(--card)}
.choice button,.cancel{flex:1;padding:11px 16px;border-radius:10px;font-weight:600;background:transparent;border:1px solid var(--line)}
.choice button.allow{background:var(--accent);border-color:var(--accent);color:var(--on-accent)}
.cancel{width:100%;margin-top:6px}
.after{margin-top:4px;font-size:14px;text-align:center}
dl{margin:14px 0 0;font-size:14px}
dt{margin-top:10px;color:var(--soft)}
dd{margin:0;font-family:ui-monospace,Menlo,Consolas,monospace;overflow-wrap:anywhere}
.payment{margin:14px 0 0;padding:11px 14px;border:1px solid var(--line);border-radius:10px}
.payment p{margin:2px 0 0;font-size:14px;overflow-wrap:anywhere}
.payment .head{display:flex;align-items:center;justify-content:space-between;gap:12px;font-size:16px}
.mono{font-family:ui-monospace,Menlo,Consolas,monospace}
.state{padding:1px 10px;border-radius:99px;font-size:13px;font-weight:600;background:var(--tint);color:var(--accent)}
.state.captured{background:var(--accent);color:var(--on-accent)}
.state.refused,.state.cancelled{background:var(--note);color:var(--note-ink)}
`;

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
