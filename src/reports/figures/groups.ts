import { ensureEntry } from '../../base/text.ts';
import type { Pieces } from '../../output/document/document.ts';
import { entriesOfTotals } from '../../output/totals.ts';
import type { Template } from '../../output/words/words.ts';
import { addDays, daysSinceMonday, findMonday, lastOfMonth, monthOf } from '../../platform/dates.ts';
import { isExactNumber } from '../../platform/numbers.ts';
import { daysOfMonth, type groupings } from '../../platform/periods.ts';
import { nestedRecord, valueReader } from '../../platform/record-paths.ts';
import {
  addedUp,
  type Column,
  countColumn,
  dateColumn,
  type FieldValue,
  moneyColumn,
  numberColumn,
  type ReportRecord,
  type ShownWords,
  textColumn,
} from '../../platform/records.ts';
import { propertyWords } from '../../platform/reports/report.ts';
import { isOfBookings, shareColumn } from './mix.ts';
import type { Entry } from './two-sides.ts';

/** `group`: by a column of the portfolio; `mix`: by a value that a request filters. */
export type Grouping = (typeof groupings)[number] | 'group' | 'mix';

/** Whether the rows of all hotels are needed together. */
export const isAcrossHotels = (grouping: Grouping | undefined): boolean =>
  grouping === 'property' || grouping === 'group';

/** Groups that may have only some of their days. */
export const hasDays = (grouping: Grouping): boolean => ['week', 'month', 'weekday'].includes(grouping);

/** What people call the hotels, and how the portfolio groups them, by property id. */
export interface HotelWords {
  readonly names: ReadonlyMap<string, string>;
  /** The column of the portfolio that `--by` names: its heading, and its value of each hotel. */
  readonly groups?: { readonly heading: string; readonly of: ReadonlyMap<string, string> } | undefined;
  /** Names hotels that the portfolio has and the list of all properties lacks: a group does not look smaller after a lost access. */
  readonly describeUnlisted?: (listed: readonly { readonly property: string }[]) => readonly Pieces[];
  /** Hotels that no row has, because they failed or have no figures. One with a currency is only of the groups in it. */
  readonly missing?: readonly { readonly property: string; readonly currency: string | undefined }[];
  /** What the rows of a mix are called. */
  readonly mix?: string | undefined;
}

/** What a hotel is listed under, so that groups add up to all hotels: its value of the column, or `No region`. */
export const nameGroup = ({ heading, of }: NonNullable<HotelWords['groups']>, property: string): string =>
  of.get(property) || `No ${heading.toLowerCase()}`;

export const noWords: HotelWords = { names: new Map() };

export const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

/** The columns that identify a row of each grouping. */
export const groupingColumns: Readonly<Record<Grouping, readonly Column[]>> = {
  day: [{ ...dateColumn('stayDate', 'Stay date'), weekday: true }],
  week: [dateColumn('week', 'Week of')],
  month: [textColumn('month', 'Month')],
  weekday: [{ ...textColumn('weekday', 'Weekday'), display: record => String(record['weekday']) }],
  'unit-group': [
    { ...textColumn('unitGroup.id', 'Unit group id'), role: 'identifier' },
    textColumn('unitGroup.name', 'Unit group'),
  ],
  property: [textColumn('propertyName', 'Name')],
  group: [textColumn('group', 'Group')],
  mix: [{ ...textColumn('mix', 'Part'), display: record => String(record['mix']) }],
};

/** A month has five Thursdays and four Mondays, so sums of weekdays need averages beside them. */
const perDay: readonly Column[] = [
  {
    ...numberColumn('perDay.soldCount', 'Units sold per day'),
    unit: { kind: 'count', rounded: true },
    aggregation: { kind: 'ratio', of: 'soldCount', per: 'days' },
  },
  ...(['gross', 'net'] as const).map((tax): Column => {
    const [of, currency] = [`${tax}AccommodationRevenue.amount`, `${tax}AccommodationRevenue.currency`];
    return {
      ...moneyColumn(`perDay.${of}`, 'Revenue per day', currency),
      tax,
      aggregation: { kind: 'ratio', of, per: 'days', currency },
    };
  }),
];

/** What is computed for each group: its days, the measures of the days, and of weekdays averages. */
function groupMeasures(source: readonly Column[], grouping: Grouping): readonly Column[] {
  if (grouping === 'mix') return source.filter(column => !column.aggregation || isOfBookings(column));
  return [
    ...(grouping === 'group' ? [addedUp(countColumn('hotels', 'Hotels'))] : []),
    addedUp(countColumn('days', 'Days')),
    ...source,
    ...(grouping === 'weekday' ? perDay.filter(({ aggregation }) => hasParts(source, aggregation)) : []),
  ];
}

/** Whether the rows have what a ratio divides. */
const hasParts = (source: readonly Column[], aggregation: Column['aggregation']) =>
  aggregation?.kind === 'ratio' && source.some(({ name }) => name === aggregation.of);

/** The columns of the grouped rows: hotel, days, key, and the measures of the days. */
export function groupedColumns(
  source: readonly Column[],
  grouping: Grouping,
  { groups, mix }: HotelWords = noWords,
): readonly Column[] {
  const currencies = new Set(source.flatMap(({ unit }) => (unit?.kind === 'money' ? [unit.currency] : [])));
  const lead = grouping === 'group' ? ['from', 'to'] : ['propertyId', 'from', 'to'];
  const heading = grouping === 'group' ? groups?.heading : mix;
  const labels = groupingColumns[grouping].map(column => (heading ? { ...column, heading } : column));
  const measures = groupMeasures(source, grouping)
    .filter(column => column.aggregation || currencies.has(column.name))
    .flatMap(column =>
      grouping === 'mix' && column.name === 'soldCount' ? [column, shareColumn] : [column],
    );
  return [...source.filter(({ name }) => lead.includes(name)), ...labels, ...measures];
}

/** The days of a whole week or month; undefined for other groups. */
export function daysOfWhole(record: ReportRecord): number | undefined {
  const { week, month } = record;
  if (typeof week === 'string') return 7;
  return typeof month === 'string' ? Number(lastOfMonth(`${month}-01`).slice(8)) : undefined;
}

/** What a group is compared with: a shorter month may be whole. Days of two months are a part of one like its own. */
function earlierGroup(group: ReportRecord): ReportRecord {
  const [first, last] = [group['thenFrom'], group['thenTo']].map(day => monthOf(String(day ?? '')));
  return group['month'] !== undefined && first && first === last ? { month: first } : group;
}

/**
 * The columns for tables and pages, which show the names of hotels with their ids, and a week, a month or a group of which only
 * some days or hotels are in it: `4 of 7`.
 */
export function forPeople(
  columns: readonly Column[],
  { names, groups, missing = [] }: HotelWords = noWords,
): readonly Column[] {
  const readCurrency = readCurrencyOf(columns);
  const countMissing = (record: ReportRecord) =>
    missing
      .filter(({ currency }) => currency === undefined || currency === readCurrency(record))
      .filter(({ property }) => groups && nameGroup(groups, property) === record['group']).length;
  const isNamed = names.size > 0 && !columns.some(({ name }) => name === 'propertyName');
  return columns.map(column => {
    if (isNamed && column.name === 'propertyId')
      return { ...column, display: ({ propertyId }) => [propertyWords(String(propertyId), names)] };
    const [what] = /^(hotels|days)(?=\.|$)/.exec(column.name) ?? [];
    if (!what) return column;
    // A hotel with days in two currencies is in two groups.
    const { aggregation, ...withoutTotal } = column;
    const own = what === 'hotels' ? withoutTotal : column;
    if (aggregation?.kind === 'change') return own;
    const read = valueReader(column.name);
    const display = (record: ReportRecord): ShownWords => {
      const value = read(record);
      if (!isExactNumber(value)) return '';
      const count = Number(value);
      const group = column.name === 'days.then' ? earlierGroup(record) : record;
      const all = what === 'hotels' ? count + countMissing(record) : daysOfWhole(group);
      const message = '{count} of {all}' satisfies Template;
      return all === undefined || count === all ? [`${value}`] : [{ message, values: { count, all } }];
    };
    return { ...own, display };
  });
}

/** The columns that are shown by default. @param shown those of the days: averages are of the same amounts */
export const groupedHeadline = (
  grouping: Grouping,
  isOneProperty: boolean,
  isCompared: boolean,
  shown: readonly Column[],
): readonly string[] => [
  ...(grouping === 'property' ? ['rank'] : []),
  ...(grouping === 'property' || (grouping !== 'group' && !isOneProperty) ? ['propertyId'] : []),
  groupingColumns[grouping].at(-1)?.name ?? '',
  ...(grouping === 'group' ? [isCompared ? 'hotels.now' : 'hotels'] : []),
  ...(hasDays(grouping) && isCompared ? ['days.then', 'days.now'] : []),
  ...(hasDays(grouping) && !isCompared ? ['days'] : []),
  ...(grouping === 'weekday' && !isCompared
    ? perDay.flatMap(({ name, aggregation }) => (hasParts(shown, aggregation) ? [name] : []))
    : []),
];

/** The values that the rows of one group share, at the paths of its columns; the first one identifies the group. */
function groupKey(grouping: Grouping, record: ReportRecord, { names, groups }: HotelWords): readonly Entry[] {
  if (grouping === 'unit-group') {
    const { id = null, name, code } = record['unitGroup'] as Readonly<Record<string, FieldValue>>;
    return [
      ['unitGroup.id', id],
      ['unitGroup.name', name || code || id],
    ];
  }
  const property = String(record['propertyId']);
  if (grouping === 'property') return [['propertyName', names.get(property) ?? property]];
  if (grouping === 'group') return [['group', groups ? nameGroup(groups, property) : 'No group']];
  if (grouping === 'mix') return [['mix', record['mix'] ?? null]];
  const day = String(record['businessDay']);
  if (grouping === 'week') return [['week', findMonday(day)]];
  if (grouping === 'month') return [['month', monthOf(day)]];
  if (grouping === 'day') return [['stayDate', day]];
  // A day of an earlier year keeps its own weekday.
  return [['weekday', weekdays[daysSinceMonday(String(record['thenDay'] ?? day))] ?? '']];
}

/** A day without units, of which none were sold, is not counted in an average. */
const isClosed = (record: ReportRecord) =>
  ['houseCount', 'soldCount'].every(name => isExactNumber(record[name]) && Number(record[name]) === 0);

/** Reads the currency of the first amount of a row; nothing without amounts. */
export const readCurrencyOf = (columns: readonly Column[]) =>
  valueReader(columns.flatMap(({ unit }) => (unit?.kind === 'money' ? [unit.currency] : []))[0] ?? '');

/** What identifies the row of a group, which has one for each currency if it is of hotels. */
export function keyReader(grouping: Grouping, columns: readonly Column[]): (record: ReportRecord) => string {
  const readers = [
    ...['propertyId', groupingColumns[grouping][0]?.name ?? ''].map(valueReader),
    ...(grouping === 'group' ? [readCurrencyOf(columns)] : []),
  ];
  return record => JSON.stringify(readers.map(read => read(record)));
}

/**
 * One row for each hotel and group, or for each group of hotels with one currency: exact sums, and ratios of sums.
 *
 * @param records days, or days of unit groups, of one or several hotels
 * @param columns the columns of these records
 * @param own columns whose value a group has if all its rows share it
 */
export function groupedRecords(
  records: readonly ReportRecord[],
  columns: readonly Column[],
  grouping: Grouping,
  words: HotelWords = noWords,
  own: readonly Column[] = [],
): readonly ReportRecord[] {
  const groups = new Map<string, ReturnType<typeof newGroup>>();
  const newGroup = (property: string, key: readonly Entry[]) => ({
    property,
    key,
    label: String(key[0]?.[1]),
    rows: [] as ReportRecord[],
    seen: new Set<string>(),
  });
  const readCurrency = readCurrencyOf(columns);
  for (const record of records) {
    const property = String(record['propertyId']);
    const key = groupKey(grouping, record, words);
    const id = JSON.stringify([grouping === 'group' ? readCurrency(record) : property, key[0]?.[1]]);
    const { rows, seen } = ensureEntry(groups, id, () => newGroup(property, key));
    const day = `${property} ${record['thenDay'] ?? record['businessDay']}`;
    const isNewDay = !isClosed(record) && !seen.has(day);
    rows.push({ ...record, days: isNewDay ? 1 : 0, hotels: seen.has(property) ? 0 : 1 });
    seen.add(property);
    if (isNewDay) seen.add(day);
  }
  const ordered = [...groups.values()];
  const properties = [...new Set(ordered.map(({ property }) => property))];
  const placeOf = (label: string) => (grouping === 'weekday' ? String(weekdays.indexOf(label)) : label);
  if (grouping === 'day' || hasDays(grouping))
    ordered.sort(
      (one, other) =>
        properties.indexOf(one.property) - properties.indexOf(other.property) ||
        (placeOf(one.label) < placeOf(other.label) ? -1 : 1),
    );
  const totalsOf = entriesOfTotals(groupMeasures(columns, grouping));
  return ordered.map(({ property, key, label, rows }) =>
    nestedRecord([
      ...(grouping === 'group' ? [] : [['propertyId', property] as const]),
      ...(grouping === 'week' || grouping === 'month'
        ? findDates(rows, label)
        : [...findBounds(rows, 'from', 'to'), ...findBounds(rows, 'thenFrom', 'thenTo')]),
      ...key,
      ...own.map(({ name }): Entry => {
        const first = rows[0]?.[name];
        return [name, rows.every(row => row[name] === first) ? first : null];
      }),
      ...totalsOf(rows),
    ]),
  );
}

/**
 * The first and the last requested day of a week or month, and the days that it is compared with. A day without rows is one of
 * them; both are null if days between them were not requested.
 */
function findDates(rows: readonly ReportRecord[], start: string): Entry[] {
  const whole = start.length === 7 ? daysOfMonth(start) : { first: start, last: addDays(start, 6) };
  const requests = rows.flatMap(({ from, to }) =>
    typeof from === 'string' && typeof to === 'string'
      ? [{ from: from > whole.first ? from : whole.first, to: to < whole.last ? to : whole.last }]
      : [],
  );
  const ordered = requests.toSorted((one, other) => (one.from < other.from ? -1 : 1));
  const now = findBounds(ordered, 'from', 'to');
  if (!rows[0] || !('thenFrom' in rows[0])) return now;
  const days = rows.flatMap(({ thenDay }) => (typeof thenDay === 'string' ? [thenDay] : [])).sort();
  const isKnown = findBounds(rows, 'thenFrom', 'thenTo').every(([, value]) => value !== null);
  return [
    ...now,
    ['thenFrom', isKnown ? (days[0] ?? null) : null],
    ['thenTo', isKnown ? (days.at(-1) ?? null) : null],
  ];
}

/** Both are null if days between them were not requested: the group is not of all days from one to the other. */
function findBounds(rows: readonly ReportRecord[], from: string, to: string): Entry[] {
  const [first, last] = [rows[0], rows.at(-1)];
  if (!first || !last || !(from in first)) return [];
  const hasGap = rows.some((row, index) => {
    const before = rows[index - 1];
    const [end, start] = [before?.[to], row[from]];
    if (typeof end !== 'string' || typeof start !== 'string' || before?.[from] === start) return false;
    return addDays(end, 1) !== start;
  });
  return [
    [from, hasGap ? null : (first[from] ?? null)],
    [to, hasGap ? null : (last[to] ?? null)],
  ];
}
