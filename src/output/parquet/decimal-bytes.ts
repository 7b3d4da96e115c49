import Big from 'big.js';
import { type ExactNumber, plainNumber } from '../../platform/numbers.ts';

/**
 * Every decimal column has the same type, DECIMAL(38,18), so that all files of a data lake have one schema whatever the
 * values are. 18 decimals represent each double of the platform exactly as it was sent, and leave 20 digits before the
 * point.
 */
export const decimalPrecision = 38;
export const decimalScale = 18;
export const decimalLength = 16;

const scale = 10n ** BigInt(decimalScale);
/** 1.28 is 128 hundredths: amounts of money do not need the exact text. */
const centsScale = scale / 100n;
/** Of more than 15 digits, several numbers of hundredths have the same double. */
const mostCents = 1e15;
const largest = 10n ** BigInt(decimalPrecision) - 1n;
const low64 = (1n << 64n) - 1n;

/** The 16 bytes of a decimal, big-endian two's complement; undefined if the value does not fit without rounding. */
export function decimalBytes(value: ExactNumber): Uint8Array | undefined {
  const unscaled = unscaledValue(value);
  if (unscaled === undefined || unscaled > largest || unscaled < -largest) return undefined;
  const bytes = new Uint8Array(decimalLength);
  const view = new DataView(bytes.buffer);
  view.setBigInt64(0, unscaled >> 64n);
  view.setBigUint64(8, unscaled & low64);
  return bytes;
}

function unscaledValue(value: ExactNumber): bigint | undefined {
  if (typeof value === 'number') {
    const cents = Math.round(value * 100);
    if (Math.abs(cents) <= mostCents && cents / 100 === value) return BigInt(cents) * centsScale;
    if (!Number.isFinite(value)) return undefined;
  }
  const [, sign = '', whole = '', fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(plainNumber(value)) ?? [];
  if (fraction.length > decimalScale) return undefined;
  const digits = BigInt(whole + fraction.padEnd(decimalScale, '0'));
  return sign ? -digits : digits;
}

/** The decimal that `decimalBytes` encoded. */
export function decimalOfBytes(bytes: Uint8Array): Big {
  const view = new DataView(bytes.buffer, bytes.byteOffset, decimalLength);
  const unscaled = (view.getBigInt64(0) << 64n) | view.getBigUint64(8);
  const digits = (unscaled < 0n ? -unscaled : unscaled).toString().padStart(decimalScale + 1, '0');
  const point = digits.length - decimalScale;
  return new Big(`${unscaled < 0n ? '-' : ''}${digits.slice(0, point)}.${digits.slice(point)}`);
}
