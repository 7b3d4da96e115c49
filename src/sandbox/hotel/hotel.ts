/**
 * The sandbox's hotel: one account with three properties, three years of reservations and everything posted to
 * their folios, made from a seed and the day it is. Integers, day numbers and a generator of its own: the same
 * seed and day give the same hotel on every machine. Reports are computed from here and from nowhere else.
 */
import { UsageError } from '../../base/errors.ts';
import { london } from './blueprints/london.ts';
import { munich } from './blueprints/munich.ts';
import { tokyo } from './blueprints/tokyo.ts';
import { type Day, isoDate, millisecondsPerDay, parseDate } from './calendar.ts';
import { makeProperty } from './make-property.ts';
import type { Property } from './property.ts';

export interface Hotel {
  /** The code of the account that the properties belong to. */
  readonly accountId: string;
  readonly seed: string;
  readonly clock: HotelClock;
  readonly properties: readonly Property[];
  property(id: string): Property | undefined;
}

/** Stands still unless it is told to go on: the hotel's data, and so every answer, stay the same between two calls. */
export interface HotelClock {
  /** The business day, the same in every property. */
  today(): Day;
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  now(): number;
  advance(milliseconds: number): void;
}

/** At noon in UTC it is the same date in Munich, London and Tokyo. */
const noon = millisecondsPerDay / 2;

function makeClock(today: Day): HotelClock {
  let now = today * millisecondsPerDay + noon;
  return {
    today: () => Math.floor(now / millisecondsPerDay),
    now: () => now,
    advance: milliseconds => {
      // Status, postings and invoices follow the clock; what happened can't be taken back.
      if (milliseconds < 0) throw new RangeError('the hotel’s clock does not go back');
      now += milliseconds;
    },
  };
}

/**
 * @param today the business day to begin with, `YYYY-MM-DD`, from 1972 to 2999: the data begins two years before
 * and ends a year after it. UsageError for anything else.
 */
export function createHotel({ seed, today }: { readonly seed: string; readonly today: string }): Hotel {
  const day = parseDate(today);
  if (day === undefined || today < '1972' || today >= '3000') {
    throw new UsageError('the hotel’s day must be a date from 1972-01-01 to 2999-12-31, as YYYY-MM-DD', {
      hint: `for example ${isoDate(20_778)}`,
    });
  }
  const span = { opened: day - 731, today: day, last: day + 366 };
  const properties = [munich, london, tokyo].map((blueprint, index) =>
    makeProperty(seed, index, blueprint, span),
  );
  return {
    accountId: 'SANDBOX',
    seed,
    clock: makeClock(day),
    properties,
    property: id => properties.find(property => property.id === id),
  };
}
