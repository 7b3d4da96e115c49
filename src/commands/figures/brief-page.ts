import {
  countUnit,
  type Document,
  describeCreation,
  type ItemColumn,
  itemsTable,
  moneyUnit,
  percentUnit,
  pointsUnit,
  type Section,
  type Text,
  type Tile,
} from '../../output/document/document.ts';
import { withoutEmptyColumns } from '../../output/document/reading.ts';
import { asPieces, joinTexts, say, sayDate } from '../../output/words/messages.ts';
import { addDays } from '../../platform/dates.ts';
import type { ExactNumber } from '../../platform/numbers.ts';
import {
  arrangeLines,
  countHotels,
  describeMissing,
  describeOtherDays,
  type MissingHotel,
} from '../../reports/figures/lines.ts';
import type { BookedDay, Morning, MorningLine } from '../../reports/figures/morning.ts';
import {
  amountCell,
  changeColumn,
  describeAlignment,
  describeBudget,
  describeScope,
  figureColumn,
  figureTile,
  fillLines,
  keyTiles,
  measureColumns,
  nameLine,
  noteLeading,
  ofYesterday,
  withCode,
} from './figure-page.ts';
import {
  booksChart,
  changeOfBooks,
  countRooms,
  hotelDocument,
  makeNotes,
  monthTiles,
  nameMorningLine,
  outlookBlocks,
  pickupTiles,
  subjectOfMorning,
} from './hotel-page.ts';

/** The number that the hotels of the page are sorted by, the highest first. */
export interface MorningOrder {
  readonly by: Text;
  readonly numberFor: (line: MorningLine) => ExactNumber | null | undefined;
}

const byChange: MorningOrder = {
  by: 'change of RevPAR',
  numberFor: ({ yesterday }) => yesterday.change.revPar,
};

/** The morning page: of one hotel, or one screen of several with each of them folded below. */
export function morningDocument(
  morning: Morning,
  madeAt: number,
  order = byChange,
  budget?: string,
): Document {
  const { hotels, all, gaps } = morning;
  const [only] = all.expected === 1 ? hotels : [];
  const days = hotels.map(line => ({ name: nameMorningLine(line), day: line.today }));
  const document = only ? hotelDocument(morning, only) : groupDocument(morning, order);
  const notes = [...(document.notes ?? []), ...describeBudget(morning, budget)];
  return {
    ...document,
    gaps: [...describeMissing(all, gaps), ...describeOtherDays(days)],
    notes: [...notes, describeCreation(madeAt, 'hotelctl brief')],
  };
}

function groupDocument(morning: Morning, order: MorningOrder): Document {
  const { all, basis } = morning;
  const lines = arrangeLines(morning, order.numberFor);
  const own = lines.flatMap(line => ('cause' in line || line.kind !== 'hotel' ? [] : [line]));
  return {
    title: joinTexts(['Good morning', sayDate(all.today, 'full')]),
    subject: subjectOfMorning(all, countHotels(all)),
    basis: describeScope(morning, basis, {
      before: countRooms(all),
      after: describeAlignment(basis),
    }),
    tiles: groupTiles(morning),
    blocks: [
      ...noteLeading(morning),
      hotelsTable(lines, morning, order),
      ...outlookBlocks(morning.totals[0] ?? all, all),
      booksChart(all.days, all.paceBasis),
      daysSection(all),
      ...own.map(
        (line): Section => ({
          ...hotelDocument(morning, line),
          kind: 'section',
          anchor: line.property ?? '',
          folded: true,
          title: [`${nameMorningLine(line)} · ${line.property}`],
        }),
      ),
    ],
    notes: makeNotes(morning.hotels),
  };
}

function groupTiles({ all, totals: [leading = all] }: Morning): Tile[] {
  const { currency, monthToDate } = leading;
  const month = joinTexts(['RevPAR', sayDate(monthToDate.period.first, 'month')], ', ');
  const { next30Days, pickup7, pickup1 } = all;
  const occupancy = changeOfBooks(all)?.occupancy ?? null;
  return [
    ...keyTiles({ ...all.yesterday, currency }, { ...leading.yesterday, currency }, ofYesterday),
    figureTile(month, monthToDate.figures?.revPar, moneyUnit(currency), monthToDate.change.revPar),
    ...monthTiles(leading),
    figureTile('On the books, 30 days', next30Days.figures?.occupancy, percentUnit, occupancy),
    ...pickupTiles(pickup7, pickup1),
  ];
}

function hotelsTable(lines: readonly (MorningLine | MissingHotel)[], { all }: Morning, order: MorningOrder) {
  const shared = all.currency;
  const nameDay = ({ kind, today }: MorningLine) =>
    kind === 'hotel' && today !== all.today ? [say('as of {days}', { days: sayDate(today, 'weekday') })] : [];
  const columns: ItemColumn<MorningLine>[] = [
    [{ heading: 'Hotel', kind: 'text' }, line => nameLine(line, [...nameDay(line), ...countRooms(line)])],
    ...measureColumns<MorningLine>(
      { occupancy: [0, 2], adr: [5, 6], revPar: [0, 0] },
      shared,
      ({ currency, code, yesterday }) => ({ ...yesterday, currency, code }),
    ),
    [
      figureColumn('RevPAR', moneyUnit(shared), 4),
      ({ monthToDate, currency }) => amountCell(monthToDate.figures?.revPar, currency),
    ],
    [changeColumn(['± %'], percentUnit, 4), ({ monthToDate }) => monthToDate.change.revPar],
    [changeColumn('± % budget', percentUnit, 3), ({ onBudget }) => onBudget.change.revenue],
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
    ...fillLines(columns, lines, ({ property }) => (property === undefined ? {} : { link: property })),
    title: 'Hotels',
    detail: say('sorted by {column}', { column: asPieces(order.by) }),
    groups: [
      { title: '', span: 1 },
      { title: joinTexts(['Yesterday', sayDate(addDays(all.today, -1), 'weekday')], ', '), span: 6 },
      { title: say('{month} to date', { month: sayDate(all.monthToDate.period.first, 'month') }), span: 3 },
      { title: 'Next 30 days, on the books', span: 4 },
      { title: '', span: 1 },
    ],
  });
}

/** The days of all hotels, for those who look for one; a sheet of the workbook. */
function daysSection({ days, currency }: MorningLine): Section {
  const title = 'Next 30 days, on the books';
  const columns: ItemColumn<BookedDay>[] = [
    [{ heading: 'Stay date', kind: 'date' }, ({ day }) => day],
    [{ ...figureColumn('Occ. %', percentUnit), isKey: true }, ({ figures }) => figures?.occupancy],
    [figureColumn('Occ. % last year', percentUnit), ({ lastYear }) => lastYear?.occupancy],
    [figureColumn('Room nights sold', countUnit), ({ figures }) => figures?.sold],
    [changeColumn('7 days', countUnit), ({ pickup }) => pickup?.sold],
  ];
  if (currency !== undefined)
    columns.push([
      figureColumn(withCode('Revenue', currency), moneyUnit(currency)),
      ({ figures }) => figures?.revenue,
    ]);
  const blocks = [withoutEmptyColumns(itemsTable(days, columns))];
  return { kind: 'section', anchor: 'days', title, sheet: title, folded: true, blocks };
}
