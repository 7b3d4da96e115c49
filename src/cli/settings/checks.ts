import { oneOfValues, type ValueCheck } from '../../base/choices.ts';
import { isLoopback } from '../../http/address.ts';

/** A web URL: HTTPS, or plain HTTP on a loopback address. */
export const webAddress: ValueCheck = value => {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  // Refused at each request: it would be shown wherever the URL is.
  if (url?.username || url?.password) return 'an https:// address without a user name and password';
  const isAllowed = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname));
  return isAllowed ? undefined : 'an https:// address';
};

/** A host's URL: HTTPS, or plain HTTP on a loopback address. */
export const hostAddress: ValueCheck = value => {
  const url = /\s/.test(value) || !URL.canParse(value) ? undefined : new URL(value);
  if (!url || !/^https?:$/.test(url.protocol)) return 'an https:// address';
  if (url.username || url.password || url.search || url.hash) {
    return 'an address without user, query or fragment';
  }
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
    return 'an https:// address; plain HTTP is accepted only for loopback addresses';
  }
  // It is displayed, copied into shells and passed to a browser, so characters that one of them interprets are
  // rejected.
  // ASCII first: compiling the classes of Unicode takes a millisecond.
  if (!/^[\w.~:/[\]%-]+$/.test(value) && !/^[\p{L}\p{M}\p{N}._~:/[\]%-]+$/u.test(value)) {
    return 'an address that contains only letters, digits and . _ ~ : / % -';
  }
  return undefined;
};

export const amountKinds = ['net', 'gross'];

/** The values of a setting that is a list: separated by spaces or commas. */
export const wordsOfSetting = (value: string): readonly string[] => value.split(/[\s,]+/).filter(Boolean);

export const trueOrFalse = oneOfValues(['true', 'false']);

/** The values contain letters, digits, quotation marks, spaces and . + -. */
export const cellDelimiter: ValueCheck = value =>
  /^(?:tab|\\t|\t|[^\p{L}\p{N}\p{C}\p{Z}"'.+\-\u{10000}-\u{10ffff}])$/u.test(value)
    ? undefined
    : 'one character such as , ; | or the word tab';
