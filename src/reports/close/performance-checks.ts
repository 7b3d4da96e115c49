import Big from 'big.js';
import type { ExactNumber } from '../../platform/numbers.ts';
import { didNotTakePlace } from '../posting.ts';
import { vatLinesOf } from './balances.ts';
import {
  type CheckedFigures,
  type CloseIdentity,
  compare,
  compareWithLimit,
  notComparable,
  notOver,
} from './check.ts';
import { addDecimals, exact, hundredth, roundToStep, zero } from './exact-sum.ts';
import type { CloseBooks, Measures, Performance, PerformanceDay } from './month-books.ts';

const units = {
  ...{ house: 'units', sold: 'sold units', unsold: 'unsold units', outOfOrder: 'units out of order' },
  tentativelyBlocked: 'tentatively blocked units',
};
/** The measures of property performance that add up, in words. */
const counts: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    Object.entries(units).flatMap(([name, words]) => [
      [`${name}Count`, words],
      [`${name}ItemsCount`, words.replace('units', 'beds and seats')],
    ]),
  ),
  definitelyBlockedCount: 'definitely blocked units',
  optionallyBlockedCount: 'optionally blocked units',
  ...{ arrivalsCount: 'arrivals', departuresCount: 'departures' },
  ...{ noShowsCount: 'no-shows', cancellationsCount: 'cancellations' },
};
const revenues = {
  ...{ UnitRevenue: 'revenue of sold units', AccommodationRevenue: 'accommodation revenue' },
  ...{ FoodAndBeveragesRevenue: 'food and beverages revenue', OtherRevenue: 'other revenue' },
};
export const measureWords: Readonly<Record<string, string>> = {
  ...counts,
  ...Object.fromEntries(
    Object.entries(revenues).flatMap(([name, words]) =>
      ['gross', 'net'].map(tax => [`${tax}${name}`, `${tax} ${words}`]),
    ),
  ),
};

const nothing = 'property performance has nothing of this month';

const readCount = (measures: Measures, name: string): Big => exact((measures[name] ?? 0) as ExactNumber);
const available = (day: Measures) => readCount(day, 'houseCount').minus(readCount(day, 'outOfOrderCount'));

const sumOfDays = (of: Performance, name: string): number =>
  addDecimals(of.businessDays.map(day => readCount(day, name))).toNumber();

/** One comparison for each business day. */
const eachDay = (
  of: (day: PerformanceDay, books: CloseBooks) => CheckedFigures | readonly CheckedFigures[],
) =>
  function* (books: CloseBooks) {
    if (!books.performance) yield notComparable('month', nothing);
    for (const day of books.performance?.businessDays ?? []) yield* [of(day, books)].flat();
  };

/** A ratio that fits the first dividend, or another one, which is named. */
function compareRatio(
  subject: string,
  shown: Big,
  below: Big,
  dividends: readonly (readonly [name: string, value: Big])[],
  step: Big,
): CheckedFigures {
  if (below.eq(0))
    return shown.eq(0) ? compare(subject, shown, 0) : notComparable(subject, 'nothing to divide by', shown);
  const [first, ...others] = dividends;
  const divide = (value: Big) => roundToStep(value.div(below), step);
  const right = first ? divide(first[1]) : new Big(0);
  const isNear = (value: Big) => !shown.eq(right) && divide(value).minus(shown).abs().lte(step);
  const other = others.find(([, value]) => isNear(value));
  return compare(subject, shown, right, {
    rounding: step,
    reasons: other ? [{ text: `it is ${other[0]} that is divided` }] : [],
  });
}

const unitRevenue = (measures: Measures, books: CloseBooks, tax: string) =>
  [
    [`${tax} revenue of sold units`, books.amount(measures[`${tax}UnitRevenue`])],
    [`${tax} accommodation revenue`, books.amount(measures[`${tax}AccommodationRevenue`])],
  ] as const;

function* compareAdr(measures: Measures, name: string, books: CloseBooks) {
  const sold = readCount(measures, 'soldCount');
  for (const tax of ['gross', 'net'])
    yield compareRatio(
      `${name}, ${tax}`,
      books.amount(measures[`${tax}Adr`]),
      sold,
      unitRevenue(measures, books, tax),
      books.cent,
    );
}

function* compareSums(books: CloseBooks): Generator<CheckedFigures> {
  const { performance } = books;
  if (!performance) return yield notComparable('month', nothing);
  const days = performance.businessDays;
  for (const [name, words] of Object.entries(measureWords)) {
    const isCount = name in counts;
    const of = (each: Measures) => (isCount ? readCount(each, name) : books.amount(each[name]));
    const cent = isCount ? zero : books.halfCent;
    const sum = addDecimals(days.map(of));
    const whole = of(performance);
    const isAverage = /^(house|unsold|outOfOrder)/.test(name) && days.length > 0;
    const average = isAverage && sum.div(days.length).minus(whole).abs().lt(1);
    yield compare(`${words}: month, sum of days`, whole, sum, {
      rounding: cent.times(days.length),
      reasons: average ? [{ text: 'the month has the average of its days' }] : [],
    });
    const groups = days.map(({ unitGroups }) => addDecimals(unitGroups.map(of)));
    yield compare(`${words}: days, sum of unit groups`, sum, addDecimals(groups), {
      rounding: cent.times(days.reduce((count, { unitGroups }) => count + unitGroups.length, 0)),
    });
    // Differences of several days could offset each other.
    for (const [index, day] of days.entries()) {
      const [own, parts] = [of(day), groups[index] ?? zero];
      if (!own.eq(parts))
        yield compare(`${words}: ${day.businessDay}, sum of unit groups`, own, parts, {
          rounding: cent.times(day.unitGroups.length),
        });
    }
  }
}

function* compareTaxes(books: CloseBooks): Generator<CheckedFigures> {
  if (!books.performance) yield notComparable('month', nothing);
  const highest = vatLinesOf(books).at(-1)?.percent ?? 30;
  const factor = new Big(100).plus(highest).times(hundredth);
  for (const day of books.performance?.businessDays ?? []) {
    for (const [kind, words] of Object.entries({ ...revenues, Adr: 'ADR' })) {
      const [gross, net] = [books.amount(day[`gross${kind}`]), books.amount(day[`net${kind}`])];
      const most = net.times(factor);
      const [low, high] = net.lt(0) ? [most, net] : [net, most];
      const isWithin = gross.gte(low) && gross.lte(high);
      const limit = isWithin ? net : gross.lt(low) ? low : high;
      // The net amount of each unit is rounded.
      const units = readCount(day, 'soldCount').plus(1);
      yield compareWithLimit(`${day.businessDay}: ${words}`, gross, limit, isWithin, {
        rounding: units.times(books.halfCent),
        roundingOf: 'rounding of each unit',
      });
    }
  }
}

/**
 * What is sold of bedrooms, and is not a room night: no-shows, blocked units that their group did not use, and day use. The stays of
 * one day are in the ledger, without their units; those that are not of other units are of bedrooms.
 */
function* compareRoomNights(books: CloseBooks): Generator<CheckedFigures> {
  const { bedrooms, performance, guests, ledger, excludesDayUse, period } = books;
  if (!bedrooms || !performance) return yield notComparable('month', nothing);
  if (!books.isComplete) return yield notComparable('month', notOver);
  const total = new Big(guests['room nights'].total);
  const sold = sumOfDays(bedrooms, 'soldCount');
  const [noShows, blocked] = [
    sumOfDays(bedrooms, 'noShowsCount'),
    sumOfDays(bedrooms, 'definitelyBlockedCount'),
  ];
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
      [
        ...(absent > 0 ? [`${absent} no-shows are sold, and are not room nights`] : []),
        ...(dayUse > 0 ? [`${dayUse} of ${ofOneDay} stays of one day are of bedrooms`] : []),
        ...(rest > 0 ? [`${rest} of ${blocked} blocked units are sold, and not used by their group`] : []),
      ].join('; '),
    ];
  })[0];
  const hint = 'if it is day use, add --time-slice-definition with the over-night time slices';
  yield compare('bedrooms, over night', total, sold, {
    reasons: words === undefined ? [] : [{ text: words, amount: -missing }],
    ...(excludesDayUse ? {} : { cause: hint }),
  });
}

const breakdownWords = {
  travelPurpose: 'purpose of travel',
  nationality: 'nationality',
  countryOfResidence: 'country of residence',
};

/** One comparison for each breakdown of the three guest reports. */
const eachBreakdown = (
  of: (
    subject: string,
    entries: readonly { readonly number: number; readonly percent: ExactNumber }[],
    total: number,
  ) => CheckedFigures,
) =>
  function* ({ guests }: CloseBooks) {
    for (const [report, { total, breakdowns }] of Object.entries(guests)) {
      for (const [name, words] of Object.entries(breakdownWords)) {
        const entries = breakdowns.get(name);
        const subject = `${report} by ${words}`;
        yield entries
          ? of(subject, entries, total)
          : notComparable(subject, 'the report has no such breakdown');
      }
    }
  };

export const performanceChecks: readonly CloseIdentity[] = [
  {
    ...{ id: 'P1', title: 'Units that are not sold', unit: 'count', adds: true },
    sides: ['unsold units', 'units that are left'],
    says: 'unsold units are all units without sold ones and without those out of order, every day',
    compare: eachDay(day => {
      const [unsold, rest] = [
        readCount(day, 'unsoldCount'),
        available(day).minus(readCount(day, 'soldCount')),
      ];
      const isOverbooked = rest.lt(0) && unsold.eq(0);
      return compare(day.businessDay, unsold, rest, {
        reasons: isOverbooked ? [{ text: 'overbooked: the platform shows 0' }] : [],
      });
    }),
  },
  {
    ...{ id: 'P2', title: 'Occupancy', unit: 'percent' },
    sides: ['as reported', 'computed'],
    says: 'occupancy is sold units in percent of all units without those out of order',
    compare: eachDay(day =>
      compareRatio(
        day.businessDay,
        readCount(day, 'occupancyPercentage'),
        available(day),
        [['sold units', readCount(day, 'soldCount').times(100)]],
        hundredth,
      ),
    ),
  },
  {
    ...{ id: 'P3', title: 'ADR', unit: 'money' },
    sides: ['as reported', 'computed'],
    says: 'ADR is the revenue of sold units divided by their number, gross and net',
    *compare(books) {
      yield* eachDay(day => [...compareAdr(day, day.businessDay, books)])(books);
      if (books.performance) yield* compareAdr(books.performance, 'month', books);
    },
  },
  {
    ...{ id: 'P4', title: 'RevPAR', unit: 'money' },
    sides: ['as reported', 'computed'],
    says: 'RevPAR is the net revenue of sold units divided by all units without those out of order',
    compare: eachDay((day, books) =>
      compareRatio(
        day.businessDay,
        books.amount(day['revPar']),
        available(day),
        ['net', 'gross'].flatMap(tax => unitRevenue(day, books, tax)),
        books.cent,
      ),
    ),
  },
  {
    ...{ id: 'P5', title: 'Days and unit groups add up', unit: 'count' },
    sides: ['as reported', 'sum of its parts'],
    says: 'the month is the sum of its days, and each day the sum of its unit groups',
    compare: compareSums,
  },
  {
    ...{ id: 'P6', title: 'Gross against net', unit: 'money' },
    sides: ['gross', 'net'],
    says: 'gross is at least net, and at most net with the highest VAT rate of the month',
    compare: compareTaxes,
  },
  {
    ...{ id: 'N1', title: 'Room nights and sold units', unit: 'count' },
    sides: ['room-nights report', 'sold bedrooms'],
    says: 'room nights are sold bedrooms without no-shows and without blocked units that their group did not use',
    compare: compareRoomNights,
  },
  {
    ...{ id: 'N2', title: 'Breakdowns of guests', unit: 'count' },
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
    ...{ id: 'N3', title: 'Percentages of guests', unit: 'percent' },
    sides: ['sum of the percentages', '100'],
    says: 'the percentages of each breakdown add up to 100',
    compare: eachBreakdown((subject, entries, total) => {
      const sum = addDecimals(entries.map(({ percent }) => exact(percent)));
      if (total === 0) return notComparable(subject, 'there are no guests', sum);
      return compare(subject, sum, 100, { rounding: new Big(entries.length).div(100) });
    }),
  },
  {
    ...{ id: 'N4', title: 'Guests of a room night', unit: 'count' },
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
    ...{ id: 'A1', title: 'Adults and children', unit: 'count' },
    sides: ['adults and children', 'arrivals'],
    says: 'adults and children add up to the arrivals',
    *compare({ guests: { arrivals } }) {
      const { total, totalAdults = 0, totalChildren = 0 } = arrivals;
      yield compare('month', totalAdults + totalChildren, total);
    },
  },
  {
    ...{ id: 'A2', title: 'Arrivals and arrival units', unit: 'count' },
    sides: ['arriving guests', 'arriving bedrooms'],
    says: 'at least one guest arrives in each bedroom that has an arrival',
    *compare({ guests, bedrooms }) {
      if (!bedrooms) return yield notComparable('month', nothing);
      const total = new Big(guests.arrivals.total);
      const [units, noShows] = [sumOfDays(bedrooms, 'arrivalsCount'), sumOfDays(bedrooms, 'noShowsCount')];
      const isNoShows = total.lt(units) && total.gte(units - noShows);
      yield compareWithLimit('month', total, new Big(units), total.gte(units), {
        reasons: isNoShows ? [{ text: `${noShows} no-shows are among the arrival units` }] : [],
      });
    },
  },
];
