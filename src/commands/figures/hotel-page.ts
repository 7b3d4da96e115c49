import { countText } from '../../base/text.ts';
import {
  basisWords,
  changeColumn,
  describeNotes,
  figureColumn,
  figureTile,
  keyTiles,
  nameHotels,
  subjectFigures,
} from '../../cli/figures/figure-page.ts';
import {
  countUnit,
  type Document,
  type DocumentBlock,
  type DocumentRow,
  type DocumentTable,
  moneyUnit,
  nightsUnit,
  percentUnit,
  pointsUnit,
  type Text,
  type Tile,
} from '../../output/document/document.ts';
import { addDays, type CalendarDate } from '../../platform/dates.ts';
import type { Period } from '../../platform/periods.ts';
import type { HotelFigures } from '../../reports/figures/hotel-figures.ts';
import type { BookedDay, Morning, MorningLine } from '../../reports/figures/morning.ts';

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
  const money = moneyUnit(currency);
  const [percent, code] = ['± %', currency === undefined ? '' : ` ${currency}`];
  const rowFor = (
    name: Text,
    { period, figures }: MorningLine['yesterday'],
    change: HotelFigures | undefined,
  ): DocumentRow => ({
    kind: 'row',
    cells: [
      { value: name, detail: periodWords(period) },
      ...[figures?.occupancy, change?.occupancy, figures?.adr, change?.adr, figures?.revPar, change?.revPar],
      ...[figures?.sold, change?.sold, figures?.revenue, change?.revenue],
    ],
  });
  return {
    kind: 'table',
    title: 'Where we stand',
    columns: [
      { heading: '', kind: 'text' },
      figureColumn('Occ. %', percentUnit),
      changeColumn('± pts', pointsUnit),
      figureColumn(`ADR${code}`, money, 3),
      changeColumn(percent, percentUnit, 3),
      { ...figureColumn(`RevPAR${code}`, money), isKey: true },
      changeColumn(percent, percentUnit),
      figureColumn('Room nights sold', countUnit, 4),
      changeColumn('±', countUnit, 4),
      figureColumn(`Revenue${code}`, money, 2),
      changeColumn(percent, percentUnit, 2),
    ],
    rows: [
      rowFor(['Yesterday'], yesterday, yesterday.change),
      rowFor([{ date: monthToDate.period.first, as: 'month' }, ' to date'], monthToDate, monthToDate.change),
      rowFor(['Next 30 days, on the books'], next30Days, changeOfBooks(line)),
    ],
  };
}

function movedTable({ currency, moved, pickup7 }: MorningLine, today: CalendarDate): DocumentTable {
  const money = moneyUnit(currency);
  const since = pickup7?.since ?? addDays(today, -7);
  const rowFor = ({ day, figures, pickup }: BookedDay): DocumentRow => ({
    kind: 'row',
    cells: [day, figures?.occupancy, figures?.sold, pickup?.sold, pickup?.addedRevenue],
  });
  return {
    kind: 'table',
    title: ['Where the books moved most since ', { date: since, as: 'weekday' }],
    columns: [
      { heading: 'Stay date', kind: 'date' },
      { heading: 'Occ. %', kind: 'number', unit: percentUnit },
      { heading: 'Room nights sold', kind: 'number', unit: countUnit },
      { heading: 'Pick-up', kind: 'signed', unit: countUnit, isKey: true },
      { heading: `Revenue of the pick-up ${currency ?? ''}`.trim(), kind: 'signed', unit: money },
    ],
    rows: moved.map(rowFor),
  };
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
