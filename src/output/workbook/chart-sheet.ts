import { sheetText, textCell } from './cells.ts';
import { type ChartPlace, chartXml, drawingXml, type SheetChart } from './chart-xml.ts';
import type { CellStyles } from './styles.ts';
import { mainNamespace, packageNamespace, relationNamespace, xmlHead } from './xml.ts';

interface ChartGroup {
  readonly sheet: string;
  /** The hotel and the period, above the charts. */
  readonly heading: string;
  readonly charts: readonly SheetChart[];
}

/** Charts beside each other: what a page in landscape holds. */
const perLine = 3;
/** The columns of a chart, and the rows of a line of charts: at least these, and one more for each bar beyond 10. */
const [columnsPerChart, leastRows, manyBars] = [3, 12, 10];
/** Rows that fit on a printed page. */
const rowsPerPage = 40;

const rowsOf = ({ kind, labels }: SheetChart) =>
  kind === 'days' ? leastRows : leastRows + Math.max(0, labels.values.length - manyBars);

/** The sheet `Charts` with its drawing and its charts: the parts of the package, by their paths. */
export function chartSheetParts(
  groups: readonly ChartGroup[],
  sheetNumber: number,
  styles: CellStyles,
): readonly (readonly [path: string, xml: string])[] {
  const strong = styles.indexOf({ bold: true });
  const rows: string[] = [];
  const places: ChartPlace[] = [];
  const charts: string[] = [];
  const breaks: number[] = [];
  let row = 0;
  let pageStart = 0;
  for (const { sheet, heading, charts: own } of groups) {
    const lines = Array.from({ length: Math.ceil(own.length / perLine) }, (_, index) =>
      own.slice(index * perLine, (index + 1) * perLine),
    );
    const heights = lines.map(line => Math.max(...line.map(rowsOf)));
    const height = 1 + heights.reduce((sum, one) => sum + one, 0);
    if (row > pageStart && row + height - pageStart > rowsPerPage) {
      breaks.push(row);
      pageStart = row;
    }
    rows.push(`<row r="${row + 1}">${textCell(`A${row + 1}`, strong, sheetText(heading))}</row>`);
    let top = row + 1;
    for (const [index, line] of lines.entries()) {
      for (const [along, chart] of line.entries()) {
        const column = along * columnsPerChart;
        const end = { endColumn: column + columnsPerChart, endRow: top + rowsOf(chart) };
        places.push({ column, row: top, ...end });
        charts.push(chartXml(chart, sheet));
      }
      top += heights[index] ?? 0;
    }
    row += height;
  }
  const columns = `<cols><col min="1" max="${perLine * columnsPerChart}" width="13.5" customWidth="1"/></cols>`;
  const breaksXml =
    breaks.length === 0
      ? ''
      : `<rowBreaks count="${breaks.length}" manualBreakCount="${breaks.length}">${breaks.map(id => `<brk id="${id}" max="16383" man="1"/>`).join('')}</rowBreaks>`;
  return [
    [
      `xl/worksheets/sheet${sheetNumber}.xml`,
      `${xmlHead}<worksheet xmlns="${mainNamespace}" xmlns:r="${relationNamespace}"><sheetViews><sheetView showGridLines="0" workbookViewId="0"/></sheetViews><sheetFormatPr defaultRowHeight="13" customHeight="1"/>${columns}<sheetData>${rows.join('')}</sheetData><pageMargins left="0.3" right="0.3" top="0.4" bottom="0.4" header="0.2" footer="0.2"/><pageSetup paperSize="9" orientation="landscape"/>${breaksXml}<drawing r:id="rId1"/></worksheet>`,
    ],
    [`xl/worksheets/_rels/sheet${sheetNumber}.xml.rels`, relations('drawing', ['../drawings/drawing1.xml'])],
    ['xl/drawings/drawing1.xml', drawingXml(places)],
    [
      'xl/drawings/_rels/drawing1.xml.rels',
      relations(
        'chart',
        charts.map((_, index) => `../charts/chart${index + 1}.xml`),
      ),
    ],
    ...charts.map((xml, index) => [`xl/charts/chart${index + 1}.xml`, xml] as const),
  ];
}

function relations(kind: string, targets: readonly string[]): string {
  const list = targets.map(
    (target, index) =>
      `<Relationship Id="rId${index + 1}" Type="${relationNamespace}/${kind}" Target="${target}"/>`,
  );
  return `${xmlHead}<Relationships xmlns="${packageNamespace}/relationships">${list.join('')}</Relationships>`;
}
