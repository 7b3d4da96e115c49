import { countText } from '../../base/text.ts';
import {
  basisWords,
  countLeading,
  figureColumn,
  figureTile,
  findLeading,
  keyTiles,
  noteLeading,
} from '../../cli/figures/figure-page.ts';
import {
  countUnit,
  type Document,
  type DocumentRow,
  type DocumentTable,
  describeCreation,
  moneyUnit,
  percentUnit,
  pointsUnit,
  type Section,
  type Text,
  type Tile,
} from '../../output/document/document.ts';
import { withoutEmptyColumns } from '../../output/document/words.ts';
import { addDays } from '../../platform/dates.ts';
import type { ExactNumber } from '../../platform/numbers.ts';
import type { HotelFigures } from '../../reports/figures/hotel-figures.ts';
import type { Morning, MorningLine } from '../../reports/figures/morning.ts';
import {
  booksChart,
  changeOfBooks,
  hotelDocument,
  makeNotes,
  nameMorningLine,
  pickupTiles,
  subjectOfMorning,
} from './hotel-page.ts';

/** The number that the hotels of the page are sorted by, the highest first. */
export interface MorningOrder {
  readonly by: string;
  readonly numberFor: (line: MorningLine) => ExactNumber | null | undefined;
}

const byChange: MorningOrder = {
  by: 'change of RevPAR',
  numberFor: ({ yesterday }) => yesterday.change.revPar,
};

/** The morning page: of one hotel, or one screen of several with each of them folded below. */
export function morningDocument(morning: Morning, madeAt: number, order = byChange): Document {
  const [only, ...others] = morning.hotels;
  const document = only && others.length === 0 ? hotelDocument(morning, only) : groupDocument(morning, order);
  return { ...document, notes: [...(document.notes ?? []), describeCreation(madeAt, 'hotelctl brief')] };
}

function groupDocument(morning: Morning, order: MorningOrder): Document {
  const { hotels, totals, today, basis } = morning;
  const leading = findLeading(totals);
  const currencies = [...new Set(hotels.flatMap(({ currency }) => currency ?? []))];
  const shared = currencies.length === 1 ? currencies[0] : undefined;
  const lines = orderLines(morning, order);
  const units = totals.reduce((sum, line) => sum + line.units, 0);
  return {
    title: ['Good morning · ', { date: today, as: 'full' }],
    ...(leading ? { subject: subjectOfMorning(leading, countLeading(leading, hotels.length)) } : {}),
    basis: [
      `${countText(hotels.length, 'hotel')}, `,
      { number: units, unit: countUnit },
      ` rooms · ${shared === undefined || basis.conversion ? '' : `${shared}, `}${basisWords(basis)}`,
    ],
    tiles: leading ? groupTiles(leading) : [],
    blocks: [
      ...noteLeading(leading, hotels.length),
      hotelsTable(lines, morning, shared, order),
      booksChart(morning.days, leading?.paceBasis),
      daysSection(morning, shared),
      ...lines.flatMap((line): Section[] =>
        line.property === undefined
          ? []
          : [
              {
                ...hotelDocument(morning, line),
                kind: 'section',
                anchor: line.property,
                folded: true,
                title: `${nameMorningLine(line)} · ${line.property}`,
              },
            ],
      ),
    ],
    notes: makeNotes(hotels),
  };
}

function groupTiles(line: MorningLine): Tile[] {
  const { currency, yesterday, monthToDate, next30Days, pickup7, pickup1 } = line;
  const month: Text = ['RevPAR, ', { date: monthToDate.period.first, as: 'month' }];
  const occupancy = changeOfBooks(line)?.occupancy ?? null;
  return [
    ...keyTiles({ ...yesterday, currency }, ', yesterday'),
    figureTile(month, monthToDate.figures?.revPar, moneyUnit(currency), monthToDate.change.revPar),
    figureTile('On the books, 30 days', next30Days.figures?.occupancy, percentUnit, occupancy),
    ...pickupTiles(pickup7, pickup1),
  ];
}

/** Every hotel, those of a group followed by its sub-totals, and the totals at the end. */
function orderLines({ hotels, subtotals, totals }: Morning, order: MorningOrder): readonly MorningLine[] {
  const ordered = hotels.toSorted((one, other) =>
    compareNumbers(order.numberFor(one), order.numberFor(other)),
  );
  // Without groups, hotels of several currencies have a total for each currency below them.
  const sums = subtotals.length > 0 ? subtotals : totals;
  const placed = new Set<MorningLine>();
  const lines = sums.flatMap(sum => {
    const own = ordered.filter(
      line =>
        !placed.has(line) &&
        (subtotals.length === 0 || line.group === sum.group) &&
        (line.currency ?? sum.currency) === sum.currency,
    );
    for (const line of own) placed.add(line);
    return [...own, sum];
  });
  const all = [
    ...lines,
    ...ordered.filter(line => !placed.has(line)),
    ...(subtotals.length > 0 ? totals : []),
  ];
  // The total of the only hotel with a currency would say the same again.
  return all.filter(line => line.property !== undefined || line.name || line.hotels > 1);
}

function hotelsTable(
  lines: readonly MorningLine[],
  { hotels, today }: Morning,
  shared: string | undefined,
  order: MorningOrder,
): DocumentTable {
  const [first] = hotels;
  const month = first?.monthToDate.period.first ?? today;
  const money = moneyUnit(shared);
  return withoutEmptyColumns({
    kind: 'table',
    title: 'Hotels',
    detail: `sorted by ${order.by}`,
    groups: [
      { title: '', span: 1 },
      { title: ['Yesterday, ', { date: addDays(today, -1), as: 'weekday' }], span: 6 },
      { title: [{ date: month, as: 'month' }, ' to date'], span: 2 },
      { title: 'Next 30 days, on the books', span: 4 },
      { title: '', span: 1 },
    ],
    columns: [
      { heading: 'Hotel', kind: 'text' },
      { heading: 'Occ. %', kind: 'number', unit: percentUnit },
      { heading: '± pts', kind: 'signed', unit: pointsUnit, rank: 2 },
      { heading: 'ADR', kind: 'number', unit: money, rank: 5 },
      { heading: '± %', kind: 'signed', unit: percentUnit, rank: 6 },
      { heading: 'RevPAR', kind: 'number', unit: money, isKey: true },
      { heading: '± %', kind: 'signed', unit: percentUnit },
      { heading: 'RevPAR', kind: 'number', unit: money, rank: 4 },
      { heading: '± %', kind: 'signed', unit: percentUnit, rank: 4 },
      { heading: 'Occ. %', kind: 'number', unit: percentUnit, rank: 1 },
      { heading: '± pace', kind: 'signed', unit: pointsUnit, rank: 3 },
      { heading: '1 day', kind: 'signed', unit: countUnit, rank: 7 },
      { heading: '7 days', kind: 'signed', unit: countUnit, rank: 1 },
      { heading: 'Occupancy by day', kind: 'sparkline', rank: 8 },
    ],
    rows: lines.map(line => lineRow(line, shared)),
  });
}

/** The days of all hotels, for those who look for one; a sheet of the workbook. */
function daysSection({ days }: Morning, shared: string | undefined): Section {
  const title = 'Next 30 days, on the books';
  return {
    ...{ kind: 'section', anchor: 'days', title, sheet: title, folded: true },
    blocks: [
      withoutEmptyColumns({
        kind: 'table',
        columns: [
          { heading: 'Stay date', kind: 'date' },
          { ...figureColumn('Occ. %', percentUnit), isKey: true },
          figureColumn('Occ. % last year', percentUnit),
          figureColumn('Room nights sold', countUnit),
          { heading: '7 days', kind: 'signed', unit: countUnit },
          ...(shared === undefined ? [] : [figureColumn(`Revenue ${shared}`, moneyUnit(shared))]),
        ],
        rows: days.map(({ day, figures, lastYear, pickup }) => ({
          kind: 'row',
          cells: [
            ...[day, figures?.occupancy, lastYear?.occupancy, figures?.sold, pickup?.sold],
            ...(shared === undefined ? [] : [figures?.revenue]),
          ],
        })),
      }),
    ],
  };
}

/** The highest first, and what is unknown last. */
function compareNumbers(one: ExactNumber | null | undefined, other: ExactNumber | null | undefined): number {
  if (one == null || other == null) return Number(one == null) - Number(other == null);
  return Number(other) - Number(one);
}

function lineRow(line: MorningLine, shared: string | undefined): DocumentRow {
  const { property, currency, units, yesterday, monthToDate, next30Days, pickup1, pickup7, days } = line;
  const isSum = property === undefined;
  const code = shared === undefined ? currency : undefined;
  const rooms = [{ number: units, unit: countUnit }, units === 1 ? ' room' : ' rooms'] as const;
  const names = [isSum ? countText(line.hotels, 'hotel') : property, code];
  const name = isSum && !line.name && code ? `All ${code} hotels` : nameMorningLine(line);
  // Of several currencies that of the hotel is after its name, and in the column that is always shown.
  const money = (value: HotelFigures['adr'] | undefined, sign = '') => ({
    value,
    unit: { ...moneyUnit(currency), sign },
  });
  return {
    kind: isSum ? 'sum' : 'row',
    ...(isSum ? {} : { link: property }),
    cells: [
      { value: isSum ? [name] : name, detail: [`${names.filter(Boolean).join(' · ')} · `, ...rooms] },
      ...[yesterday.figures?.occupancy, yesterday.change.occupancy],
      ...[money(yesterday.figures?.adr), yesterday.change.adr],
      ...[money(yesterday.figures?.revPar, code), yesterday.change.revPar],
      ...[money(monthToDate.figures?.revPar), monthToDate.change.revPar],
      ...[next30Days.figures?.occupancy, changeOfBooks(line)?.occupancy, pickup1?.sold, pickup7?.sold],
      isSum ? null : { series: days.map(({ figures }) => figures?.occupancy ?? null) },
    ],
  };
}
