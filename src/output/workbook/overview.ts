import { isExactNumber } from '../../platform/numbers.ts';
import { valueReader } from '../../platform/record-paths.ts';
import type { Column, FieldValue, KeyFigures, MeasureUnit, ReportRecord } from '../../platform/records.ts';
import { cellText } from '../cell.ts';
import { chooseShownUnit, currencyReader, makeTiles } from '../chart/chart.ts';
import type { Document, DocumentChart, DocumentTable, ShownUnit } from '../document/document.ts';
import { findEarlier, RecordsTable } from '../document/records.ts';
import type { LocaleFormat } from '../number-format.ts';
import type { ReportDescription, SectionWords } from '../results.ts';
import type { SheetLayout } from './cells.ts';

/** A request of the workbook: what it is of, and the key figures of its whole period. */
export interface WorkbookRequest {
  readonly words: SectionWords | undefined;
  readonly whole: ReportRecord | undefined;
}

/** More columns than these do not fit on the first sheet. */
const mostColumns = 10;

/** What the first sheet shows: the key figures, and the rows of one request or the key figures of several. */
export function makeOverview(
  { title, basis: counted }: Pick<ReportDescription, 'title' | 'basis'>,
  requests: readonly WorkbookRequest[],
  figures: KeyFigures<never>['figures'],
  rows: { readonly layout: SheetLayout; readonly records: readonly ReportRecord[] } | undefined,
  format: LocaleFormat,
): Document {
  const headings = requests.flatMap(({ words }) => (words ? [words.heading] : []));
  const spans = new Set(headings.map(heading => heading.split(' · ').slice(1).join(' · ')));
  const hasOneSpan = headings.length > 1 && spans.size === 1;
  const details = requests.length === 1 ? (requests[0]?.words?.details ?? []) : [];
  const about = hasOneSpan ? [...spans] : [...headings.slice(0, 2), ...details];
  const basis = [...about, counted].filter(Boolean).join(' · ');
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
    tiles: only && !isSeveral ? makeTiles(figures, only.whole, format) : [],
    blocks: isSeveral
      ? [tableOfWholes(wholes, figures, format), ...chartsOfWholes(wholes, figures, format)]
      : table,
  };
}

interface NamedWhole {
  readonly name: string;
  readonly whole: ReportRecord;
}

/** A row for each request, such as a hotel. */
function tableOfWholes(
  wholes: readonly NamedWhole[],
  figures: KeyFigures<never>['figures'],
  format: LocaleFormat,
): DocumentTable {
  const { word } = format;
  const shown = figures.flatMap(({ title, value, unit, change }) => {
    const heading = unit.kind === 'percent' ? `${word(title)} %` : word(title);
    const own = { heading, kind: 'number' as const, value, unit };
    return change ? [own, { ...change, heading: word(`${title} change`), kind: 'signed' as const }] : [own];
  });
  return {
    kind: 'table',
    columns: [
      { heading: word('Property'), kind: 'text' },
      ...shown.map(({ heading, kind, unit }) => ({
        heading,
        kind,
        unit: { ...shownUnit(unit, {}, format), sign: '' },
      })),
    ],
    rows: wholes.map(({ name, whole }) => ({
      kind: 'row',
      cells: [
        name,
        ...shown.map(({ value, unit }) => numberCell(valueReader(value)(whole), unit, whole, format)),
      ],
    })),
  };
}

/** A bar for each hotel: of ratios, because amounts of small and large hotels do not compare; one for each currency. */
function chartsOfWholes(
  wholes: readonly NamedWhole[],
  figures: KeyFigures<never>['figures'],
  format: LocaleFormat,
): DocumentChart[] {
  const { word } = format;
  const compared = figures.filter(({ title, unit }) => unit.kind === 'percent' || title === 'RevPAR');
  return compared.flatMap(({ title, value, unit }) => {
    const points = wholes.flatMap(({ name, whole }) => {
      const number = valueReader(value)(whole);
      const shown = shownUnit(unit, whole, format);
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
  const all = [...(name ? [name] : []), ...rank, ...figures];
  // Of a comparison that does not fit, a change says more than the earlier figure.
  const earlier = findEarlier(all);
  const later = all.length > mostColumns ? all.filter(column => !earlier.has(column.name)) : all;
  const columns = later.slice(0, mostColumns);
  const table = new RecordsTable({ columns, layout: {}, format });
  table.see(records);
  table.add(records);
  return table.table();
}

function numberCell(value: FieldValue, unit: MeasureUnit, record: ReportRecord, format: LocaleFormat) {
  if (!isExactNumber(value)) return cellText(value);
  return unit.kind === 'money' ? { value, unit: shownUnit(unit, record, format) } : value;
}

const shownUnit = (unit: MeasureUnit, record: ReportRecord, format: LocaleFormat): ShownUnit =>
  chooseShownUnit(unit, currencyReader(unit)(record), format);
