import { parseJson } from '../json.ts';
import { safeText } from '../safe-text.ts';

/**
 * The response of a private integration's endpoint: `{"url": "https://...", "expTimestamp": "2019-06-06T12:55:38Z"}`.
 */
export interface SecureUrlResponse {
  /** The view's public URL; a secret. */
  readonly url: string;
  readonly expTimestamp: string;
  /** Names of additional fields. */
  readonly others: readonly string[];
}

/**
 * Validates a body against the expected schema (platform.md, "Response of a private UI integration's secure-URL
 * endpoint"; field names from platform-facts).
 *
 * @returns the response, or a description of the problem; never a value of the body, which may be the secret
 */
export function readSecureUrlResponse(body: Uint8Array): SecureUrlResponse | { readonly wrong: string } {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    return { wrong: 'not UTF-8 text' };
  }
  let value: unknown;
  try {
    value = parseJson(text);
  } catch {
    return { wrong: /^\s*</.test(text) ? 'HTML, not JSON' : 'not JSON' };
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return { wrong: `JSON, but ${nameKind(value)} instead of an object` };
  }
  const fields = value as Readonly<Record<string, unknown>>;
  const { url, expTimestamp } = fields;
  const others = Object.keys(fields).filter(name => name !== 'url' && name !== 'expTimestamp');
  const faults = [fault('url', url), fault('expTimestamp', expTimestamp)].filter(Boolean);
  if (typeof url !== 'string' || typeof expTimestamp !== 'string' || faults.length > 0) {
    const names = others.slice(0, 5).map(name => safeText(name, 40));
    const instead =
      names.length > 0 ? `; it has ${names.join(', ')}; both names are assumed (assume.views.fields)` : '';
    return { wrong: `${faults.join(', ')}${instead}` };
  }
  if (!isDateTime(expTimestamp)) return { wrong: 'expTimestamp is not an ISO 8601 date and time' };
  return { url, expTimestamp, others };
}

function fault(name: string, value: unknown): string | undefined {
  if (value === undefined) return `${name} is missing`;
  if (typeof value !== 'string') return `${name} is ${nameKind(value)}, not a string`;
  return value === '' ? `${name} is empty` : undefined;
}

const nameKind = (value: unknown): string => {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  return (
    { number: 'a number', boolean: 'a boolean', string: 'a string' }[typeof value as string] ?? 'an object'
  );
};

const dateTime = /^(\d{4})-(\d\d)-(\d\d)[Tt](\d\d):(\d\d):(\d\d)(\.\d{1,9})?([Zz]|[+-]\d\d:\d\d)?$/;

const isDateTime = (text: string): boolean => readExpiry(text) !== undefined;

export interface Expiry {
  /** Milliseconds since 1970; undefined if the text has no offset. */
  readonly at: number | undefined;
  /** `Z`, `+02:00`, or undefined. */
  readonly offset: string | undefined;
}

/** An ISO 8601 date and time, with or without an offset; undefined for anything else and for days that do not exist. */
export function readExpiry(text: string): Expiry | undefined {
  const [, year = '', month = '', day = '', hour = '', minute = '', second = '', fraction = '', offset] =
    dateTime.exec(text) ?? [];
  if (year === '') return undefined;
  const local = `${year}-${month}-${day}T${hour}:${minute}:${second}`;
  const at = Date.parse(`${local}Z`);
  // Date.parse reads the 30th of February as a day in March.
  if (Number.isNaN(at) || new Date(at).toISOString().slice(0, 19) !== local) return undefined;
  if (offset === undefined) return { at: undefined, offset };
  const [, sign = '+', hours = '0', minutes = '0'] = /^([+-])(\d\d):(\d\d)$/.exec(offset) ?? [];
  if (Number(hours) > 14 || Number(minutes) > 59) return undefined;
  const shift = (Number(hours) * 60 + Number(minutes)) * 60_000 * (sign === '-' ? -1 : 1);
  return { at: at + Math.floor(Number(`0${fraction}`) * 1000) - shift, offset: offset.toUpperCase() };
}

export const isUtc = ({ offset }: Expiry): boolean =>
  offset === 'Z' || offset === '+00:00' || offset === '-00:00';
