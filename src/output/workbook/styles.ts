import { xmlAttribute, xmlText } from '../../base/text.ts';
import { mainNamespace, xmlHead } from './cells.ts';

/** How a cell looks. Every cell has the same font. */
interface CellStyle {
  /** An Excel number format; default: the cell is shown as it is. */
  readonly format?: string | undefined;
  readonly bold?: boolean;
  readonly wrap?: boolean;
  readonly right?: boolean;
  /** A number or a date, which is shown smaller instead of as `###` if its column is too narrow. */
  readonly fits?: boolean;
  /** A line above the cell: the totals. */
  readonly ruled?: boolean;
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
    const key = `${style.format ?? ''}|${style.bold ?? false}|${style.wrap ?? false}|${style.right ?? false}|${style.ruled ?? false}|${style.fits ?? false}`;
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
    const font = (bold: boolean) =>
      `<font>${bold ? '<b/>' : ''}<sz val="10"/><name val="Arial"/><family val="2"/></font>`;
    const cells = this.#styles.map(({ format, bold, wrap, right, ruled, fits }) => {
      const ids = `numFmtId="${formatId(format)}" fontId="${bold ? 1 : 0}" fillId="0" borderId="${ruled ? 1 : 0}" xfId="0"`;
      const alignment = `<alignment${right ? ' horizontal="right"' : ''} vertical="top"${wrap ? ' wrapText="1"' : ''}${fits ? ' shrinkToFit="1"' : ''}/>`;
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
    }<fonts count="2">${font(false)}${font(true)}</fonts>
<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>
<borders count="2"><border><left/><right/><top/><bottom/><diagonal/></border><border><left/><right/><top style="thin"><color auto="1"/></top><bottom/><diagonal/></border></borders>
<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>
<cellXfs count="${cells.length}">${cells.join('')}</cellXfs>
<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>
</styleSheet>`;
  }
}

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
