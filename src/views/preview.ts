import { empty, type Handler, json, openServer, serveHandler } from '../http/local-server.ts';
import { html } from '../platform/safe-text.ts';
import { shownOrigin } from '../platform/ui-integrations/fetch-result.ts';
import {
  contextFor,
  contextNames,
  exampleContext,
  findTarget,
  type Target,
  targets,
} from '../platform/ui-integrations/targets.ts';
import { embed, type ViewProbe } from './embedding.ts';
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
  return {
    async handle(request) {
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
    },
  };
}

const unknownTarget: Target = {
  name: '',
  size: undefined,
  frame: { kind: 'page' },
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
