import { countText } from '../../base/text.ts';
import { basisWords, figureTile } from '../../cli/figures/figure-page.ts';
import {
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
  type Text,
  type Tile,
} from '../../output/document/document.ts';
import { addDays } from '../../platform/dates.ts';
import type { ExactNumber } from '../../platform/numbers.ts';
import type { HotelFigures, Morning, MorningLine } from '../../reports/figures/morning.ts';

import {
  booksChart,
  changeOfBooks,
  hotelDocument,
  nameMorningLine,
  notesOf,
  pickupTile,
  subjectOfMorning,
} from './hotel-page.ts';
/** The number that the hotels of the page are sorted by, the highest first; default: the change of yesterday's RevPAR. */
export type MorningOrder = (line: MorningLine) => ExactNumber | null | undefined;

/** The morning page: of one hotel, or one screen of several with each of them folded below. */
export function morningDocument(
  morning: Morning,
  madeAt: number,
  order: MorningOrder = ({ yesterday }) => yesterday.change.revPar,
): Document {
  const [only, ...others] = morning.hotels;
  const document = only && others.length === 0 ? hotelDocument(morning, only) : groupDocument(morning, order);
  return { ...document, notes: [...(document.notes ?? []), describeCreation(madeAt, 'hotelctl brief')] };
}

function groupDocument(morning: Morning, order: MorningOrder): Document {
  const { hotels, totals, today, basis } = morning;
  const [leading] = totals.toSorted((one, other) => other.hotels - one.hotels);
  const currencies = [...new Set(hotels.flatMap(({ currency }) => currency ?? []))];
  const shared = currencies.length === 1 ? currencies[0] : undefined;
  const lines = orderLines(morning, order);
  const units = totals.reduce((sum, line) => sum + line.units, 0);
  const part: DocumentBlock = {
    kind: 'note',
    text: `Above: ${countText(leading?.hotels ?? 0, 'hotel')} reporting in ${leading?.currency}. Add \`--rates FILE\` and \`--currency\` to convert the others.`,
  };
  return {
    title: ['Good morning · ', { date: today, as: 'full' }],
    ...(leading ? { subject: subjectOfMorning(leading, counted(leading, hotels.length)) } : {}),
    basis: [
      `${countText(hotels.length, 'hotel')}, `,
      { number: units, unit: countUnit },
      ` rooms · ${shared === undefined || basis.conversion ? '' : `${shared}, `}${basisWords(basis)}`,
    ],
    tiles: leading ? groupTiles(leading) : [],
    blocks: [
      ...(totals.length > 1 ? [part] : []),
      hotelsTable(lines, morning, shared),
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
    notes: notesOf([...hotels, ...totals]),
  };
}

/** Of hotels of several currencies, the figures are those of one of them. */
const counted = ({ hotels, currency }: MorningLine, all: number): string =>
  hotels === all ? countText(all, 'hotel') : `${hotels} of ${countText(all, 'hotel')} (${currency})`;

function groupTiles(line: MorningLine): Tile[] {
  const { currency, yesterday, monthToDate, next30Days, pickup7, pickup1 } = line;
  const money = moneyUnit(currency);
  const { figures, change } = yesterday;
  const month: Text = ['RevPAR, ', { date: monthToDate.period.first, as: 'month' }];
  const occupancy = changeOfBooks(line)?.occupancy ?? null;
  return [
    figureTile('Occupancy, yesterday', figures?.occupancy, percentUnit, change.occupancy),
    figureTile('ADR, yesterday', figures?.adr, money, change.adr),
    figureTile('RevPAR, yesterday', figures?.revPar, money, change.revPar),
    figureTile(month, monthToDate.figures?.revPar, money, monthToDate.change.revPar),
    figureTile('On the books, 30 days', next30Days.figures?.occupancy, percentUnit, occupancy),
    pickupTile(pickup7, pickup1),
  ];
}

/** Every hotel, those of a group followed by its sub-totals, and the totals at the end. */
function orderLines({ hotels, subtotals, totals }: Morning, order: MorningOrder): readonly MorningLine[] {
  const ordered = hotels.toSorted((one, other) => compareNumbers(order(one), order(other)));
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
  return [...lines, ...ordered.filter(line => !placed.has(line)), ...(subtotals.length > 0 ? totals : [])];
}

function hotelsTable(
  lines: readonly MorningLine[],
  { hotels, today }: Morning,
  shared: string | undefined,
): DocumentTable {
  const [first] = hotels;
  const month = first?.monthToDate.period.first ?? today;
  const money = moneyUnit(shared);
  return {
    kind: 'table',
    title: 'Hotels',
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
      { heading: '± pts', kind: 'change', unit: pointsUnit, rank: 2 },
      { heading: 'ADR', kind: 'number', unit: money, rank: 5 },
      { heading: '± %', kind: 'change', unit: percentUnit, rank: 6 },
      { heading: 'RevPAR', kind: 'number', unit: money, isKey: true },
      { heading: '± %', kind: 'change', unit: percentUnit },
      { heading: 'RevPAR', kind: 'number', unit: money, rank: 4 },
      { heading: '± %', kind: 'change', unit: percentUnit, rank: 4 },
      { heading: 'Occ. %', kind: 'number', unit: percentUnit, rank: 1 },
      { heading: '± pace', kind: 'change', unit: pointsUnit, rank: 3 },
      { heading: '1 day', kind: 'change', unit: countUnit, rank: 7 },
      { heading: '7 days', kind: 'change', unit: countUnit, rank: 1 },
      { heading: 'Occupancy by day', kind: 'sparkline', rank: 8 },
    ],
    rows: lines.map(line => lineRow(line, shared)),
  };
}

/** The days of all hotels, for those who look for one; a sheet of the workbook. */
function daysSection({ days }: Morning, shared: string | undefined): Section {
  const number = (heading: string, unit = percentUnit, rank = 0): DocumentColumn => ({
    ...{ heading, kind: 'number', unit, rank },
  });
  return {
    ...{ kind: 'section', anchor: 'days', title: 'Next 30 days, on the books', folded: true, isSheet: true },
    blocks: [
      {
        kind: 'table',
        columns: [
          { heading: 'Stay date', kind: 'date' },
          { ...number('Occ. %'), isKey: true },
          number('Occ. % last year'),
          number('Rooms sold', countUnit),
          { heading: '7 days', kind: 'change', unit: countUnit },
          ...(shared === undefined ? [] : [number(`Revenue ${shared}`, moneyUnit(shared))]),
        ],
        rows: days.map(({ day, figures, earlier, pickup }) => ({
          kind: 'row',
          cells: [
            ...[day, figures?.occupancy, earlier?.figures.occupancy, figures?.sold, pickup?.sold],
            ...(shared === undefined ? [] : [figures?.revenue]),
          ],
        })),
      },
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
  const names = isSum ? [countText(line.hotels, 'hotel'), code] : [property];
  const name = isSum && !line.name && code ? `All ${code} hotels` : nameMorningLine(line);
  // The currency is in the heading of the table, or after the name of the hotel.
  const money = (value: HotelFigures['adr'] | undefined) => ({
    value,
    unit: { ...moneyUnit(currency), sign: '' },
  });
  return {
    kind: isSum ? 'sum' : 'row',
    ...(isSum ? {} : { link: property }),
    cells: [
      { value: isSum ? [name] : name, detail: [`${names.filter(Boolean).join(' · ')} · `, ...rooms] },
      ...[yesterday.figures?.occupancy, yesterday.change.occupancy],
      ...[money(yesterday.figures?.adr), yesterday.change.adr],
      ...[money(yesterday.figures?.revPar), yesterday.change.revPar],
      ...[money(monthToDate.figures?.revPar), monthToDate.change.revPar],
      ...[next30Days.figures?.occupancy, changeOfBooks(line)?.occupancy, pickup1?.sold, pickup7?.sold],
      isSum ? null : { series: days.map(({ figures }) => figures?.occupancy ?? null) },
    ],
  };
}
