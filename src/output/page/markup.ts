import { htmlText } from '../../platform/html-text.ts';
import { safeText } from '../../platform/safe-text.ts';

/**
 * Escapes untrusted text for the content of an element or a quoted attribute: no markup, control character or link
 * remains.
 */
export const markup = (text: string): string => htmlText(safeText(text));
