import Big from 'big.js';
import type { Pieces, Text } from '../../output/document/document.ts';
import { asPieces, namePart, nameSome, say, sayDate } from '../../output/words/messages.ts';
import type { Phrase } from '../../output/words/words.ts';
import { addDecimals, type ExactNumber, hundredth, roundToStep, zero } from '../../platform/numbers.ts';
import { performanceCounts } from '../../platform/reports/columns.ts';
import { vatLinesOf } from './balances.ts';
import { type CheckedFigures, type CloseIdentity, compare, nameAmount, notComparable } from './check.ts';
import type { CloseBooks, GroupMeasures, Measures, Performance } from './month-books.ts';

const taxKinds = ['gross', 'net'] as const;
type TaxKind = (typeof taxKinds)[number];
const revenues: Readonly<Record<string, Phrase>> = {
  UnitRevenue: 'revenue of sold units',
  AccommodationRevenue: 'accommodation revenue',
  FoodAndBeveragesRevenue: 'food and beverages revenue',
  OtherRevenue: 'other revenue',
};
const taxes = { gross: 'gross {amount}', net: 'net {amount}' } as const;
export const measureWords: Readonly<Record<string, Text>> = {
  ...Object.fromEntries(Object.entries(performanceCounts).map(([name, [heading]]) => [name, heading])),
  ...Object.fromEntries(
    Object.entries(revenues).flatMap(([name, words]) =>
      taxKinds.map(tax => [`${tax}${name}`, say(taxes[tax], { amount: asPieces(words) })]),
    ),
  ),
};

export const hasNothing: Text = 'property performance has nothing of this month';
export const noBedrooms: Text = 'property performance has no bedrooms in this month';
const nothingOfMonth = notComparable('month', hasNothing);

const readCount = (measures: Measures, name: string) => new Big((measures[name] ?? 0) as ExactNumber);
const unitOf = (name: string) => (name in performanceCounts ? 'count' : 'money');
const readMeasure = (measures: Measures, name: string, books: CloseBooks): Big =>
  unitOf(name) === 'count' ? readCount(measures, name) : books.amount(measures[name]);
/** Of a month, the units of its days added up: the month itself may have their average. @param what `Items` of units, such as beds */
const available = (of: Measures | Performance, what = ''): Big =>
  Array.isArray(of['businessDays'])
    ? addDecimals(of['businessDays'].map(day => available(day)))
    : readCount(of, `house${what}Count`).minus(readCount(of, `outOfOrder${what}Count`));

export const sumOfDays = (of: Performance, name: string): number =>
  addDecimals(of.businessDays.map(day => readCount(day, name))).toNumber();

const nameGroup = (day: Pieces, { unitGroup }: GroupMeasures) =>
  namePart(day, [unitGroup.code ?? unitGroup.id]);

/** Each day, and each of its unit groups that is not as it has to be: what two of them exchanged leaves the day as it was. */
const eachDay = (
  of: (measures: Measures, subject: Pieces, books: CloseBooks) => Iterable<CheckedFigures>,
  isOfMonth = false,
) =>
  function* (books: CloseBooks): Generator<CheckedFigures> {
    const { performance } = books;
    if (!performance) return yield nothingOfMonth;
    for (const day of performance.businessDays) {
      const subject = sayDate(day.businessDay);
      yield* of(day, subject, books);
      for (const group of day.unitGroups)
        for (const compared of of(group, nameGroup(subject, group), books))
          if (compared.state === 'open') yield compared;
    }
    if (isOfMonth) yield* of(performance, say('month'), books);
  };

/** A ratio that fits the first dividend, or another one, which is named. */
export function compareRatio(
  subject: Text,
  shown: Big,
  below: Big,
  dividends: readonly (readonly [name: Text, value: Big])[],
  step: Big,
): CheckedFigures {
  if (below.eq(0))
    return shown.eq(0) ? compare(subject, shown, 0) : notComparable(subject, 'nothing to divide by', shown);
  const [first, ...others] = dividends;
  const divide = (value: Big) => roundToStep(value.div(below), step);
  const right = first ? divide(first[1]) : new Big(0);
  const isNear = (value: Big) => !shown.eq(right) && divide(value).minus(shown).abs().lte(step);
  const other = others.find(([, value]) => isNear(value));
  const text = say('it is {dividend} that is divided', { dividend: asPieces(other?.[0] ?? '') });
  return compare(subject, shown, right, { rounding: step, reasons: other ? [{ text }] : [] });
}

const unitRevenue = (measures: Measures, books: CloseBooks, tax: TaxKind) =>
  ['UnitRevenue', 'AccommodationRevenue'].map(
    name => [measureWords[`${tax}${name}`] ?? '', books.amount(measures[`${tax}${name}`])] as const,
  );

function* compareAdr(measures: Measures, name: Pieces, books: CloseBooks) {
  const sold = readCount(measures, 'soldCount');
  for (const tax of taxKinds) {
    const shown = books.amount(measures[`${tax}Adr`]);
    yield compareRatio(nameAmount(tax, name), shown, sold, unitRevenue(measures, books, tax), books.cent);
  }
}

function* compareSums(books: CloseBooks): Generator<CheckedFigures> {
  const { performance, bedrooms, excludesDayUse } = books;
  if (!performance) return yield nothingOfMonth;
  yield* compareParts(performance, books);
  if (!bedrooms) return;
  // Bedrooms are compared with room nights, so what does not add up in them is named too.
  const groups = excludesDayUse ? [] : compareGroups(books, performance, bedrooms);
  for (const compared of [...compareParts(bedrooms, books), ...groups])
    if (compared.state === 'open')
      yield { ...compared, subject: namePart(say('bedrooms, over night'), asPieces(compared.subject)) };
}

/** The same groups in both reports: what was exchanged between two of them leaves the sums as they were. */
function* compareGroups(books: CloseBooks, performance: Performance, bedrooms: Performance) {
  const days = new Map(performance.businessDays.map(day => [day.businessDay, day.unitGroups]));
  for (const { businessDay, unitGroups } of bedrooms.businessDays)
    for (const group of unitGroups) {
      const subject = nameGroup(sayDate(businessDay), group);
      const same = days.get(businessDay)?.find(({ unitGroup }) => unitGroup.id === group.unitGroup.id);
      for (const [name, words] of Object.entries(measureWords)) {
        const [shown, own] = [same ?? {}, group].map(each => readMeasure(each, name, books));
        if (shown && own && !shown.eq(own))
          yield compare(namePart(subject, asPieces(words)), shown, own, { unit: unitOf(name) });
      }
    }
}

function* compareParts(performance: Performance, books: CloseBooks): Generator<CheckedFigures> {
  const days = performance.businessDays;
  // Whether the month has the units of all days or of one is not documented: these measures are alike.
  const isAverage = !readCount(performance, 'houseCount').eq(sumOfDays(performance, 'houseCount'));
  const { first, last } = books.period;
  const labels = days.map(({ businessDay }) => businessDay);
  const wrong = labels.filter((day, at) => day < first || day > last || labels.indexOf(day) !== at);
  const cause = say('not of the month, or listed twice: {names}', { names: nameSome(wrong) });
  yield compare('dates', days.length, days.length - wrong.length, { cause, names: wrong });
  for (const [name, words] of Object.entries(measureWords)) {
    const unit = unitOf(name);
    const measure = asPieces(words);
    const of = (each: Measures) => readMeasure(each, name, books);
    const cent = unit === 'count' ? zero : books.halfCent;
    const sum = addDecimals(days.map(of));
    const whole = of(performance);
    const isOfUnits = isAverage && /^(house|unsold|outOfOrder)/.test(name) && days.length > 0;
    const average = isOfUnits && sum.div(days.length).minus(whole).abs().lt(1);
    yield compare(say('{measure}: month, sum of days', { measure }), whole, sum, {
      unit,
      rounding: cent.times(days.length),
      reasons: average ? [{ text: 'the month has the average of its days' }] : [],
    });
    for (const day of days) {
      const parts = addDecimals(day.unitGroups.map(of));
      const subject = say('{measure}: {day}, sum of unit groups', { measure, day: sayDate(day.businessDay) });
      const rounding = cent.times(day.unitGroups.length);
      if (!of(day).eq(parts)) yield compare(subject, of(day), parts, { unit, rounding });
    }
  }
}

const compareTaxes = eachDay((day, subject, books) => {
  const highest = vatLinesOf(books).at(-1)?.percent ?? 30;
  const factor = new Big(100).plus(highest).times(hundredth);
  return Object.entries({ ...revenues, Adr: 'ADR' as const }).map(([kind, words]) => {
    const [gross, net] = [books.amount(day[`gross${kind}`]), books.amount(day[`net${kind}`])];
    const most = net.times(factor);
    const [low, high] = net.lt(0) ? [most, net] : [net, most];
    const isWithin = gross.gte(low) && gross.lte(high);
    const limit = isWithin ? net : gross.lt(low) ? low : high;
    // The net amount of each unit is rounded.
    const units = readCount(day, 'soldCount').plus(1);
    return compare(namePart(subject, say(words)), gross, limit, {
      isWithin,
      rounding: units.times(books.halfCent),
      roundingOf: 'rounding of each unit',
    });
  });
});

export const performanceChecks: readonly CloseIdentity[] = [
  {
    id: 'P1',
    title: 'Units that are not sold',
    sides: ['unsold units', 'units that are left'],
    says: 'unsold units are all units without sold ones and without those out of order, every day',
    compare: eachDay(function* (day, subject) {
      for (const what of ['', 'Items']) {
        const unsold = readCount(day, `unsold${what}Count`);
        const rest = available(day, what).minus(readCount(day, `sold${what}Count`));
        const isOverbooked = rest.lt(0) && unsold.eq(0);
        yield compare(what ? namePart(subject, say('Unsold items')) : subject, unsold, rest, {
          reasons: isOverbooked ? [{ text: 'overbooked: the platform shows 0' }] : [],
        });
      }
    }),
  },
  {
    id: 'P2',
    title: 'Occupancy',
    unit: 'percent',
    sides: ['as reported', 'computed'],
    says: 'occupancy is sold units in percent of all units without those out of order',
    compare: eachDay(function* (of, subject) {
      const sold = readCount(of, 'soldCount').times(100);
      const shown = readCount(of, 'occupancyPercentage');
      yield compareRatio(subject, shown, available(of), [['sold units', sold]], hundredth);
    }, true),
  },
  {
    id: 'P3',
    title: 'ADR',
    unit: 'money',
    sides: ['as reported', 'computed'],
    says: 'ADR is the revenue of sold units divided by their number, gross and net',
    compare: eachDay(compareAdr, true),
  },
  {
    id: 'P4',
    title: 'RevPAR',
    unit: 'money',
    sides: ['as reported', 'computed'],
    says: 'RevPAR is the net revenue of sold units divided by all units without those out of order',
    compare: eachDay(function* (of, subject, books) {
      const revenue = (['net', 'gross'] as const).flatMap(tax => unitRevenue(of, books, tax));
      yield compareRatio(subject, books.amount(of['revPar']), available(of), revenue, books.cent);
    }, true),
  },
  {
    id: 'P5',
    title: 'Days and unit groups add up',
    sides: ['as reported', 'sum of its parts'],
    says: 'the month is the sum of its days, and each day the sum of its unit groups',
    compare: compareSums,
  },
  {
    id: 'P6',
    title: 'Gross against net',
    unit: 'money',
    sides: ['gross', 'net'],
    says: 'gross is at least net, and at most net with the highest VAT rate of the month',
    compare: compareTaxes,
  },
];
