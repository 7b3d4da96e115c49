import { htmlText } from '../../platform/html-text.ts';
import { safeText } from '../../platform/safe-text.ts';

/** Untrusted text as text of a page, in an element or a quoted attribute: nothing in it is markup, a control or a link. */
export const markup = (text: string): string => htmlText(safeText(text));
