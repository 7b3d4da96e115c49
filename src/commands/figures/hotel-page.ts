import { countText } from '../../base/text.ts';
import {
  countUnit,
  type Document,
  type DocumentBlock,
  type DocumentTable,
  moneyUnit,
  nightsUnit,
  percentUnit,
  type Text,
  type Tile,
} from '../../output/document/document.ts';
import { addDays, type CalendarDate } from '../../platform/dates.ts';
import type { Period } from '../../platform/periods.ts';
import type { HotelFigures } from '../../reports/figures/hotel-figures.ts';
import type { BookedDay, Morning, MorningLine } from '../../reports/figures/morning.ts';
import {
  basisWords,
  changeColumn,
  describeNotes,
  figureColumn,
  figureTile,
  fillTable,
  keyTiles,
  type LineColumn,
  measureColumns,
  nameHotels,
  subjectFigures,
} from './figure-page.ts';

export const nameMorningLine = ({ name, property }: MorningLine): string =>
  (name || property) ?? 'All hotels';

export function hotelDocument(morning: Morning, line: MorningLine): Document {
  return {
    title: nameMorningLine(line),
    subject: subjectOfMorning(line, nameMorningLine(line)),
    basis: [
      'Good morning · ',
      { date: morning.today, as: 'full' },
      ` · ${countText(line.units, 'room')} · ${basisWords(morning.basis)}`,
    ],
    tiles: hotelTiles(line),
    blocks: [
      standTable(line),
      booksChart(line.days, line.paceBasis),
      ...(line.moved.length > 0 ? [movedTable(line, morning.today)] : []),
    ],
    notes: makeNotes([line]),
  };
}

/** `Hotel Isarblick, Sat 21 Nov: 74.4 % occ. (+3.8), RevPAR 119.80 EUR (+6.9 %)` */
export const subjectOfMorning = ({ currency, yesterday }: MorningLine, name: string): Text => [
  { phrase: name },
  ', ',
  { date: yesterday.period.last, as: 'weekday' },
  ...subjectFigures({ ...yesterday, currency }),
];

function hotelTiles({ currency, yesterday, pickup7, pickup1 }: MorningLine): Tile[] {
  const { figures, change } = yesterday;
  const whole = { ...moneyUnit(currency), decimals: 0 };
  return [
    ...keyTiles({ ...yesterday, currency }, ', yesterday'),
    // Cents of a day's revenue are in the table.
    figureTile('Room revenue, yesterday', figures?.revenue, whole, change.revenue),
    ...pickupTiles(pickup7, pickup1),
  ];
}

/** None without a snapshot to count from. */
export function pickupTiles(week: MorningLine['pickup7'], day: MorningLine['pickup1']): Tile[] {
  const tile = { unit: nightsUnit, isChange: true };
  if (!week) return day ? [{ ...tile, what: 'Pick-up of 1 day', value: day.sold }] : [];
  const change = { unit: countUnit, since: 'since yesterday' };
  const sinceYesterday = day ? { change: { ...change, value: day.sold } } : {};
  return [{ ...tile, what: 'Pick-up of 7 days', value: week.sold, ...sinceYesterday }];
}

/** The last year's days on the page are those at the same distance before arrival, unless it has no snapshots of them. */
const paceWords = (paceBasis: MorningLine['paceBasis']): string =>
  paceBasis === 'final result' ? 'last year, final result' : 'last year at the same distance before arrival';

export function booksChart(
  days: readonly BookedDay[],
  paceBasis: MorningLine['paceBasis'],
): Extract<DocumentBlock, { kind: 'chart' }> {
  const hasPace = paceBasis !== undefined;
  return {
    kind: 'chart',
    title: 'On the books, next 30 days',
    detail: hasPace ? `bars: occupancy today · line: ${paceWords(paceBasis)}` : 'bars: occupancy today',
    form: 'days',
    unit: percentUnit,
    series: hasPace ? ['today', 'last year'] : ['today'],
    reaching: 100,
    points: days.map(({ day, figures, lastYear }) => ({
      label: day,
      values: [figures?.occupancy ?? null, ...(hasPace ? [lastYear?.occupancy ?? null] : [])],
    })),
  };
}

const periodWords = ({ first, last }: Period): Text =>
  first === last
    ? [{ date: first, as: 'weekday' }]
    : [{ date: first, as: 'day' }, ' to ', { date: last, as: 'day' }];

/** Books are compared with books at the same distance; last year's final result would always be ahead of them. */
export const changeOfBooks = ({ paceBasis, next30Days }: MorningLine): HotelFigures | undefined =>
  paceBasis === 'same distance' ? next30Days.change : undefined;

function standTable(line: MorningLine): DocumentTable {
  const { currency, yesterday, monthToDate, next30Days } = line;
  type Part = Pick<MorningLine['yesterday'], 'period' | 'figures'> & {
    readonly name: Text;
    readonly change: HotelFigures | undefined;
  };
  const columns: LineColumn<Part>[] = [
    [{ heading: '', kind: 'text' }, ({ name, period }) => ({ value: name, detail: periodWords(period) })],
    ...measureColumns<Part>(
      { occupancy: [0, 0], adr: [3, 3], revPar: [0, 0], sold: [4, 4], revenue: [2, 2] },
      currency,
      part => ({ ...part, currency }),
      currency === undefined ? '' : ` ${currency}`,
    ),
  ];
  const parts: Part[] = [
    { ...yesterday, name: ['Yesterday'] },
    { ...monthToDate, name: [{ date: monthToDate.period.first, as: 'month' }, ' to date'] },
    { ...next30Days, name: ['Next 30 days, on the books'], change: changeOfBooks(line) },
  ];
  return { ...fillTable(columns, parts), title: 'Where we stand' };
}

function movedTable({ currency, moved, pickup7 }: MorningLine, today: CalendarDate): DocumentTable {
  const since = pickup7?.since ?? addDays(today, -7);
  const columns: LineColumn<BookedDay>[] = [
    [{ heading: 'Stay date', kind: 'date' }, ({ day }) => day],
    [figureColumn('Occ. %', percentUnit), ({ figures }) => figures?.occupancy],
    [figureColumn('Room nights sold', countUnit), ({ figures }) => figures?.sold],
    [{ ...changeColumn('Pick-up', countUnit), isKey: true }, ({ pickup }) => pickup?.sold],
    [
      changeColumn(`Revenue of the pick-up ${currency ?? ''}`.trim(), moneyUnit(currency)),
      ({ pickup }) => pickup?.addedRevenue,
    ],
  ];
  const title = ['Where the books moved most since ', { date: since, as: 'weekday' }] as const;
  return { ...fillTable(columns, moved), title };
}

export function makeNotes(lines: readonly MorningLine[]): Text[] {
  const taken = [...new Set(lines.flatMap(({ snapshots }) => snapshots))].toSorted();
  const as = new Set(taken.map(day => day.slice(0, 4))).size > 1 ? 'day-of-year' : 'day';
  const days = taken.flatMap((date, index) => [index === 0 ? 'Snapshots: ' : ', ', { date, as } as const]);
  const hotels = lines.map(({ property = '', paceBasis, notes }) => {
    const noPace =
      "no snapshot of last year at the same distance, so pace is empty; charts show last year's final result";
    return { property, notes: [...notes, ...(paceBasis === 'final result' ? [noPace] : [])] };
  });
  const lacking = ([1, 7] as const).flatMap(count => {
    const ids = lines.filter(line => !line[`pickup${count}`]).map(({ property = '' }) => property);
    const who = { phrase: nameHotels(ids, lines.length) };
    const text = [`Totals of the pick-up of ${countText(count, 'day')} are without `, who];
    return ids.length === 0 || ids.length === lines.length ? [] : [[...text, ': no snapshot of that day.']];
  });
  return [
    ...describeNotes(hotels),
    ...lacking,
    ...(days.length > 0 ? [[...days, '.']] : []),
    'RevPAR = accommodation revenue ÷ available rooms.',
    ...(lines.some(({ paceBasis }) => paceBasis === 'same distance')
      ? ['Pace: occupancy on the books against last year at the same distance before arrival.']
      : []),
  ];
}
