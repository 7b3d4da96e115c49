import Big from 'big.js';
import type { SchemaElement } from 'hyparquet-writer';
import { dayNumber, isDate } from '../../platform/dates.ts';
import {
  type ExactNumber,
  isDecimal,
  isExactNumber,
  plainNumber,
  settled,
  toWhole,
} from '../../platform/numbers.ts';
import type { Column, FieldValue } from '../../platform/records.ts';
import { cellText } from '../number-format.ts';

/**
 * Every decimal column has the same type, DECIMAL(38,18), so that all files of a data lake have one schema whatever the
 * values are. 18 decimals represent each double of the platform exactly as it was sent, and leave 20 digits before the
 * point.
 */
const decimalPrecision = 38;
const decimalScale = 18;
export const decimalLength = 16;

const largest = 10n ** BigInt(decimalPrecision) - 1n;
const mostExact = 10n ** 15n;
const low64 = (1n << 64n) - 1n;
/** So few bytes are in the heap of V8, unless they are written through a view of their own. */
const bytesOfScratch = new Uint8Array(decimalLength);
const scratch = new DataView(bytesOfScratch.buffer);

/** The 16 bytes of a decimal, big-endian two's complement; undefined if the value does not fit without rounding. */
function decimalBytes(value: ExactNumber, scale: number): Uint8Array | undefined {
  const unscaled = unscaledValue(value, scale);
  if (unscaled === undefined || unscaled > largest || unscaled < -largest) return undefined;
  scratch.setBigInt64(0, unscaled >> 64n);
  scratch.setBigUint64(8, unscaled & low64);
  return bytesOfScratch.slice();
}

function unscaledValue(value: ExactNumber, scale: number): bigint | undefined {
  if (typeof value === 'number') {
    // 1.28 is 128 hundredths: amounts of money do not need the exact text.
    const cents = toWhole(value, 100);
    if (cents !== undefined) return BigInt(cents) * 10n ** BigInt(scale - 2);
    if (!Number.isFinite(value)) return undefined;
  }
  const [, sign = '', whole = '', fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(plainNumber(value)) ?? [];
  if (fraction.length > scale) return undefined;
  const digits = BigInt(whole + fraction.padEnd(scale, '0'));
  return sign ? -digits : digits;
}

/** The smallest of three scales that holds the values of a column: a fixed number of bytes that are mostly zero is compressed well. */
export function chooseDecimalScale(values: Iterable<FieldValue | undefined>): number {
  let most = 2;
  for (const value of values)
    if (isExactNumber(value)) most = Math.max(most, /\.(\d+)$/.exec(plainNumber(value))?.[1]?.length ?? 0);
  return [2, 8].find(scale => most <= scale) ?? decimalScale;
}

export function decimalOfBytes(bytes: Uint8Array, scale: number): ExactNumber {
  const view = new DataView(bytes.buffer, bytes.byteOffset, decimalLength);
  const unscaled = (view.getBigInt64(0) << 64n) | view.getBigUint64(8);
  // Fifteen digits and their power of ten are exact doubles, so the quotient is rounded once.
  if (unscaled < mostExact && unscaled > -mostExact) return Number(unscaled) / 10 ** scale;
  const digits = (unscaled < 0n ? -unscaled : unscaled).toString().padStart(scale + 1, '0');
  const point = digits.length - scale;
  return settled(new Big(`${unscaled < 0n ? '-' : ''}${digits.slice(0, point)}.${digits.slice(point)}`));
}

/** The types of columns in Parquet and in a database. They follow from the report's definition, never from the values. */
export type StorageType = 'text' | 'int32' | 'int64' | 'decimal' | 'date' | 'timestamp';

/** How a type is stored. `encode` returns undefined for a value that the type cannot hold. */
export interface ColumnStorage {
  readonly label: string;
  /** What a reader must know about the stored values. */
  readonly note?: string;
  readonly element: Omit<SchemaElement, 'name' | 'repetition_type'>;
  readonly encode: (value: FieldValue) => string | number | bigint | Uint8Array | undefined;
}

export const chooseStorageType = (column: Column): StorageType =>
  column.storage ?? (column.type === 'number' ? 'decimal' : column.type);

export function decimalStorage(scale: number): ColumnStorage {
  return {
    label: `DECIMAL(${decimalPrecision},${scale})`,
    element: {
      type: 'FIXED_LEN_BYTE_ARRAY',
      type_length: decimalLength,
      converted_type: 'DECIMAL',
      logical_type: { type: 'DECIMAL', precision: decimalPrecision, scale },
      precision: decimalPrecision,
      scale,
    },
    encode: value => (typeof value === 'number' || isDecimal(value) ? decimalBytes(value, scale) : undefined),
  };
}

export const columnStorages: Readonly<Record<StorageType, ColumnStorage>> = {
  text: {
    label: 'UTF8',
    element: { type: 'BYTE_ARRAY', converted_type: 'UTF8', logical_type: { type: 'STRING' } },
    encode: cellText,
  },
  int32: {
    label: 'INT32',
    element: { type: 'INT32' },
    encode: value => (typeof value === 'number' && (value | 0) === value ? value : undefined),
  },
  int64: {
    label: 'INT64',
    element: { type: 'INT64' },
    encode: value => {
      const text = isExactNumber(value) ? plainNumber(value) : '';
      const whole = /^-?\d{1,19}$/.test(text) ? BigInt(text) : undefined;
      return whole !== undefined && BigInt.asIntN(64, whole) === whole ? whole : undefined;
    },
  },
  decimal: decimalStorage(decimalScale),
  date: {
    label: 'DATE',
    element: { type: 'INT32', converted_type: 'DATE', logical_type: { type: 'DATE' } },
    encode: value => (typeof value === 'string' && isDate(value) ? dayNumber(value) : undefined),
  },
  timestamp: {
    label: 'TIMESTAMP',
    note: 'in UTC, cut off after the sixth decimal of a second',
    element: {
      type: 'INT64',
      converted_type: 'TIMESTAMP_MICROS',
      logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MICROS' },
    },
    encode: value => (typeof value === 'string' ? microseconds(value) : undefined),
  },
};

/**
 * Microseconds since 1970 in UTC. The platform has sent seven decimals of a second, which no engine's timestamp
 * supports: digits after the sixth are truncated. A time without an offset is in UTC.
 */
function microseconds(text: string): bigint | undefined {
  const [, seconds, fraction = '', offset = 'Z'] =
    /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2})?)(?:\.(\d+))?(Z|[+-]\d{2}:?\d{2})?$/.exec(text) ?? [];
  if (seconds === undefined) return undefined;
  const zone = offset.replace(/^([+-]\d{2})(\d{2})$/, '$1:$2');
  const milliseconds = Date.parse(`${seconds.length === 16 ? `${seconds}:00` : seconds}${zone}`);
  if (Number.isNaN(milliseconds)) return undefined;
  return BigInt(milliseconds) * 1000n + BigInt(fraction.slice(0, 6).padEnd(6, '0'));
}
