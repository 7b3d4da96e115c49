import Big from 'big.js';
import { ensureEntry } from '../../base/text.ts';
import type { Pieces } from '../../output/document/document.ts';
import { namePart, nameSome, say } from '../../output/words/messages.ts';
import { exact, hundredth } from '../../platform/numbers.ts';
import { type BreakdownEntry, findKey } from '../../platform/reports/guest-counts-response.ts';
import { didNotTakePlace } from '../posting.ts';
import { type CloseIdentity, compare, notComparable } from './check.ts';
import { nightsIn } from './ledger-books.ts';
import type { CloseBooks } from './month-books.ts';
import { compareRatio, hasNothing, noBedrooms, sumOfDays } from './performance-checks.ts';

/** What is sold of bedrooms, and is not a room night: no-shows, blocked units without guests, and stays of one day that are not of other units. */
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
    { text: say('no-shows are sold, and are not room nights: {count}', { count: absent }), amount: -absent },
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
      name,
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

/** A reservation is once in each breakdown of its reports, with the same country and purpose in all of them. */
function* compareReservations(books: CloseBooks) {
  const { ledger, period } = books;
  const lists = listBreakdowns(books).flatMap(({ entries, ...list }) => {
    const keys = entries?.flatMap(each =>
      (each.reservationIds ?? []).map(id => ({ id, key: findKey(each) })),
    );
    return keys?.length ? [{ ...list, keys }] : [];
  });
  const [nights, arrivals] = [new Set<string>(), new Set<string>()];
  for (const { report, keys } of lists)
    for (const { id } of keys) {
      const { arrival = '' } = ledger.stays.get(id) ?? {};
      if (report !== 'arrivals') nights.add(id);
      // A guest who came on the first day before its night audit may be an arrival of the month before.
      if (report === 'arrivals' || (arrival > period.first && arrival <= period.last)) arrivals.add(id);
    }
  const known = new Map<string, string>();
  for (const { report, name, subject, keys } of lists) {
    const missing = new Set(report === 'arrivals' ? arrivals : nights);
    const all = missing.size;
    const wrong = keys.flatMap(({ id, key }) => {
      const same = ensureEntry(known, `${name} ${id}`, () => key);
      if (!missing.delete(id)) return `${id} (${key})`;
      return same === key ? [] : `${id} (${same}/${key})`;
    });
    const names = [...missing, ...wrong];
    const named = { names: nameSome(names) };
    const cause = say('missing, listed twice, or not the same in all reports: {names}', named);
    yield compare(say('reservations: {subject}', { subject }), all + names.length, all, { cause, names });
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
      const isWithin = beds.gte(rooms);
      const reasons = isWithin ? [] : [{ text: 'units are sold that have no guest' } as const];
      yield compare('month', beds, rooms, { isWithin, reasons });
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
      const text = say('no-shows are among the arrival units: {count}', { count: noShows });
      const reasons = isNoShows ? [{ text }] : [];
      return [compare('month', total, units, { isWithin: total.gte(units), reasons })];
    },
  },
];
