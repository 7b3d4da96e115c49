import { htmlPageHeaders, servedPage } from '../base/html-page.ts';
import { html } from '../platform/html-text.ts';
import { alwaysAppended } from '../platform/integrations/context-parameters.ts';

const own: ReadonlySet<string> = new Set(['expires', 'signature']);

const style = `:root{color-scheme:light dark}*{box-sizing:border-box;margin:0}
body{padding:22px;background:light-dark(#fff,#1a212c);color:light-dark(#17202e,#e8edf4);font:15px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
h1{font-size:18px;letter-spacing:-.01em}p{margin:4px 0 16px;color:light-dark(#5b6778,#a3b0c2)}
dl{display:grid;grid-template-columns:auto 1fr;gap:8px 16px}dt{color:light-dark(#5b6778,#a3b0c2)}
dd{margin:0;font-family:ui-monospace,Menlo,Consolas,monospace;overflow-wrap:anywhere}`;

/** A view that shows the parameters it received from the platform. Your own view reads the same parameters. */
export function exampleView(parameters: URLSearchParams): {
  readonly html: string;
  readonly headers: Readonly<Record<string, string>>;
} {
  const shown = [...parameters].filter(([name]) => !own.has(name));
  const body = html`<h1>Example view</h1>
<p>${shown.length > 0 ? 'The platform sent these parameters:' : `The platform sent no parameters: no ${alwaysAppended.join(', ')} in the URL.`}</p>
<dl>${shown.map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl>
`;
  return {
    html: servedPage({ titleMarkup: 'Example view', style }, body.text),
    // Your own view must name the origin of the platform's screens instead of the asterisk.
    headers: htmlPageHeaders({ style }, { 'frame-ancestors': '*' }),
  };
}
