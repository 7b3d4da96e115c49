import { wholeNumberIn } from '../../base/choices.ts';
import type { Context } from '../../base/context.ts';
import { empty, type Handler, json } from '../../http/local-server.ts';
import { optionalParameter } from '../../platform/parameters.ts';
import { bookingsRoute, type MadeBooking } from '../bookings/bookings.ts';
import { serviceOffersRoute, stayOffersRoute } from '../bookings/offers.ts';
import { plantedErrors } from '../faults/books.ts';
import { formatDay } from '../hotel/calendar.ts';
import type { Hotel } from '../hotel/hotel.ts';
import type { Property } from '../hotel/property.ts';
import { createProcessor, type Processor } from '../payments/payments-host.ts';
import { queryRoute, routeHandler, type VerifyToken } from '../routes.ts';
import { reportRoutes } from './reports.ts';

interface SandboxApiOptions {
  readonly hotel: Hotel;
  readonly verifyToken: VerifyToken;
  /** Creates the tracking ids that every response has. */
  readonly random: Pick<Context['random'], 'bytes'>;
  /** The number of records in list reports; default: as many as the hotel has. */
  readonly records?: number | undefined;
  readonly processor?: Processor | undefined;
  readonly errors?: ReturnType<typeof plantedErrors> | undefined;
  /** New bookings are appended. */
  readonly bookings?: MadeBooking[] | undefined;
}

export function createApi({
  hotel,
  verifyToken,
  random,
  records,
  processor = createProcessor(hotel.clock, random),
  bookings = [],
  errors = plantedErrors(),
}: SandboxApiOptions): Handler {
  const routes = [
    propertiesRoute(hotel),
    ...reportRoutes(hotel, records, errors),
    stayOffersRoute(hotel),
    serviceOffersRoute(hotel),
    bookingsRoute(hotel, processor, bookings),
  ];
  return routeHandler(routes, { verifyToken, random });
}

const page = (wire: string, summary: string, highest: number) =>
  optionalParameter(wire, wire, { name: wire, placeholder: 'N', mustBe: wholeNumberIn(1, highest) }, summary);

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
      const properties = hotel.properties.slice(start, start + size).map(propertyItem);
      return properties.length === 0 ? empty(204) : json(200, { properties, count: hotel.properties.length });
    },
  );

const propertyItem = (property: Property) => ({
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
});
