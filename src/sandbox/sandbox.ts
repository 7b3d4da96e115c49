import { wholeNumberIn } from '../base/choices.ts';
import type { Context } from '../base/context.ts';
import { empty, type Handler, json, openServer, serveHandler } from '../http/local-server.ts';
import { optionalParameter } from '../platform/parameters.ts';
import type { ViewProbe } from '../views/preview.ts';
import { reportRoutes } from './api/reports.ts';
import { bookingsRoute, type MadeBooking } from './bookings/bookings.ts';
import { serviceOffersRoute, stayOffersRoute } from './bookings/offers.ts';
import { plantedErrors } from './faults/books.ts';
import { type FaultRule, type FaultyHost, faultyHost, type HostName } from './faults/faulty-host.ts';
import { formatDay } from './hotel/calendar.ts';
import { createHotel, type Hotel, type HotelOptions } from './hotel/hotel.ts';
import { hotelUsers, sandboxClient } from './identity/client.ts';
import { makeIdentity } from './identity/identity.ts';
import { createProcessor, makePaymentsHost, type Processor } from './payments/payments-host.ts';
import { queryRoute, routeHandler, type TokenAccess } from './routes.ts';
import { makeUiIntegrationHost, type RegisteredView } from './ui-integrations/host.ts';

/**
 * The platform, served on this machine: the API, the identity host, the UI integration service and a payment processor,
 * each on a separate port.
 */

export interface SandboxOptions extends HotelOptions {
  /** Port of the API; identity, UI integration and payments use the next three. 0 uses any four free ports. */
  readonly port: number;
  readonly random: Pick<Context['random'], 'bytes'>;
  /** Registered in addition to `http://127.0.0.1:8976/callback`. */
  readonly redirectUris?: readonly string[];
  /** Seconds; 3600 by default. */
  readonly accessTokenLifetime?: number | undefined;
  /** Gross transactions, ordered services and company invoices return exactly this many records. */
  readonly records?: number | undefined;
  /** Views that are registered from the start, without the test that a request to register one runs. */
  readonly views?: readonly RegisteredView[];
  /** How the UI integration service fetches private URLs. */
  readonly probe: ViewProbe;
  /** Called for errors inside the sandbox; the client gets an empty 500. */
  readonly onDefect: (error: unknown) => void;
}

export type RunningSandbox = Awaited<ReturnType<typeof startSandbox>>;

/** @throws UsageError for a port that is in use, a redirect URI that can't be registered, or an invalid day. */
export async function startSandbox(options: SandboxOptions) {
  const { onDefect, random, records, port, probe, accessTokenLifetime = 3600, views = [] } = options;
  const client = sandboxClient(options.redirectUris);
  const hotel = createHotel(options);
  const servers: FaultyHost[] = [];
  const stop = async () => void (await Promise.all(servers.map(server => server.stop())));
  const open = async (name: HostName) => {
    const server = faultyHost(name, await openServer(port === 0 ? 0 : port + servers.length));
    servers.push(server);
    return server;
  };
  try {
    const api = await open('api');
    const auth = await open('auth');
    const integration = await open('integration');
    const payments = await open('payments');
    const { url } = auth;
    const identity = { url, client, random, accessTokenLifetime, onDefect };
    const { listener, verifyToken } = await makeIdentity(identity);
    auth.serve(listener);
    const processor = createProcessor(hotel.clock, random);
    const bookings: MadeBooking[] = [];
    const errors = plantedErrors();
    const apiHost = createApi({ hotel, verifyToken, random, records, processor, bookings, errors });
    api.serve(serveHandler(apiHost, onDefect));
    const dashboard = { url: integration.url, hotel, verifyToken, random, probe, registered: views };
    integration.serve(serveHandler(makeUiIntegrationHost(dashboard), onDefect));
    payments.serve(serveHandler(makePaymentsHost(processor, hotel.clock), onDefect));
    return {
      // A host that cuts TLS handshakes has another URL.
      get apiUrl() {
        return api.url;
      },
      get authUrl() {
        return auth.url;
      },
      get integrationUrl() {
        return integration.url;
      },
      get paymentsUrl() {
        return payments.url;
      },
      client,
      users: hotelUsers,
      hotel,
      /** Bookings made through the API, oldest first. */
      bookings: bookings as readonly MadeBooking[],
      /** The authorizations with their states, as of the hotel's clock. */
      payments: () => processor.payments(),
      /** From now on, requests meet these faults instead of the previous ones; `refuse` and `tls-cut` stay. */
      async meetFaults(rules: readonly FaultRule[]): Promise<void> {
        errors.plant(rules.flatMap(({ host, fault }) => (host === 'books' ? [fault] : [])));
        await Promise.all(servers.map(server => server.meet(rules)));
      },
      /** The faults that no request has met. */
      unmetFaults: () => servers.flatMap(server => server.unmet()),
      /** Stops immediately and frees the ports. */
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

interface SandboxApiOptions extends TokenAccess, Pick<SandboxOptions, 'records'> {
  readonly hotel: Hotel;
  readonly processor: Processor;
  readonly errors: ReturnType<typeof plantedErrors>;
  /** New bookings are appended. */
  readonly bookings: MadeBooking[];
}

export function createApi(options: SandboxApiOptions): Handler {
  const { hotel, records, processor, bookings, errors } = options;
  const routes = [
    propertiesRoute(hotel),
    ...reportRoutes(hotel, records, errors),
    stayOffersRoute(hotel),
    serviceOffersRoute(hotel),
    bookingsRoute(hotel, processor, bookings),
  ];
  return routeHandler(routes, options);
}

const page = (wire: string, summary: string, highest: number) =>
  optionalParameter(wire, { placeholder: 'N', mustBe: wholeNumberIn(1, highest) }, summary);

/** GET /inventory/v1/properties: requires only a valid token; 204 past the last page. */
const propertiesRoute = (hotel: Hotel) =>
  queryRoute(
    {
      path: '/inventory/v1/properties',
      parameters: [
        page('pageNumber', 'which page, from 1 on', 999_999_999),
        page('pageSize', 'how many to a page', 200),
      ],
      rules: [],
    },
    parameters => {
      const size = Number(parameters['pageSize'] ?? 100);
      const start = (Number(parameters['pageNumber'] ?? 1) - 1) * size;
      const properties = hotel.properties.slice(start, start + size).map(property => ({
        id: property.id,
        code: property.code,
        name: property.name,
        description: property.description,
        location: property.address,
        timeZone: property.timeZone,
        currencyCode: property.currency.code,
        created: `${formatDay(property.opened)}T08:00:00Z`,
        status: 'Live',
        isArchived: false,
      }));
      return properties.length === 0 ? empty(204) : json(200, { properties, count: hotel.properties.length });
    },
  );
