import { xmlText } from '../../base/text.ts';
import { mainNamespace, xmlHead } from './xml.ts';

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
