import {
  countUnit,
  type DateForm,
  type Document,
  describeCreation,
  type ItemColumn,
  moneyUnit,
  nightsUnit,
  type Pieces,
  percentUnit,
  pointsUnit,
  type ShownUnit,
  type Text,
} from '../../output/document/document.ts';
import { computeRatio } from '../../output/quotient.ts';
import { asPieces, definedText, joinTexts, say, sayCount, sayDate } from '../../output/words/messages.ts';
import type { Phrase } from '../../output/words/words.ts';
import { type CalendarDate, dayNumber, monthOf } from '../../platform/dates.ts';
import { type ExactNumber, toSum } from '../../platform/numbers.ts';
import type { ReportRecord } from '../../platform/records.ts';
import type { BookComparison } from '../../reports/figures/books.ts';
import { daysOfWhole } from '../../reports/figures/groups.ts';
import {
  addUpFigures,
  compareHotels,
  computeChange,
  type FigureBasis,
  type FigureChange,
  figuresBy,
} from '../../reports/figures/hotel-figures.ts';
import {
  arrangeLines,
  byFrequency,
  describeNotes,
  describeOtherDays,
  type FigureLine,
  type HotelHead,
  type MissingHotel,
  makeLines,
  withMissing,
} from '../../reports/figures/lines.ts';
import type { SideNames } from '../../reports/figures/two-sides.ts';
import {
  amountCell,
  budgetOfLines,
  changeColumn,
  describeBudget,
  describeScope,
  figureColumn,
  fillLines,
  nameLine,
  noteUnlikeHotels,
} from './figure-page.ts';

export interface ComparedHotel extends HotelHead {
  readonly earlier: readonly ReportRecord[];
  readonly later: readonly ReportRecord[];
  readonly names: SideNames;
  /** `snapshots of 14 Nov 2026 and 21 Nov 2026` */
  readonly about: Pieces;
  /** The day of the later snapshot. */
  readonly day: CalendarDate;
  /** Of the stay dates, by month or day. */
  readonly budget?: readonly ReportRecord[];
  /** The day of the earlier snapshot of a pick-up. */
  readonly since?: CalendarDate;
}

/** What the pages of pick-up and pace differ in. */
interface MatrixForm {
  readonly title: Phrase;
  /** The change that a month shows, and its unit in a subject. */
  readonly shown: (change: FigureChange) => ExactNumber | null;
  readonly unit: ShownUnit;
  readonly subjectUnit: ShownUnit;
  readonly between: (sides: { readonly earlier: Pieces; readonly later: Pieces }) => Text;
  /** Above the months, and above the two columns after them. */
  readonly headings: readonly [months: Phrase, others: Phrase];
  readonly describe: (sides: { readonly earlier: Pieces } | undefined) => Text;
  readonly columns: (money: ShownUnit) => readonly ItemColumn<MatrixLine>[];
}
const amountOf = (value: ExactNumber | null | undefined, { currency, code }: MatrixLine) =>
  amountCell(value, currency, code);

const forms: Readonly<Record<BookComparison['kind'], MatrixForm>> = {
  pickup: {
    title: 'Pick-up',
    shown: ({ sold }) => sold,
    unit: countUnit,
    subjectUnit: nightsUnit,
    between: sides => say('{earlier} to {later}', sides),
    headings: ['Room nights picked up', 'Their value'],
    describe: () => 'room nights booked less canceled, by month of stay',
    columns: money => [
      [figureColumn('Revenue', money, 2), line => amountOf(line.change.addedRevenue, line)],
      [
        figureColumn('ADR', money, 3),
        line => amountOf(computeWorth(line.change.addedRevenue, line.change.sold), line),
      ],
      [figureColumn('Occ. %', percentUnit, 1), ({ onTheBooks }) => onTheBooks?.occupancy],
      [changeColumn('± pts', pointsUnit, 1), ({ change }) => change.occupancy],
    ],
  },
  pace: {
    title: 'Pace',
    shown: ({ occupancy }) => occupancy,
    unit: pointsUnit,
    subjectUnit: pointsUnit,
    between: sides => say('{earlier} and {later}', sides),
    headings: ['Change of occupancy in points', 'Room nights sold'],
    describe: ({ earlier } = { earlier: say('the earlier books') }) =>
      say('occupancy on the books against {earlier}, by month of stay', { earlier }),
    columns: money => [
      [figureColumn('Now', countUnit, 2), ({ onTheBooks }) => onTheBooks?.sold],
      [changeColumn(['±'], countUnit, 2), ({ change }) => change.sold],
      [figureColumn('Occ. %', percentUnit, 1), ({ onTheBooks }) => onTheBooks?.occupancy],
      [changeColumn('± revenue', money, 3), line => amountOf(line.change.addedRevenue, line)],
    ],
  },
};

/** The hotels down, the months of stay across. @param budget the name of its file */
export function hotelsByMonth(
  kind: BookComparison['kind'],
  basis: FigureBasis,
  hotels: readonly ComparedHotel[],
  missing: readonly MissingHotel[],
  madeAt: number,
  budget: string | undefined,
): Document {
  const form = forms[kind];
  const lines = makeLines(hotels, missing, some => measureMonths(some, basis, form));
  const { all } = lines;
  const stays = listStays(hotels);
  const days = listDays(hotels.flatMap(({ earlier, later }) => [...earlier, ...later]));
  // How many days of each month are stays.
  const months = new Map(days.map(day => [monthOf(day), 0]));
  for (const day of stays) months.set(monthOf(day), (months.get(monthOf(day)) ?? 0) + 1);
  const [names] = byFrequency(hotels.map(hotel => hotel.names));
  const sides = names && {
    earlier: asPieces(definedText(names.earlier)),
    later: asPieces(definedText(names.later)),
  };
  const title = joinTexts([form.title, sides && form.between(sides)]);
  const columns = makeColumns(form, months, lines.hotels, all.currency);
  const rows = arrangeLines(lines);
  const budgets = budgetOfLines<MatrixLine>(rows, all.currency, amountOf);
  const isCompared = ({ shown, changeIn }: MatrixLine) =>
    shown !== null && [...months.keys()].every(month => changeIn(month) !== null);
  const noted = hotels.map(({ property, about, notes }) => ({ property, notes: [about, ...notes] }));
  const [first = '', last = ''] = [stays[0], stays.at(-1)];
  const page: Document = {
    title,
    subject: [
      ...title,
      ...(all.shown === null ? [] : [': ', { number: all.shown, unit: form.subjectUnit, isChange: true }]),
    ],
    basis: describeScope(lines, basis, { before: describeStays(hotels), after: form.describe(sides) }),
    blocks: [
      {
        ...fillLines([...columns, ...budgets], rows),
        groups: [
          { title: '', span: 1 },
          { title: form.headings[0], span: months.size + 1 },
          { title: form.headings[1], span: 2 },
          {
            title: say('On the books, {first} to {last}', {
              first: sayDate(first, 'day'),
              last: sayDate(last, 'day'),
            }),
            span: 2,
          },
          ...(budgets.length > 0 ? [{ title: 'Budget' as const, span: budgets.length }] : []),
        ],
      },
    ],
    notes: [
      ...describeNotes(noted),
      ...noteUnlikeHotels(lines.hotels, isCompared),
      ...describeBudget(lines, budget),
      describeCreation(madeAt, `hotelctl ${kind}`),
    ],
  };
  return withMissing(page, all, lines.gaps, describeOtherDays(hotels));
}

const listStays = (hotels: readonly ComparedHotel[]) => listDays(hotels.flatMap(({ later }) => later));

/** For the line of scope: since when a pick-up is counted, and the stay dates. */
export function describeStays(hotels: readonly ComparedHotel[]): Text[] {
  const stays = listStays(hotels);
  const [first = '', last = ''] = [stays[0], stays.at(-1)];
  if (first === '') return [];
  // Where hotels differ that of most of them: notes name the days of all.
  const [window] = byFrequency(
    hotels.flatMap(({ since, day }) => (since ? { since, count: dayNumber(day) - dayNumber(since) } : [])),
  );
  const counted = window && {
    day: sayDate(window.since, 'day-of-year'),
    days: sayCount(window.count, '1 day', '{count} days'),
  };
  return [
    ...(counted ? [say('since {day} ({days})', counted)] : []),
    say('stays {first} to {last}', {
      first: { date: first, as: 'day-of-year' },
      last: { date: last, as: 'day-of-year' },
    }),
  ];
}

/** The rows of the months that a hotel has on both sides: an opening is not growth. */
function keepSharedMonths({ earlier, later }: ComparedHotel) {
  const read = ({ businessDay }: ReportRecord) => monthOf(String(businessDay));
  const before = new Set(earlier.map(read));
  const after = new Set(later.map(read));
  const isShared = (row: ReportRecord) => before.has(read(row)) && after.has(read(row));
  return { earlier: earlier.filter(isShared), later: later.filter(isShared) };
}

function measureMonths(hotels: readonly ComparedHotel[], { amounts }: FigureBasis, { shown }: MatrixForm) {
  const now = ({ later }: ComparedHotel) => later;
  const alike = hotels.map(keepSharedMonths);
  const [before, after] = [alike.flatMap(({ earlier }) => earlier), alike.flatMap(({ later }) => later)];
  const [monthsBefore, monthsAfter] = [before, after].map(rows => figuresBy('month', rows, amounts));
  const change = computeChange(addUpFigures(after, amounts), addUpFigures(before, amounts));
  return {
    change,
    onTheBooks: addUpFigures(hotels.flatMap(now), amounts),
    shown: shown(change),
    onBudget: compareHotels(hotels, now, each => each.budget ?? [], amounts),
    changeIn: (month: string) => shown(computeChange(monthsAfter?.get(month), monthsBefore?.get(month))),
  };
}
type MatrixLine = FigureLine<ComparedHotel, ReturnType<typeof measureMonths>>;

const listDays = (rows: readonly ReportRecord[]): CalendarDate[] =>
  [...new Set(rows.map(({ businessDay }) => String(businessDay)))].sort();

/** What a room night that was picked up is worth; of cancellations nothing. */
const computeWorth = (amount: ExactNumber | null, sold: ExactNumber | null): ExactNumber | null =>
  amount === null || sold === null || Number(sold) <= 0
    ? null
    : (computeRatio([toSum(amount), toSum(sold)]) ?? null);

function makeColumns(
  { unit, columns }: MatrixForm,
  months: ReadonlyMap<string, number>,
  lines: readonly MatrixLine[],
  shared: string | undefined,
): ItemColumn<MatrixLine>[] {
  const changes = lines.flatMap(({ changeIn }) => [...months.keys()].map(changeIn));
  const most = Math.max(1, ...changes.map(value => Math.abs(Number(value ?? 0))));
  const isOneYear = new Set([...months.keys()].map(month => month.slice(0, 4))).size === 1;
  const as = isOneYear ? 'short-month' : 'short-month-of-year';
  return [
    [{ heading: 'Hotel', kind: 'text' }, line => nameLine(line)],
    ...[...months].map(
      ([month, days]): ItemColumn<MatrixLine> => [
        { heading: describeMonth(month, days, as), kind: 'shade', unit, most },
        ({ changeIn }) => changeIn(month),
      ],
    ),
    [{ ...changeColumn('Total', unit), isKey: true }, ({ shown }) => shown],
    ...columns(moneyUnit(shared)),
  ];
}

/** `Nov, 20 of 30 d` of a month of which not all days are in it. */
function describeMonth(month: string, days: number, as: DateForm): Pieces {
  const [name, all] = [sayDate(`${month}-01`, as), daysOfWhole({ month }) ?? days];
  // In one line.
  return days === all ? name : say('{month}, {days}\u00a0of\u00a0{all}\u00a0d', { month: name, days, all });
}
