import { addDays, isDate } from '../../platform/dates.ts';
import { isExactNumber } from '../../platform/numbers.ts';
import { valueReader } from '../../platform/record-paths.ts';
import type { Column, FieldValue, KeyFigures, MeasureUnit, ReportRecord } from '../../platform/records.ts';
import { cellText } from '../cell.ts';
import { headingOf } from '../columns.ts';
import {
  countUnit,
  type Document,
  type DocumentChart,
  type DocumentTable,
  moneyUnit,
  percentUnit,
  pointsUnit,
  type ShownUnit,
  type Tile,
} from '../document/document.ts';
import type { LocaleFormat } from '../number-format.ts';
import type { SectionWords } from '../results.ts';
import { sharedCurrency } from '../totals.ts';
import type { SheetLayout } from './cells.ts';

/** A request of the workbook: what it is of, and the key figures of its whole period. */
export interface WorkbookRequest {
  readonly words: SectionWords | undefined;
  readonly whole: ReportRecord | undefined;
}

/** More columns than these do not fit on the first sheet. */
const mostColumns = 10;

/** What the first sheet shows: the key figures, and the rows of one request or the key figures of several. */
export function overviewOf(
  title: string,
  requests: readonly WorkbookRequest[],
  figures: KeyFigures<never>['figures'],
  rows: { readonly layout: SheetLayout; readonly records: readonly ReportRecord[] } | undefined,
  { word }: LocaleFormat,
): Document {
  const headings = requests.flatMap(({ words }) => (words ? [words.heading] : []));
  const spans = new Set(headings.map(heading => heading.split(' · ').slice(1).join(' · ')));
  const hasOneSpan = headings.length > 1 && spans.size === 1;
  const basis = hasOneSpan ? [...spans].join('') : headings.slice(0, 2).join(' · ');
  const wholes = requests.flatMap(({ words, whole }) => {
    const heading = words?.heading ?? cellText(whole?.['propertyId']);
    return whole ? [{ whole, name: hasOneSpan ? (heading.split(' · ')[0] ?? heading) : heading }] : [];
  });
  const [only] = wholes;
  const isSeveral = wholes.length > 1;
  const table = rows && rows.records.length > 1 ? [tableOfRows(rows, word)] : [];
  return {
    title,
    ...(basis === '' ? {} : { basis }),
    tiles: only && !isSeveral ? tilesOf(only.whole, figures, word) : [],
    blocks: isSeveral
      ? [tableOfWholes(wholes, figures, word), ...chartsOfWholes(wholes, figures, word)]
      : table,
  };
}

interface NamedWhole {
  readonly name: string;
  readonly whole: ReportRecord;
}

function tilesOf(
  whole: ReportRecord,
  figures: KeyFigures<never>['figures'],
  word: LocaleFormat['word'],
): Tile[] {
  return figures.flatMap(({ title, value, unit, change }): Tile[] => {
    const number = valueReader(value)(whole);
    if (!isExactNumber(number)) return [];
    const changed = change && valueReader(change.value)(whole);
    return [
      {
        what: word(title),
        value: number,
        unit: shownUnit(unit, whole),
        ...(isExactNumber(changed)
          ? {
              change: {
                value: changed,
                unit: unit.kind === 'percent' ? pointsUnit : percentUnit,
                since: '',
              },
            }
          : {}),
      },
    ];
  });
}

/** A row for each request, such as a hotel. */
function tableOfWholes(
  wholes: readonly NamedWhole[],
  figures: KeyFigures<never>['figures'],
  word: LocaleFormat['word'],
): DocumentTable {
  const shown = figures.flatMap(({ title, value, unit, change }) => {
    const heading = unit.kind === 'percent' ? `${word(title)} %` : word(title);
    const own = { heading, kind: 'number' as const, value, unit };
    return change ? [own, { ...change, heading: word(`${title} change`), kind: 'change' as const }] : [own];
  });
  return {
    kind: 'table',
    columns: [
      { heading: word('Property'), kind: 'text' },
      ...shown.map(({ heading, kind, unit }) => ({
        heading,
        kind,
        unit: { ...shownUnit(unit, {}), sign: '' },
      })),
    ],
    rows: wholes.map(({ name, whole }) => ({
      kind: 'row',
      cells: [name, ...shown.map(({ value, unit }) => numberCell(valueReader(value)(whole), unit, whole))],
    })),
  };
}

/** A bar for each hotel: of ratios, because amounts of small and large hotels do not compare; one for each currency. */
function chartsOfWholes(
  wholes: readonly NamedWhole[],
  figures: KeyFigures<never>['figures'],
  word: LocaleFormat['word'],
): DocumentChart[] {
  const compared = figures.filter(({ title, unit }) => unit.kind === 'percent' || title === 'RevPAR');
  return compared.flatMap(({ title, value, unit }) => {
    const points = wholes.flatMap(({ name, whole }) => {
      const number = valueReader(value)(whole);
      const shown = shownUnit(unit, whole);
      return isExactNumber(number) ? [{ label: name, values: [number], unit: shown }] : [];
    });
    return [...new Set(points.map(({ unit: { sign } }) => sign))].flatMap((sign): DocumentChart[] => {
      const alike = points.filter(point => point.unit.sign === sign);
      const [first] = alike;
      if (!first || alike.length < 2) return [];
      const series = [word(title)];
      return [{ kind: 'chart', title: word(title), form: 'bars', unit: first.unit, series, points: alike }];
    });
  });
}

function tableOfRows(
  { layout, records }: { readonly layout: SheetLayout; readonly records: readonly ReportRecord[] },
  word: LocaleFormat['word'],
): DocumentTable {
  const isConstant = ({ name, type }: Column) =>
    type === 'text' && new Set(records.map(valueReader(name))).size === 1;
  const varied = layout.columns.filter(column => !layout.folded.has(column) && !isConstant(column));
  // Of a rank, an id and a name, the name is enough.
  const named = varied.slice(0, 3).findLastIndex(({ type }) => type === 'text');
  const columns = varied.slice(Math.max(0, named)).slice(0, mostColumns);
  const currencies = columns.map(({ name, unit }) =>
    unit?.kind === 'money' ? sharedCurrency(records, name, unit.currency) : undefined,
  );
  return {
    kind: 'table',
    columns: columns.map((column, index) => {
      const { unit, type } = column;
      const kind = column.aggregation?.kind === 'change' ? 'change' : type;
      const shown = unit && { ...shownUnit(unit, {}, currencies[index]), sign: '' };
      return { heading: headingOf(column, currencies[index], word), kind, ...(shown ? { unit: shown } : {}) };
    }),
    rows: records.map(record => ({
      kind: 'row',
      cells: columns.map((column, index) => cellOf(column, record, currencies[index])),
    })),
  };
}

function cellOf(
  { name, type, unit, display, exclusive }: Column,
  record: ReportRecord,
  shared: string | undefined,
) {
  const value = valueReader(name)(record);
  if (display) return display(record);
  if (type === 'date' && exclusive && typeof value === 'string' && isDate(value)) return addDays(value, -1);
  if (!isExactNumber(value)) return cellText(value);
  return unit?.kind === 'money' && shared === undefined ? numberCell(value, unit, record) : value;
}

/** A number with its own currency, if it has one. */
function numberCell(value: FieldValue, unit: MeasureUnit, record: ReportRecord) {
  if (!isExactNumber(value)) return cellText(value);
  return unit.kind === 'money' ? { value, unit: shownUnit(unit, record) } : value;
}

function shownUnit(unit: MeasureUnit, record: ReportRecord, shared?: string): ShownUnit {
  if (unit.kind === 'percent') return percentUnit;
  if (unit.kind === 'count') return countUnit;
  const currency = shared ?? valueReader(unit.currency)(record);
  // Without a currency, the amount of each row has its own.
  return typeof currency === 'string' ? moneyUnit(currency) : { sign: '', decimals: 2 };
}
