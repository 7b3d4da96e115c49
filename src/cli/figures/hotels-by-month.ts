import Big from 'big.js';
import { countText } from '../../base/text.ts';
import {
  type Cell,
  countUnit,
  type Document,
  type DocumentColumn,
  type DocumentRow,
  describeCreation,
  moneyUnit,
  nightsUnit,
  percentUnit,
  pointsUnit,
  type Text,
} from '../../output/document/document.ts';
import { type CalendarDate, dayNumber } from '../../platform/dates.ts';
import { type ExactNumber, isExactNumber, plainNumber, settled } from '../../platform/numbers.ts';
import { valueReader } from '../../platform/record-paths.ts';
import type { ReportRecord } from '../../platform/records.ts';
import { describeBasis } from '../../platform/reports/report.ts';
import { type BookComparison, comparedBooks } from '../../reports/figures/books.ts';
import { daysOfWhole, type HotelWords, nameGroup, withoutGroupLast } from '../../reports/figures/groups.ts';
import type { FigureBasis } from '../../reports/figures/morning.ts';
import type { SideNames } from '../../reports/figures/two-sides.ts';
import { describeNotes } from './figure-page.ts';

export interface ComparedHotel {
  readonly property: string;
  readonly earlier: readonly ReportRecord[];
  readonly later: readonly ReportRecord[];
  readonly names: SideNames;
  /** `snapshots of 2026-11-14 and 2026-11-21` */
  readonly about: string;
  /** Of which other snapshots or days than the requested ones they are. */
  readonly notes: readonly string[];
  /** Only of a pick-up. */
  readonly window?: PickupWindow;
}

/** The days of both snapshots of a pick-up, and the day that was requested for the earlier one. */
interface PickupWindow {
  readonly beforeTaken: CalendarDate;
  readonly nowTaken: CalendarDate;
  readonly since: CalendarDate;
}

export type MatrixComparison = BookComparison & {
  readonly basis: FigureBasis;
  readonly words: HotelWords;
  /** The regions of the portfolio, by property. */
  readonly regions: ReadonlyMap<string, string>;
};

/** Pick-up or pace of several hotels: the hotels down, the months of stay across. */
export function hotelsByMonth(
  comparison: MatrixComparison,
  compared: readonly ComparedHotel[],
  madeAt: number,
): Document {
  const { kind, basis, words, regions: regionsOf } = comparison;
  const hotels = withoutGroupLast(compared, regionsOf).map(hotel => ({
    ...hotel,
    line: makeLine(comparison, hotel),
  }));
  const isPickup = kind === 'pickup';
  const lines = hotels.map(({ line }) => line);
  const currencies = [...new Set(lines.flatMap(({ currency }) => currency ?? []))];
  const [shared] = currencies.length === 1 ? currencies : [];
  const months = [...new Set(lines.flatMap(({ byMonth }) => [...byMonth.keys()]))].sort();
  const addUp = (own: readonly ComparedHotel[]) => {
    const alike = own.filter(({ earlier, later }) => earlier.length > 0 && later.length > 0);
    const all = (side: 'earlier' | 'later', of: readonly ComparedHotel[] = alike) =>
      of.flatMap(hotel => hotel[side].map(row => ({ ...row, propertyId: '' })));
    const sides = { earlier: all('earlier'), later: all('later') };
    return { ...makeLine(comparison, sides, all('later', own)), hotels: own.length };
  };
  const inCurrency = (currency: string) => hotels.filter(({ line }) => line.currency === currency);
  const totals = currencies.map(currency => addUp(inCurrency(currency)));
  const makeRow = (line: Line, name: Text, detail: string, isSum = false): DocumentRow => ({
    kind: isSum ? 'sum' : 'row',
    cells: [
      name === detail ? name : { value: name, detail },
      ...months.map(month => line.byMonth.get(month) ?? null),
      ...line.cells(shared === undefined),
    ],
  });
  // The total of the only hotel with a currency would say the same again.
  const sums = totals.flatMap(line => {
    const name = shared === undefined ? `All ${line.currency} hotels` : 'All hotels';
    return line.hotels > 1 ? [makeRow(line, [name], countText(line.hotels, 'hotel'), true)] : [];
  });
  const total = totals.length === 1 ? totals[0]?.total : undefined;
  const [names] = byFrequency(hotels.map(hotel => hotel.names));
  const sides = names ? ` · ${names.earlier} ${isPickup ? 'to' : 'and'} ${names.later}` : '';
  const rowOfHotel = ({ line, property }: (typeof hotels)[number]) =>
    makeRow(line, words.names.get(property) ?? property, property);
  const findRegion = ({ property }: ComparedHotel) =>
    regionsOf.size === 0 ? undefined : nameGroup({ heading: 'region', of: regionsOf }, property);
  const regions = [...new Set(hotels.flatMap(hotel => findRegion(hotel) ?? []))].flatMap(region =>
    currencies.flatMap(currency => {
      const own = inCurrency(currency).filter(hotel => findRegion(hotel) === region);
      if (own.length === 0) return [];
      const line = addUp(own);
      const detail = [countText(own.length, 'hotel'), shared === undefined && currency];
      return [...own.map(rowOfHotel), makeRow(line, [region], detail.filter(Boolean).join(' · '), true)];
    }),
  );
  // Those without a region or without a currency.
  const others = hotels.filter(hotel => findRegion(hotel) === undefined || hotel.line.currency === undefined);
  const rows = [...regions, ...others.map(rowOfHotel)];
  const noted = hotels.map(({ property, about, notes }) => ({ property, notes: [about, ...notes] }));
  const stays = [
    ...new Set(hotels.flatMap(({ later }) => later.map(row => String(row['businessDay'])))),
  ].sort();
  const days = daysByMonth(stays);
  const [first = '', last = ''] = [stays[0], stays.at(-1)];
  return {
    title: [isPickup ? 'Pick-up' : 'Pace', sides],
    subject: [
      { phrase: countText(hotels.length, 'hotel') },
      ', ',
      { phrase: `${isPickup ? 'Pick-up' : 'Pace'}${sides}` },
      ...(total == null
        ? []
        : [': ', { number: total, unit: isPickup ? nightsUnit : pointsUnit, isChange: true }]),
    ],
    basis: [
      ...windowWords(hotels.flatMap(({ window }) => window ?? [])),
      [
        countText(hotels.length, 'hotel'),
        describeBasis(basis.unitGroupTypes, basis.amounts, basis.conversion) +
          (shared === undefined || basis.conversion ? '' : `, ${shared}`),
        isPickup
          ? 'room nights booked less cancelled, by month of stay'
          : `occupancy on the books against ${names?.earlier ?? 'the earlier books'}, by month of stay`,
      ].join(' · '),
    ],
    blocks: [
      {
        kind: 'table',
        groups: [
          { title: '', span: 1 },
          {
            title: isPickup ? 'Room nights picked up' : 'Change of occupancy in points',
            span: months.length + 1,
          },
          { title: isPickup ? 'Their value' : 'Room nights sold', span: 2 },
          {
            title: ['On the books, ', { date: first, as: 'day' }, ' to ', { date: last, as: 'day' }],
            span: 2,
          },
        ],
        columns: makeColumns(
          isPickup,
          new Map(months.map(month => [month, days.get(month) ?? 0])),
          lines,
          shared,
        ),
        rows: [...rows, ...sums],
      },
    ],
    notes: [...describeNotes(noted), describeCreation(madeAt, `hotelctl ${kind}`)],
  };
}

type Line = ReturnType<typeof makeLine>;

function byFrequency<Value>(values: readonly Value[]): Value[] {
  const found = new Map<string, { readonly value: Value; count: number }>();
  for (const value of values) {
    const each = found.get(JSON.stringify(value)) ?? { value, count: 0 };
    each.count += 1;
    found.set(JSON.stringify(value), each);
  }
  return [...found.values()].sort((one, other) => other.count - one.count).map(({ value }) => value);
}

/** `since 22 Nov 2026 (1 day, 7 days requested)`; where hotels differ that of most of them, and the days of the others. */
function windowWords(windows: readonly PickupWindow[]): Exclude<Text, string> {
  const [most, ...others] = byFrequency(windows);
  if (!most) return [];
  const count = ({ beforeTaken, nowTaken }: PickupWindow) => dayNumber(nowTaken) - dayNumber(beforeTaken);
  const requested = dayNumber(most.nowTaken) - dayNumber(most.since);
  const counts = others.map(count);
  const [least, longest] = [Math.min(...counts), Math.max(...counts)];
  const days = [
    countText(count(most), 'day'),
    ...(requested === count(most) ? [] : [`${countText(requested, 'day')} requested`]),
    ...(others.length === 0
      ? []
      : [`other hotels ${least === longest ? '' : `${least} to `}${countText(longest, 'day')}`]),
  ];
  return ['since ', { date: most.beforeTaken, as: 'day-of-year' }, ` (${days.join(', ')}) · `];
}

function daysByMonth(days: readonly CalendarDate[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const day of days) counts.set(day.slice(0, 7), (counts.get(day.slice(0, 7)) ?? 0) + 1);
  return counts;
}

/**
 * The figures of a hotel, or of the rows of several in one currency.
 *
 * @param all the later rows also of hotels without earlier ones, whose changes are unknown
 */
function makeLine(
  comparison: MatrixComparison,
  { earlier, later }: Pick<ComparedHotel, 'earlier' | 'later'>,
  all = later,
) {
  const { kind, amounts } = comparison;
  const isPickup = kind === 'pickup';
  const shade = valueReader(isPickup ? 'sold.pickup' : 'occupancyPercentage.difference');
  const byMonth = new Map(
    comparedBooks({ ...comparison, grouping: 'month' }, earlier, later).map(record => [
      String(record['month']),
      toNumber(shade(record)),
    ]),
  );
  const [whole] = comparedBooks({ ...comparison, grouping: 'property' }, earlier, later);
  const [onTheBooks] = comparedBooks({ ...comparison, grouping: 'property' }, [], all);
  const read = (path: string, of = whole) => (of ? toNumber(valueReader(path)(of)) : null);
  const code = (whole ?? onTheBooks)?.['currency'];
  const currency = typeof code === 'string' ? code : undefined;
  // The currency of all hotels is in the line of basis.
  const money = (value: ExactNumber | null, isSigned: boolean): Cell => ({
    value,
    unit: { ...moneyUnit(currency), ...(isSigned ? {} : { sign: '' }) },
  });
  const revenue = read(`${amounts}Revenue.${isPickup ? 'pickup' : 'difference'}`);
  const sold = read(`sold.${isPickup ? 'pickup' : 'difference'}`);
  const occupancy = read('occupancyPercentage.now', onTheBooks);
  const total = whole ? toNumber(shade(whole)) : null;
  return {
    ...{ byMonth, currency, total },
    cells: (isSigned: boolean): Cell[] => [
      total,
      ...(isPickup
        ? [money(revenue, isSigned), money(computeRatio(revenue, sold), isSigned)]
        : [read('sold.now', onTheBooks), sold]),
      occupancy,
      isPickup ? read('occupancyPercentage.pickup') : money(revenue, isSigned),
    ],
  };
}

const toNumber = (value: unknown): ExactNumber | null => (isExactNumber(value) ? value : null);

/** What a room night that was picked up is worth; of cancellations nothing. */
const computeRatio = (above: ExactNumber | null, below: ExactNumber | null): ExactNumber | null =>
  above === null || below === null || Number(below) <= 0
    ? null
    : settled(new Big(plainNumber(above)).div(plainNumber(below)).round(4));

function makeColumns(
  isPickup: boolean,
  months: ReadonlyMap<string, number>,
  lines: readonly Line[],
  shared: string | undefined,
): DocumentColumn[] {
  const unit = isPickup ? countUnit : pointsUnit;
  const most = Math.max(
    1,
    ...lines.flatMap(({ byMonth }) => [...byMonth.values()].map(value => Math.abs(Number(value ?? 0)))),
  );
  const money = { unit: moneyUnit(shared) };
  const isOneYear = new Set([...months.keys()].map(month => month.slice(0, 4))).size === 1;
  return [
    { heading: 'Hotel', kind: 'text' },
    ...[...months].map(
      ([month, days]): DocumentColumn => ({
        heading: [
          { date: `${month}-01`, as: isOneYear ? 'short-month' : 'short-month-of-year' },
          ...partOfMonth(month, days),
        ],
        kind: 'shade',
        unit,
        most,
      }),
    ),
    { heading: 'Total', kind: 'signed', unit, isKey: true },
    ...(isPickup
      ? ([
          { heading: 'Revenue', kind: 'number', ...money, rank: 2 },
          { heading: 'ADR', kind: 'number', ...money, rank: 3 },
        ] as const)
      : ([
          { heading: 'Now', kind: 'number', unit: countUnit, rank: 2 },
          { heading: '±', kind: 'signed', unit: countUnit, rank: 2 },
        ] as const)),
    { heading: 'Occ. %', kind: 'number', unit: percentUnit, rank: 1 },
    isPickup
      ? { heading: '± pts', kind: 'signed', unit: pointsUnit, rank: 1 }
      : { heading: '± revenue', kind: 'signed', ...money, rank: 3 },
  ];
}

/** `, 20 of 28 d` in one line, of a month of which not all days are in it. */
function partOfMonth(month: string, days: number): string[] {
  const all = daysOfWhole({ month });
  return days === all ? [] : [`, ${days}\u00a0of\u00a0${all}\u00a0d`];
}
