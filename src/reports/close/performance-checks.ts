import Big from 'big.js';
import type { ExactNumber } from '../../platform/numbers.ts';
import {
  type CheckedFigures,
  type CloseIdentity,
  compare,
  compareWithBound,
  notComparable,
} from './check.ts';
import { addDecimals, exact, roundToStep } from './exact-sum.ts';
import type { CloseBooks, Measures, Performance, PerformanceDay } from './month-books.ts';

const counts = [
  ...['houseCount', 'houseItemsCount', 'soldCount', 'soldItemsCount', 'unsoldCount', 'unsoldItemsCount'],
  ...['outOfOrderCount', 'outOfOrderItemsCount', 'tentativelyBlockedCount', 'tentativelyBlockedItemsCount'],
  ...['definitelyBlockedCount', 'optionallyBlockedCount', 'arrivalsCount', 'departuresCount'],
  ...['noShowsCount', 'cancellationsCount'],
];
const revenues = ['Unit', 'Accommodation', 'FoodAndBeverages', 'Other'].map(kind => `${kind}Revenue`);
const amounts = revenues.flatMap(kind => [`gross${kind}`, `net${kind}`]);

const nothing = 'property performance has nothing of this month';

const countOf = (measures: Measures, name: string): Big => exact((measures[name] ?? 0) as ExactNumber);

const available = (day: Measures) => countOf(day, 'houseCount').minus(countOf(day, 'outOfOrderCount'));

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
  const other = shown.eq(right)
    ? undefined
    : others.find(([, value]) => divide(value).minus(shown).abs().lte(step));
  return compare(subject, shown, right, {
    rounding: step,
    reasons: other ? [{ text: `it is ${other[0]} that is divided` }] : [],
  });
}

const unitRevenue = (measures: Measures, books: CloseBooks, tax: string) =>
  [
    [`${tax} unit revenue`, books.amount(measures[`${tax}UnitRevenue`])],
    [`${tax} accommodation revenue`, books.amount(measures[`${tax}AccommodationRevenue`])],
  ] as const;

function* compareAdr(measures: Measures, name: string, books: CloseBooks) {
  const sold = countOf(measures, 'soldCount');
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
  const values = [
    ...counts.map(name => ({ name, of: (each: Measures) => countOf(each, name), cent: new Big(0) })),
    ...amounts.map(name => ({
      name,
      of: (each: Measures) => books.amount(each[name]),
      cent: books.halfCent,
    })),
  ];
  for (const { name, of, cent } of values) {
    const sum = addDecimals(days.map(of));
    const whole = of(performance);
    const isAverage = /^(house|unsold|outOfOrder)/.test(name) && days.length > 0;
    const average = isAverage && sum.div(days.length).minus(whole).abs().lt(1);
    yield compare(`${name}: month, sum of days`, whole, sum, {
      rounding: cent.times(days.length),
      reasons: average ? [{ text: 'the month has the average of its days' }] : [],
    });
    const differing = days.map(day => ({
      day: day.businessDay,
      whole: of(day),
      parts: day.unitGroups.map(of),
    }));
    const all = { whole: sum, parts: addDecimals(differing.flatMap(({ parts }) => parts)) };
    yield compare(`${name}: days, sum of unit groups`, all.whole, all.parts, {
      rounding: cent.times(differing.flatMap(({ parts }) => parts).length),
    });
    // Differences of several days could offset each other.
    for (const { day, whole: own, parts } of differing)
      if (!own.eq(addDecimals(parts)))
        yield compare(`${name}: ${day}, sum of unit groups`, own, addDecimals(parts), {
          rounding: cent.times(parts.length),
        });
  }
}

function* compareTaxes(books: CloseBooks): Generator<CheckedFigures> {
  if (!books.performance) yield notComparable('month', nothing);
  const percents = [
    ...books.ledger.rates.keys(),
    ...books.invoices.flatMap(({ taxDetails }) => taxDetails ?? []).map(each => String(each.vatPercent)),
  ].map(Number);
  const highest = percents.length > 0 ? Math.max(...percents) : 30;
  for (const day of books.performance?.businessDays ?? []) {
    for (const kind of [...revenues, 'Adr']) {
      const [gross, net] = [books.amount(day[`gross${kind}`]), books.amount(day[`net${kind}`])];
      const most = net.times(new Big(100).plus(highest)).div(100);
      const [low, high] = net.lt(0) ? [most, net] : [net, most];
      const bound = gross.lt(low) ? low : gross.gt(high) ? high : gross;
      // The net amount of each unit is rounded.
      const units = countOf(day, 'soldCount').plus(1);
      yield compare(`${day.businessDay}: ${kind}`, gross, bound, {
        rounding: units.times(books.halfCent),
        roundingOf: 'rounding of each unit',
      });
    }
  }
}

/**
 * What is sold of bedrooms, and is not a room night: no-shows, blocked units that were not picked up, and day use. The stays of
 * one day are in the ledger, without their units; those that are not of other units are of bedrooms.
 */
function* compareRoomNights(books: CloseBooks): Generator<CheckedFigures> {
  const { bedrooms, performance, guests, ledger, excludesDayUse, period } = books;
  if (!bedrooms || !performance) return yield notComparable('month', nothing);
  const total = new Big(guests['room nights'].total);
  const sumOfDays = (of: Performance, name: string) =>
    addDecimals(of.businessDays.map(day => countOf(day, name))).toNumber();
  const sold = sumOfDays(bedrooms, 'soldCount');
  const [noShows, blocked] = [
    sumOfDays(bedrooms, 'noShowsCount'),
    sumOfDays(bedrooms, 'definitelyBlockedCount'),
  ];
  const others = sumOfDays(performance, 'soldCount') - sold;
  const ofOneDay = [...ledger.dayUse.values()].filter(
    day => day >= period.first && day <= period.last,
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
        ...(rest > 0 ? [`${rest} of ${blocked} blocked units are sold, and not picked up`] : []),
      ].join('; '),
    ];
  })[0];
  const hint = 'if it is day use, add --time-slice-definition with the over-night time slices';
  const compared = compare('bedrooms, over night', total, sold, {
    reasons: words === undefined ? [] : [{ text: words, amount: -missing }],
  });
  yield compared.state === 'unexplained' && !excludesDayUse ? { ...compared, reasons: [hint] } : compared;
}

const breakdownNames = ['travelPurpose', 'nationality', 'countryOfResidence'];

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
      for (const name of breakdownNames) {
        const entries = breakdowns.get(name);
        const subject = `${report} by ${name}`;
        yield entries
          ? of(subject, entries, total)
          : notComparable(subject, 'the report has no such breakdown');
      }
    }
  };

export const performanceChecks: readonly CloseIdentity[] = [
  {
    ...{ id: 'P1', title: 'Units that are not sold', unit: 'count', reports: 'property-performance' },
    says: 'unsold units are the house without sold units and without those out of order, every day',
    compare: eachDay(day => {
      const [unsold, rest] = [countOf(day, 'unsoldCount'), available(day).minus(countOf(day, 'soldCount'))];
      const isOverbooked = rest.lt(0) && unsold.eq(0);
      return compare(day.businessDay, unsold, rest, {
        reasons: isOverbooked ? [{ text: 'overbooked: the platform shows 0' }] : [],
      });
    }),
  },
  {
    ...{ id: 'P2', title: 'Occupancy', unit: 'percent', counts: true, reports: 'property-performance' },
    says: 'occupancy is sold units in percent of the house without units out of order',
    compare: eachDay(day =>
      compareRatio(
        day.businessDay,
        countOf(day, 'occupancyPercentage'),
        available(day),
        [['sold units', countOf(day, 'soldCount').times(100)]],
        new Big('0.01'),
      ),
    ),
  },
  {
    ...{ id: 'P3', title: 'ADR', unit: 'money', counts: true, reports: 'property-performance' },
    says: 'ADR is unit revenue divided by sold units, gross and net',
    *compare(books) {
      yield* eachDay(day => [...compareAdr(day, day.businessDay, books)])(books);
      if (books.performance) yield* compareAdr(books.performance, 'month', books);
    },
  },
  {
    ...{ id: 'P4', title: 'RevPAR', unit: 'money', counts: true, reports: 'property-performance' },
    says: 'RevPAR is net unit revenue divided by the house without units out of order',
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
    ...{ id: 'P5', title: 'Days and unit groups add up', unit: 'count', counts: true },
    reports: 'property-performance',
    says: 'the month is the sum of its days, and each day the sum of its unit groups',
    compare: compareSums,
  },
  {
    ...{ id: 'P6', title: 'Gross against net', unit: 'money', counts: true, reports: 'property-performance' },
    says: 'gross is at least net, and at most net with the highest VAT rate of the month',
    compare: compareTaxes,
  },
  {
    ...{ id: 'N1', title: 'Room nights against sold units', unit: 'count' },
    reports: 'room-nights, property-performance of bedrooms',
    says: 'room nights are sold bedrooms without no-shows and without blocked units that were not picked up',
    compare: compareRoomNights,
  },
  {
    ...{ id: 'N2', title: 'Breakdowns of guests', unit: 'count' },
    reports: 'room-nights, bed-nights, arrivals',
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
    ...{ id: 'N3', title: 'Percentages of guests', unit: 'percent', counts: true },
    reports: 'room-nights, bed-nights, arrivals',
    says: 'the percentages of each breakdown add up to 100',
    compare: eachBreakdown((subject, entries, total) => {
      const sum = addDecimals(entries.map(({ percent }) => exact(percent)));
      if (total === 0) return notComparable(subject, 'there are no guests', sum);
      const isWithin = sum
        .minus(100)
        .abs()
        .lte(entries.length / 100);
      return compareWithBound(subject, sum, new Big(100), isWithin);
    }),
  },
  {
    ...{ id: 'N4', title: 'Guests of a room night', unit: 'count', reports: 'bed-nights, room-nights' },
    says: 'there are at least as many bed nights as room nights',
    *compare({ guests }) {
      const [beds, rooms] = [guests['bed nights'].total, guests['room nights'].total].map(n => new Big(n));
      if (beds && rooms)
        yield compareWithBound('month', beds, rooms, beds.gte(rooms), {
          reasons: [{ text: 'units are sold that have no guest' }],
        });
    },
  },
  {
    ...{ id: 'A1', title: 'Adults and children', unit: 'count', reports: 'arrivals' },
    says: 'adults and children add up to the arrivals',
    *compare({ guests: { arrivals } }) {
      const { total, totalAdults = 0, totalChildren = 0 } = arrivals;
      yield compare('month', totalAdults + totalChildren, total);
    },
  },
  {
    ...{ id: 'A2', title: 'Arrivals against arrival units', unit: 'count' },
    reports: 'arrivals, property-performance of bedrooms',
    says: 'at least one guest arrives in each bedroom that has an arrival',
    *compare({ guests, bedrooms }) {
      if (!bedrooms) return yield notComparable('month', nothing);
      const total = new Big(guests.arrivals.total);
      const [units, noShows] = ['arrivalsCount', 'noShowsCount'].map(name =>
        addDecimals(bedrooms.businessDays.map(day => countOf(day, name))),
      );
      if (!units || !noShows) return;
      const isNoShows = total.lt(units) && total.gte(units.minus(noShows));
      yield compareWithBound('month', total, units, total.gte(units), {
        reasons: isNoShows ? [{ text: `${noShows} no-shows are among the arrival units` }] : [],
      });
    },
  },
];
