import { htmlPageHeaders, servedPage, servedPalette } from '../base/html-page.ts';
import { empty, type HandlerRequest, type HandlerResponse, json } from '../http/local-server.ts';
import { type Html, html, htmlText } from '../platform/safe-text.ts';
import { frameWidths, type Target } from '../platform/ui-integrations/targets.ts';

/** The stylesheet of the screens: targets on the left, the view in its place in the platform in the middle. */
export const screenStyle = `${servedPalette}
:root{--side:#fbfcfe;--ghost:#e3e8ef;
--good:#1a7f4b;--good-tint:#e3f4ea;--warning:#8a5a00;--warning-tint:#fdf1d8;--bad:#b3261e;--bad-tint:#fce8e6}
@media (prefers-color-scheme:dark){:root{--side:#151b25;--ghost:#222b38;
--good:#62d399;--good-tint:#17352a;--warning:#f0c56a;--warning-tint:#3a2f14;--bad:#ff9c94;--bad-tint:#431f1d}}
*{box-sizing:border-box;margin:0}
[hidden]{display:none!important}
body{min-height:100vh;display:grid;grid-template-columns:272px minmax(0,1fr);background:var(--ground);color:var(--ink);
font:15px/1.45 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
button,input,select{font:inherit;color:inherit}
button{cursor:pointer}
:focus-visible{outline:3px solid var(--accent);outline-offset:1px}
nav{position:sticky;top:0;height:100vh;overflow:auto;background:var(--side);border-right:1px solid var(--line);padding:20px 12px}
nav header{padding:0 12px 16px;font-size:17px}
nav small{display:block;margin-top:2px;color:var(--soft);font-size:13px;overflow-wrap:anywhere}
nav ul{list-style:none;padding:0}
nav a{position:relative;display:block;padding:8px 12px;border-radius:9px;color:inherit;text-decoration:none}
nav a:hover{background:var(--hover)}
nav a[aria-current]{background:var(--tint)}
nav a[aria-current] b{color:var(--accent)}
nav a b{display:block;font-weight:600;font-size:14px}
nav a span{display:block;color:var(--soft);font-size:12.5px}
nav i{position:absolute;right:12px;bottom:8px;min-width:22px;padding:1px 6px;border-radius:11px;background:var(--accent);color:var(--card);
font:600 12px/18px system-ui,sans-serif;text-align:center}
main{min-width:0;display:flex;flex-direction:column}
.bar{position:sticky;top:0;z-index:1;display:flex;flex-wrap:wrap;align-items:center;gap:12px 24px;padding:14px 28px;background:var(--card);border-bottom:1px solid var(--line)}
.what{flex:1 1 260px}
h1{font-size:19px;line-height:1.3;letter-spacing:-.01em}
.what p{color:var(--soft);font-size:13.5px}
.widths{display:flex;border:1px solid var(--line);border-radius:9px;overflow:clip}
.widths button{padding:6px 13px;border:0;border-right:1px solid var(--line);background:transparent;font-size:13.5px;font-variant-numeric:tabular-nums}
.widths button:last-child{border:0}
.widths button:hover{background:var(--hover)}
.widths button[aria-pressed=true]{background:var(--accent);color:var(--card);font-weight:600}
.context{flex:1 0 100%;display:flex;flex-wrap:wrap;gap:8px 14px;align-items:center}
.context label{display:flex;align-items:center;border:1px solid var(--line);border-radius:9px;overflow:clip;font-size:13px}
.context span{padding:4px 9px;color:var(--soft);background:var(--hover);border-right:1px solid var(--line)}
.context input:not([type]),.context select{width:11em;padding:4px 9px;border:0;background:transparent;font-family:ui-monospace,Menlo,Consolas,monospace;font-size:13px}
.context select{width:auto}
.context button,.facts button,.cover button{padding:4px 13px;border:1px solid var(--line);border-radius:9px;background:transparent;font-size:13px}
.context button:hover,.facts button:hover,.cover button:hover{background:var(--hover)}
.stage{flex:1;padding:24px 28px 40px;overflow-x:auto;--height:640px}
.stage.widget{--height:350px}
.stage.page{--height:720px}
.stage.dialog{--height:480px}
.place{margin-bottom:14px;color:var(--soft);font-size:14px}
.tabs{display:flex;gap:24px;border-bottom:1px solid var(--line);margin-bottom:16px;font-size:14px;color:var(--soft)}
.tabs span{padding:0 2px 9px}
.tabs .on{color:var(--accent);font-weight:600;box-shadow:inset 0 -2px var(--accent)}
.view{display:flex;flex-wrap:wrap;gap:20px;align-items:flex-start;margin-bottom:28px}
.stage:not(.widget) .view{flex-direction:column}
.card{background:var(--card);border-radius:12px;overflow:clip;box-shadow:0 0 0 1px var(--line),0 6px 20px rgba(15,25,45,.07)}
h2{padding:11px 16px;font-size:15px;font-weight:600;border-bottom:1px solid var(--line)}
.tab:not(.several) h2,.page:not(.several) h2{display:none}
.stage:not(.widget) .card{max-width:none}
.frame{position:relative;width:var(--width);height:var(--height);min-width:300px;min-height:200px;background:#fff;resize:both;overflow:hidden}
.stage:not(.widget) .card:has(.frame){width:var(--width)}
.stage:not(.widget) .frame{width:100%;resize:vertical}
.widget .frame{min-width:340px;min-height:350px}
iframe{display:block;width:100%;height:100%;border:0;color-scheme:normal}
.cover{position:absolute;inset:0;display:flex;flex-direction:column;align-items:center;justify-content:center;gap:10px;padding:24px;text-align:center;
background:var(--card);overflow:auto}
.cover::before{content:"!";flex:none;width:40px;height:40px;border-radius:50%;background:var(--bad-tint);color:var(--bad);font:700 20px/40px system-ui,sans-serif}
.cover .why{font-weight:600;max-width:34em;overflow-wrap:anywhere;text-wrap:balance}
.cover .fix{color:var(--soft);max-width:34em;font-size:14px;overflow-wrap:anywhere;text-wrap:pretty}
.facts{flex:1 1 380px;min-width:0;max-width:720px;padding:13px 16px;background:var(--card);border:1px solid var(--line);border-radius:12px}
.stage:not(.widget) .facts{flex:none;order:-1;width:100%;max-width:none}
summary{display:flex;align-items:baseline;gap:14px;font-size:14px;cursor:pointer;list-style:none}
summary::-webkit-details-marker{display:none}
summary::after{content:"";flex:none;align-self:center;width:7px;height:7px;border:solid var(--soft);border-width:0 2px 2px 0;transform:rotate(45deg) translate(-2px,-2px)}
[open]>summary::after{transform:rotate(225deg) translate(-2px,-2px)}
.state{position:relative;flex:1;min-width:0;padding-left:18px;font-weight:600;overflow-wrap:anywhere}
.state::before{content:"";position:absolute;left:0;top:6px;width:9px;height:9px;border-radius:50%;background:var(--soft)}
[data-state=shown] .state::before{background:var(--good)}
[data-state=unsure] .state::before{background:var(--warning)}
[data-state=blank] .state::before{background:var(--bad)}
.size{color:var(--soft);font-size:13px;font-variant-numeric:tabular-nums;white-space:nowrap}
.where{margin:2px 0 8px 18px;font-size:13px;color:var(--soft);overflow-wrap:anywhere}
.notes{list-style:none;padding:6px 0 0;border-top:1px solid var(--line);font-size:13.5px}
.notes:empty{display:none}
.notes li{position:relative;padding:4px 0 4px 18px}
.notes li::before{content:"";position:absolute;left:0;top:10px;width:8px;height:8px;border-radius:50%;background:var(--line)}
.notes .passed::before{background:var(--good)}
.notes .warning::before{background:var(--warning)}
.notes .failed::before{background:var(--bad)}
.notes b{font-weight:500}
.notes b::after{content:" · ";color:var(--soft)}
.notes span{color:var(--soft);overflow-wrap:anywhere}
.notes em{display:block;font-style:normal;overflow-wrap:anywhere;color:var(--warning)}
.notes .failed em{color:var(--bad)}
.empty{max-width:60ch;padding:28px;border:2px dashed var(--line);border-radius:12px;color:var(--soft)}
.empty p+p{margin-top:10px}
.empty code{display:block;margin-top:10px;padding:10px 12px;border-radius:8px;background:var(--card);color:var(--ink);
font:13px/1.5 ui-monospace,Menlo,Consolas,monospace;overflow-wrap:anywhere}
@media (max-width:820px){body{display:block}nav{position:static;height:auto;border:0;border-bottom:1px solid var(--line)}
nav ul{display:flex;gap:4px;overflow-x:auto}nav a{white-space:nowrap}.bar{position:static}}
`;

/**
 * The one script of the screens, allowed by its hash. It uses only textContent, because texts about a view are
 * untrusted. Widths change without loading the view again.
 */
const screenScript = `
const query = new URLSearchParams(location.search);
const stage = document.querySelector('.stage');
const buttons = [...document.querySelectorAll('[data-width]')];
function choose(width) {
  const known = buttons.some(button => button.dataset.width === width) ? width : buttons[0].dataset.width;
  stage.style.setProperty('--width', known === 'full' ? '100%' : known + 'px');
  for (const button of buttons) button.setAttribute('aria-pressed', String(button.dataset.width === known));
  for (const frame of document.querySelectorAll('.frame')) frame.style.width = frame.style.height = '';
  return known;
}
for (const button of buttons) button.addEventListener('click', () => {
  query.set('width', choose(button.dataset.width));
  history.replaceState(null, '', '?' + query);
});
choose(query.get('width') ?? (stage.classList.contains('widget') ? buttons[0].dataset.width : 'full'));
const words = { passed: 'passed', failed: 'failed', warning: 'warning', skipped: 'not reached' };
function note({ state, check, found, fix }) {
  const item = document.createElement('li');
  item.className = state;
  const part = (tag, text) => item.append(Object.assign(document.createElement(tag), { textContent: text }));
  part('b', check);
  part('span', found || words[state]);
  if (fix) part('em', fix);
  return item;
}
const load = async view => {
  const find = selector => view.querySelector(selector);
  view.dataset.state = 'loading';
  find('.state').textContent = 'Checking the view …';
  find('.cover').hidden = true;
  find('iframe').removeAttribute('src');
  const asked = new URLSearchParams(location.search);
  asked.set('target', stage.dataset.target);
  asked.set('view', view.dataset.view);
  let shown;
  try {
    const response = await fetch('embedding?' + asked);
    shown = await response.json();
  } catch {
    shown = { state: 'blank', title: 'hotelctl has stopped', fix: 'start it again in the terminal', notes: [] };
  }
  if (shown.src) find('iframe').src = shown.src;
  find('.state').textContent = shown.title;
  find('.why').textContent = shown.title;
  find('.fix').textContent = shown.fix;
  find('.anyway').hidden = !shown.src;
  find('.cover').hidden = shown.state !== 'blank';
  find('.notes').replaceChildren(...shown.notes.map(note));
  view.dataset.state = shown.state;
  // A frame of the whole width would be pushed out of sight by what needs no reading.
  find('details').open = shown.state !== 'shown' || stage.classList.contains('widget');
};
for (const view of document.querySelectorAll('.view')) {
  load(view);
  view.querySelector('.reload').addEventListener('click', event => { event.preventDefault(); load(view); });
  view.querySelector('.anyway').addEventListener('click', () => { view.querySelector('.cover').hidden = true; });
  new ResizeObserver(([{ contentRect: { width, height } }]) => {
    view.querySelector('.size').textContent = Math.round(width) + ' × ' + Math.round(height);
  }).observe(view.querySelector('iframe'));
}
let revision = Number(stage.dataset.revision);
const reloadChanged = async () => {
  try {
    const { revision: latest } = await (await fetch('revision')).json();
    if (latest !== revision) for (const view of document.querySelectorAll('.view')) load(view);
    revision = latest;
  } catch {}
};
if ('revision' in stage.dataset) setInterval(reloadChanged, 1000);
`;

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
