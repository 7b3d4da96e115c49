import { capitalized } from '../../base/text.ts';
import {
  type Document,
  type DocumentBlock,
  type DocumentTable,
  describeCreation,
  type ItemColumn,
  itemsTable,
  type Section,
  type Text,
} from '../../output/document/document.ts';
import type { LocaleFormat } from '../../output/number-format.ts';
import { definedText, joinTexts, say, sayCount, sayPeriod } from '../../output/words/messages.ts';
import type { CalendarDate } from '../../platform/dates.ts';
import { nameYears } from '../../reports/figures/compared-spans.ts';
import type { HotelFigures, OtherSide } from '../../reports/figures/hotel-figures.ts';
import {
  arrangeLines,
  countHotels,
  describeMissing,
  type MissingHotel,
} from '../../reports/figures/lines.ts';
import {
  amountCell,
  budgetOfLines,
  describeAlignment,
  describeBudget,
  describeScope,
  fillLines,
  keyTiles,
  listMeasures,
  measureColumns,
  nameLine,
  noteLeading,
  noteUnlikeHotels,
  occupancyChart,
  revenueTile,
  subjectFigures,
} from './figure-page.ts';
import { outlookBlocks, outlookTiles } from './hotel-page.ts';
import type { Pack, PackLine } from './pack-figures.ts';
import { accountTable, countWith, currencyTitle, invoiceBlocks } from './posted.ts';

interface PackAbout {
  readonly madeAt: number;
  /** The name of the file, if there is a budget. */
  readonly budget: string | undefined;
  /** The column of the portfolio that groups are of. */
  readonly groupedBy: string;
  readonly notes: readonly Text[];
  readonly format: LocaleFormat;
}

/** The month pack: what is read first, and a section for each further question, which is a sheet of the workbook. */
export async function packDocument(pack: Pack, about: PackAbout): Promise<Document> {
  const { hotels, all, totals, period, basis } = pack;
  const [leading] = totals;
  const [only] = all.expected === 1 ? hotels : [];
  const lacking = all.members.flatMap(({ failed }) => failed).length;
  const withMonth = (line: PackLine) => ({ ...line, monthToDate: pack });
  const days = pack.days.map(({ lastYear, ...day }) => ({ ...day, lastYear: lastYear.figures }));
  const chart = occupancyChart(days, [[nameYears(period)], [nameYears(pack.earlier)]]);
  return {
    title: joinTexts([only?.name === undefined ? 'Month pack' : [only.name], sayPeriod(period)]),
    subject: [
      ...(only?.name === undefined ? countHotels(all) : [only.name]),
      ...(lacking > 0 ? [', ', ...sayCount(lacking, '1 report missing', '{count} reports missing')] : []),
      ', ',
      ...sayPeriod(period),
      ...subjectFigures({ ...all, change: all.lastYear.change }),
    ],
    basis: describeScope(pack, basis, { after: describeAlignment(basis) }),
    gaps: describeMissing(all, [...pack.gaps, ...pack.failed]),
    tiles: leading ? [...makeTiles(all, leading), ...outlookTiles(withMonth(leading))] : [],
    blocks: [
      ...noteLeading(pack),
      ...(leading
        ? [performanceTable(pack, leading), ...outlookBlocks(withMonth(leading), withMonth(all))]
        : []),
      ...(pack.days.length > 1
        ? [{ ...chart, title: 'Occupancy by day', detail: sameWeekday } as const]
        : []),
      ...(await makeSections(pack, about)),
    ],
    notes: makeNotes(pack, about),
  };
}

/** `, 39 of 40 hotels`, if not all of them have the other side, such as a budget: a variance is of two figures that are shown. */
const countCompared = ({ hotels: expected }: PackLine, other: OtherSide): Exclude<Text, string> =>
  other.figures && other.hotels < expected ? [', ', ...countHotels({ hotels: other.hotels, expected })] : [];

function makeTiles(all: PackLine, line: PackLine) {
  const { currency, figures, lastYear, onBudget: budget } = line;
  const { change } = lastYear;
  const budgeted = countCompared(line, budget);
  const onBudget = budget.change.revenue;
  const revenueBeside = [...say('Room revenue'), ...budgeted];
  const revenueOf = [...say('Budget'), ...budgeted];
  return [
    ...keyTiles({ ...all, change: all.lastYear.change }, { currency, figures, change }),
    revenueTile('Room revenue', figures?.revenue, currency, change.revenue),
    ...(budgeted.length > 0 ? [revenueTile(revenueBeside, budget.beside?.revenue, currency, null)] : []),
    ...(budget.figures
      ? [revenueTile(revenueOf, budget.figures.revenue, currency, onBudget, 'revenue on budget')]
      : []),
  ];
}

type Measure = ReturnType<typeof listMeasures>[number];

function performanceTable({ period, earlier }: Pack, line: PackLine): DocumentTable {
  const { figures, lastYear, onBudget: budget, currency } = line;
  const budgeted = countCompared(line, budget);
  const figuresColumn = (
    heading: Text,
    side: HotelFigures | undefined,
    isKey = false,
  ): ItemColumn<Measure> => [
    { heading, kind: 'number', isKey },
    ({ name, unit }) => (side?.[name] == null ? null : { value: side[name], unit: { ...unit, sign: '' } }),
  ];
  const changesColumn = (change: HotelFigures, compared: Exclude<Text, string> = []): ItemColumn<Measure> => [
    { heading: ['±', ...compared], kind: 'signed' },
    ({ name, changeUnit: unit }) => (change[name] == null ? null : { value: change[name], unit }),
  ];
  const columns: ItemColumn<Measure>[] = [
    [
      { heading: '', kind: 'text' },
      ({ title, unit }) => (unit.sign ? { value: say(title), detail: [unit.sign] } : say(title)),
    ],
    figuresColumn([nameYears(period)], figures, true),
    figuresColumn([nameYears(earlier)], lastYear.figures),
    changesColumn(lastYear.change, countCompared(line, lastYear)),
    ...(budgeted.length > 0 ? [figuresColumn([nameYears(period), ...budgeted], budget.beside)] : []),
    ...(budget.figures
      ? [figuresColumn([...say('Budget'), ...budgeted], budget.figures), changesColumn(budget.change)]
      : []),
  ];
  const title = joinTexts(['Performance', currencyTitle(line)]);
  return { ...itemsTable(listMeasures(currency), columns), title };
}

async function makeSections(pack: Pack, { groupedBy, format }: PackAbout): Promise<DocumentBlock[]> {
  const { all, groups, totals, days } = pack;
  const { alignment, amounts } = pack.basis;
  const part = (anchor: string, title: Text, blocks: readonly DocumentBlock[], basis?: Text): Section[] =>
    blocks.length === 0 ? [] : [{ kind: 'section', anchor, title, blocks, basis }];
  const lines = arrangeLines(pack, ({ lastYear }) => lastYear.change.revPar);
  const sums = lines.filter(line => !('cause' in line) && line.kind === 'total');
  const byHotel = part('hotels', 'Hotels', [
    ...(groups.length > 0
      ? [lineTable(pack, definedText(capitalized(groupedBy)), [...groups, ...sums])]
      : []),
    lineTable(pack, 'Hotel', lines),
  ]);
  return [
    ...(all.expected > 1 ? byHotel : []),
    ...part(
      'days',
      'Days',
      days.length < 2 ? [] : totals.map(total => dayTable(pack, total)),
      alignment === 'date'
        ? joinTexts([sameWeekday, 'totals against the same dates of last year'])
        : sameWeekday,
    ),
    ...part(
      'accounts',
      'Revenues by account',
      pack.accounts.filter(({ accounts }) => accounts.length > 0).map(posted => accountTable(pack, posted)),
      joinTexts([
        say('posted revenue, {amounts}', { amounts: say(amounts === 'net' ? 'net of VAT' : 'gross') }),
        countWith(pack, 'Revenues by account'),
      ]),
    ),
    ...(await invoiceBlocks(pack, format)),
  ];
}

const sameWeekday = 'days against the same weekday of last year';

const performanceColumns = <Line extends Pick<PackLine, 'figures' | 'lastYear'>>(
  code: string | undefined,
  currencyOf: (line: Line) => string | undefined,
): ItemColumn<Line>[] =>
  measureColumns<Line>(
    { occupancy: [0, 2], adr: [3, 5], revPar: [0, 0], sold: [4, 6], revenue: [1, 1] },
    code,
    line => ({ currency: currencyOf(line), figures: line.figures, change: line.lastYear.change }),
  );

const groupsOf = ({ period, earlier }: Pack, budgets = 0) => [
  { title: '' as const, span: 1 },
  {
    title: say('{period}, change on {earlier}', {
      period: [nameYears(period)],
      earlier: [nameYears(earlier)],
    }),
    span: 10,
  },
  ...(budgets > 0 ? [{ title: 'Budget' as const, span: budgets }] : []),
];

function lineTable(pack: Pack, name: Text, lines: readonly (PackLine | MissingHotel)[]): DocumentTable {
  const code = pack.all.currency;
  const budgets = budgetOfLines<PackLine>(lines, code, (value, { currency }) => amountCell(value, currency));
  const columns: ItemColumn<PackLine>[] = [
    [{ heading: name, kind: 'text' }, line => nameLine(line)],
    ...performanceColumns<PackLine>(code, ({ currency }) => currency),
    ...budgets,
  ];
  return {
    ...fillLines(columns, lines),
    groups: groupsOf(pack, budgets.length),
  };
}

function dayTable(pack: Pack, total: Pack['totals'][number]): DocumentTable {
  type Row = Pick<PackLine, 'figures' | 'lastYear'> & { readonly day?: CalendarDate };
  const columns: ItemColumn<Row>[] = [
    [{ heading: 'Day', kind: 'date' }, ({ day }) => day ?? say('Total')],
    ...performanceColumns<Row>(total.currency, () => total.currency),
  ];
  return {
    ...itemsTable([...total.days, total] as Row[], columns, ({ day }) => ({ kind: day ? 'row' : 'sum' })),
    title: currencyTitle(total),
    groups: groupsOf(pack),
  };
}

function makeNotes(pack: Pack, { budget, notes, madeAt }: PackAbout): Text[] {
  return [
    ...notes,
    ...noteUnlikeHotels(pack.hotels, ({ lastYear }) => lastYear.hotels > 0),
    ...describeBudget(pack, budget),
    'RevPAR = accommodation revenue ÷ available rooms. Performance counts booked revenue, accounts posted revenue: the two differ by design.',
    describeCreation(madeAt, 'hotelctl pack'),
  ];
}
