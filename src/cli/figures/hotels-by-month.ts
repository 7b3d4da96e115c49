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
  withDates,
} from '../../output/document/document.ts';
import { type ExactNumber, isExactNumber, plainNumber, settled } from '../../platform/numbers.ts';
import { valueReader } from '../../platform/record-paths.ts';
import type { ReportRecord } from '../../platform/records.ts';
import { describeBasis } from '../../platform/reports/report.ts';
import { type BookComparison, comparedBooks } from '../../reports/figures/compared-books.ts';
import type { FigureBasis } from '../../reports/figures/morning.ts';

interface ComparedHotel {
  readonly property: string;
  readonly about: string;
  readonly earlier: readonly ReportRecord[];
  readonly later: readonly ReportRecord[];
}

export type MatrixComparison = BookComparison & {
  readonly basis: FigureBasis;
  readonly regions?: ReadonlyMap<string, string>;
};

/** Pick-up or pace of several hotels: the hotels down, the months of stay across. */
export function hotelsByMonth(
  comparison: MatrixComparison,
  hotels: readonly ComparedHotel[],
  madeAt: number,
): Document {
  const { kind, basis, names } = comparison;
  const isPickup = kind === 'pickup';
  const words = isPickup
    ? {
        ...{ name: 'Pick-up', months: 'Room nights picked up', value: 'Their value', unit: nightsUnit },
        what: 'room nights booked less cancelled',
      }
    : {
        ...{ name: 'Pace', months: 'Change of occupancy in points', value: 'Rooms sold', unit: pointsUnit },
        what: `occupancy on the books against ${names?.earlier ?? 'the earlier books'}`,
      };
  const lines = hotels.map(hotel => lineOf(comparison, hotel));
  const currencies = [...new Set(lines.flatMap(({ currency }) => currency ?? []))];
  const [shared] = currencies.length === 1 ? currencies : [];
  const months = [...new Set(lines.flatMap(({ byMonth }) => [...byMonth.keys()]))].sort();
  const sumOf = (own: readonly ComparedHotel[]) => {
    const alike = own.filter(({ earlier, later }) => earlier.length > 0 && later.length > 0);
    const all = (side: 'earlier' | 'later', of: readonly ComparedHotel[] = alike) =>
      of.flatMap(hotel => hotel[side].map(row => ({ ...row, propertyId: '' })));
    const compared = { property: '', about: '', earlier: all('earlier'), later: all('later') };
    return { ...lineOf(comparison, compared, all('later', own)), hotels: own.length };
  };
  const inCurrency = (currency: string) => hotels.filter((_, index) => lines[index]?.currency === currency);
  const totals = currencies.map(currency => sumOf(inCurrency(currency)));
  const sums = totals.map(line => {
    const name = shared === undefined ? `All ${line.currency} hotels` : 'All hotels';
    return rowOf(line, [name], countText(line.hotels, 'hotel'), months, 'sum');
  });
  const total = totals.length === 1 ? totals[0]?.total : undefined;
  const sides = names ? ` · ${names.earlier} ${isPickup ? 'to' : 'and'} ${names.later}` : '';
  const rowOfHotel = (hotel: ComparedHotel) => {
    const line = lines[hotels.indexOf(hotel)] as Line;
    return rowOf(
      line,
      comparison.words?.names.get(hotel.property) ?? hotel.property,
      hotel.property,
      months,
      'row',
    );
  };
  const regionOf = ({ property }: ComparedHotel) => comparison.regions?.get(property);
  const regions = [...new Set(hotels.flatMap(hotel => regionOf(hotel) ?? []))].flatMap(region =>
    currencies.flatMap(currency => {
      const own = inCurrency(currency).filter(hotel => regionOf(hotel) === region);
      if (own.length === 0) return [];
      const line = sumOf(own);
      const detail = [countText(own.length, 'hotel'), shared === undefined && currency];
      return [...own.map(rowOfHotel), rowOf(line, region, detail.filter(Boolean).join(' · '), months, 'sum')];
    }),
  );
  // Those without a region or without a currency.
  const others = hotels.filter(
    hotel => regionOf(hotel) === undefined || lines[hotels.indexOf(hotel)]?.currency === undefined,
  );
  const rows = [...regions, ...others.map(rowOfHotel)];
  const abouts = new Set(hotels.map(({ about }) => about));
  const count = countText(hotels.length, 'hotel');
  const currency = shared === undefined || basis.conversion ? '' : `, ${shared}`;
  return {
    title: [words.name, sides],
    subject: [
      ...[{ phrase: count }, ', ', { phrase: `${words.name}${sides}` }],
      ...(total == null ? [] : [': ', { number: total, unit: words.unit, isChange: true }]),
    ],
    basis: [
      count,
      describeBasis(basis.unitGroupTypes, basis.amounts, basis.conversion) + currency,
      `${words.what}, by month of stay`,
    ].join(' · '),
    blocks: [
      {
        kind: 'table',
        groups: [
          { title: '', span: 1 },
          { title: words.months, span: months.length + 1 },
          { title: words.value, span: 2 },
          { title: 'On the books', span: 2 },
        ],
        columns: columnsOf(comparison, months, lines, shared),
        rows: [...rows, ...sums],
      },
    ],
    notes: [
      ...(abouts.size === 1
        ? [...abouts]
        : hotels.map(({ property, about }) => `${property} · ${about}`)
      ).map(text => withDates(`${text.charAt(0).toUpperCase()}${text.slice(1)}.`)),
      describeCreation(madeAt, `hotelctl ${kind}`),
    ],
  };
}

type Line = ReturnType<typeof lineOf>;

/**
 * The figures of a hotel, or of the rows of several in one currency.
 *
 * @param all the later rows also of hotels without earlier ones, whose changes are unknown
 */
function lineOf(comparison: MatrixComparison, { earlier, later }: ComparedHotel, all = later) {
  const { kind, amounts } = comparison;
  const isPickup = kind === 'pickup';
  const shade = valueReader(isPickup ? 'sold.pickup' : 'occupancyPercentage.difference');
  const byMonth = new Map(
    comparedBooks({ ...comparison, grouping: 'month' }, earlier, later).map(record => [
      String(record['month']),
      numberOf(shade(record)),
    ]),
  );
  const [whole] = comparedBooks({ ...comparison, grouping: 'property' }, earlier, later);
  const [onTheBooks] = comparedBooks({ ...comparison, grouping: 'property' }, [], all);
  const read = (path: string, of = whole) => (of ? numberOf(valueReader(path)(of)) : null);
  const code = (whole ?? onTheBooks)?.['currency'];
  const currency = typeof code === 'string' ? code : undefined;
  // The currency is in the line of basis, or in the name of a total.
  const money = (value: ExactNumber | null): Cell => ({ value, unit: { ...moneyUnit(currency), sign: '' } });
  const revenue = read(`${amounts}Revenue.${isPickup ? 'pickup' : 'difference'}`);
  const sold = read(`sold.${isPickup ? 'pickup' : 'difference'}`);
  const occupancy = read('occupancyPercentage.now', onTheBooks);
  const total = whole ? numberOf(shade(whole)) : null;
  return {
    ...{ byMonth, currency, total },
    cells: [
      total,
      ...(isPickup ? [money(revenue), money(ratioOf(revenue, sold))] : [read('sold.now', onTheBooks), sold]),
      occupancy,
      isPickup ? read('occupancyPercentage.pickup') : money(revenue),
    ],
  };
}

const numberOf = (value: unknown): ExactNumber | null => (isExactNumber(value) ? value : null);

/** What a room night that was picked up is worth; of cancellations nothing. */
const ratioOf = (above: ExactNumber | null, below: ExactNumber | null): ExactNumber | null =>
  above === null || below === null || Number(below) <= 0
    ? null
    : settled(new Big(plainNumber(above)).div(plainNumber(below)).round(4));

function columnsOf(
  { kind }: MatrixComparison,
  months: readonly string[],
  lines: readonly Line[],
  shared: string | undefined,
): DocumentColumn[] {
  const isPickup = kind === 'pickup';
  const unit = isPickup ? countUnit : pointsUnit;
  const values = lines.flatMap(({ byMonth }) => [...byMonth.values()]);
  const most = Math.max(1, ...values.map(value => Math.abs(Number(value ?? 0))));
  const money = { unit: moneyUnit(shared) };
  const isOneYear = new Set(months.map(month => month.slice(0, 4))).size === 1 || months.length <= 12;
  const as = isOneYear ? 'short-month' : 'month-of-year';
  return [
    { heading: 'Hotel', kind: 'text' },
    ...months.map(
      (month, index): DocumentColumn => ({
        heading: [{ date: `${month}-01`, as }],
        ...{ kind: 'shade', unit, most, rank: 10 + index },
      }),
    ),
    { heading: 'Total', kind: 'change', unit, isKey: true },
    ...(isPickup
      ? ([
          { heading: 'Revenue', kind: 'number', ...money, rank: 2 },
          { heading: 'ADR', kind: 'number', ...money, rank: 3 },
        ] as const)
      : ([
          { heading: 'Now', kind: 'number', unit: countUnit, rank: 2 },
          { heading: '±', kind: 'change', unit: countUnit, rank: 2 },
        ] as const)),
    { heading: 'Occ. %', kind: 'number', unit: percentUnit, rank: 1 },
    isPickup
      ? { heading: '± pts', kind: 'change', unit: pointsUnit, rank: 1 }
      : { heading: '± revenue', kind: 'change', ...money, rank: 3 },
  ];
}

const rowOf = (
  { byMonth, cells }: Line,
  name: Text,
  detail: string,
  months: readonly string[],
  kind: DocumentRow['kind'],
): DocumentRow => ({
  kind,
  cells: [
    name === detail ? name : { value: name, detail },
    ...months.map(month => byMonth.get(month) ?? null),
    ...cells,
  ],
});
