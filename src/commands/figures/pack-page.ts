import { countText } from '../../base/text.ts';
import {
  type Cell,
  type Document,
  type DocumentBlock,
  type DocumentTable,
  describeCreation,
  moneyUnit,
  percentUnit,
  type Section,
  type Text,
} from '../../output/document/document.ts';
import type { LocaleFormat } from '../../output/number-format.ts';
import { nameOfPeriod, type Period } from '../../platform/periods.ts';
import { describeAmounts } from '../../platform/reports/report.ts';
import { nameYears } from '../../reports/figures/compared-spans.ts';
import type { HotelFigures } from '../../reports/figures/hotel-figures.ts';
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
  listMeasures,
  measureColumns,
  noteLeading,
  subjectFigures,
} from './figure-page.ts';
import type { Pack, PackLine } from './pack-figures.ts';
import { accountTable, currencyTitle, invoiceBlocks } from './posted.ts';

interface PackAbout {
  readonly madeAt: number;
  /** The name of the file, if there is a budget. */
  readonly budget: string | undefined;
  /** The column of the portfolio that groups are of. */
  readonly groupedBy: string;
  readonly notes: readonly Text[];
  readonly format: LocaleFormat;
}

/** `October 2026`, else its first and its last day. */
const periodText = ({ first, last }: Period): Exclude<Text, string> =>
  /^\d{4}-\d{2}$/.test(nameOfPeriod({ first, last }))
    ? [{ date: first, as: 'month-of-year' }]
    : [{ date: first, as: 'day-of-year' }, ' to ', { date: last, as: 'day-of-year' }];

/** The month pack: what is read first, and a section for each further question, which is a sheet of the workbook. */
export async function packDocument(pack: Pack, about: PackAbout): Promise<Document> {
  const { hotels, totals, period, basis } = pack;
  const leading = findLeading(totals);
  const [only] = hotels.length === 1 ? hotels : [];
  const who = only?.name ?? countText(hotels.length, 'hotel');
  const currencies = [...new Set(totals.map(({ currency }) => currency))];
  const shared = currencies.length === 1 && !basis.conversion ? `${currencies[0]}, ` : '';
  return {
    title: only ? [`${who} · `, ...periodText(period)] : ['Month pack · ', ...periodText(period)],
    subject: [
      { phrase: leading && !only ? countLeading(leading, hotels.length) : who },
      ', ',
      ...periodText(period),
      ...(leading ? subjectFigures({ ...leading, change: leading.lastYear.change }) : []),
    ],
    basis: `${only ? '' : `${who} · `}${shared}${basisWords(basis)}`,
    tiles: leading ? makeTiles(leading) : [],
    blocks: [
      ...noteLeading(leading, hotels.length),
      ...(leading ? [performanceTable(pack, leading)] : []),
      ...(pack.days.length > 1 ? [occupancyChart(pack)] : []),
      ...(await makeSections(pack, about)),
    ],
    notes: makeNotes(pack, about),
  };
}

const onBudget = 'on budget';

/** `, 39 of 40 hotels`, if not all of them have a budget: a variance is of two figures that are shown. */
const countBudgeted = ({ budget, hotels }: PackLine): Exclude<Text, string> =>
  budget.figures && budget.hotels < hotels
    ? [', ', { phrase: `${budget.hotels} of ${countText(hotels, 'hotel')}` }]
    : [];

function makeTiles(line: PackLine) {
  const { currency, figures, lastYear, budget } = line;
  const { change } = lastYear;
  const budgeted = countBudgeted(line);
  const whole = { ...moneyUnit(currency), decimals: 0 };
  return [
    ...keyTiles({ currency, figures, change }),
    figureTile('Room revenue', figures?.revenue, whole, change.revenue),
    ...(budgeted.length > 0
      ? [figureTile([{ phrase: 'Room revenue' }, ...budgeted], budget.beside?.revenue, whole, null)]
      : []),
    ...(budget.figures
      ? [
          figureTile(
            [{ phrase: 'Budget' }, ...budgeted],
            budget.figures.revenue,
            whole,
            budget.change.revenue,
            onBudget,
          ),
        ]
      : []),
  ];
}

type Measure = ReturnType<typeof listMeasures>[number];

function performanceTable({ period, earlier, totals }: Pack, line: PackLine): DocumentTable {
  const { figures, lastYear, budget, currency } = line;
  const budgeted = countBudgeted(line);
  const figuresColumn = (
    heading: Text,
    side: HotelFigures | undefined,
    isKey = false,
  ): LineColumn<Measure> => [
    { heading, kind: 'number', isKey },
    ({ name, unit }) => (side?.[name] == null ? null : { value: side[name], unit: { ...unit, sign: '' } }),
  ];
  const changesColumn = (change: HotelFigures): LineColumn<Measure> => [
    { heading: '±', kind: 'signed' },
    ({ name, changeUnit: unit }) => (change[name] == null ? null : { value: change[name], unit }),
  ];
  const columns: LineColumn<Measure>[] = [
    [
      { heading: '', kind: 'text' },
      ({ title, unit }) => (unit.sign ? { value: [title], detail: unit.sign } : [title]),
    ],
    figuresColumn(nameYears(period), figures, true),
    figuresColumn(nameYears(earlier), lastYear.figures),
    changesColumn(lastYear.change),
    ...(budgeted.length > 0 ? [figuresColumn([nameYears(period), ...budgeted], budget.beside)] : []),
    ...(budget.figures
      ? [figuresColumn([{ phrase: 'Budget' }, ...budgeted], budget.figures), changesColumn(budget.change)]
      : []),
  ];
  const title = totals.length > 1 ? ['Performance', ' · ', `All ${currency} hotels`] : 'Performance';
  return { ...fillTable(columns, listMeasures(currency)), title };
}

function occupancyChart({ days, period, earlier }: Pack): DocumentBlock {
  return {
    kind: 'chart',
    title: 'Occupancy by day',
    detail: sameWeekday,
    form: 'days',
    unit: percentUnit,
    series: [nameYears(period), nameYears(earlier)],
    reaching: 100,
    points: days.map(({ day = '', figures, lastYear }) => ({
      label: day,
      values: [figures?.occupancy ?? null, lastYear.figures?.occupancy ?? null],
    })),
  };
}

async function makeSections(pack: Pack, { groupedBy, format }: PackAbout): Promise<DocumentBlock[]> {
  const { hotels, groups, totals, days, basis } = pack;
  const part = (anchor: string, title: string, blocks: readonly DocumentBlock[], about?: Text): Section[] =>
    blocks.length === 0
      ? []
      : [{ kind: 'section', anchor, title, blocks, ...(about ? { basis: about } : {}) }];
  // The total of the only hotel with a currency would say the same again.
  const sums = totals.filter(total => total.hotels > 1);
  // A region of two currencies has two lines.
  const members = groups.flatMap(group => [...group.members, group]);
  const others = hotels.filter(({ property }) => !members.some(line => line.property === property));
  const heading = groupedBy.replace(/^./, letter => letter.toUpperCase());
  const byHotel = part('hotels', 'Hotels', [
    ...(groups.length > 0 ? [lineTable(pack, heading, [...groups, ...sums])] : []),
    lineTable(pack, 'Hotel', [...members, ...others, ...sums]),
  ]);
  return [
    ...(hotels.length > 1 ? byHotel : []),
    ...part(
      'days',
      'Days',
      days.length < 2
        ? []
        : totals.map(total => lineTable(pack, 'Day', [...total.days, total], currencyTitle(pack, total))),
      basis.alignment === 'date'
        ? `${sameWeekday} · totals against the same dates of last year`
        : sameWeekday,
    ),
    ...part(
      'accounts',
      'Revenues by account',
      totals.filter(({ accounts }) => accounts.length > 0).map(total => accountTable(pack, total)),
      `posted revenue, ${describeAmounts(basis.amounts)}`,
    ),
    ...(await invoiceBlocks(pack, format)),
  ];
}

const sameWeekday = 'days against the same weekday of last year';

function lineTable(
  { period, earlier, totals }: Pack,
  name: string,
  lines: readonly PackLine[],
  title?: string,
): DocumentTable {
  const currencies = new Set(totals.map(({ currency }) => currency));
  const [code] = currencies.size === 1 ? currencies : [];
  const money = moneyUnit(code);
  const hasBudget = name !== 'Day' && lines.some(({ budget }) => budget.hotels > 0);
  const columns: LineColumn<PackLine>[] = [
    name === 'Day'
      ? [{ heading: name, kind: 'date' }, ({ day }) => day ?? ['Total']]
      : [{ heading: name, kind: 'text' }, line => nameLine(line, code, hasBudget)],
    ...measureColumns<PackLine>(
      { occupancy: [0, 2], adr: [3, 5], revPar: [0, 0], sold: [4, 6], revenue: [1, 1] },
      code,
      ({ currency, figures, lastYear }) => ({ currency, figures, change: lastYear.change }),
    ),
  ];
  if (hasBudget)
    columns.push(
      [
        figureColumn('Revenue', money, 2),
        ({ budget, currency }) => amountCell(budget.figures?.revenue, currency),
      ],
      [changeColumn('± %', percentUnit, 1), ({ budget }) => budget.change.revenue],
    );
  return {
    ...fillTable(columns, lines, line => ({ kind: isSum(line) ? 'sum' : 'row' })),
    ...(title === undefined ? {} : { title }),
    groups: [
      { title: '', span: 1 },
      { title: `${nameYears(period)}, change on ${nameYears(earlier)}`, span: 10 },
      ...(hasBudget ? [{ title: 'Budget', span: 2 }] : []),
    ],
  };
}

const isSum = ({ property, day }: PackLine) => property === undefined && day === undefined;

/** @param shared the currency of all lines */
function nameLine(line: PackLine, shared: string | undefined, hasBudget: boolean): Cell {
  const { currency, property, budget, hotels } = line;
  const about = [
    property ?? countText(hotels, 'hotel'),
    shared ? undefined : currency,
    hasBudget && isSum(line) && budget.hotels < hotels ? `${budget.hotels} with a budget` : undefined,
  ];
  const all = shared || currency === undefined ? 'All hotels' : `All ${currency} hotels`;
  return { value: line.name ?? [all], detail: about.filter(Boolean).join(' · ') };
}

function makeNotes({ totals, hotels }: Pack, { budget, notes, madeAt }: PackAbout): Text[] {
  const isUnlike = totals.some(line =>
    [line.lastYear, line.budget].some(side => side.hotels > 0 && side.hotels < line.hotels),
  );
  return [
    ...notes,
    ...(isUnlike ? ['Changes of totals are those of the hotels that have figures on both sides.'] : []),
    ...(budget === undefined || hotels.length === 0
      ? []
      : [`Budget: ${budget}, in the currency and on the basis of the figures.`]),
    'RevPAR = accommodation revenue ÷ available rooms. Performance counts booked revenue, and accounts posted revenue: the two differ by design.',
    describeCreation(madeAt, 'hotelctl pack'),
  ];
}
