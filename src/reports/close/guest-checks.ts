import Big from 'big.js';
import { ensureEntry } from '../../base/text.ts';
import type { Pieces } from '../../output/document/document.ts';
import { namePart, nameSome, say } from '../../output/words/messages.ts';
import { exact, hundredth } from '../../platform/numbers.ts';
import { type BreakdownEntry, findKey } from '../../platform/reports/guest-counts-response.ts';
import { didNotTakePlace } from '../posting.ts';
import { type CloseIdentity, compare, compareWithLimit, notComparable } from './check.ts';
import { nightsIn } from './ledger-books.ts';
import type { CloseBooks } from './month-books.ts';
import { compareRatio, hasNothing, noBedrooms, sumOfDays } from './performance-checks.ts';

/**
 * What is sold of bedrooms, and is not a room night: no-shows, blocked units without guests, and day use. The ledger has stays of one
 * day without their units: those that are not of other units are of bedrooms.
 */
function compareRoomNights(books: CloseBooks) {
  const { bedrooms, performance, guests, ledger, excludesDayUse, period } = books;
  const total = new Big(guests['room nights'].total);
  if (!bedrooms || !performance) {
    const cause = performance ? noBedrooms : hasNothing;
    return [total.eq(0) ? notComparable('month', cause) : compare('month', total, 0, { cause })];
  }
  const sold = sumOfDays(bedrooms, 'soldCount');
  const noShows = sumOfDays(bedrooms, 'noShowsCount');
  const blocked = sumOfDays(bedrooms, 'definitelyBlockedCount');
  const others = sumOfDays(performance, 'soldCount') - sold;
  const ofOneDay = [...ledger.stays.values()].filter(
    ({ reservation, arrival, departure }) =>
      arrival === departure &&
      arrival >= period.first &&
      arrival <= period.last &&
      !didNotTakePlace(reservation.status),
  ).length;
  const dayUse = excludesDayUse ? 0 : Math.max(0, ofOneDay - others);
  // How many of the blocked units were picked up is not in any report.
  const rest = sold - total.toNumber() - dayUse;
  const absent = [0, noShows].find(each => rest - each >= 0 && rest - each <= blocked);
  const subject = 'bedrooms, over night';
  const hint = 'if it is day use, add --time-slice-definition with the over-night time slices';
  // Day use is sold, and is not a room night.
  if (absent === undefined)
    return [compare(subject, total, sold, excludesDayUse || total.gt(sold) ? {} : { cause: hint })];
  const unused = rest - absent;
  const ofStays = { count: dayUse, all: ofOneDay };
  const ofGroups = { count: unused, all: blocked };
  const reasons = [
    { text: say('{count} no-shows are sold, and are not room nights', { count: absent }), amount: -absent },
    { text: say('{count} of {all} stays of one day are of bedrooms', ofStays), amount: -dayUse },
    {
      text: say('{count} of {all} blocked units are sold, and not used by their group', ofGroups),
      amount: -unused,
    },
  ];
  return [compare(subject, total, sold, { reasons })];
}

const breakdowns = [
  ['travelPurposeBreakdown', 'purpose of travel'],
  ['nationalityBreakdown', 'nationality'],
  ['countryOfResidenceBreakdown', 'country of residence'],
] as const;

const listBreakdowns = ({ guests }: CloseBooks) =>
  (['room nights', 'bed nights', 'arrivals'] as const).flatMap(report =>
    breakdowns.map(([name, words]) => ({
      report,
      subject: say('{report} by {breakdown}', { report: say(report), breakdown: say(words) }),
      entries: guests[report][name] as readonly BreakdownEntry[] | null | undefined,
      total: guests[report].total,
    })),
  );

/** What the ledger has of their stays, if it has all of them. */
function* compareNights(subject: Pieces, entries: readonly BreakdownEntry[], { ledger, period }: CloseBooks) {
  for (const entry of entries) {
    const { number = 0, reservationIds } = entry;
    const stays = reservationIds?.map(id => ledger.stays.get(id));
    if (!stays?.length || !stays.every(stay => stay !== undefined)) continue;
    const nights = stays.reduce((sum, stay) => sum + nightsIn(stay, period).length, 0);
    if (nights !== number)
      yield compare(namePart(subject, [findKey(entry)]), number, nights, {
        cause: 'their stays in the ledger have other nights',
      });
  }
}

/** A reservation has the same country and purpose in all reports. */
function* compareReservations({ guests }: CloseBooks) {
  for (const [name, words] of breakdowns) {
    const keys = new Map<string, string>();
    const others = new Set<string>();
    for (const counts of Object.values(guests))
      for (const entry of counts[name] ?? []) {
        const key = findKey(entry);
        for (const id of entry.reservationIds ?? []) {
          const first = ensureEntry(keys, id, () => key);
          if (first !== key) others.add(`${id} (${first}/${key})`);
        }
      }
    if (keys.size === 0) continue;
    const subject = say('reservations by {breakdown}', { breakdown: say(words) });
    yield compare(subject, keys.size + others.size, keys.size, {
      cause: say('not the same in all reports: {names}', { names: nameSome([...others]) }),
      names: [...others],
    });
  }
}

export const guestChecks: readonly CloseIdentity[] = [
  {
    id: 'N1',
    title: 'Room nights and sold units',
    sides: ['room-nights report', 'sold bedrooms'],
    says: 'room nights are sold bedrooms without no-shows and without blocked units that their group did not use',
    needsAllNights: true,
    compare: compareRoomNights,
  },
  {
    id: 'N2',
    title: 'Breakdowns of guests',
    sides: ['sum of the breakdown', 'total'],
    says: 'the entries of each breakdown add up to the total, and a reservation is in the same one in all reports',
    *compare(books) {
      for (const { report, subject, entries, total } of listBreakdowns(books)) {
        const sum = entries?.reduce((all, { number = 0 }) => all + number, 0);
        yield sum === undefined
          ? notComparable(subject, 'the report has no such breakdown')
          : compare(subject, sum, total);
        if (report === 'room nights') yield* compareNights(subject, entries ?? [], books);
      }
      yield* compareReservations(books);
    },
  },
  {
    id: 'N3',
    title: 'Percentages of guests',
    unit: 'percent',
    sides: ['as reported', 'computed'],
    says: 'the percentage of each entry is its part of the total',
    *compare(books) {
      for (const { subject, entries, total } of listBreakdowns(books))
        for (const entry of entries ?? []) {
          const { number = 0, percent = 0 } = entry;
          const part = [['month', new Big(number).times(100)]] as const;
          const name = namePart(subject, [findKey(entry)]);
          yield compareRatio(name, exact(percent), new Big(total), part, hundredth);
        }
    },
  },
  {
    id: 'N4',
    title: 'Guests of a room night',
    sides: ['bed nights', 'room nights'],
    says: 'there are at least as many bed nights as room nights',
    *compare({ guests }) {
      const [beds, rooms] = [new Big(guests['bed nights'].total), new Big(guests['room nights'].total)];
      yield compareWithLimit('month', beds, rooms, beds.gte(rooms), {
        reasons: beds.gte(rooms) ? [] : [{ text: 'units are sold that have no guest' }],
      });
    },
  },
  {
    id: 'A1',
    title: 'Adults and children',
    sides: ['adults and children', 'arrivals'],
    says: 'adults and children add up to the arrivals',
    compare: ({ guests: { arrivals } }) => [
      compare('month', arrivals.totalAdults + arrivals.totalChildren, arrivals.total),
    ],
  },
  {
    id: 'A2',
    title: 'Arrivals and arrival units',
    sides: ['arriving guests', 'arriving bedrooms'],
    says: 'at least one guest arrives in each bedroom that has an arrival',
    compare({ guests, bedrooms, performance }) {
      if (!bedrooms) return [notComparable('month', performance ? noBedrooms : hasNothing)];
      const total = new Big(guests.arrivals.total);
      const [units, noShows] = [sumOfDays(bedrooms, 'arrivalsCount'), sumOfDays(bedrooms, 'noShowsCount')];
      const isNoShows = total.lt(units) && total.gte(units - noShows);
      const text = say('{count} no-shows are among the arrival units', { count: noShows });
      const reasons = isNoShows ? [{ text }] : [];
      return [compareWithLimit('month', total, new Big(units), total.gte(units), { reasons })];
    },
  },
];
