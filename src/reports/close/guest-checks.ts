import Big from 'big.js';
import type { Text } from '../../output/document/document.ts';
import { joinTexts, say } from '../../output/words/messages.ts';
import { addDecimals, type ExactNumber, exact } from '../../platform/numbers.ts';
import { didNotTakePlace } from '../posting.ts';
import {
  type CheckedFigures,
  type CloseIdentity,
  compare,
  compareWithLimit,
  monthNotOver,
  notComparable,
} from './check.ts';
import type { CloseBooks } from './month-books.ts';
import { nothingOfMonth, sumOfDays } from './performance-checks.ts';

/**
 * What is sold of bedrooms, and is not a room night: no-shows, blocked units that their group did not use, and day use. The stays of
 * one day are in the ledger, without their units; those that are not of other units are of bedrooms.
 */
function* compareRoomNights(books: CloseBooks): Generator<CheckedFigures> {
  const { bedrooms, performance, guests, ledger, excludesDayUse, period } = books;
  if (!bedrooms || !performance) return yield nothingOfMonth;
  if (!books.isComplete) return yield monthNotOver;
  const total = new Big(guests['room nights'].total);
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
  const missing = sold - total.toNumber();
  const words = [0, noShows].flatMap(absent => {
    const rest = missing - absent - dayUse;
    // How many of the blocked units were picked up is not in any report.
    if (rest < 0 || rest > blocked) return [];
    return [
      joinTexts(
        [
          absent > 0 ? say('{count} no-shows are sold, and are not room nights', { count: absent }) : '',
          dayUse > 0
            ? say('{count} of {all} stays of one day are of bedrooms', { count: dayUse, all: ofOneDay })
            : '',
          rest > 0
            ? say('{count} of {all} blocked units are sold, and not used by their group', {
                count: rest,
                all: blocked,
              })
            : '',
        ],
        '; ',
      ),
    ];
  })[0];
  const hint = 'if it is day use, add --time-slice-definition with the over-night time slices';
  yield compare('bedrooms, over night', total, sold, {
    reasons: words === undefined ? [] : [{ text: words, amount: -missing }],
    ...(excludesDayUse ? {} : { cause: hint }),
  });
}

const breakdownWords = {
  travelPurposeBreakdown: 'purpose of travel',
  nationalityBreakdown: 'nationality',
  countryOfResidenceBreakdown: 'country of residence',
} as const;

/** One comparison for each breakdown of the three guest reports. */
const eachBreakdown = (
  of: (
    subject: Text,
    entries: readonly { readonly number: number; readonly percent: ExactNumber }[],
    total: number,
  ) => CheckedFigures,
) =>
  function* ({ guests }: CloseBooks) {
    for (const [report, counts] of Object.entries(guests)) {
      for (const [name, words] of Object.entries(breakdownWords)) {
        const entries = counts[name as keyof typeof breakdownWords];
        const subject = say('{report} by {breakdown}', {
          report: say(report as keyof typeof guests),
          breakdown: say(words),
        });
        yield entries
          ? of(subject, entries, counts.total)
          : notComparable(subject, 'the report has no such breakdown');
      }
    }
  };

export const guestChecks: readonly CloseIdentity[] = [
  {
    id: 'N1',
    title: 'Room nights and sold units',
    sides: ['room-nights report', 'sold bedrooms'],
    says: 'room nights are sold bedrooms without no-shows and without blocked units that their group did not use',
    compare: compareRoomNights,
  },
  {
    id: 'N2',
    title: 'Breakdowns of guests',
    sides: ['sum of the breakdown', 'total'],
    says: 'the entries of each breakdown add up to the total',
    compare: eachBreakdown((subject, entries, total) =>
      compare(
        subject,
        entries.reduce((sum, { number }) => sum + number, 0),
        total,
      ),
    ),
  },
  {
    id: 'N3',
    title: 'Percentages of guests',
    unit: 'percent',
    sides: ['sum of the percentages', '100'],
    says: 'the percentages of each breakdown add up to 100',
    compare: eachBreakdown((subject, entries, total) => {
      const sum = addDecimals(entries.map(({ percent }) => exact(percent)));
      if (total === 0) return notComparable(subject, 'there are no guests', sum);
      return compare(subject, sum, 100, { rounding: new Big(entries.length).div(100) });
    }),
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
    *compare({ guests: { arrivals } }) {
      const { total, totalAdults, totalChildren } = arrivals;
      yield compare('month', totalAdults + totalChildren, total);
    },
  },
  {
    id: 'A2',
    title: 'Arrivals and arrival units',
    sides: ['arriving guests', 'arriving bedrooms'],
    says: 'at least one guest arrives in each bedroom that has an arrival',
    *compare({ guests, bedrooms }) {
      if (!bedrooms) return yield nothingOfMonth;
      const total = new Big(guests.arrivals.total);
      const [units, noShows] = [sumOfDays(bedrooms, 'arrivalsCount'), sumOfDays(bedrooms, 'noShowsCount')];
      const isNoShows = total.lt(units) && total.gte(units - noShows);
      yield compareWithLimit('month', total, new Big(units), total.gte(units), {
        reasons: isNoShows
          ? [{ text: say('{count} no-shows are among the arrival units', { count: noShows }) }]
          : [],
      });
    },
  },
];
