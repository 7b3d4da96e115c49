import { UsageError } from '../../base/errors.ts';
import { makeQuote, quoteReservations } from '../../bookings/quoting.ts';
import { refuseCard } from '../../cli/card-refusal.ts';
import { connect } from '../../cli/connect.ts';
import { todayAt } from '../../cli/date-options.ts';
import type { Invocation, OpenInvocation } from '../../cli/invocation.ts';
import { readJsonInput } from '../../cli/json-input.ts';
import { type QueryOptions, queryOf } from '../../cli/query-flag.ts';
import type { Platform } from '../../client/offers.ts';
import { deliver } from '../../output/deliver.ts';
import { jsonText } from '../../output/json.ts';
import { quoteLines } from '../../platform/booking/quote.ts';
import type { ReservationWish } from '../../platform/booking/reservation-wish.ts';
import { type CalendarDate, dateIn } from '../../platform/dates.ts';
import { namesRelativeDay, wishesOfFile, wishesOfFlags } from './stay-requests.ts';

export interface QuoteOptions extends QueryOptions {
  readonly reservation?: readonly string[];
  readonly service?: readonly string[];
  readonly file?: string;
  readonly property?: string;
  readonly output?: string;
}

/** `hotelctl bookings quote`: what is wished, priced by the platform, added up, written. */
export async function quoteBooking(open: OpenInvocation, options: QuoteOptions): Promise<void> {
  const invocation = await open(options);
  const { context, settings } = invocation;
  const baseUrl = settings.requireHost('baseUrl');
  const query = await queryOf(options);
  const connection = connect(invocation, [baseUrl]);
  try {
    const platform: Platform = { send: connection.http.send, baseUrl };
    const given = await givenWishes(invocation, options, platform);
    const wishes = given ?? (await askedWishes(invocation, platform));
    // A setting may hold one as well as a flag.
    refuseCard(wishes, 'what is to be quoted');
    const reservations = await quoteReservations(platform, wishes);
    const quote = makeQuote(reservations, {
      id: context.random.uuid(),
      host: baseUrl,
      now: context.clock.now(),
    });
    await deliver([jsonText(quote, query)], options.output, context);
    for (const line of quoteLines(quote)) await invocation.note(line);
  } finally {
    await connection.close();
  }
}

/** Undefined: a person is to be asked. */
async function givenWishes(
  invocation: Invocation,
  options: QuoteOptions,
  platform: Platform,
): Promise<ReservationWish[] | undefined> {
  const { context, settings } = invocation;
  const { reservation = [], service = [], file } = options;
  const propertyId = settings.find('property')?.value;
  if (file !== undefined && (reservation.length > 0 || service.length > 0)) {
    throw new UsageError('--file stands in for --reservation and --service: give one of them', {
      hint: '`hotelctl bookings quote --help` shows both',
    });
  }
  if (file !== undefined) return wishesOfFile(await readJsonInput(context, '--file', file), { propertyId });
  if (reservation.length > 0) return flagWishes(invocation, reservation, service, platform);
  if (invocation.interactive && service.length === 0) return undefined;
  throw new UsageError('nothing to quote: --reservation or --file is required', {
    hint: "for example --reservation 'arrival=2026-12-01,departure=2026-12-03,adults=2,rate-plan=MUC-NONREF-DBL'",
  });
}

/** What is wrong is told before the network is asked what day it is at a property. */
async function flagWishes(
  invocation: Invocation,
  reservations: readonly string[],
  services: readonly string[],
  { send, baseUrl }: Platform,
): Promise<ReservationWish[]> {
  const propertyId = invocation.settings.find('property')?.value;
  const here = dateIn(undefined, invocation.context.clock.now());
  const wishes = wishesOfFlags(reservations, services, { propertyId, today: () => here });
  if (!namesRelativeDay([...reservations, ...services])) return wishes;
  const today = todayAt(invocation, send, baseUrl);
  const days = new Map<string, CalendarDate>();
  for (const wish of wishes) days.set(wish.propertyId, await today(wish.propertyId));
  return wishesOfFlags(reservations, services, {
    propertyId,
    today: property => days.get(property ?? '') ?? here,
  });
}

async function askedWishes(invocation: Invocation, platform: Platform): Promise<ReservationWish[]> {
  const { askForWishes } = await import('./quote-questions.ts');
  return askForWishes(invocation, platform);
}
