import { UsageError } from '../../base/errors.ts';
import { countText } from '../../base/text.ts';
import { clockDifference, dayNumber } from '../dates.ts';
import { checkAgainstModel } from '../models.ts';
import { isZero, moneySum, moneyText, sameMoney } from '../money.ts';
import { computeChosenAmounts, computeStayAmounts, withoutPrePayment } from './amounts.ts';
import { ratePlansByNight, type StayPart, sliceCount, stayParts } from './offers.ts';
import { type Quote, type QuotedReservation, quoteFile, type StayOffer, type Sums } from './quote-model.ts';

/** The parts of sums, with their names in sentences. */
const names = {
  prePayment: 'prepayment',
  total: 'total',
  cityTax: 'city tax',
  fees: 'fees',
  grandTotal: 'grand total',
} satisfies Readonly<Record<keyof Sums, string>>;
const parts = Object.keys(names) as readonly (keyof Sums)[];

/** The stay offers of a reservation, one for each part of the stay. */
export const readStayOffers = ({ offer, laterOffers = [] }: Offered) => [offer, ...laterOffers];
type Offered = Pick<QuotedReservation, 'offer' | 'laterOffers'>;

export function reservationSums(reservation: Offered & Pick<QuotedReservation, 'services'>) {
  const stays = readStayOffers(reservation).map((offer): Sums => {
    const { prePayment, ...amounts } = computeStayAmounts(offer);
    if (prePayment === undefined) throw withoutPrePayment(offer.ratePlan.name ?? 'a stay');
    return { ...amounts, prePayment };
  });
  const { currency } = computeStayAmounts(reservation.offer).total;
  const chosen = reservation.services.map(({ offer, ...request }) =>
    computeChosenAmounts(offer, request, currency),
  );
  return addedUp([...stays, ...chosen], currency);
}

function addedUp(figures: readonly Sums[], currency: string): Sums {
  const amounts = (part: keyof Sums) => figures.map(one => one[part]);
  return Object.fromEntries(parts.map(part => [part, moneySum(amounts(part), currency)])) as Sums;
}

/** The totals of a whole booking: it is one payment, so it has one currency. */
export function quoteSums(reservations: readonly Pick<QuotedReservation, 'sums'>[]): Sums {
  const currencies = [...new Set(reservations.map(({ sums }) => sums.total.currency))];
  const [currency = ''] = currencies;
  if (currencies.length > 1)
    throw new UsageError(`a quote has one currency, not ${currencies.join(' and ')}`, {
      hint: 'create a separate quote for each currency',
    });
  return addedUp(
    reservations.map(({ sums }) => sums),
    currency,
  );
}

/**
 * Reads a quote file and computes its totals again: a file that was edited must not lead to a wrong payment.
 * @param check is called before the totals are computed, which would blame the platform for an edited currency
 * @throws UsageError
 */
export function readQuote(value: unknown, check: (quote: Quote) => void = () => {}): Quote {
  const hint = 'create it with `hotelctl bookings quote`; docs/quote.schema.json describes its format';
  const { version } = (value ?? {}) as { version?: unknown };
  if (typeof version === 'number' && version !== 1)
    throw new UsageError(`the quote has version ${version}; this hotelctl reads version 1`, { hint });
  const { faults, unknownFields } = checkAgainstModel(quoteFile, value);
  const [problem] = [...faults, ...unknownFields.map(field => `${field}: not a field of a quote`)];
  if (problem !== undefined) throw new UsageError(`the quote is not valid: ${problem}`, { hint });
  const quote = value as Quote;
  check(quote);
  for (const [index, reservation] of quote.reservations.entries()) {
    checkOwnOffers(reservation, `reservation ${index + 1}`);
    checkSums(reservation.sums, reservationSums(reservation), `reservation ${index + 1}`);
  }
  checkSums(quote.sums, quoteSums(quote.reservations), 'the whole');
  return quote;
}

/** Each offer must match the reservation. @throws UsageError if it is for something else */
function checkOwnOffers(reservation: QuotedReservation, of: string): void {
  const parts = stayParts(reservation);
  const offers = readStayOffers(reservation);
  const isWhole =
    parts.length === offers.length &&
    parts[0]?.ratePlanId === reservation.ratePlanId &&
    ratePlansByNight(reservation).length === sliceCount(reservation);
  const isOwn = offers.every((offer, index) => isOfferFor(offer, parts[index], reservation.unitGroupId));
  if (isWhole && isOwn) return;
  throw new UsageError(`the quote was changed: ${of} is not what its offer is for`, { hint: 'quote again' });
}

const isOfferFor = (offer: StayOffer, part: StayPart | undefined, unitGroupId: string | undefined): boolean =>
  part !== undefined &&
  isSameDay(offer.arrival, part.arrival) &&
  isSameDay(offer.departure, part.departure) &&
  [0, sliceCount(part)].includes((offer.timeSlices ?? []).length) &&
  (offer.ratePlan.id ?? part.ratePlanId) === part.ratePlanId &&
  (offer.unitGroup.id ?? unitGroupId) === (unitGroupId ?? offer.unitGroup.id);

/** A time in UTC may be on the day before or after the local one. */
const isSameDay = (offered: string | null | undefined, requested: string): boolean =>
  !offered ||
  Math.abs(dayNumber(offered.slice(0, 10)) - dayNumber(requested.slice(0, 10))) <=
    (offered.endsWith('Z') ? 1 : 0);

function checkSums(written: Sums, computed: Sums, of: string): void {
  const wrong = parts.find(part => !sameMoney(written[part], computed[part]));
  if (wrong === undefined) return;
  throw new UsageError(
    `the quote was changed: ${wrong} of ${of} is ${moneyText(written[wrong])}, its offers add up to ${moneyText(computed[wrong])}`,
    { hint: 'quote again' },
  );
}

export const listProperties = (quote: Quote): readonly string[] => [
  ...new Set(quote.reservations.map(({ propertyId }) => propertyId)),
];

/** `reservation 1: total 278.00 EUR, now 290.00 EUR` @param time now, in milliseconds since 1970 */
export function offerChanges(
  before: readonly QuotedReservation[],
  now: readonly QuotedReservation[],
  time: number,
): string[] {
  return before.flatMap((old, index) => {
    const fresh = now[index];
    if (!fresh) return [];
    const sums = parts.flatMap(part =>
      sameMoney(old.sums[part], fresh.sums[part])
        ? []
        : [`${names[part]} ${moneyText(old.sums[part])}, now ${moneyText(fresh.sums[part])}`],
    );
    const freshOffers = readStayOffers(fresh);
    const terms = readStayOffers(old).flatMap((offer, part) => {
      const freshTerms = listTerms(freshOffers[part] ?? offer, time);
      return listTerms(offer, time).flatMap(([term, value], place) => {
        const current = freshTerms[place]?.[1] ?? 'none';
        return value === current ? [] : [`${term} ${value}, now ${current}`];
      });
    });
    return [...sums, ...terms].map(change => `reservation ${index + 1}: ${change}`);
  });
}

/** The conditions that the booker agreed to besides the price: each with its value. */
function listTerms(offer: StayOffer, now: number): (readonly [term: string, value: string])[] {
  const policies = [
    ['cancellation', offer.cancellationFee],
    ['no-show', offer.noShowFee],
  ] as const;
  return [
    ['guarantee', offer.minGuaranteeType ?? 'none'],
    ...policies.flatMap(([name, policy]) => [
      [`${name} fee`, policy?.fee ? moneyText(policy.fee) : 'none'] as const,
      [`${name} policy`, policy?.code ?? 'none'] as const,
      [`${name} terms`, policy?.description ?? 'none'] as const,
      [`${name} fee from`, dueText(policy?.dueDateTime, now)] as const,
    ]),
  ];
}

/** All times that have passed are the same term: the platform may write the current time for them. */
function dueText(due: string | null | undefined, now: number): string {
  if (!due) return 'none';
  const time = Date.parse(due);
  if (Number.isNaN(time)) return due;
  return time <= now + clockDifference ? 'the booking' : new Date(time).toISOString();
}

export function quoteLines({ reservations, sums }: Quote): string[] {
  const lines = reservations.map((reservation, index) => {
    const { offer, arrival, departure, sums: own } = reservation;
    const plans = readStayOffers(reservation).map(({ ratePlan }) => ratePlan.name);
    const what = [plans.filter(Boolean).join(' then '), offer.unitGroup.name].filter(Boolean).join(', ');
    // The services of an offer are mandatory (platform-facts); whether its total contains them is not documented.
    const mandatory = readStayOffers(reservation).flatMap(({ services }) => services ?? []).length;
    const doubt = mandatory > 0 ? `; may lack ${countText(mandatory, 'mandatory service')} of the offer` : '';
    return `reservation ${index + 1}: ${what}, ${arrival} to ${departure}: ${moneyText(own.grandTotal)}${doubt}`;
  });
  const added = (['cityTax', 'fees'] as const).flatMap(part =>
    isZero(sums[part]) ? [] : [`${names[part]} ${moneyText(sums[part])}`],
  );
  const of = added.length > 0 ? ` (total ${moneyText(sums.total)}, ${added.join(', ')})` : '';
  return [
    ...lines,
    `grand total ${moneyText(sums.grandTotal)}${of}; to prepay ${moneyText(sums.prePayment)}`,
  ];
}
