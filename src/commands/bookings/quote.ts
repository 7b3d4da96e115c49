import { UsageError } from '../../base/errors.ts';
import { makeQuote } from '../../bookings/quoting.ts';
import type { Platform } from '../../bookings/requests.ts';
import { connect, useAndClose } from '../../cli/connect.ts';
import { datesAt } from '../../cli/date-options.ts';
import { parsePairs, readJsonInput, refuseCard, reservationIndex } from '../../cli/input.ts';
import type { Invocation } from '../../cli/invocation.ts';
import { explainNotFound } from '../../cli/properties.ts';
import { hintToNameProperty } from '../../cli/property-flags.ts';
import { readQuery } from '../../cli/shared-flags.ts';
import { deliverOutput } from '../../cli/write-records.ts';
import { jsonText } from '../../output/json.ts';
import { offerParameters, ratePlansByNight, sliceCount, stayOffers } from '../../platform/bookings/offers.ts';
import { quoteLines } from '../../platform/bookings/quote.ts';
import {
  type ServiceRequest,
  type StayRequest,
  type StayRequestFile,
  stayRequestFile,
} from '../../platform/bookings/quote-model.ts';
import { type CalendarDate, dateIn, resolveDate } from '../../platform/dates.ts';
import { filledFields } from '../../platform/json.ts';
import { checkAgainstModel } from '../../platform/models.ts';
import { readWholeNumber } from '../../platform/numbers.ts';
import { findProblems } from '../../platform/parameters.ts';
import type { QuoteOptions } from './flags.ts';

export async function planQuote(invocation: Invocation, options: QuoteOptions) {
  const { context, settings } = invocation;
  const baseUrl = settings.requireHost('baseUrl');
  const query = await readQuery(options);
  const chooseStays = await planStays(invocation, options);
  return () =>
    useAndClose(connect(invocation, baseUrl), async platform => {
      const requests = await chooseStays(platform);
      // The value may come from a setting or a flag.
      refuseCard(requests, 'what is to be quoted');
      const quote = await makeQuote({ context, platform }, requests).catch(async (error: unknown) => {
        const [property, ...others] = new Set(requests.map(({ propertyId }) => propertyId));
        if (property === undefined || others.length > 0) throw error;
        throw await explainNotFound(invocation, platform, { propertyId: property }, error);
      });
      await deliverOutput(invocation, { chunks: [jsonText(quote, query)] }, options.output);
      for (const line of quoteLines(quote)) await invocation.note(line);
    });
}

type ChooseStays = (platform: Platform) => Promise<readonly StayRequest[]>;

async function planStays(invocation: Invocation, options: QuoteOptions): Promise<ChooseStays> {
  const { settings } = invocation;
  const { reservation = [], service = [], file } = options;
  const propertyId = settings.find('property')?.value;
  if (file !== undefined && (reservation.length > 0 || service.length > 0))
    throw new UsageError('--file cannot be combined with --reservation and --service', {
      hint: 'see `hotelctl bookings quote --help`',
    });
  if (file !== undefined) {
    const requests = readStayRequests(await readJsonInput(invocation, '--file', file), propertyId);
    return async () => requests;
  }
  if (reservation.length > 0) return planAtProperty(invocation, reservation, service);
  if (invocation.interactive && service.length === 0) {
    const { promptForStayRequests } = await import('./quote-questions.ts');
    return platform => promptForStayRequests(invocation, platform);
  }
  throw new UsageError('nothing to quote: --reservation or --file is required', {
    hint: "for example --reservation 'arrival=2026-12-01,departure=2026-12-03,adults=2,rate-plan=MUC-NONREF-DBL'",
  });
}

/** Invalid values are reported before the current date of a property is requested. */
function planAtProperty(
  invocation: Invocation,
  reservations: readonly string[],
  services: readonly string[],
): ChooseStays {
  const propertyId = invocation.settings.find('property')?.value;
  const here = dateIn(undefined, invocation.context.clock.now());
  const requests = parseStayRequests(reservations, services, propertyId, () => here);
  const isRelative = (text: string) => /=\s*(today|yesterday|[+-]\d+d)\s*(,|$)/.test(text);
  return async platform => {
    if (![...reservations, ...services].some(isRelative)) return requests;
    const { today } = datesAt(invocation, platform);
    const days = new Map<string, CalendarDate>();
    for (const request of requests) days.set(request.propertyId, await today(request.propertyId));
    const dayAt = (property = '') => days.get(property) ?? here;
    return parseStayRequests(reservations, services, propertyId, dayAt);
  };
}

const reservationKeys = [
  'property',
  'arrival',
  'departure',
  'adults',
  'child',
  'rate-plan',
  'unit-group',
  'time-slice-template',
  'channel-code',
  'promo-code',
  'corporate-code',
];
const serviceKeys = ['reservation', 'service', 'date', 'count'];

function parseStayRequests(
  reservations: readonly string[],
  services: readonly string[],
  propertyId: string | undefined,
  today: (propertyId: string | undefined) => CalendarDate,
): StayRequest[] {
  const parsed = reservations.map(text =>
    parsePairs('--reservation', text, reservationKeys, ['child', 'rate-plan']),
  );
  const findProperty = (index: number) => parsed[index]?.get('property')?.[0] ?? propertyId;
  const servicesByReservation = reservations.map((): ServiceRequest[] => []);
  for (const text of services) {
    const pairs = parsePairs('--service', text, serviceKeys, ['date']);
    const index = reservationIndex('--service', pairs.get('reservation')?.[0], reservations.length);
    const [serviceId] = pairs.get('service') ?? [];
    if (serviceId === undefined)
      throw new UsageError('--service needs the key service', {
        hint: "for example --service 'reservation=1,service=MUC-BRKF,date=2026-12-02'",
      });
    const day = today(findProperty(index));
    const dates = pairs.get('date')?.map(date => resolveDate(date, day) ?? date);
    servicesByReservation[index]?.push({
      serviceId,
      ...filledFields({ count: readCount(pairs.get('count')?.[0]), dates }),
    });
  }
  return parsed.map((pairs, index) => {
    const one = (key: string) => pairs.get(key)?.[0];
    const day = (key: string) => {
      const value = one(key);
      return value === undefined ? undefined : (resolveDate(value, today(findProperty(index))) ?? value);
    };
    return checkedStayRequest(
      {
        propertyId: findProperty(index),
        arrival: day('arrival'),
        departure: day('departure'),
        adults: one('adults'),
        childrenAges: pairs.get('child') ?? [],
        ...toRatePlans(pairs.get('rate-plan')),
        unitGroupId: one('unit-group'),
        timeSliceTemplate: one('time-slice-template'),
        channelCode: one('channel-code'),
        promoCode: one('promo-code'),
        corporateCode: one('corporate-code'),
        services: servicesByReservation[index] ?? [],
      },
      index,
    );
  });
}

const toRatePlans = (plans: readonly string[] = []) => ({
  ratePlanId: plans[0],
  ratePlanIds: plans.length > 1 ? plans : undefined,
});

function readCount(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const hint = "for example --service 'reservation=1,service=MUC-BRKF,count=2'";
  return readWholeNumber('count of --service', text, { least: 1, most: 999, hint });
}

function readStayRequests(value: unknown, propertyId: string | undefined): StayRequest[] {
  const body = Array.isArray(value) ? { reservations: value } : value;
  const { faults, unknownFields } = checkAgainstModel(stayRequestFile, body);
  const [problem] = [...faults, ...unknownFields.map(field => `${field}: not a field of a reservation`)];
  if (problem !== undefined)
    throw new UsageError(`--file is not valid: ${problem}`, {
      hint: 'its form is {"reservations": [{"arrival", "departure", "adults", "ratePlanId", "services": [{"serviceId", "count", "dates"}]}]}',
    });
  const { reservations } = body as StayRequestFile;
  return reservations.map((one, index) =>
    checkedStayRequest(
      {
        ...one,
        ...toRatePlans(one.ratePlanIds ?? (one.ratePlanId === undefined ? [] : [one.ratePlanId])),
        propertyId: one.propertyId ?? propertyId,
        childrenAges: one.childrenAges ?? [],
        services: one.services ?? [],
      },
      index,
    ),
  );
}

/** A stay request before validation: a number may be a text, and anything may be missing. */
type UncheckedStayRequest = { readonly [Name in keyof StayRequest]?: unknown } & {
  readonly childrenAges: readonly (string | number)[];
  readonly services: readonly ServiceRequest[];
};

function checkedStayRequest(raw: UncheckedStayRequest, index: number): StayRequest {
  const request = {
    ...raw,
    adults: Number(raw.adults),
    childrenAges: raw.childrenAges.map(Number),
  } as StayRequest;
  const adults = raw.adults === undefined ? [] : String(raw.adults);
  const values = { ...offerParameters(request), childrenAges: raw.childrenAges.map(String), adults };
  const problems = findProblems(stayOffers, values, ({ flag }) => (flag === 'child-age' ? 'child' : flag));
  if (raw.ratePlanId === undefined) problems.push('rate-plan is required');
  if (problems.length === 0 && ratePlansByNight(request).length !== sliceCount(request))
    problems.push(
      `rate-plan must be given once, or once for each night: ${sliceCount(request)} times, not ${request.ratePlanIds?.length}`,
    );
  if (problems.length === 0) return request;
  throw new UsageError(`reservation ${index + 1}: ${problems.join('; ')}`, {
    hint:
      raw.propertyId === undefined
        ? hintToNameProperty
        : "for example --reservation 'arrival=2026-12-01,departure=2026-12-03,adults=2,rate-plan=MUC-NONREF-DBL'",
  });
}
