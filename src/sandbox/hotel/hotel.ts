/**
 * The sandbox's hotel company: one account with three properties (or a chain of them), three years of reservations and
 * everything posted to their folios, generated from a seed and the date. It uses integers, day numbers and its own
 * random numbers: the same seed and date give the same hotel on every machine. All reports are computed from it.
 *
 * Hotels of the same seed are consistent with each other whatever their date: one that starts a week later has
 * everything that the earlier one had, and what was booked, cancelled and posted in that week.
 */
import { UsageError } from '../../base/errors.ts';
import { dayNumber, firstOfMonth, isDate } from '../../platform/dates.ts';
import { largestChain, makeBlueprints, makeUglyBlueprints } from './blueprints/chain.ts';
import { type Day, formatDay, millisecondsPerDay } from './calendar.ts';
import { makeProperty, type Property } from './property.ts';

export type Hotel = ReturnType<typeof createHotel>;

/** Does not advance by itself: the hotel's data, and so every response, stay the same between two requests. */
export type HotelClock = Hotel['clock'];

interface HotelOptions {
  readonly seed: string;
  /** The business day, `YYYY-MM-DD`, from 1972 to 2999. The data begins two years before it and ends a year after it, in whole months. */
  readonly today: string;
  readonly properties?: number | undefined;
  /** Default: the chain. */
  readonly hotels?: 'ugly';
}

/** @throws UsageError for a date or a number of properties that is not supported */
export function createHotel({ seed, today, properties: count = 3, hotels }: HotelOptions) {
  const day = dayNumber(today);
  if (!isDate(today) || today < '1972' || today >= '3000') {
    throw new UsageError('the hotel’s day must be a date from 1972-01-01 to 2999-12-31, as YYYY-MM-DD', {
      hint: `for example ${formatDay(20_778)}`,
    });
  }
  if (!Number.isSafeInteger(count) || count < 1 || count > largestChain) {
    throw new UsageError(`a chain must have 1 to ${largestChain} properties`, {
      hint: 'for example --properties 40',
    });
  }
  // Whole months, so that the opening date stays the same from day to day, and hotels of a month are generated once.
  const [opened = day, last = day] = [day - 731, day + 397].map(one =>
    dayNumber(firstOfMonth(formatDay(one))),
  );
  const span = { opened, today: day, last };
  const blueprints = hotels === 'ugly' ? makeUglyBlueprints(day) : makeBlueprints(count);
  const made = blueprints.map((blueprint, index) => makeProperty(seed, index, blueprint, span));
  const properties = made.map(({ property }) => property);
  // At noon in UTC it is the same date in all time zones of the properties.
  let now = (day + 0.5) * millisecondsPerDay;
  const dayNow = (): Day => Math.floor(now / millisecondsPerDay);
  return {
    /** The code of the account that the properties belong to. */
    accountId: 'SANDBOX',
    seed,
    clock: {
      /** The business day, the same in every property. */
      today: dayNow,
      /** Milliseconds since 1970-01-01T00:00:00Z. */
      now: () => now,
      advance(milliseconds: number): void {
        const before = dayNow();
        now += milliseconds;
        if (dayNow() > before) for (const { revealUntil } of made) revealUntil(dayNow());
      },
    },
    /** As of the clock: a booking appears on the day it is made. */
    properties: properties as readonly Property[],
    property: (id: string) => properties.find(property => property.id === id),
  };
}
