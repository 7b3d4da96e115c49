import { xmlAttribute, xmlText } from '../../base/text.ts';
import { isExactNumber } from '../../platform/numbers.ts';
import { valueReader } from '../../platform/record-paths.ts';
import type { ChartDefinition, Column, ReportRecord } from '../../platform/records.ts';
import { chartFilter, drawnPoints } from '../chart/chart.ts';
import {
  absoluteRange,
  columnLetters,
  numberFormat,
  relationNamespace,
  relationships,
  type SheetLayout,
  sheetText,
  sheetValue,
  xmlHead,
} from './cells.ts';

/** The rows of a chart: one more for each bar beyond 10, so that each is labelled. */
const [leastRows, manyBars] = [18, 10];

export const rowsOfChart = ({ kind, labels }: SheetChart) =>
  kind === 'days' ? leastRows : leastRows + Math.max(0, labels.values.length - manyBars);

/** The drawing of the first sheet and its charts: the parts of the package, by their paths. */
export const chartParts = (
  charts: readonly { readonly sheet: string; readonly chart: SheetChart }[],
  places: readonly ChartPlace[],
): readonly (readonly [path: string, xml: string])[] => [
  ['xl/worksheets/_rels/sheet1.xml.rels', relationships([['drawing', '../drawings/drawing1.xml']])],
  ['xl/drawings/drawing1.xml', drawingXml(places)],
  [
    'xl/drawings/_rels/drawing1.xml.rels',
    relationships(charts.map((_, index) => ['chart', `../charts/chart${index + 1}.xml`])),
  ],
  ...charts.map(
    ({ chart, sheet }, index) => [`xl/charts/chart${index + 1}.xml`, chartXml(chart, sheet)] as const,
  ),
];

/** A chart of a sheet's rows, ready to be written: its series refer to the cells, and repeat their values. */
export interface SheetChart {
  readonly title: string;
  readonly kind: ChartDefinition['kind'];
  readonly labels: CellRange;
  /** The second series is an earlier period. */
  readonly series: readonly (CellRange & { readonly name: string })[];
  /** Excel's number format of the axis. */
  readonly format: string;
  /** A column of the chart is folded, so that hidden cells are drawn too. */
  readonly drawsHidden: boolean;
}

/** The cells that a chart draws, `A2:A32` without the sheet, or no address where they are not next to each other. */
interface CellRange {
  readonly address: string | undefined;
  /** An empty text is an empty cell. */
  readonly values: readonly string[];
}

const chartNamespace = 'http://schemas.openxmlformats.org/drawingml/2006/chart';
const drawingNamespace = 'http://schemas.openxmlformats.org/drawingml/2006/main';
/** The colors of both series: the one of the HTML pages, and gray. */
const colors = ['0A66C2', '8A939D'] as const;

/** `xl/charts/chartN.xml`: a line by day, or horizontal bars in the order of the rows. */
function chartXml(chart: SheetChart, sheet: string): string {
  const { title, kind, series, format, drawsHidden } = chart;
  const isLine = kind === 'days';
  // Lengths compare only from zero.
  const startsAtZero = series.every(({ values: all }) => all.every(value => !value.startsWith('-')));
  const drawn = series.map((_, index) => seriesXml(chart, index, sheet)).join('');
  const plot = isLine
    ? `<c:lineChart><c:grouping val="standard"/><c:varyColors val="0"/>${drawn}<c:marker val="1"/><c:axId val="1"/><c:axId val="2"/></c:lineChart>`
    : `<c:barChart><c:barDir val="bar"/><c:grouping val="clustered"/><c:varyColors val="0"/>${drawn}<c:gapWidth val="40"/><c:axId val="1"/><c:axId val="2"/></c:barChart>`;
  // Days that are not in cells are words.
  const isDated = isLine && chart.labels.address !== undefined;
  const across = isDated
    ? `<c:dateAx><c:axId val="1"/><c:scaling><c:orientation val="minMax"/></c:scaling><c:delete val="0"/><c:axPos val="b"/><c:numFmt formatCode="d\\ mmm" sourceLinked="0"/><c:majorTickMark val="out"/><c:minorTickMark val="none"/><c:tickLblPos val="low"/>${textProperties}<c:crossAx val="2"/><c:crosses val="autoZero"/><c:auto val="1"/><c:lblOffset val="100"/><c:baseTimeUnit val="days"/></c:dateAx>`
    : `<c:catAx><c:axId val="1"/><c:scaling><c:orientation val="${isLine ? 'minMax' : 'maxMin'}"/></c:scaling><c:delete val="0"/><c:axPos val="${isLine ? 'b' : 'l'}"/><c:majorTickMark val="none"/><c:minorTickMark val="none"/><c:tickLblPos val="low"/>${textProperties}<c:crossAx val="2"/><c:crosses val="autoZero"/><c:auto val="0"/><c:lblOffset val="100"/>${isLine ? '' : '<c:tickLblSkip val="1"/>'}<c:noMultiLvlLbl val="1"/></c:catAx>`;
  const upwards = `<c:valAx><c:axId val="2"/><c:scaling><c:orientation val="minMax"/>${startsAtZero ? '<c:min val="0"/>' : ''}</c:scaling><c:delete val="0"/><c:axPos val="${isLine ? 'l' : 'b'}"/><c:majorGridlines><c:spPr>${line('E3E7EB', 6350)}</c:spPr></c:majorGridlines><c:numFmt formatCode="${xmlAttribute(format)}" sourceLinked="0"/><c:majorTickMark val="none"/><c:minorTickMark val="none"/><c:tickLblPos val="nextTo"/>${textProperties}<c:crossAx val="1"/><c:crosses val="${isLine ? 'autoZero' : 'max'}"/></c:valAx>`;
  const legend =
    series.length > 1
      ? `<c:legend><c:legendPos val="b"/><c:overlay val="0"/>${textProperties}</c:legend>`
      : '';
  return `${xmlHead}<c:chartSpace xmlns:c="${chartNamespace}" xmlns:a="${drawingNamespace}"><c:roundedCorners val="0"/><c:chart><c:title><c:tx><c:rich><a:bodyPr/><a:p><a:pPr><a:defRPr sz="1100" b="1"/></a:pPr><a:r><a:rPr lang="en" sz="1100" b="1"/><a:t>${xmlText(title)}</a:t></a:r></a:p></c:rich></c:tx><c:overlay val="0"/></c:title><c:autoTitleDeleted val="0"/><c:plotArea><c:layout/>${plot}${across}${upwards}</c:plotArea>${legend}<c:plotVisOnly val="${drawsHidden ? 0 : 1}"/><c:dispBlanksAs val="gap"/></c:chart></c:chartSpace>`;
}

const textProperties =
  '<c:txPr><a:bodyPr/><a:p><a:pPr><a:defRPr sz="900"/></a:pPr><a:endParaRPr lang="en"/></a:p></c:txPr>';

const line = (color: string, width: number, dash = '') =>
  `<a:ln w="${width}"><a:solidFill><a:srgbClr val="${color}"/></a:solidFill>${dash}</a:ln>`;

function seriesXml({ kind, labels, series }: SheetChart, index: number, sheet: string): string {
  const { name, ...values } = series[index] as SheetChart['series'][number];
  const color = colors[index] ?? colors[1];
  const isLine = kind === 'days';
  const shape = isLine
    ? `<c:spPr>${line(color, 22_225, index === 0 ? '' : '<a:prstDash val="dash"/>')}</c:spPr><c:marker><c:symbol val="none"/></c:marker>`
    : `<c:spPr><a:solidFill><a:srgbClr val="${color}"/></a:solidFill></c:spPr><c:invertIfNegative val="0"/>`;
  return `<c:ser><c:idx val="${index}"/><c:order val="${index}"/><c:tx><c:strRef><c:f>${xmlText(`"${name}"`)}</c:f><c:strCache><c:ptCount val="1"/><c:pt idx="0"><c:v>${xmlText(name)}</c:v></c:pt></c:strCache></c:strRef></c:tx>${shape}<c:cat>${dataXml(labels, sheet, isLine && labels.address !== undefined ? 'num' : 'str')}</c:cat><c:val>${dataXml(values, sheet, 'num')}</c:val>${isLine ? '<c:smooth val="0"/>' : ''}</c:ser>`;
}

/** A reference to cells with their values, or the values as literals. */
function dataXml({ address, values }: CellRange, sheet: string, type: 'num' | 'str'): string {
  const points = values
    .map((value, index) => (value === '' ? '' : `<c:pt idx="${index}"><c:v>${xmlText(value)}</c:v></c:pt>`))
    .join('');
  const cache = `<c:ptCount val="${values.length}"/>${points}`;
  if (address === undefined) return `<c:${type}Lit>${cache}</c:${type}Lit>`;
  const quoted = `'${sheet.replaceAll("'", "''")}'!${absoluteRange(address)}`;
  return `<c:${type}Ref><c:f>${xmlText(quoted)}</c:f><c:${type}Cache>${cache}</c:${type}Cache></c:${type}Ref>`;
}

/** The cells that a chart covers: its upper left one, and the first ones behind it. */
export interface ChartPlace {
  readonly column: number;
  readonly row: number;
  readonly endColumn: number;
  readonly endRow: number;
}

/** `xl/drawings/drawingN.xml`; the relation of the chart at index 0 is `rId1`. */
function drawingXml(places: readonly ChartPlace[]): string {
  const corner = (name: 'from' | 'to', column: number, row: number) =>
    `<xdr:${name}><xdr:col>${column}</xdr:col><xdr:colOff>0</xdr:colOff><xdr:row>${row}</xdr:row><xdr:rowOff>0</xdr:rowOff></xdr:${name}>`;
  const frames = places.map(
    ({ column, row, endColumn, endRow }, index) =>
      `<xdr:twoCellAnchor>${corner('from', column, row)}${corner('to', endColumn, endRow)}<xdr:graphicFrame macro=""><xdr:nvGraphicFramePr><xdr:cNvPr id="${index + 2}" name="Chart ${index + 1}"/><xdr:cNvGraphicFramePr/></xdr:nvGraphicFramePr><xdr:xfrm><a:off x="0" y="0"/><a:ext cx="0" cy="0"/></xdr:xfrm><a:graphic><a:graphicData uri="${chartNamespace}"><c:chart xmlns:c="${chartNamespace}" r:id="rId${index + 1}"/></a:graphicData></a:graphic></xdr:graphicFrame><xdr:clientData/></xdr:twoCellAnchor>`,
  );
  return `${xmlHead}<xdr:wsDr xmlns:xdr="http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing" xmlns:a="${drawingNamespace}" xmlns:r="${relationNamespace}">${frames.join('')}</xdr:wsDr>`;
}

/** A chart of a sheet with more points than these is not readable. */
const mostPoints = 400;
/** Fewer points are no chart. */
const leastPoints = 2;

/**
 * The charts of a sheet's rows: of amounts one for each currency. A chart whose columns are not in the sheet is left
 * out.
 *
 * @param records all rows of the sheet, the first one in row 2
 */
export function chartsOfSheet(
  { charts, columns, folded }: SheetLayout,
  records: readonly ReportRecord[],
): SheetChart[] {
  return charts.flatMap(definition => {
    const { title, kind, label, value, unit, versus } = definition;
    const isCharted = chartFilter(definition);
    const read = valueReader(value);
    const charted = records
      .map((record, index) => ({ record, row: index + 2 }))
      .filter(({ record }) => isCharted(record));
    const sides = [{ value, unit, name: versus?.names[0] ?? title }];
    if (versus) sides.push({ value: versus.value, unit: versus.unit, name: versus.names[1] });
    const used = [label, ...sides.map(side => side.value)].map(name =>
      columns.find(column => column.name === name),
    );
    if (used.includes(undefined)) return [];
    const listCurrencies = (record: ReportRecord) =>
      sides.flatMap(side =>
        side.unit.kind === 'money' && isExactNumber(valueReader(side.value)(record))
          ? [valueReader(side.unit.currency)(record)]
          : [],
      );
    const codes = unit.kind === 'money' ? charted.flatMap(({ record }) => listCurrencies(record)) : [''];
    // A chart for each currency: their amounts have no common scale.
    return [...new Set(codes)].flatMap((currency): SheetChart[] => {
      const ofCurrency = (record: ReportRecord) => {
        const own = listCurrencies(record);
        return own.length > 0 && own.every(code => code === currency);
      };
      const rows = drawnPoints(
        definition,
        charted.filter(({ record }) => unit.kind !== 'money' || ofCurrency(record)),
        ({ record }) => Number(read(record) ?? 0),
      );
      if (rows.length < leastPoints || rows.length > mostPoints || typeof currency !== 'string') return [];
      const drawn = rows.map(({ record }) => record);
      const [first, last] = [rows[0]?.row ?? 0, rows.at(-1)?.row ?? 0];
      const isTogether = rows.every(({ row }, place) => row === first + place);
      const range = (name: string): CellRange => {
        const index = columns.findIndex(column => column.name === name);
        const letters = columnLetters(index);
        const readValue = valueReader(name);
        return {
          address: isTogether ? `${letters}${first}:${letters}${last}` : undefined,
          values: drawn.map(record => sheetValue(readValue(record), columns[index] as Column).text),
        };
      };
      const format = numberFormat(drawn.map(read).find(isExactNumber), unit, currency, false);
      return [
        {
          title: sheetText([title, unit.kind === 'percent' ? '%' : currency].filter(Boolean).join(', ')),
          kind,
          labels: range(label),
          series: sides.map(side => ({ ...range(side.value), name: side.name })),
          format: unit.kind === 'percent' ? '0' : (format?.replace(/\..*$/, '') ?? 'General'),
          drawsHidden: used.some(column => column !== undefined && folded.has(column)),
        },
      ];
    });
  });
}
