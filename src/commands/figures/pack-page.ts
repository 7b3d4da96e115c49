import { countText } from '../../base/text.ts';
import {
  basisWords,
  changeColumn,
  countLeading,
  figureColumn,
  figureTile,
  findLeading,
  keyTiles,
  noteLeading,
  subjectFigures,
} from '../../cli/figures/figure-page.ts';
import {
  type Cell,
  countUnit,
  type Document,
  type DocumentBlock,
  type DocumentColumn,
  type DocumentRow,
  type DocumentTable,
  describeCreation,
  moneyUnit,
  percentUnit,
  pointsUnit,
  type Section,
  type ShownUnit,
  type Text,
} from '../../output/document/document.ts';
import type { LocaleFormat } from '../../output/number-format.ts';
import { isExactNumber } from '../../platform/numbers.ts';
import { nameOfPeriod, type Period } from '../../platform/periods.ts';
import { describeAmounts } from '../../platform/reports/report.ts';
import { nameYears } from '../../reports/figures/compared-spans.ts';
import type { HotelFigures } from '../../reports/figures/hotel-figures.ts';
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

const measures = (currency: string | undefined) => {
  const money = moneyUnit(currency);
  return [
    ['Occupancy', 'occupancy', percentUnit, pointsUnit],
    ['ADR', 'adr', money, percentUnit],
    ['RevPAR', 'revPar', money, percentUnit],
    ['Room nights sold', 'sold', countUnit, countUnit],
    ['Rooms available', 'available', countUnit, countUnit],
    ['Room revenue', 'revenue', money, percentUnit],
  ] as const satisfies readonly (readonly [string, keyof HotelFigures, ShownUnit, ShownUnit])[];
};

function performanceTable({ period, earlier, totals }: Pack, line: PackLine): DocumentTable {
  const { figures, lastYear, budget, currency } = line;
  const hasBudget = budget.figures !== undefined;
  const budgeted = countBudgeted(line);
  const heading = (text: Text): DocumentColumn => ({ heading: text, kind: 'number' });
  const change: DocumentColumn = { heading: '±', kind: 'signed' };
  const shown = (side: HotelFigures | undefined, name: keyof HotelFigures, unit: ShownUnit): Cell =>
    side?.[name] == null ? null : { value: side[name], unit };
  const plain = (unit: ShownUnit) => ({ ...unit, sign: '' });
  return {
    kind: 'table',
    title: totals.length > 1 ? ['Performance', ' · ', `All ${currency} hotels`] : 'Performance',
    columns: [
      { heading: '', kind: 'text' },
      { ...heading(nameYears(period)), isKey: true },
      heading(nameYears(earlier)),
      change,
      ...(budgeted.length > 0 ? [heading([nameYears(period), ...budgeted])] : []),
      ...(hasBudget ? [heading([{ phrase: 'Budget' }, ...budgeted]), change] : []),
    ],
    rows: measures(currency).map(([title, name, unit, changeUnit]): DocumentRow => {
      const side = (each: PackLine['budget']) => [
        shown(each.figures, name, plain(unit)),
        shown(each.change, name, changeUnit),
      ];
      return {
        kind: 'row',
        cells: [
          unit.sign ? { value: [title], detail: unit.sign } : [title],
          shown(figures, name, plain(unit)),
          ...side(lastYear),
          ...(budgeted.length > 0 ? [shown(budget.beside, name, plain(unit))] : []),
          ...(hasBudget ? side(budget) : []),
        ],
      };
    }),
  };
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
  const isDays = name === 'Day';
  const hasBudget = !isDays && lines.some(({ budget }) => budget.hotels > 0);
  const makeRow = (line: PackLine): DocumentRow => {
    const { figures, lastYear, budget, currency, property, day, hotels } = line;
    const isSum = property === undefined && day === undefined;
    const amount = (value: Cell): Cell =>
      isExactNumber(value) ? { value, unit: { ...moneyUnit(currency), sign: '' } } : null;
    const isPart = hasBudget && isSum && budget.hotels < hotels;
    const who = [
      isSum ? countText(hotels, 'hotel') : property,
      code ? undefined : currency,
      isPart ? `${budget.hotels} with a budget` : undefined,
    ];
    const own: Text = line.name ?? [code || currency === undefined ? 'All hotels' : `All ${currency} hotels`];
    return {
      kind: isSum ? 'sum' : 'row',
      cells: [
        day ?? (isDays ? ['Total'] : { value: own, detail: who.filter(Boolean).join(' · ') }),
        ...[figures?.occupancy, lastYear.change.occupancy, amount(figures?.adr), lastYear.change.adr],
        ...[amount(figures?.revPar), lastYear.change.revPar, figures?.sold, lastYear.change.sold],
        ...[amount(figures?.revenue), lastYear.change.revenue],
        ...(hasBudget ? [amount(budget.figures?.revenue), budget.change.revenue] : []),
      ],
    };
  };
  return {
    kind: 'table',
    ...(title === undefined ? {} : { title }),
    groups: [
      { title: '', span: 1 },
      { title: `${nameYears(period)}, change on ${nameYears(earlier)}`, span: 10 },
      ...(hasBudget ? [{ title: 'Budget', span: 2 }] : []),
    ],
    columns: [
      { heading: name, kind: isDays ? 'date' : 'text' },
      figureColumn('Occ. %', percentUnit),
      changeColumn('± pts', pointsUnit, 2),
      figureColumn('ADR', money, 3),
      changeColumn('± %', percentUnit, 5),
      { ...figureColumn('RevPAR', money), isKey: true },
      changeColumn('± %', percentUnit),
      figureColumn('Room nights sold', countUnit, 4),
      changeColumn('±', countUnit, 6),
      figureColumn('Revenue', money, 1),
      changeColumn('± %', percentUnit, 1),
      ...(hasBudget ? [figureColumn('Revenue', money, 2), changeColumn('± %', percentUnit, 1)] : []),
    ],
    rows: lines.map(makeRow),
  };
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
