import { UsageError } from '../../base/errors.ts';
import type { Platform } from '../../bookings/offers.ts';
import { makeQuote } from '../../bookings/quote-file.ts';
import { quoteReservations } from '../../bookings/quoting.ts';
import { refuseCard } from '../../cli/card-refusal.ts';
import { connect } from '../../cli/connect.ts';
import { todayAt } from '../../cli/date-options.ts';
import { deliverOutput } from '../../cli/deliver-output.ts';
import type { Invocation, OpenInvocation } from '../../cli/invocation.ts';
import { readJsonInput } from '../../cli/json-input.ts';
import { queryOf } from '../../cli/output-flags.ts';
import { jsonText } from '../../output/json.ts';
import { quoteLines } from '../../platform/bookings/quote.ts';
import type { StayRequest } from '../../platform/bookings/quote-model.ts';
import { type CalendarDate, dateIn } from '../../platform/dates.ts';
import type { QuoteOptions } from './flags.ts';
import { namesRelativeDay, stayRequestsOfFile, stayRequestsOfFlags } from './stay-requests.ts';

/** `hotelctl bookings quote`: requests prices and offers, adds them up and writes the quote. */
export async function quoteBooking(open: OpenInvocation, options: QuoteOptions): Promise<void> {
  const invocation = await open(options);
  const { context, settings } = invocation;
  const baseUrl = settings.requireHost('baseUrl');
  const query = await queryOf(options);
  const platform = connect(invocation, baseUrl);
  try {
    const given = await givenStayRequests(invocation, options, platform);
    const requests = given ?? (await promptForStayRequests(invocation, platform));
    // The value may come from a setting or a flag.
    refuseCard(requests, 'what is to be quoted');
    const reservations = await quoteReservations(platform, requests);
    const quote = makeQuote(reservations, {
      id: context.random.uuid(),
      host: baseUrl,
      now: context.clock.now(),
    });
    await deliverOutput(invocation, { chunks: [jsonText(quote, query)] }, options.output);
    for (const line of quoteLines(quote)) await invocation.note(line);
  } finally {
    await platform.close();
  }
}

/** Undefined: hotelctl prompts for the stay. */
async function givenStayRequests(
  invocation: Invocation,
  options: QuoteOptions,
  platform: Platform,
): Promise<StayRequest[] | undefined> {
  const { context, settings } = invocation;
  const { reservation = [], service = [], file } = options;
  const propertyId = settings.find('property')?.value;
  if (file !== undefined && (reservation.length > 0 || service.length > 0)) {
    throw new UsageError('--file cannot be combined with --reservation and --service', {
      hint: 'see `hotelctl bookings quote --help`',
    });
  }
  if (file !== undefined)
    return stayRequestsOfFile(await readJsonInput(context, '--file', file), { propertyId });
  if (reservation.length > 0) return requestsOfFlagsAtProperty(invocation, reservation, service, platform);
  if (invocation.interactive && service.length === 0) return undefined;
  throw new UsageError('nothing to quote: --reservation or --file is required', {
    hint: "for example --reservation 'arrival=2026-12-01,departure=2026-12-03,adults=2,rate-plan=MUC-NONREF-DBL'",
  });
}

/** Invalid values are reported before the current date of a property is requested. */
async function requestsOfFlagsAtProperty(
  invocation: Invocation,
  reservations: readonly string[],
  services: readonly string[],
  { send, baseUrl }: Platform,
): Promise<StayRequest[]> {
  const propertyId = invocation.settings.find('property')?.value;
  const here = dateIn(undefined, invocation.context.clock.now());
  const requests = stayRequestsOfFlags(reservations, services, { propertyId, today: () => here });
  if (!namesRelativeDay([...reservations, ...services])) return requests;
  const today = todayAt(invocation, send, baseUrl);
  const days = new Map<string, CalendarDate>();
  for (const request of requests) days.set(request.propertyId, await today(request.propertyId));
  return stayRequestsOfFlags(reservations, services, {
    propertyId,
    today: property => days.get(property ?? '') ?? here,
  });
}

async function promptForStayRequests(invocation: Invocation, platform: Platform): Promise<StayRequest[]> {
  const { promptForStayRequests } = await import('./quote-questions.ts');
  return promptForStayRequests(invocation, platform);
}
