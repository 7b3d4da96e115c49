import { isLoopback } from '../http/address.ts';

/**
 * What the values of settings may be. Each check gives a phrase that follows "must be", or undefined when the value
 * is right; it never repeats the value, which may be a secret in the wrong place.
 */
export type ValueCheck = (value: string) => string | undefined;

/** A host's address: HTTPS, or plain HTTP on a loopback address. */
export const hostAddress: ValueCheck = value => {
  const url = /\s/.test(value) || !URL.canParse(value) ? undefined : new URL(value);
  if (!url || !/^https?:$/.test(url.protocol)) return 'an https:// address';
  if (url.username || url.password || url.search || url.hash) {
    return 'an address alone, without user, query or fragment';
  }
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
    return 'https://; plain http is accepted for loopback addresses alone';
  }
  // It is shown, copied into shells and handed to a browser: no host needs what one of them would act upon.
  if (!/^[\p{L}\p{M}\p{N}._~:/[\]%-]+$/u.test(value))
    return 'an address of letters, digits and . _ ~ : / % - alone';
  return undefined;
};

export const wholeNumber =
  (lowest: number, highest: number): ValueCheck =>
  value =>
    /^\d{1,7}$/.test(value) && Number(value) >= lowest && Number(value) <= highest
      ? undefined
      : `a whole number from ${lowest} to ${highest}`;

export const oneOf =
  (choices: readonly string[]): ValueCheck =>
  value =>
    choices.includes(value) ? undefined : `one of ${choices.join(', ')}`;
