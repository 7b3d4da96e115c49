import {
  countUnit,
  type Document,
  type DocumentTable,
  type ItemColumn,
  itemsTable,
  moneyUnit,
  nightsUnit,
  percentUnit,
  type Text,
  type Tile,
} from '../../output/document/document.ts';
import { joinTexts, say, sayCount, sayDate } from '../../output/words/messages.ts';
import type { Phrase } from '../../output/words/words.ts';
import { addDays } from '../../platform/dates.ts';
import type { ExactNumber } from '../../platform/numbers.ts';
import type { Period } from '../../platform/periods.ts';
import type { HotelFigures } from '../../reports/figures/hotel-figures.ts';
import { countHotels, describeNotes, nameHotels } from '../../reports/figures/lines.ts';
import type { BookedDay, Morning, MorningLine, Outlook } from '../../reports/figures/morning.ts';
import {
  changeColumn,
  describeAlignment,
  describeScope,
  figureColumn,
  keyTiles,
  measureColumns,
  noteUnlikeHotels,
  occupancyChart,
  ofYesterday,
  revenueTile,
  subjectFigures,
  withCode,
} from './figure-page.ts';

export const nameMorningLine = ({ name, property }: MorningLine): string =>
  (name || property) ?? 'All hotels';

/** A hotel without figures of today has rooms, but their number is not known. */
export const countRooms = ({ units }: Pick<MorningLine, 'units'>): Text[] =>
  units > 0 ? [sayCount(units, '1 room', '{count} rooms')] : [];

export function hotelDocument(morning: Morning, line: MorningLine): Document {
  return {
    title: [nameMorningLine(line)],
    subject: subjectOfMorning(line, [nameMorningLine(line)]),
    basis: describeScope({ ...morning, all: { ...line, expected: 1 } }, morning.basis, {
      before: ['Good morning', [{ date: line.today, as: 'full' }], ...countRooms(line)],
      after: describeAlignment(morning.basis),
    }),
    tiles: hotelTiles(line),
    blocks: [
      standTable(line),
      ...outlookBlocks(line),
      booksChart(line.days, line.paceBasis),
      ...(line.moved.length > 0 ? [movedTable(line)] : []),
    ],
    notes: makeNotes([line]),
  };
}

/** `Hotel Isarblick, Sat 21 Nov: 74.4 % occ. (+3.8), RevPAR 119.80 EUR (+6.9 %)` */
export const subjectOfMorning = ({ currency, yesterday }: MorningLine, name: Exclude<Text, string>): Text => [
  ...name,
  ', ',
  { date: yesterday.period.last, as: 'weekday' },
  ...subjectFigures({ ...yesterday, currency }),
];

function hotelTiles(line: MorningLine): Tile[] {
  const { currency, yesterday, pickup7, pickup1 } = line;
  const { figures, change } = yesterday;
  return [
    ...keyTiles({ ...yesterday, currency }, { ...yesterday, currency }, ofYesterday),
    revenueTile('Room revenue, yesterday', figures?.revenue, currency, change.revenue),
    ...monthTiles(line),
    ...pickupTiles(pickup7, pickup1),
  ];
}

/** ` (2 of 5 hotels)`; nothing if all hotels of a line are counted. */
const countSome = (hotels: number, expected: number): Exclude<Text, string> =>
  hotels === expected ? [] : [' (', ...countHotels({ hotels, expected }), ')'];

type OutlookLine = Pick<MorningLine, 'currency' | 'outlook' | 'hotels' | 'expected'> & {
  readonly monthToDate: { readonly period: Period };
};

export function outlookTiles({ currency, monthToDate, outlook, hotels }: OutlookLine): Tile[] {
  if (!outlook) return [];
  const side = outlook.budget.hotels > 0 ? outlook.budget : outlook.lastYear;
  const since: Text = [
    ...say(side === outlook.budget ? 'on budget' : 'on last year'),
    ...countSome(side.hotels, hotels),
  ];
  const what = say('Outlook, {month}', { month: { date: monthToDate.period.first, as: 'month' } });
  return [revenueTile(what, outlook.revenue, currency, side.change, since)];
}

export function monthTiles(line: MorningLine): Tile[] {
  const { currency, monthToDate, onBudget, hotels } = line;
  const toDate = revenueTile(
    say('Revenue, {month} to date', { month: sayDate(monthToDate.period.first, 'month') }),
    monthToDate.figures?.revenue,
    currency,
    onBudget.change.revenue,
    [...say('on budget to date'), ...countSome(onBudget.hotels, hotels)],
  );
  return [...(onBudget.hotels > 0 ? [toDate] : []), ...outlookTiles(line)];
}

/**
 * Each part of the outlook, beside the budget and last year: sums of what is known. Where only some hotels have these, their
 * own outlook is beside them.
 *
 * @param expected all hotels of the page, of which the line may be those of one currency
 */
export function outlookBlocks(line: OutlookLine, { expected }: OutlookLine = line): DocumentTable[] {
  const { currency, outlook, monthToDate, hotels } = line;
  if (!outlook) return [];
  interface Part {
    readonly name: Text;
    readonly figures: Partial<Pick<HotelFigures, 'sold' | 'revenue'>> | undefined;
    readonly change?: ExactNumber | null;
  }
  const { toDate, onTheBooks, pickup, budget, lastYear, withPickup } = outlook;
  const count = (counted: number) => (hotels === 1 ? [] : countSome(counted, hotels));
  const namePart = (name: Phrase, counted: number) => [...say(name), ...count(counted)];
  const ownPart = ({ hotels: counted, own }: Outlook['budget']): Part[] =>
    counted === 0 || count(counted).length === 0
      ? []
      : [{ name: namePart('Outlook', counted), figures: own }];
  const sidePart = (name: Phrase, { hotels: counted, ...side }: Outlook['budget']): Part => ({
    ...side,
    name: namePart(name, counted),
  });
  const total: Part = { name: say('Outlook'), figures: outlook };
  const lastPickup: Part = {
    name: namePart('What last year picked up from the same distance', withPickup),
    figures: { sold: pickup.sold, revenue: pickup.addedRevenue },
  };
  const parts: Part[] = [
    { name: say('Result to date'), figures: toDate },
    { name: say('On the books to the end of the month'), figures: onTheBooks },
    ...(withPickup > 0 ? [lastPickup] : []),
    total,
    ...(budget.hotels > 0 ? [...ownPart(budget), sidePart('Budget', budget)] : []),
    ...(lastYear.own.revenue === budget.own.revenue ? [] : ownPart(lastYear)),
    sidePart('Last year', lastYear),
  ];
  const revenue = figureColumn(withCode('Revenue', currency), moneyUnit(currency));
  const columns: ItemColumn<Part>[] = [
    [{ heading: '', kind: 'text', isWords: true }, ({ name }) => name],
    [figureColumn('Room nights sold', countUnit), ({ figures }) => figures?.sold],
    [{ ...revenue, isKey: true }, ({ figures }) => figures?.revenue],
    [{ heading: 'Outlook ± %', kind: 'signed', unit: percentUnit }, ({ change }) => change],
  ];
  return [
    {
      ...itemsTable(parts, columns, part => ({ kind: part === total ? 'sum' : 'row' })),
      title: say('Outlook, {month}', { month: { date: monthToDate.period.first, as: 'month' } }),
      detail: hotels === expected ? undefined : countHotels({ hotels, expected }),
    },
  ];
}

/** None without a snapshot to count from. */
export function pickupTiles(week: MorningLine['pickup7'], day: MorningLine['pickup1']): Tile[] {
  const tile = { unit: nightsUnit, isChange: true };
  if (!week) return day ? [{ ...tile, what: 'Pick-up of 1 day', value: day.sold }] : [];
  const change = { unit: countUnit, since: 'since yesterday' } as const;
  const sinceYesterday = day ? { change: { ...change, value: day.sold } } : {};
  return [{ ...tile, what: 'Pick-up of 7 days', value: week.sold, ...sinceYesterday }];
}

/** The last year's days on the page are those at the same distance before arrival, unless it has no snapshots of them. */
const paceWords = (paceBasis: MorningLine['paceBasis']): Phrase =>
  paceBasis === 'final result'
    ? 'line: last year, final result'
    : 'line: last year at the same distance before arrival';

export function booksChart(days: readonly BookedDay[], paceBasis: MorningLine['paceBasis']) {
  return {
    ...occupancyChart(days, paceBasis ? ['today', 'last year'] : ['today']),
    title: 'On the books, next 30 days' as const,
    detail: joinTexts(['bars: occupancy today', paceBasis ? paceWords(paceBasis) : '']),
  };
}

const periodWords = ({ first, last }: Period): Text =>
  first === last
    ? [{ date: first, as: 'weekday' }]
    : say('{first} to {last}', { first: sayDate(first, 'day'), last: sayDate(last, 'day') });

/** Books are compared with books at the same distance; last year's final result would always be ahead of them. */
export const changeOfBooks = ({ paceBasis, next30Days }: MorningLine): HotelFigures | undefined =>
  paceBasis === 'same distance' ? next30Days.change : undefined;

function standTable(line: MorningLine): DocumentTable {
  const { currency, yesterday, monthToDate, next30Days } = line;
  type Part = Pick<MorningLine['yesterday'], 'period' | 'figures'> & {
    readonly name: Text;
    readonly change: HotelFigures | undefined;
  };
  const columns: ItemColumn<Part>[] = [
    [{ heading: '', kind: 'text' }, ({ name, period }) => ({ value: name, detail: periodWords(period) })],
    ...measureColumns<Part>(
      { occupancy: [0, 0], adr: [3, 3], revPar: [0, 0], sold: [4, 4], revenue: [2, 2] },
      currency,
      part => ({ ...part, currency }),
      currency,
    ),
  ];
  const parts: Part[] = [
    { ...yesterday, name: say('Yesterday') },
    { ...monthToDate, name: say('{month} to date', { month: sayDate(monthToDate.period.first, 'month') }) },
    { ...next30Days, name: say('Next 30 days, on the books'), change: changeOfBooks(line) },
  ];
  return { ...itemsTable(parts, columns), title: 'Where we stand' };
}

function movedTable({ currency, moved, pickup7, today }: MorningLine): DocumentTable {
  const since = pickup7?.since ?? addDays(today, -7);
  const columns: ItemColumn<BookedDay>[] = [
    [{ heading: 'Stay date', kind: 'date' }, ({ day }) => day],
    [figureColumn('Occ. %', percentUnit), ({ figures }) => figures?.occupancy],
    [figureColumn('Room nights sold', countUnit), ({ figures }) => figures?.sold],
    [{ ...changeColumn('Pick-up', countUnit), isKey: true }, ({ pickup }) => pickup?.sold],
    [
      changeColumn(withCode('Revenue of the pick-up', currency), moneyUnit(currency)),
      ({ pickup }) => pickup?.addedRevenue,
    ],
  ];
  const title = say('Where the books moved most since {day}', { day: sayDate(since, 'weekday') });
  return { ...itemsTable(moved, columns), title };
}

export function makeNotes(lines: readonly MorningLine[]): Text[] {
  const taken = [...new Set(lines.flatMap(({ snapshots }) => snapshots))].toSorted();
  const as = new Set(taken.map(day => day.slice(0, 4))).size > 1 ? 'day-of-year' : 'day';
  const days = taken.map(date => sayDate(date, as));
  const hotels = lines.map(({ property = '', paceBasis, notes }) => {
    const noPace = say(
      "no snapshot of last year at the same distance, so pace is empty; charts show last year's final result",
    );
    return { property, notes: [...notes, ...(paceBasis === 'final result' ? [noPace] : [])] };
  });
  const having = lines.filter(({ currency }) => currency !== undefined);
  const paced = having.filter(changeOfBooks);
  const alike = (paced.length > 0 ? paced : having).filter(line => line.yesterday.change.revPar !== null);
  const lacking = ([1, 7] as const).flatMap(count => {
    const ids = having.filter(line => !line[`pickup${count}`]).map(({ property = '' }) => property);
    const text = sayCount(
      count,
      'Totals of the pick-up of 1 day are without {hotels}: no snapshot of that day.',
      'Totals of the pick-up of {count} days are without {hotels}: no snapshot of that day.',
      { hotels: nameHotels(ids, lines.length) },
    );
    return ids.length === 0 || ids.length === having.length ? [] : [text];
  });
  return [
    ...describeNotes(hotels),
    ...noteUnlikeHotels(having, line => alike.includes(line)),
    ...lacking,
    ...(days.length > 0 ? [say('Snapshots: {days}.', { days: joinTexts(days, ', ') })] : []),
    say('RevPAR = accommodation revenue ÷ available rooms.'),
    ...(paced.length > 0
      ? [say('Pace: occupancy on the books against last year at the same distance before arrival.')]
      : []),
  ];
}
