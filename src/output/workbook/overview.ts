import { isExactNumber } from '../../platform/numbers.ts';
import { valueReader } from '../../platform/record-paths.ts';
import type { Column, FieldValue, KeyFigures, MeasureUnit, ReportRecord } from '../../platform/records.ts';
import { cellText } from '../cell.ts';
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
import { RecordsTable } from '../document/records.ts';
import type { LocaleFormat } from '../number-format.ts';
import type { SectionWords } from '../results.ts';
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
  format: LocaleFormat,
): Document {
  const { word } = format;
  const headings = requests.flatMap(({ words }) => (words ? [words.heading] : []));
  const spans = new Set(headings.map(heading => heading.split(' · ').slice(1).join(' · ')));
  const hasOneSpan = headings.length > 1 && spans.size === 1;
  const details = requests.length === 1 ? (requests[0]?.words?.details ?? []) : [];
  const basis = hasOneSpan ? [...spans].join('') : [...headings.slice(0, 2), ...details].join(' · ');
  const wholes = requests.flatMap(({ words, whole }) => {
    const heading = words?.heading ?? cellText(whole?.['propertyId']);
    return whole ? [{ whole, name: hasOneSpan ? (heading.split(' · ')[0] ?? heading) : heading }] : [];
  });
  const [only] = wholes;
  const isSeveral = wholes.length > 1;
  const table = rows && rows.records.length > 1 ? [tableOfRows(rows, format)] : [];
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
  format: LocaleFormat,
): DocumentTable {
  const isConstant = ({ name, type }: Column) =>
    type === 'text' && new Set(records.map(valueReader(name))).size === 1;
  const varied = layout.columns.filter(column => !layout.folded.has(column) && !isConstant(column));
  const rank = varied.filter(({ name }) => name === 'rank');
  const others = varied.filter(({ name }) => name !== 'rank');
  // Of an id and a name, the name is enough; it is in the first column, which is wide.
  const [name, ...figures] = others.slice(
    Math.max(
      0,
      others.slice(0, 2).findLastIndex(({ type }) => type === 'text'),
    ),
  );
  const columns = [...(name ? [name] : []), ...rank, ...figures].slice(0, mostColumns);
  const table = new RecordsTable({ columns, layout: {}, format });
  table.see(records);
  table.add(records);
  return table.table();
}

/** A number with its own currency, if it has one. */
function numberCell(value: FieldValue, unit: MeasureUnit, record: ReportRecord) {
  if (!isExactNumber(value)) return cellText(value);
  return unit.kind === 'money' ? { value, unit: shownUnit(unit, record) } : value;
}

function shownUnit(unit: MeasureUnit, record: ReportRecord): ShownUnit {
  if (unit.kind === 'percent') return percentUnit;
  if (unit.kind === 'count') return countUnit;
  const currency = valueReader(unit.currency)(record);
  // Without a currency, the amount of each row has its own.
  return typeof currency === 'string' ? moneyUnit(currency) : { sign: '', decimals: 2 };
}
