import { empty, type HandlerRequest, type HandlerResponse, json } from '../../http/local-server.ts';
import { html } from '../../platform/safe-text.ts';
import { contextFor, contextNames, type Target, targets } from '../../platform/ui-integrations/targets.ts';
import { embed, type ViewProbe } from '../../views/embedding.ts';
import { fromElsewhere, placeText } from '../../views/preview.ts';
import { screenResponse } from '../../views/screen-page.ts';
import type { Hotel } from '../hotel/hotel.ts';
import { hotelUsers } from '../identity/client.ts';
import type { Route } from '../routes.ts';
import type { Registered, Registry } from './registry.ts';

interface DashboardOptions {
  readonly hotel: Hotel;
  readonly registry: Registry;
  readonly probe: ViewProbe;
  /** The URL of the host: the origin of the page. */
  readonly url: string;
}

/**
 * The page at the root of the UI integration host: every target with its registered views, embedded live. Like the
 * platform's pages for a signed-in hotel user, it needs no token; it is served only to browsers on this machine.
 */
export function dashboardRoutes({ hotel, registry, probe, url }: DashboardOptions): Route[] {
  const respond = async (request: HandlerRequest): Promise<HandlerResponse> => {
    if (request.path === '/embedding' && fromElsewhere(request)) return empty(403);
    const { query } = request;
    const fallback = targets.find(target => registry.at(target.name).length > 0) ?? targets[0];
    const current = targets.find(target => target.name === query.get('target')) ?? fallback;
    if (!current) return empty(404);
    const chosen = chosenContext(hotel, query);
    const context = contextFor(current, chosen);
    const views = registry
      .at(current.name)
      .filter(view => isEnabled(view, current, chosen['propertyId'] ?? ''));
    if (request.path === '/embedding') {
      const view = views.find(({ id }) => id === query.get('view'));
      return view ? json(200, await embed({ ...view, context }, probe, url)) : empty(404);
    }
    return screenResponse({
      title: 'Sandbox',
      subtitle: `account ${hotel.accountId}, an invented hotel on this computer`,
      targets: targets.map(target => ({ target, count: registry.at(target.name).length })),
      current,
      context: fields(hotel, current, chosen),
      views: views.map(({ id, label, code, sourceType }) => ({
        key: id,
        label,
        detail: `${sourceType}, code ${code}, id ${id}`,
      })),
      none: nothing(current),
      place: placeText(current, chosen),
    });
  };
  return [
    { method: 'GET', path: '/', respond },
    { method: 'GET', path: '/embedding', respond },
  ];
}

/** The property's first guest in the house is the default if the URL names none. */
function chosenContext(hotel: Hotel, query: URLSearchParams): Readonly<Record<string, string>> {
  const property = hotel.property(query.get('propertyId') ?? '') ?? hotel.properties[0];
  const today = hotel.clock.today();
  const reservation = property?.reservations.find(
    ({ arrival, departure, course }) => course === 'Stay' && arrival <= today && today < departure,
  );
  const defaults = {
    accountCode: hotel.accountId,
    subjectId: hotelUsers[0].id,
    propertyId: property?.id ?? '',
    reservationId: reservation?.id ?? '',
    companyId: property?.companies[0]?.id ?? '',
  };
  const requested = Object.keys(defaults).flatMap(name => {
    const value = query.get(name);
    return value === null || value === '' || name === 'propertyId' ? [] : [[name, value] as const];
  });
  return { ...defaults, ...Object.fromEntries(requested) };
}

/** The property can always be chosen, because it decides which integrations are enabled. */
function fields(hotel: Hotel, target: Target, values: Readonly<Record<string, string>>) {
  const names = [
    ...new Set([...contextNames(target), ...(target.name.startsWith('Property') ? ['propertyId'] : [])]),
  ];
  return names.map(name => ({
    name,
    value: values[name] ?? '',
    ...(name === 'propertyId' ? { choices: hotel.properties.map(({ id }) => id) } : {}),
    ...(name === 'subjectId' ? { choices: hotelUsers.map(({ id }) => id) } : {}),
  }));
}

/** All properties if none is named; a target without a property shows all (platform.md, create payload). */
const isEnabled = ({ propertyIds }: Registered, { forwards }: Target, propertyId: string) =>
  forwards !== 'propertyId' || propertyIds === undefined || propertyIds.includes(propertyId);

const nothing = ({
  name,
}: Target) => html`<p>Nothing is registered at ${name}, so hotel users see nothing here.</p>
<p>Register a view, then load this page again:</p>
<code>hotelctl ui-integration create ${name} --label "My view" --source-url https://... --source-type public</code>`;
