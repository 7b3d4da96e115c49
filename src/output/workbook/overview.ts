import { valueReader } from '../../platform/record-paths.ts';
import type { Column, KeyFigures, MeasureUnit, ReportRecord } from '../../platform/records.ts';
import { cellText } from '../cell.ts';
import { chooseShownUnit, makeTiles } from '../chart/chart.ts';
import type { Document, DocumentChart, DocumentColumn, DocumentTable, Tile } from '../document/document.ts';
import { findEarlier, RecordsTable } from '../document/records.ts';
import type { LocaleFormat, Word } from '../number-format.ts';
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
    const name = hasOneSpan ? (heading.split(' · ')[0] ?? heading) : heading;
    return whole ? [{ name, tiles: makeTiles(figures, whole, format) }] : [];
  });
  const [only] = wholes;
  const isSeveral = wholes.length > 1;
  const table = rows && rows.records.length > 1 ? [tableOfRows(rows, format)] : [];
  return {
    title,
    ...(basis === '' ? {} : { basis }),
    tiles: only && !isSeveral ? only.tiles : [],
    blocks: isSeveral
      ? [tableOfWholes(wholes, figures, format), ...chartsOfWholes(wholes, figures, format.word)]
      : table,
  };
}

interface NamedWhole {
  readonly name: string;
  readonly tiles: readonly Tile[];
}

/** A row for each request, such as a hotel. */
function tableOfWholes(
  wholes: readonly NamedWhole[],
  figures: KeyFigures<never>['figures'],
  format: LocaleFormat,
): DocumentTable {
  const { word } = format;
  const unsigned = (unit: MeasureUnit) => ({ ...chooseShownUnit(unit, undefined, format), sign: '' });
  const columns = figures.flatMap(({ title, unit, change }): DocumentColumn[] => {
    const heading = unit.kind === 'percent' ? `${word(title)} %` : word(title);
    const own: DocumentColumn = { heading, kind: 'number', unit: unsigned(unit) };
    if (!change) return [own];
    return [own, { heading: word(`${title} change`), kind: 'signed', unit: unsigned(change.unit) }];
  });
  return {
    kind: 'table',
    columns: [{ heading: word('Property'), kind: 'text' }, ...columns],
    rows: wholes.map(({ name, tiles }) => ({
      kind: 'row',
      cells: [
        name,
        ...figures.flatMap(({ title, unit, change }) => {
          const tile = tiles.find(({ what }) => what === title);
          const own = unit.kind === 'money' && tile ? { value: tile.value, unit: tile.unit } : tile?.value;
          return change ? [own, tile?.change?.value] : [own];
        }),
      ],
    })),
  };
}

/** A bar for each hotel: of ratios, because amounts of small and large hotels do not compare; one for each currency. */
function chartsOfWholes(
  wholes: readonly NamedWhole[],
  figures: KeyFigures<never>['figures'],
  word: Word,
): DocumentChart[] {
  const compared = figures.filter(({ title, unit }) => unit.kind === 'percent' || title === 'RevPAR');
  return compared.flatMap(({ title }) => {
    const points = wholes.flatMap(({ name, tiles }) => {
      const tile = tiles.find(({ what }) => what === title);
      return tile ? [{ label: name, values: [tile.value], unit: tile.unit }] : [];
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
