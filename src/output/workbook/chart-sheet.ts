import { xmlAttribute, xmlText } from '../../base/text.ts';
import { isExactNumber } from '../../platform/numbers.ts';
import type { DocumentChart } from '../document/document.ts';
import type { LocaleFormat } from '../number-format.ts';
import { dateText, definedText, formatText, joinTexts } from '../words/messages.ts';
import { relationNamespace, relationships, sheetText, storedNumber, unitFormat, xmlHead } from './cells.ts';
import { columnsOfPage } from './table-cells.ts';

/** The rows of a chart: one more for each bar beyond 7, so that each is labelled. */
const [leastRows, manyBars] = [15, 7];

export const chartHeight = ({ form, points }: DocumentChart) =>
  form === 'days' ? leastRows : leastRows + Math.max(0, points.length - manyBars);

/** A chart as wide as the page: its first row, and the first one behind it. */
export interface PlacedChart {
  readonly chart: DocumentChart;
  readonly row: number;
  readonly endRow: number;
}

/** The drawing of the first sheet and its charts: the parts of the package, by their paths. */
export const chartParts = (
  charts: readonly PlacedChart[],
  format: LocaleFormat,
): readonly (readonly [path: string, xml: string])[] => [
  ['xl/worksheets/_rels/sheet1.xml.rels', relationships([['drawing', '../drawings/drawing1.xml']])],
  ['xl/drawings/drawing1.xml', drawingXml(charts)],
  [
    'xl/drawings/_rels/drawing1.xml.rels',
    relationships(charts.map((_, index) => ['chart', `../charts/chart${index + 1}.xml`])),
  ],
  ...charts.map(({ chart }, index) => [`xl/charts/chart${index + 1}.xml`, chartXml(chart, format)] as const),
];

const chartNamespace = 'http://schemas.openxmlformats.org/drawingml/2006/chart';
const drawingNamespace = 'http://schemas.openxmlformats.org/drawingml/2006/main';
/** The colors of both series: the one of the HTML pages, and gray. */
const colors = ['0A66C2', '8A939D'] as const;

/** `xl/charts/chartN.xml`: a line by day, or horizontal bars in the order of the rows. */
function chartXml(chart: DocumentChart, format: LocaleFormat): string {
  const { form, unit, series, points } = chart;
  const isLine = form === 'days';
  const title = sheetText(formatText(joinTexts([chart.title, definedText(unit.sign)], ', '), format));
  const axis = unitFormat({ ...unit, isExact: false }, undefined, false)?.replace(/\..*$/, '') ?? 'General';
  // Lengths compare only from zero.
  const startsAtZero = points.every(({ values }) => values.every(value => Number(value) >= 0));
  const drawn = series.map((_, index) => seriesXml(chart, index, format)).join('');
  const plot = isLine
    ? `<c:lineChart><c:grouping val="standard"/><c:varyColors val="0"/>${drawn}<c:marker val="1"/><c:axId val="1"/><c:axId val="2"/></c:lineChart>`
    : `<c:barChart><c:barDir val="bar"/><c:grouping val="clustered"/><c:varyColors val="0"/>${drawn}<c:gapWidth val="40"/><c:axId val="1"/><c:axId val="2"/></c:barChart>`;
  const across = `<c:catAx><c:axId val="1"/><c:scaling><c:orientation val="${isLine ? 'minMax' : 'maxMin'}"/></c:scaling><c:delete val="0"/><c:axPos val="${isLine ? 'b' : 'l'}"/><c:majorTickMark val="none"/><c:minorTickMark val="none"/><c:tickLblPos val="low"/>${textProperties}<c:crossAx val="2"/><c:crosses val="autoZero"/><c:auto val="0"/><c:lblOffset val="100"/>${isLine ? '' : '<c:tickLblSkip val="1"/>'}<c:noMultiLvlLbl val="1"/></c:catAx>`;
  const upwards = `<c:valAx><c:axId val="2"/><c:scaling><c:orientation val="minMax"/>${startsAtZero ? '<c:min val="0"/>' : ''}</c:scaling><c:delete val="0"/><c:axPos val="${isLine ? 'l' : 'b'}"/><c:majorGridlines><c:spPr>${line('E3E7EB', 6350)}</c:spPr></c:majorGridlines><c:numFmt formatCode="${xmlAttribute(axis)}" sourceLinked="0"/><c:majorTickMark val="none"/><c:minorTickMark val="none"/><c:tickLblPos val="nextTo"/>${textProperties}<c:crossAx val="1"/><c:crosses val="${isLine ? 'autoZero' : 'max'}"/></c:valAx>`;
  const legend =
    series.length > 1
      ? `<c:legend><c:legendPos val="b"/><c:overlay val="0"/>${textProperties}</c:legend>`
      : '';
  return `${xmlHead}<c:chartSpace xmlns:c="${chartNamespace}" xmlns:a="${drawingNamespace}"><c:roundedCorners val="0"/><c:chart><c:title><c:tx><c:rich><a:bodyPr/><a:p><a:pPr><a:defRPr sz="1100" b="1"/></a:pPr><a:r><a:rPr lang="en" sz="1100" b="1"/><a:t>${xmlText(title)}</a:t></a:r></a:p></c:rich></c:tx><c:overlay val="0"/></c:title><c:autoTitleDeleted val="0"/><c:plotArea><c:layout/>${plot}${across}${upwards}</c:plotArea>${legend}<c:plotVisOnly val="1"/><c:dispBlanksAs val="gap"/></c:chart></c:chartSpace>`;
}

const textProperties =
  '<c:txPr><a:bodyPr/><a:p><a:pPr><a:defRPr sz="900"/></a:pPr><a:endParaRPr lang="en"/></a:p></c:txPr>';

const line = (color: string, width: number, dash = '') =>
  `<a:ln w="${width}"><a:solidFill><a:srgbClr val="${color}"/></a:solidFill>${dash}</a:ln>`;

/** The second series is an earlier period. */
function seriesXml({ form, points, series }: DocumentChart, index: number, format: LocaleFormat): string {
  const isLine = form === 'days';
  const name = formatText(series[index] ?? '', format);
  const labels = points.map(({ label }) => sheetText(isLine ? dateText(label, 'day', format) : label));
  const values = points.map(({ values: sides }) => {
    const value = sides[index];
    return isExactNumber(value) ? storedNumber(value) : '';
  });
  const color = colors[index] ?? colors[1];
  const shape = isLine
    ? `<c:spPr>${line(color, 22_225, index === 0 ? '' : '<a:prstDash val="dash"/>')}</c:spPr><c:marker><c:symbol val="none"/></c:marker>`
    : `<c:spPr><a:solidFill><a:srgbClr val="${color}"/></a:solidFill></c:spPr><c:invertIfNegative val="0"/>`;
  return `<c:ser><c:idx val="${index}"/><c:order val="${index}"/><c:tx><c:strRef><c:f>${xmlText(`"${name}"`)}</c:f><c:strCache><c:ptCount val="1"/><c:pt idx="0"><c:v>${xmlText(name)}</c:v></c:pt></c:strCache></c:strRef></c:tx>${shape}<c:cat>${literals(labels, 'str')}</c:cat><c:val>${literals(values, 'num')}</c:val>${isLine ? '<c:smooth val="0"/>' : ''}</c:ser>`;
}

/** An empty text is a gap. */
function literals(values: readonly string[], type: 'num' | 'str'): string {
  const points = values
    .map((value, index) => (value === '' ? '' : `<c:pt idx="${index}"><c:v>${xmlText(value)}</c:v></c:pt>`))
    .join('');
  return `<c:${type}Lit><c:ptCount val="${values.length}"/>${points}</c:${type}Lit>`;
}

/** `xl/drawings/drawingN.xml`; the relation of the chart at index 0 is `rId1`. */
function drawingXml(charts: readonly PlacedChart[]): string {
  const corner = (name: 'from' | 'to', column: number, row: number) =>
    `<xdr:${name}><xdr:col>${column}</xdr:col><xdr:colOff>0</xdr:colOff><xdr:row>${row}</xdr:row><xdr:rowOff>0</xdr:rowOff></xdr:${name}>`;
  const frames = charts.map(
    ({ row, endRow }, index) =>
      `<xdr:twoCellAnchor>${corner('from', 0, row)}${corner('to', columnsOfPage - 1, endRow)}<xdr:graphicFrame macro=""><xdr:nvGraphicFramePr><xdr:cNvPr id="${index + 2}" name="Chart ${index + 1}"/><xdr:cNvGraphicFramePr/></xdr:nvGraphicFramePr><xdr:xfrm><a:off x="0" y="0"/><a:ext cx="0" cy="0"/></xdr:xfrm><a:graphic><a:graphicData uri="${chartNamespace}"><c:chart xmlns:c="${chartNamespace}" r:id="rId${index + 1}"/></a:graphicData></a:graphic></xdr:graphicFrame><xdr:clientData/></xdr:twoCellAnchor>`,
  );
  return `${xmlHead}<xdr:wsDr xmlns:xdr="http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing" xmlns:a="${drawingNamespace}" xmlns:r="${relationNamespace}">${frames.join('')}</xdr:wsDr>`;
}
