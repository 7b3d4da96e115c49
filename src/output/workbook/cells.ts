import { OutputError } from '../../base/errors.ts';
import { xmlAttribute, xmlText } from '../../base/text.ts';
import { dayNumber, isDate } from '../../platform/dates.ts';
import { type ExactNumber, isExactNumber, plainNumber } from '../../platform/numbers.ts';
import type { ChartDefinition, Column, FieldValue, MeasureUnit } from '../../platform/records.ts';
import { cellText, visibleText } from '../cell.ts';
import { dateParts, decimalsOfUnit } from '../number-format.ts';

/** `A`, `Z`, `AA`: the name of a column, counted from 0. */
export function columnLetters(index: number): string {
  const rest = Math.floor(index / 26);
  return `${rest > 0 ? columnLetters(rest - 1) : ''}${String.fromCharCode(65 + (index % 26))}`;
}

export const xmlHead = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
export const mainNamespace = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
export const relationNamespace = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
export const packageNamespace = 'http://schemas.openxmlformats.org/package/2006';

/** `$A$1:$C$9` of `A1:C9`. */
export const absoluteRange = (range: string): string => range.replace(/([A-Z]+)(\d+)/g, '$$$1$$$2');

/** The relations of a part, numbered from `rId1`. */
export function relationships(targets: readonly (readonly [kind: string, target: string])[]): string {
  const list = targets.map(
    ([kind, target], index) =>
      `<Relationship Id="rId${index + 1}" Type="${relationNamespace}/${kind}" Target="${target}"/>`,
  );
  return `${xmlHead}<Relationships xmlns="${packageNamespace}/relationships">${list.join('')}</Relationships>`;
}

/** The columns and charts of the sheets of one view. */
export interface SheetLayout {
  readonly view: string;
  readonly columns: readonly Column[];
  /** Columns that are grouped and hidden; people show them with the button above the sheet. */
  readonly folded: ReadonlySet<Column>;
  readonly charts: readonly ChartDefinition[];
}

/** A value as a spreadsheet stores it; a date is its serial number, a boolean 0 or 1, and nothing an empty text. */
export interface SheetValue {
  readonly kind: 'empty' | 'number' | 'date' | 'boolean' | 'text';
  readonly text: string;
}

const nothing: SheetValue = { kind: 'empty', text: '' };

/** Excel's limit for the text of a cell; a file with more is "repaired" by removing text. */
const mostCharacters = 32_767;

/** Significant digits that every spreadsheet keeps; it rounds the others when it shows and saves them. */
const keptDigits = 15;

/** Excel counts days from 1900 and treats that year as a leap year; from March 1900 on all readers agree. */
const firstOfMarch1900 = 61;
export const firstOf1970 = 25_569;

/**
 * A value as a typed cell. A number with more digits than a spreadsheet keeps becomes text, so that none is rounded. A
 * date is a date; a date with a time of day keeps its offset, and stays text.
 *
 * @throws OutputError for a text longer than a cell can hold
 */
export function sheetValue(value: FieldValue, { name, type, exclusive }: Column): SheetValue {
  if (value === null || value === undefined) return nothing;
  if (typeof value === 'boolean') return { kind: 'boolean', text: value ? '1' : '0' };
  if (typeof value === 'number' && Number(value.toPrecision(keptDigits)) === value) {
    return { kind: 'number', text: String(value) };
  }
  if (type === 'date' && typeof value === 'string') {
    const serial = isDate(value) ? dayNumber(value) + firstOf1970 - (exclusive ? 1 : 0) : 0;
    if (serial >= firstOfMarch1900) return { kind: 'date', text: String(serial) };
  }
  const text = sheetText(cellText(value));
  if (text.length > mostCharacters) {
    throw new OutputError(
      `the column ${name} has a text of more than ${mostCharacters} characters, which no spreadsheet accepts`,
      { hint: 'use --format csv, or omit the column with --columns' },
    );
  }
  return text === '' ? nothing : { kind: 'text', text };
}

/**
 * Text for a cell: characters that XML cannot contain are made visible, and text that a spreadsheet would read as an
 * escape (`_x0041_`) is escaped. No guard against formulas is needed, because the cell has the type text.
 */
export const sheetText = (text: string): string =>
  visibleText(text)
    .replaceAll('\r\n', '\n')
    .replace(
      /[\ufffd\p{Noncharacter_Code_Point}]/gu,
      character => `\\u{${character.codePointAt(0)?.toString(16)}}`,
    )
    .replace(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_');

/**
 * The number format of a value: separators and the decimals of its unit, more if the value has more and is not a ratio
 * that hotelctl computed. `named` is the currency that the heading cannot show, because the rows differ.
 */
export function numberFormat(
  value: FieldValue,
  unit: MeasureUnit | undefined,
  currency: unknown,
  named: boolean,
): string | undefined {
  if (!unit || !isExactNumber(value)) return undefined;
  const own = unit.rounded ? 0 : (plainNumber(value).split('.')[1]?.length ?? 0);
  const decimals = Math.max(own, decimalsOfUnit(unit, currency));
  const format = digitsFormat(decimals);
  return named && typeof currency === 'string' && /^[A-Z]{3}$/.test(currency)
    ? `${format} [$${currency}]`
    : format;
}

export const digitsFormat = (decimals: number): string =>
  `#,##0${decimals > 0 ? `.${'0'.repeat(decimals)}` : ''}`;

/** The format of a date column: ISO without a locale, else the order and the separators of the locale. */
export function dateFormat(locale: string | undefined, weekday: boolean): string {
  const pattern =
    locale === undefined
      ? 'yyyy-mm-dd'
      : new Intl.DateTimeFormat(locale, { ...dateParts, timeZone: 'UTC' })
          .formatToParts(0)
          .map(({ type, value }) => excelParts[type] ?? value.replace(/[^ ]/g, '\\$&'))
          .join('');
  return weekday ? `ddd ${pattern}` : pattern;
}

const excelParts: Readonly<Record<string, string>> = { year: 'yyyy', month: 'mm', day: 'dd' };

/** What people read is cut where a cell ends; `sheetValue` has refused such data. */
export const textCell = (place: string, style: number, text: string): string =>
  `<c r="${place}"${style === 0 ? '' : ` s="${style}"`} t="inlineStr"><is><t xml:space="preserve">${xmlText(text.slice(0, mostCharacters))}</t></is></c>`;

/** A4 in landscape, as many pages high as needed. */
export const printSetup =
  '<pageMargins left="0.4" right="0.4" top="0.5" bottom="0.6" header="0.3" footer="0.3"/><pageSetup paperSize="9" orientation="landscape" fitToWidth="1" fitToHeight="0"/>';

/** A sheet that people read, with or without a drawing. */
export const drawingSheet = (content: string, hasDrawing: boolean): string =>
  `${xmlHead}<worksheet xmlns="${mainNamespace}" xmlns:r="${relationNamespace}"><sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>${content}${hasDrawing ? '<drawing r:id="rId1"/>' : ''}</worksheet>`;

/** The formats of `differentialFormats` in the styles: of every second row, of a fall and of a rise. */
const [banded, falling, rising] = [0, 1, 2];

/** A change of -0.04 is 0.0, neither red nor -0.0. */
export const isShownAsZero = (value: ExactNumber, decimals: number): boolean =>
  Math.abs(Number(value)) < leastShown(decimals);

const leastShown = (decimals: number) => 0.5 / 10 ** decimals;

/** Changes in a column, and the decimals that they are shown with. */
export interface ChangeRange {
  readonly range: string;
  readonly decimals: number;
}

/** Adds a change to the range of those directly above it. */
export function addChange(changes: ChangeRange[], column: number, row: number, decimals: number): void {
  const letters = columnLetters(column);
  const isAbove = (each: ChangeRange) =>
    each.range.endsWith(`:${letters}${row - 1}`) && each.decimals === decimals;
  const at = changes.findLastIndex(isAbove);
  const [first] = changes[at]?.range.split(':') ?? [`${letters}${row}`];
  const range = `${first}:${letters}${row}`;
  changes.splice(at < 0 ? changes.length : at, 1, { range, decimals });
}

/** Changes of these ranges are red or green. */
export const changeRules = (changes: readonly ChangeRange[]): string =>
  [...new Set(changes.map(({ decimals }) => decimals))]
    .map(decimals => {
      const own = changes.filter(change => change.decimals === decimals).map(({ range }) => range);
      const least = leastShown(decimals);
      return `<conditionalFormatting sqref="${own.join(' ')}">${rule('lessThanOrEqual', falling, -least)}${rule('greaterThanOrEqual', rising, least)}</conditionalFormatting>`;
    })
    .join('');

/** Every second row has a background. */
export const bandRule = (range: string): string =>
  `<conditionalFormatting sqref="${range}"><cfRule type="expression" dxfId="${banded}" priority="9"><formula>MOD(ROW(),2)=1</formula></cfRule></conditionalFormatting>`;

const rule = (operator: string, format: number, limit: number) =>
  `<cfRule type="cellIs" operator="${operator}" dxfId="${format}" priority="${format}"><formula>${limit}</formula></cfRule>`;

interface CellStyle {
  /** An Excel number format; default: the cell is shown as it is. */
  readonly format?: string | undefined;
  readonly bold?: boolean;
  /** Points; default: 10. */
  readonly size?: number;
  readonly color?: string;
  readonly wrap?: boolean;
  readonly right?: boolean;
  readonly left?: boolean;
  /** Space before a text, so that it does not touch the number in the cell before it. */
  readonly indent?: boolean;
  /** A number or a date, which is shown smaller instead of as `###` if its column is too narrow. */
  readonly fits?: boolean;
  /** A line above the cell: the totals. */
  readonly ruled?: boolean;
  /** A line below the cell: the headings. */
  readonly under?: boolean;
}

/** Custom number formats begin here; the lower ones are built in. */
const firstFormat = 164;

/** The cell formats of a workbook. Each distinct style gets an index, which the cells refer to. */
export class CellStyles {
  readonly #styles: CellStyle[] = [];
  readonly #indexes = new Map<string, number>();

  constructor() {
    // The first one is the style of every cell without a style.
    this.indexOf({});
  }

  indexOf(style: CellStyle): number {
    const { format, bold, size, color, wrap, right, left, indent, fits, ruled, under } = style;
    const key = [format, bold, size, color, wrap, right, left, indent, fits, ruled, under].join('|');
    let index = this.#indexes.get(key);
    if (index === undefined) {
      index = this.#styles.push(style) - 1;
      this.#indexes.set(key, index);
    }
    return index;
  }

  /** `xl/styles.xml`. */
  xml(): string {
    const formats = [
      ...new Set(this.#styles.flatMap(({ format }) => (format === undefined ? [] : [format]))),
    ];
    const formatId = (format: string | undefined) =>
      format === undefined ? 0 : firstFormat + formats.indexOf(format);
    const fonts = [...new Set([fontXml({}), ...this.#styles.map(fontXml)])];
    const cells = this.#styles.map(style => {
      const { format, wrap, right, left, indent, ruled, under, fits } = style;
      const ids = `numFmtId="${formatId(format)}" fontId="${fonts.indexOf(fontXml(style))}" fillId="0" borderId="${ruled ? 1 : under ? 2 : 0}" xfId="0"`;
      const side = right
        ? ' horizontal="right"'
        : indent
          ? ' horizontal="left" indent="1"'
          : left
            ? ' horizontal="left"'
            : '';
      const alignment = `<alignment${side} vertical="top"${wrap ? ' wrapText="1"' : ''}${fits ? ' shrinkToFit="1"' : ''}/>`;
      return `<xf ${ids} applyNumberFormat="1" applyFont="1" applyBorder="1" applyAlignment="1">${alignment}</xf>`;
    });
    return `${xmlHead}<styleSheet xmlns="${mainNamespace}">${
      formats.length === 0
        ? ''
        : `<numFmts count="${formats.length}">${formats
            .map(
              (format, index) =>
                `<numFmt numFmtId="${firstFormat + index}" formatCode="${xmlAttribute(format)}"/>`,
            )
            .join('')}</numFmts>`
    }<fonts count="${fonts.length}">${fonts.join('')}</fonts>
<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>
<borders count="3"><border><left/><right/><top/><bottom/><diagonal/></border><border><left/><right/><top style="thin"><color auto="1"/></top><bottom/><diagonal/></border><border><left/><right/><top/><bottom style="thin"><color rgb="FF8A939D"/></bottom><diagonal/></border></borders>
<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>
<cellXfs count="${cells.length}">${cells.join('')}</cellXfs>
<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>
${differentialFormats}
</styleSheet>`;
  }
}

const fontXml = ({ bold, size = 10, color }: CellStyle): string =>
  `<font>${bold ? '<b/>' : ''}<sz val="${size}"/>${color === undefined ? '' : `<color rgb="FF${color}"/>`}<name val="Arial"/><family val="2"/></font>`;

/** What the rules of `cells.ts` refer to: the background of every second row, red and green. */
const differentialFormats =
  '<dxfs count="3"><dxf><fill><patternFill patternType="solid"><fgColor rgb="FFF3F6F9"/><bgColor rgb="FFF3F6F9"/></patternFill></fill></dxf><dxf><font><color rgb="FFB42318"/></font></dxf><dxf><font><color rgb="FF1A7F37"/></font></dxf></dxfs>';

/**
 * Texts that are stored in the workbook's table of texts instead of in their cell: those that contain an escape such as
 * `_x0041_`. Only there do LibreOffice and Excel agree on escapes.
 */
export class SharedTexts {
  readonly #texts: string[] = [];

  /** The index of the text, or undefined for a text that can be stored in its cell. */
  numberOf(text: string): number | undefined {
    return /_x[0-9a-f]{4}_/i.test(text) ? this.#texts.push(text) - 1 : undefined;
  }

  /** `xl/sharedStrings.xml`. */
  xml(): string {
    const items = this.#texts.map(text => `<si><t xml:space="preserve">${xmlText(text)}</t></si>`);
    return `${xmlHead}<sst xmlns="${mainNamespace}" count="${items.length}" uniqueCount="${items.length}">${items.join('')}</sst>`;
  }
}
