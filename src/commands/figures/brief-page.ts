import { countText } from '../../base/text.ts';
import {
  type Cell,
  countUnit,
  type Document,
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
import type { BookedDay, Morning, MorningLine } from '../../reports/figures/morning.ts';
import {
  amountCell,
  basisWords,
  changeColumn,
  countLeading,
  figureColumn,
  figureTile,
  fillTable,
  findLeading,
  keyTiles,
  type LineColumn,
  measureColumns,
  noteLeading,
} from './figure-page.ts';
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
  let rest = hotels.toSorted((one, other) => compareNumbers(order.numberFor(one), order.numberFor(other)));
  const hasGroups = subtotals.length > 0;
  // Without groups, hotels of several currencies have a total for each currency below them.
  const lines = (hasGroups ? subtotals : totals).flatMap(sum => {
    const isIn = ({ group, currency = sum.currency }: MorningLine) =>
      currency === sum.currency && (!hasGroups || group === sum.group);
    const own = rest.filter(isIn);
    rest = rest.filter(line => !isIn(line));
    return [...own, sum];
  });
  // The total of the only hotel with a currency would say the same again.
  return [...lines, ...rest, ...(hasGroups ? totals : [])].filter(
    line => line.property !== undefined || line.name || line.hotels > 1,
  );
}

function hotelsTable(
  lines: readonly MorningLine[],
  { hotels, today }: Morning,
  shared: string | undefined,
  order: MorningOrder,
): DocumentTable {
  const month = hotels[0]?.monthToDate.period.first ?? today;
  // Of several currencies that of the hotel is after its name, and in the column that is always shown.
  const findCode = ({ currency }: MorningLine) => (shared === undefined ? currency : undefined);
  const columns: LineColumn<MorningLine>[] = [
    [{ heading: 'Hotel', kind: 'text' }, line => nameLine(line, findCode(line))],
    ...measureColumns<MorningLine>({ occupancy: [0, 2], adr: [5, 6], revPar: [0, 0] }, shared, line => ({
      ...line.yesterday,
      currency: line.currency,
      code: findCode(line),
    })),
    [
      figureColumn('RevPAR', moneyUnit(shared), 4),
      ({ monthToDate, currency }) => amountCell(monthToDate.figures?.revPar, currency),
    ],
    [changeColumn('± %', percentUnit, 4), ({ monthToDate }) => monthToDate.change.revPar],
    [figureColumn('Occ. %', percentUnit, 1), ({ next30Days }) => next30Days.figures?.occupancy],
    [changeColumn('± pace', pointsUnit, 3), line => changeOfBooks(line)?.occupancy],
    [changeColumn('1 day', countUnit, 7), ({ pickup1 }) => pickup1?.sold],
    [changeColumn('7 days', countUnit, 1), ({ pickup7 }) => pickup7?.sold],
    [
      { heading: 'Occupancy by day', kind: 'sparkline', rank: 8 },
      ({ property, days }) =>
        property === undefined ? null : { series: days.map(({ figures }) => figures?.occupancy ?? null) },
    ],
  ];
  return withoutEmptyColumns({
    ...fillTable(columns, lines, ({ property }) =>
      property === undefined ? { kind: 'sum' } : { kind: 'row', link: property },
    ),
    title: 'Hotels',
    detail: `sorted by ${order.by}`,
    groups: [
      { title: '', span: 1 },
      { title: ['Yesterday, ', { date: addDays(today, -1), as: 'weekday' }], span: 6 },
      { title: [{ date: month, as: 'month' }, ' to date'], span: 2 },
      { title: 'Next 30 days, on the books', span: 4 },
      { title: '', span: 1 },
    ],
  });
}

/** @param code of its currency, where the table has several */
function nameLine(line: MorningLine, code: string | undefined): Cell {
  const { property, units } = line;
  const rooms = [{ number: units, unit: countUnit }, units === 1 ? ' room' : ' rooms'] as const;
  const names = [property ?? countText(line.hotels, 'hotel'), code].filter(Boolean).join(' · ');
  const name = property === undefined && !line.name && code ? `All ${code} hotels` : nameMorningLine(line);
  return { value: property === undefined ? [name] : name, detail: [`${names} · `, ...rooms] };
}

/** The days of all hotels, for those who look for one; a sheet of the workbook. */
function daysSection({ days }: Morning, shared: string | undefined): Section {
  const title = 'Next 30 days, on the books';
  const columns: LineColumn<BookedDay>[] = [
    [{ heading: 'Stay date', kind: 'date' }, ({ day }) => day],
    [{ ...figureColumn('Occ. %', percentUnit), isKey: true }, ({ figures }) => figures?.occupancy],
    [figureColumn('Occ. % last year', percentUnit), ({ lastYear }) => lastYear?.occupancy],
    [figureColumn('Room nights sold', countUnit), ({ figures }) => figures?.sold],
    [changeColumn('7 days', countUnit), ({ pickup }) => pickup?.sold],
  ];
  if (shared !== undefined)
    columns.push([figureColumn(`Revenue ${shared}`, moneyUnit(shared)), ({ figures }) => figures?.revenue]);
  const blocks = [withoutEmptyColumns(fillTable(columns, days))];
  return { kind: 'section', anchor: 'days', title, sheet: title, folded: true, blocks };
}

/** The highest first, and what is unknown last. */
function compareNumbers(one: ExactNumber | null | undefined, other: ExactNumber | null | undefined): number {
  if (one == null || other == null) return Number(one == null) - Number(other == null);
  return Number(other) - Number(one);
}
