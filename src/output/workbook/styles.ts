import { xmlAttribute, xmlText } from '../../base/text.ts';
import { mainNamespace, xmlHead } from './cells.ts';

/** How a cell looks. */
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
    return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">${
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
