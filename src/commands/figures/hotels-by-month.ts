import Big from 'big.js';
import { countText } from '../../base/text.ts';
import {
  countUnit,
  type Document,
  describeCreation,
  moneyUnit,
  nightsUnit,
  percentUnit,
  pointsUnit,
  type Text,
} from '../../output/document/document.ts';
import { type CalendarDate, dayNumber } from '../../platform/dates.ts';
import { type ExactNumber, plainNumber, settled } from '../../platform/numbers.ts';
import type { ReportRecord } from '../../platform/records.ts';
import { type Amounts, describeBasis } from '../../platform/reports/report.ts';
import type { BookComparison } from '../../reports/figures/books.ts';
import { daysOfWhole, type HotelWords, nameGroup, withoutGroupLast } from '../../reports/figures/groups.ts';
import {
  addUpFigures,
  computeChange,
  type FigureBasis,
  figuresBy,
  findCurrency,
  type HotelFigures,
} from '../../reports/figures/hotel-figures.ts';
import type { SideNames } from '../../reports/figures/two-sides.ts';
import {
  amountCell,
  changeColumn,
  describeNotes,
  figureColumn,
  fillTable,
  type LineColumn,
} from './figure-page.ts';

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

export interface MatrixComparison {
  readonly kind: BookComparison['kind'];
  readonly basis: FigureBasis;
  readonly words: HotelWords;
  /** The regions of the portfolio, by property. */
  readonly regions: ReadonlyMap<string, string>;
}

/** Pick-up or pace of several hotels: the hotels down, the months of stay across. */
export function hotelsByMonth(
  comparison: MatrixComparison,
  compared: readonly ComparedHotel[],
  madeAt: number,
): Document {
  const { kind, basis, words, regions } = comparison;
  const isPickup = kind === 'pickup';
  const hotels = withoutGroupLast(compared, regions).map(hotel => ({
    ...hotel,
    ...makeLine([hotel], isPickup, basis.amounts),
    region: regions.size === 0 ? undefined : nameGroup({ heading: 'region', of: regions }, hotel.property),
    kind: 'row' as const,
    name: words.names.get(hotel.property) ?? hotel.property,
    detail: hotel.property,
  }));
  const sumUp = (own: typeof hotels, name: string, detail = ''): MatrixRow => ({
    ...makeLine(own, isPickup, basis.amounts),
    kind: 'sum',
    name: [name],
    detail: `${countText(own.length, 'hotel')}${detail}`,
  });
  const currencies = [...new Set(hotels.flatMap(({ currency }) => currency ?? []))];
  const [shared] = currencies.length === 1 ? currencies : [];
  const inCurrency = (code: string) => hotels.filter(({ currency }) => currency === code);
  const totals = currencies.map(code =>
    sumUp(inCurrency(code), shared === undefined ? `All ${code} hotels` : 'All hotels'),
  );
  const total = totals.length === 1 ? totals[0]?.shown : undefined;
  const rows: MatrixRow[] = [
    ...[...new Set(hotels.flatMap(({ region }) => region ?? []))].flatMap(name =>
      currencies.flatMap(code => {
        const own = inCurrency(code).filter(({ region }) => region === name);
        return own.length === 0 ? [] : [...own, sumUp(own, name, shared === undefined ? ` · ${code}` : '')];
      }),
    ),
    // Those without a region or without a currency.
    ...hotels.filter(({ region, currency }) => region === undefined || currency === undefined),
    // The total of the only hotel with a currency would say the same again.
    ...totals.filter(sum => sum.hotels > 1),
  ];
  const stays = listDays(hotels.flatMap(({ later }) => later));
  const months = daysByMonth(listDays(hotels.flatMap(({ earlier, later }) => [...earlier, ...later])), stays);
  const [names] = byFrequency(hotels.map(hotel => hotel.names));
  const sides = names ? ` · ${names.earlier} ${isPickup ? 'to' : 'and'} ${names.later}` : '';
  const noted = hotels.map(({ property, about, notes }) => ({ property, notes: [about, ...notes] }));
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
        ...fillTable(makeColumns(isPickup, months, hotels, shared), rows, ({ kind: of }) => ({ kind: of })),
        groups: [
          { title: '', span: 1 },
          {
            title: isPickup ? 'Room nights picked up' : 'Change of occupancy in points',
            span: months.size + 1,
          },
          { title: isPickup ? 'Their value' : 'Room nights sold', span: 2 },
          {
            title: ['On the books, ', { date: first, as: 'day' }, ' to ', { date: last, as: 'day' }],
            span: 2,
          },
        ],
      },
    ],
    notes: [...describeNotes(noted), describeCreation(madeAt, `hotelctl ${kind}`)],
  };
}

type Line = ReturnType<typeof makeLine>;
type MatrixRow = Line & { readonly kind: 'row' | 'sum'; readonly name: Text; readonly detail: string };

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

const listDays = (rows: readonly ReportRecord[]): CalendarDate[] =>
  [...new Set(rows.map(({ businessDay }) => String(businessDay)))].sort();

/** How many days of each month are stays, of the months of all days. */
function daysByMonth(all: readonly CalendarDate[], stays: readonly CalendarDate[]) {
  const months = new Map(all.map(day => [day.slice(0, 7), 0]));
  for (const day of stays) months.set(day.slice(0, 7), (months.get(day.slice(0, 7)) ?? 0) + 1);
  return months;
}

/** The figures of hotels with one currency. The changes are of those that have rows on both sides. */
function makeLine(hotels: readonly ComparedHotel[], isPickup: boolean, amounts: Amounts) {
  const alike = hotels.filter(({ earlier, later }) => earlier.length > 0 && later.length > 0);
  const [before, after] = [alike.flatMap(({ earlier }) => earlier), alike.flatMap(({ later }) => later)];
  const [monthsBefore, monthsAfter] = [before, after].map(rows => figuresBy('month', rows, amounts));
  const shown = ({ sold, occupancy }: HotelFigures) => (isPickup ? sold : occupancy);
  const change = computeChange(addUpFigures(after, amounts), addUpFigures(before, amounts));
  const later = hotels.flatMap(hotel => hotel.later);
  const onTheBooks = addUpFigures(later, amounts);
  const currency = findCurrency([...later, ...hotels.flatMap(({ earlier }) => earlier)]);
  return {
    hotels: hotels.length,
    currency,
    change,
    onTheBooks,
    shown: shown(change),
    changeIn: (month: string) => shown(computeChange(monthsAfter?.get(month), monthsBefore?.get(month))),
  };
}

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
): LineColumn<MatrixRow>[] {
  const unit = isPickup ? countUnit : pointsUnit;
  const changes = lines.flatMap(({ changeIn }) => [...months.keys()].map(changeIn));
  const most = Math.max(1, ...changes.map(value => Math.abs(Number(value ?? 0))));
  const isOneYear = new Set([...months.keys()].map(month => month.slice(0, 4))).size === 1;
  const as = isOneYear ? 'short-month' : 'short-month-of-year';
  const money = moneyUnit(shared);
  // The currency of all hotels is in the line of basis.
  const amount = (value: ExactNumber | null, { currency }: Line) =>
    amountCell(value, currency, shared === undefined ? currency : '');
  const revenue = (line: Line) => amount(line.change.addedRevenue, line);
  return [
    [
      { heading: 'Hotel', kind: 'text' },
      ({ name, detail }) => (name === detail ? name : { value: name, detail }),
    ],
    ...[...months].map(
      ([month, days]): LineColumn<MatrixRow> => [
        { heading: [{ date: `${month}-01`, as }, ...partOfMonth(month, days)], kind: 'shade', unit, most },
        ({ changeIn }) => changeIn(month),
      ],
    ),
    [{ ...changeColumn('Total', unit), isKey: true }, ({ shown }) => shown],
    ...(isPickup
      ? ([
          [figureColumn('Revenue', money, 2), revenue],
          [
            figureColumn('ADR', money, 3),
            line => amount(computeRatio(line.change.addedRevenue, line.change.sold), line),
          ],
        ] satisfies LineColumn<MatrixRow>[])
      : ([
          [figureColumn('Now', countUnit, 2), ({ onTheBooks }) => onTheBooks?.sold],
          [changeColumn('±', countUnit, 2), ({ change }) => change.sold],
        ] satisfies LineColumn<MatrixRow>[])),
    [figureColumn('Occ. %', percentUnit, 1), ({ onTheBooks }) => onTheBooks?.occupancy],
    isPickup
      ? [changeColumn('± pts', pointsUnit, 1), ({ change }) => change.occupancy]
      : [changeColumn('± revenue', money, 3), revenue],
  ];
}

/** `, 20 of 28 d` in one line, of a month of which not all days are in it. */
function partOfMonth(month: string, days: number): string[] {
  const all = daysOfWhole({ month });
  return days === all ? [] : [`, ${days}\u00a0of\u00a0${all}\u00a0d`];
}
