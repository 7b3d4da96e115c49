import { htmlPageHeaders, servedPage, servedPalette } from '../base/html-page.ts';
import { empty, type HandlerRequest, type HandlerResponse, json } from '../http/local-server.ts';
import { type Html, html, htmlText } from '../platform/safe-text.ts';
import { frameWidths, type Target } from '../platform/ui-integrations/targets.ts';
import ownStyle from './screen.css?raw';
import screenScript from './screen-script.js?raw';

/** The stylesheet of the screens: targets on the left, the view in its place in the platform in the middle. */
export const screenStyle = `${servedPalette}\n${ownStyle}`;

interface Screen {
  /** `Preview`, `Sandbox`. */
  readonly title: string;
  readonly subtitle: string;
  /** `count`: the number of views; undefined if it is always one. */
  readonly targets: readonly { readonly target: Target; readonly count?: number }[];
  readonly current: Target;
  /** `choices`: the values to choose from; default: any text. */
  readonly context: readonly { name: string; value: string; choices?: readonly string[] }[];
  readonly views: readonly { readonly key: string; readonly label: string; readonly detail: string }[];
  /** The text that is shown if there is no view. */
  readonly none: Html;
  /** The page asks for `revision`, and loads its views again when it is no longer this number. */
  readonly revision?: number | undefined;
  /** The context of the frame: the name of the property, the reservation ... */
  readonly place: string;
}

/** The whole page. Its script requests `embedding` for each view and loads the returned URL in the frame. */
export function screenPage(screen: Screen): string {
  const { title, subtitle, current } = screen;
  const body = html`<nav aria-label="Targets">
<header><b>hotelctl</b> ${title}<small>${subtitle}</small></header>
<ul>
${screen.targets.map(entry => targetItem(entry, screen))}</ul>
</nav>
<main>
<div class="bar">
<div class="what"><h1>${current.name}</h1><p>${current.place}${current.size === undefined ? '' : ` · ${current.size}`}</p></div>
<div class="widths" role="group" aria-label="Width of the frame">
${frameWidths(current).map(
  width => html`<button type="button" data-width="${String(width)}" aria-pressed="false">${String(width)}</button>
`,
)}<button type="button" data-width="full" aria-pressed="false">Full</button>
</div>
<form class="context">
<input type="hidden" name="target" value="${current.name}">
${screen.context.map(contextField)}<button>Apply</button>
</form>
</div>
<div class="stage ${current.frame}${screen.views.length > 1 ? ' several' : ''}" data-target="${current.name}"${screen.revision === undefined ? '' : html` data-revision="${String(screen.revision)}"`}>
${surroundings(screen)}
</div>
</main>
`;
  return servedPage(
    { ...shell, titleMarkup: htmlText(`${current.name} · hotelctl ${title.toLowerCase()}`) },
    body.text,
  );
}

/** Its script is allowed by its hash. */
const shell = { style: screenStyle, script: screenScript };

function targetItem({ target, count }: Screen['targets'][number], { current, context }: Screen): Html {
  const query = new URLSearchParams({ target: target.name });
  for (const { name, value } of context) query.set(name, value);
  const isCurrent = target.name === current.name;
  return html`<li><a href="?${query.toString()}"${isCurrent ? html` aria-current="page"` : ''}><b>${target.name}</b>
<span>${target.forwards === undefined ? 'forwards: not documented' : `forwards: ${target.forwards}`}</span>${
    count ? html`<i>${String(count)}</i>` : ''
  }</a></li>
`;
}

function contextField({ name, value, choices }: Screen['context'][number]): Html {
  const input = choices
    ? html`<select name="${name}">${choices.map(choice =>
        choice === value ? html`<option selected>${choice}</option>` : html`<option>${choice}</option>`,
      )}</select>`
    : html`<input name="${name}" value="${value}" autocomplete="off" spellcheck="false">`;
  return html`<label><span>${name}</span>${input}</label>
`;
}

/** A sketch of the platform's own screen, so that the view is seen in its place and not on a white page. */
function surroundings({ current, views, none, place }: Screen): Html {
  const content = views.length > 0 ? html`${views.map(viewSection)}` : html`<div class="empty">${none}</div>`;
  const tabs =
    current.frame === 'tab'
      ? html`<div class="tabs" aria-hidden="true"><span>Details</span><span>Folio</span>${views.map(({ label }) => html`<span class="on">${label}</span>`)}</div>`
      : html``;
  return html`<p class="place">${place}</p>
${tabs}${content}`;
}

/** The frame in its card, with the findings about the view beside or below it. */
const viewSection = ({ key, label, detail }: Screen['views'][number]) =>
  html`<section class="view" data-view="${key}" data-state="loading" aria-label="${label}">
<div class="card"><h2>${label}</h2>
<div class="frame"><iframe title="${label}" referrerpolicy="no-referrer"></iframe><div class="cover" hidden><p class="why"></p><p class="fix"></p><button type="button" class="anyway">Show the frame anyway</button></div></div></div>
<details class="facts"><summary><span class="state" role="status">Checking the view …</span><span class="size"></span><button type="button" class="reload">Load again</button></summary>
<p class="where">${detail}</p>
<ul class="notes"></ul></details>
</section>
`;

/**
 * Responds with the page at `/`, and at `/embedding` with what its script requests for the frame of a view. Nothing is
 * loaded from anywhere except the views in their frames; plain http only from this machine.
 *
 * @param embedding undefined for a view that is not there
 */
export async function serveScreen(
  { path, query, headers }: HandlerRequest,
  screen: Screen,
  embedding: (key: string | null) => Promise<object> | undefined,
): Promise<HandlerResponse> {
  if (path === '/') {
    const policy = {
      'connect-src': "'self'",
      'frame-src': 'https: http://127.0.0.1:* http://localhost:*',
      'form-action': "'self'",
    };
    return { status: 200, headers: htmlPageHeaders(shell, policy), body: screenPage(screen) };
  }
  if (path !== '/embedding') return empty(404);
  // The page of another site must not access the registered or previewed views.
  if (/^(cross|same)-site$/.test(headers['sec-fetch-site'] ?? '')) return empty(403);
  const shown = await embedding(query.get('view'));
  return shown ? json(200, shown) : empty(404);
}
