import Big from 'big.js';
import { ensureEntry, xmlAttribute, xmlText } from '../../base/text.ts';
import { type ExactNumber, plainNumber } from '../../platform/numbers.ts';
import { escapedCharacter } from '../../platform/safe-text.ts';
import type { ShownUnit } from '../document/document.ts';
import { dateParts, type LocaleFormat, visibleText } from '../number-format.ts';

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

/** Excel's limit for the text of a cell; a file with more is "repaired" by removing text. */
export const mostCharacters = 32_767;

/** Significant digits that every spreadsheet keeps; it rounds the others when it shows and saves them. */
const keptDigits = 15;
const ratioDecimals = 12;

/** Excel counts days from 1900 and treats that year as a leap year; from March 1900 on all readers agree. */
export const firstOfMarch1900 = 61;
export const firstOf1970 = 25_569;

/** Whether a spreadsheet keeps all digits of a number: a text does, where it does not. */
export const isKept = (value: ExactNumber): boolean =>
  typeof value === 'number' && Number(value.toPrecision(keptDigits)) === value;

/** A ratio without the digits that a spreadsheet does not keep. */
export const storedNumber = (value: ExactNumber): string =>
  plainNumber(typeof value === 'number' ? value : value.round(ratioDecimals, Big.roundHalfUp));

/**
 * Text for a cell: characters that XML cannot contain are made visible, and text that a spreadsheet would read as an
 * escape (`_x0041_`) is escaped. No guard against formulas is needed, because the cell has the type text.
 */
export const sheetText = (text: string): string =>
  visibleText(text)
    .replaceAll('\r\n', '\n')
    .replace(/[\ufffd\p{Noncharacter_Code_Point}]/gu, escapedCharacter)
    .replace(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_');

/** Excel refuses a number format of more than 255 characters, and one of a change has its sign three times. */
const longestSign = 70;

/** The number format of a unit; its sign is a part of it where no heading names it. */
export function unitFormat(unit: ShownUnit | undefined, change: ExactNumber | undefined, isNamed: boolean) {
  if (unit?.decimals === undefined) return undefined;
  const digits = `#,##0${unit.decimals > 0 ? `.${'0'.repeat(unit.decimals)}` : ''}`;
  const words = unit.sign.replaceAll('"', '').slice(0, longestSign);
  const sign = isNamed && words !== '' ? ` "${words}"` : '';
  if (change === undefined) return `${digits}${sign}`;
  const signs = isShownAsZero(change, unit.decimals) ? ['', ''] : ['+', '-'];
  return [...signs, ''].map(before => `${before}${digits}${sign}`).join(';');
}

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

/** A text is cut where a cell ends. */
export const textCell = (place: string, style: number, text: string): string =>
  `<c r="${place}"${style === 0 ? '' : ` s="${style}"`} t="inlineStr"><is><t xml:space="preserve">${xmlText(text.slice(0, mostCharacters))}</t></is></c>`;

/** A4 in landscape, as many pages high as needed. */
export const printSetup =
  '<pageMargins left="0.4" right="0.4" top="0.5" bottom="0.6" header="0.3" footer="0.3"/><pageSetup paperSize="9" orientation="landscape" fitToWidth="1" fitToHeight="0"/>';

/** Excel repairs a file with more characters, and titles have the names of hotels. */
const longestFooter = 255;

export function footXml(footer: string, { word }: LocaleFormat): string {
  const all = `&L${word('Page &P of &N')} · ${footer.replaceAll('&', '&&')}`;
  const fitting = all
    .slice(0, longestFooter)
    // A part that does not fit, but for the first one.
    .replace(/(?<= · .*) · [^·]*$/, '')
    // Half of an escaped character.
    .replace(/(?<!&)((?:&&)*)&$/, '$1');
  const text = all.length > longestFooter ? fitting : all;
  return `<headerFooter><oddFooter>${xmlText(text)}</oddFooter></headerFooter>`;
}

export const numberCell = (place: string, style: number, value: string, formula?: string): string =>
  `<c r="${place}"${style === 0 ? '' : ` s="${style}"`}>${formula === undefined ? '' : `<f>${formula}</f>`}<v>${value}</v></c>`;

/** Most texts: nothing in them must be escaped, made visible or counted. */
export const plainText =
  /^[!-%'-;=?-^`-~\xc0-\u024f](?:[ -%'-;=?-^`-~\xc0-\u024f]{0,200}[!-%'-;=?-^`-~\xc0-\u024f])?$/;

/** The formats of `differentialFormats` in the styles: of every second row, of a fall and of a rise. */
const [banded, falling, rising] = [0, 1, 2];

/** A change of -0.04 is 0.0, neither red nor -0.0. */
const isShownAsZero = (value: ExactNumber, decimals: number): boolean =>
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

/** A change of up to 0.1 points or percent is neither good nor bad. */
const neutral = 0.1;

/** Changes of these ranges are red or green. */
export const changeRules = (changes: readonly ChangeRange[]): string =>
  [...new Set(changes.map(({ decimals }) => decimals))]
    .map(decimals => {
      const own = changes.filter(change => change.decimals === decimals).map(({ range }) => range);
      const least =
        decimals === 0 ? leastShown(0) : Number((neutral + leastShown(decimals)).toFixed(decimals + 1));
      return `<conditionalFormatting sqref="${own.join(' ')}">${rule('lessThanOrEqual', falling, -least)}${rule('greaterThanOrEqual', rising, least)}</conditionalFormatting>`;
    })
    .join('');

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
    return ensureEntry(this.#indexes, key, () => this.#styles.push(style) - 1);
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

/** Of the states of checks. */
export const directionColors = { up: '1A7F37', down: 'B42318', warn: '8A5A00', flat: '5B6670' } as const;

/** What the rules above refer to: the background of every second row, red and green. */
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

/** `'Mix compared'!`, before a range of that sheet. */
export const quotedSheet = (name: string): string => `'${xmlAttribute(name.replaceAll("'", "''"))}'!`;
