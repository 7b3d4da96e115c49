import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { listen } from '../http/serve.ts';

export interface MadeBooking {
  readonly id: string;
  readonly key: string;
  readonly lastName: string;
  /** What the platform charges, in cents: nights, services, city tax and fees. */
  readonly charged: number;
}

const usualTerms = {
  /** Cents for the first night; each later one costs 1 euro more. */
  night: 10_000,
  service: 1_250,
  cityTax: 420,
  fee: 300,
  noShowFee: 5_000,
  isPrepaid: false,
  /** The amounts of the nights in the offer: as charged, absent, or one cent less than the total. */
  nights: 'exact' as 'exact' | 'absent' | 'less',
};

export const faults = [
  'none',
  'reset before',
  'reset after',
  'half a response',
  'silence before',
  'strike before',
  'strike after',
  'strike during the response',
  ...([203, 205, 206, 301, 302, 307, 308, 409, 500, 502, 503] as const).map(
    status => `${status} after` as const,
  ),
  ...([400, 403, 404, 415, 422, 429, 500, 503] as const).map(status => `${status} before` as const),
] as const;
export type Fault = (typeof faults)[number];

const day = 86_400_000;
const euros = (cents: number) => cents / 100;
const money = (cents: number) => ({ amount: euros(cents), currency: 'EUR' });
const grossAndNet = (cents: number) => ({ grossAmount: euros(cents), netAmount: euros(cents) });
const datesFrom = (arrival: string, departure: string): string[] => {
  const [first, last] = [Date.parse(arrival.slice(0, 10)), Date.parse(departure.slice(0, 10))];
  return Array.from({ length: (last - first) / day }, (_, index) =>
    new Date(first + index * day).toISOString().slice(0, 10),
  );
};

interface RequestedBooking {
  readonly booker: { readonly lastName: string };
  readonly reservations: readonly {
    readonly arrival: string;
    readonly departure: string;
    readonly timeSlices: readonly { readonly totalAmount?: { readonly amount: number } }[];
    readonly services?: readonly {
      readonly count?: number;
      readonly dates?: readonly { readonly amount?: { readonly amount: number } }[];
    }[];
  }[];
}

export type IndependentPlatform = Awaited<ReturnType<typeof startIndependentPlatform>>;

/**
 * A platform for bookings, typed by hand from the specification. It imports nothing of hotelctl, so that a mistake that
 * client and sandbox share is noticed here. One property, one rate plan, one service; amounts in cents of a euro.
 */
export async function startIndependentPlatform() {
  const bookings: MadeBooking[] = [];
  const kept = new Map<string, { readonly at: number; readonly body: string; readonly id: string }>();
  let terms = usualTerms;
  let fault: Fault = 'none';
  let strike = () => {};
  let requests = 0;
  let listener = (_number: number) => {};
  /** What a test changes at any time. */
  const settings = {
    /** How far the clock of the platform is from the real time, in milliseconds. */
    clockOffset: 0,
    /** Whether each Idempotency-Key is carried out once, for 24 hours. */
    honorsKeys: true,
    /** Whether the list of properties is served; a request for it is reset otherwise. */
    hasList: true,
    /** Called when a connection of a process has ended. */
    onDisconnect: () => {},
  };
  const now = () => Date.now() + settings.clockOffset;

  const stayOffer = (arrival: string, departure: string) => {
    const nights = datesFrom(arrival, departure).map((from, index) => ({ from, cents: priceOfNight(index) }));
    const total = nights.reduce((sum, { cents }) => sum + cents, 0);
    const missing = terms.nights === 'less' ? 1 : 0;
    return {
      arrival,
      departure,
      ratePlan: { id: 'RATE', name: 'Flexible' },
      unitGroup: { id: 'DBL', name: 'Double' },
      minGuaranteeType: terms.isPrepaid ? 'Prepayment' : 'PM6Hold',
      availableUnits: 9,
      totalGrossAmount: money(total),
      cancellationFee: { code: 'FLEX', fee: money(0) },
      noShowFee: { code: 'NOSHOW', fee: money(terms.noShowFee) },
      prePaymentGrossAmount: money(terms.isPrepaid ? total : 0),
      cityTax: grossAndNet(terms.cityTax),
      fees: [{ name: 'Towels', totalAmount: grossAndNet(terms.fee) }],
      timeSlices:
        terms.nights === 'absent'
          ? []
          : nights.map(({ from, cents }) => ({ from, to: from, totalGrossAmount: money(cents - missing) })),
      taxDetails: [],
    };
  };
  const priceOfNight = (index: number) => terms.night + index * 100;

  const serviceOffer = (arrival: string, departure: string) => {
    const dates = datesFrom(arrival, departure);
    const total = terms.service * dates.length;
    const amount = (cents: number) => ({ ...grossAndNet(cents), currency: 'EUR' });
    return {
      service: { id: 'BREAKFAST', name: 'Breakfast' },
      count: 1,
      totalAmount: amount(total),
      prePaymentGrossAmount: money(terms.isPrepaid ? total : 0),
      fees: [],
      dates: dates.map(serviceDate => ({ serviceDate, amount: amount(terms.service), isDefaultDate: true })),
    };
  };

  const chargeFor = ({ reservations }: RequestedBooking): number => {
    let cents = 0;
    for (const { arrival, departure, timeSlices, services = [] } of reservations) {
      cents += terms.cityTax + terms.fee;
      for (const index of datesFrom(arrival, departure).keys()) {
        const sent = timeSlices[index]?.totalAmount;
        cents += sent === undefined ? priceOfNight(index) : Math.round(sent.amount * 100);
      }
      for (const { count = 1, dates } of services)
        for (const date of dates ?? datesFrom(arrival, departure).map(() => ({}) as { amount?: undefined }))
          cents += date.amount === undefined ? terms.service * count : Math.round(date.amount.amount * 100);
    }
    return cents;
  };

  /** The response's status and body. */
  const book = (key: string, body: string): [number, object] => {
    const before = kept.get(key);
    if (settings.honorsKeys && before && now() - before.at < day) {
      if (before.body !== body) return [422, { messages: ['The key was used for another request.'] }];
      return [201, { id: before.id, reservationIds: [{ id: `${before.id}-1` }] }];
    }
    const request = JSON.parse(body) as RequestedBooking;
    const id = `B${bookings.length + 1}`;
    const { lastName } = request.booker;
    bookings.push({ id, key, lastName, charged: chargeFor(request) });
    kept.set(key, { at: now(), body, id });
    return [
      201,
      { id, reservationIds: request.reservations.map((_, index) => ({ id: `${id}-${index + 1}` })) },
    ];
  };

  const send = (response: ServerResponse, status: number, body?: object) => {
    const location = status >= 300 && status < 400 ? { location: '/elsewhere' } : {};
    const date = new Date(now()).toUTCString();
    response.writeHead(status, { date, 'content-type': 'application/json', ...location });
    response.end(body && status !== 205 ? JSON.stringify(body) : undefined);
  };

  async function receiveBooking(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let body = '';
    for await (const chunk of request) body += chunk;
    const [met, hit] = [fault, strike];
    fault = 'none';
    if (met === 'strike before') {
      hit();
      return void response.destroy();
    }
    if (met === 'reset before') return void response.destroy();
    if (met === 'silence before') return;
    const [number = '', when] = met.split(' ');
    const status = /^\d+$/.test(number) ? Number(number) : undefined;
    if (status !== undefined && when === 'before')
      return send(response, status, status === 422 ? { messages: ['Not available.'] } : undefined);
    const [made, result] = book(String(request.headers['idempotency-key']), body);
    if (met === 'reset after') return void response.destroy();
    if (status !== undefined) return send(response, status, result);
    if (met === 'strike after') hit();
    if (met !== 'half a response' && met !== 'strike during the response')
      return send(response, made, result);
    const text = JSON.stringify(result);
    response.writeHead(made, { date: new Date(now()).toUTCString(), 'content-length': text.length });
    response.write(text.slice(0, 5), () => {
      hit();
      if (met === 'half a response') response.destroy();
      else response.end(text.slice(5));
    });
  }

  const server = createServer((request, response) => {
    requests += 1;
    listener(requests);
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://platform');
    const stay = [searchParams.get('arrival') ?? '', searchParams.get('departure') ?? ''] as const;
    if (request.method === 'POST' && pathname === '/booking/v1/bookings') {
      void receiveBooking(request, response);
      return;
    }
    if (pathname === '/booking/v1/offers') {
      const offer = stayOffer(...stay);
      const thousandths = { ratePlan: { id: 'THOUSANDTHS' }, totalGrossAmount: money(9999.9) };
      return send(response, 200, { offers: [{ ...offer, ...thousandths }, offer] });
    }
    if (pathname === '/booking/v1/service-offers')
      return send(response, 200, { services: [serviceOffer(...stay)] });
    if (settings.hasList)
      send(response, 200, { properties: [{ id: 'HOTEL', code: 'HOTEL', name: 'Hotel' }], count: 1 });
    else response.destroy();
  }).on('connection', socket => socket.on('close', () => settings.onDisconnect()));
  return {
    url: await listen(server),
    bookings,
    settings,
    /** The terms of the offers from now on. */
    offer: (changed: Partial<typeof usualTerms> = {}) => {
      terms = { ...usualTerms, ...changed };
    },
    /** What happens to the next booking; `hit` is called at the moment that the fault names. */
    next: (following: Fault, hit = () => {}) => {
      [fault, strike] = [following, hit];
    },
    /** Called with the number of each request of a process, from 1, when it arrives. */
    onRequest: (heard: (number: number) => void) => {
      [listener, requests] = [heard, 0];
    },
  };
}
