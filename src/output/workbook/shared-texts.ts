import { mainNamespace, xmlHead, xmlText } from './xml.ts';

/**
 * Texts that stand in the workbook's table of texts instead of in their cell: those that contain an escape such as
 * `_x0041_`. LibreOffice and Excel agree on escapes only there.
 */
export class SharedTexts {
  readonly #texts: string[] = [];

  /** The number of the text, or undefined for a text that may stand in its cell. */
  numberOf(text: string): number | undefined {
    return /_x[0-9a-f]{4}_/i.test(text) ? this.#texts.push(text) - 1 : undefined;
  }

  /** `xl/sharedStrings.xml`. */
  xml(): string {
    const items = this.#texts.map(text => `<si><t xml:space="preserve">${xmlText(text)}</t></si>`);
    return `${xmlHead}<sst xmlns="${mainNamespace}" count="${items.length}" uniqueCount="${items.length}">${items.join('')}</sst>`;
  }
}
