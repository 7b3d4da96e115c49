import { htmlText } from '../../platform/html-text.ts';
import { safeText } from '../../platform/safe-text.ts';

/** Untrusted text as text of a page, in an element or a quoted attribute: nothing in it is markup, a control or a link. */
export const markup = (text: string): string => htmlText(safeText(text));

/** `333233.98` as `333 233.98`, with narrow blanks that do not break: no country reads them as a decimal point. */
export const grouped = (number: string): string =>
  number.replace(
    /^(-?)(\d{5,})/,
    (_, sign: string, digits: string) => sign + digits.replace(/\B(?=(\d{3})+$)/g, '\u202f'),
  );
