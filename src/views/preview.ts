import { isRedirect, isSuccess } from '../base/http-status.ts';
import { empty, type Handler, json, openServer, serveHandler } from '../http/local-server.ts';
import type { NamePairs } from '../platform/names.ts';
import { html } from '../platform/safe-text.ts';
import {
  type FetchResult,
  findMissingPage,
  httpsUrlProblem,
  readFraming,
  redirectWords,
  shownOrigin,
  type UntrustedFetch,
} from '../platform/ui-integrations/fetch-result.ts';
import type { Registration } from '../platform/ui-integrations/registration.ts';
import { runPublicCheck, runSuite, type SuiteResult } from '../platform/ui-integrations/suite.ts';
import {
  contextFor,
  contextNames,
  exampleContext,
  findTarget,
  isPrivate,
  type Target,
  targets,
  withContext,
} from '../platform/ui-integrations/targets.ts';
import { viewFindings } from '../platform/ui-integrations/view-findings.ts';
import { serveScreen } from './screen-page.ts';

interface PreviewOptions {
  readonly sourceUrl: string;
  /** `public`: the view itself; `private`: an endpoint that returns its URL, requested again for each frame. */
  readonly sourceType: string;
  readonly target: string;
  /** Values of the context parameters; missing ones of a target have example values. */
  readonly context: Readonly<Record<string, string>>;
  readonly label: string;
  readonly probe: ViewProbe;
  /** 0 takes any free port. */
  readonly port: number;
  readonly onDefect: (error: unknown) => void;
  /** A number that grows with each change of the view: the page then loads it again. Default: it does not change. */
  readonly revision?: () => number;
}

/** Serves the page on a loopback port, at a URL without a secret. @throws UsageError if the port is in use */
export async function startPreview(options: PreviewOptions) {
  const server = await openServer(options.port);
  server.serve(serveHandler(previewHandler(options, server.url), options.onDefect));
  const first = new URLSearchParams({ target: options.target });
  return { url: `${server.url}/?${first}`, stop: server.stop };
}

function previewHandler(options: PreviewOptions, origin: string): Handler {
  const known = findTarget(options.target);
  // A target that is not known here is shown as a full page.
  const shown = known ? targets : [{ ...unknownTarget, name: options.target }, ...targets];
  const values = { ...exampleContext, ...options.context };
  return async request => {
    if (request.method !== 'GET') return empty(405, { Allow: 'GET' });
    const { query } = request;
    if (request.path === '/revision') return json(200, { revision: options.revision?.() ?? 0 });
    const current = shown.find(target => target.name === query.get('target')) ?? shown[0] ?? unknownTarget;
    const given = contextNames(current).flatMap(name => (query.get(name) ? [[name, query.get(name)]] : []));
    const chosen: Readonly<Record<string, string>> = { ...values, ...Object.fromEntries(given) };
    // Names that no target forwards were added by the user: every target gets them.
    const own = Object.entries(options.context).filter(([name]) => !(name in exampleContext));
    const context = [
      ...contextFor(current, chosen),
      ...own.map(([name, value]) => [name, query.get(name) ?? value] as const),
    ];
    const subtitle = shownOrigin(options.sourceUrl);
    const view = { key: 'view', label: options.label, detail: `${options.sourceType}, ${subtitle}` };
    const screen = {
      title: 'Preview',
      subtitle,
      current,
      views: [view],
      none: html``,
      targets: shown.map(target => ({ target })),
      context: context.map(([name, value]) => ({ name, value })),
      place: placeText(current, chosen),
      revision: options.revision?.(),
    };
    return serveScreen(request, screen, () => embed({ ...options, context }, options.probe, origin));
  };
}

const unknownTarget: Target = {
  name: '',
  size: undefined,
  frame: 'page',
  forwards: undefined,
  place: 'a target that hotelctl does not know yet, shown as a page',
};

const places: Readonly<Record<string, string>> = {
  propertyId: 'Property',
  reservationId: 'Reservation',
  companyId: 'Company',
};

/** A line that describes the position of the frame in the platform. */
export function placeText({ forwards = 'none' }: Target, context: Readonly<Record<string, string>>): string {
  const place = places[forwards];
  return place ? `${place} ${context[forwards] ?? ''}` : `Account ${context['accountCode'] ?? ''}`;
}

/** What is needed to call a private URL as the platform does. */
export interface ViewProbe {
  readonly fetch: UntrustedFetch;
  /** Milliseconds since 1970, in real time: endpoints on this machine do not use the hotel's clock. */
  readonly now: () => number;
  /** Names of context parameters that differ: `assume.views.parameters`. */
  readonly parameters?: NamePairs;
}

/** Runs the whole suite for a private integration, fetching its URL, or the one check of a public integration. */
export async function checkSource(
  { sourceUrl, sourceType }: Pick<Registration, 'sourceUrl' | 'sourceType'>,
  { fetch, now }: ViewProbe,
): Promise<SuiteResult> {
  if (!isPrivate(sourceType)) return runPublicCheck(sourceUrl);
  const fetched = httpsUrlProblem(sourceUrl) === undefined ? await fetch(sourceUrl) : undefined;
  return runSuite(sourceUrl, fetched, now());
}

interface EmbeddedView extends Pick<Registration, 'sourceUrl' | 'sourceType'> {
  readonly context: readonly (readonly [name: string, value: string])[];
}

/**
 * The URL that the platform would load in the frame, and how a browser would react.
 * @param origin origin of the page that contains the frame
 * @returns `src`: the URL for the frame, for the page only, because it may contain a secret; `shown`: its destination, safe
 *   to show
 */
export async function embed(view: EmbeddedView, probe: ViewProbe, origin: string) {
  const suite = isPrivate(view.sourceType) ? await checkSource(view, probe) : undefined;
  if (suite?.failure) {
    const { number, found, fix = '' } = suite.failure;
    const title = `The private URL fails check ${number}: ${found}`;
    return { state: 'blank', title, fix, shown: shownOrigin(view.sourceUrl), notes: suite.checks };
  }
  const publicUrl = suite?.publicUrl ?? view.sourceUrl;
  const src = withContext(publicUrl, view.context, probe.parameters);
  const fetched = await probe.fetch(src);
  return {
    ...verdict(publicUrl, fetched, origin),
    src,
    shown: shownOrigin(publicUrl),
    notes: [...(suite?.checks ?? []), ...viewFindings(publicUrl, fetched)],
  };
}

/** `unsure` if only a person looking at the browser can decide; `fix` is empty if there is nothing to fix. */
function verdict(publicUrl: string, fetched: FetchResult, origin: string) {
  if (fetched.kind === 'failure')
    return { state: fetched.blocked ? 'unsure' : 'blank', title: fetched.message, fix: fetched.fix };
  const { status } = fetched;
  if (isRedirect(status)) {
    const title = `${status}, a redirect${redirectWords(fetched.headers['location']?.[0])}`;
    return { state: 'unsure', title, fix: 'its target may refuse the frame or lose the context' };
  }
  const framing = readFraming(fetched, publicUrl);
  if (framing.by === 'no one') {
    const fix =
      "send Content-Security-Policy: frame-ancestors with the origin of the platform's screens, without X-Frame-Options";
    return { state: 'blank', title: `Blank on the platform too: ${framing.header}`, fix };
  }
  if (!framing.allows(origin)) {
    const fix = `this page is ${origin}, which is not in the list; on the platform the view shows if its screens' origin is`;
    return { state: 'blank', title: `Blank here: ${framing.header}`, fix };
  }
  const title = findMissingPage(fetched);
  if (title !== undefined) return { state: 'blank', title, fix: 'return the page of the view' };
  if (isSuccess(status)) return { state: 'shown', title: 'Shown', fix: '' };
  const fix = 'the frame shows the page of this error, or stays blank';
  return { state: 'unsure', title: `The view responds with ${status}`, fix };
}
