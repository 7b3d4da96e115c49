import { dateForm, isDate, resolveDate } from '../dates.ts';
import { countIn, id, type ParameterKind } from '../parameters.ts';

/** The parameter kinds of offers and bookings, in addition to those of the reports. */

const moment = /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/;

/** `2026-12-01T15:00:00+01:00`: platform.md's date-time, in UTC or with an offset. */
export const isDateTime = (text: string): boolean => isDate(moment.exec(text)?.[1] ?? '');

/** When a guest arrives or departs: a date, or a date with a time of day (platform-facts, Booking). */
export const stayDate: ParameterKind = {
  name: 'date',
  placeholder: 'DATE',
  mustBe: value =>
    isDate(value) || isDateTime(value)
      ? undefined
      : `${dateForm(value)}, or a time such as 2026-12-01T15:00:00+01:00`,
  asSent: (value, today) => resolveDate(value, today) ?? value,
  isRelative: value => !isDate(value) && !isDateTime(value),
};

export const adultCount = countIn(1, 99, 'adults', 'N');
export const childAge = countIn(0, 17, 'age', 'AGE');

/** Codes that guests receive: any short text. */
export const code: ParameterKind = { ...id, name: 'code', placeholder: 'CODE' };

/** A boolean, which is a flag without a value on the command line. */
interface SwitchKind extends ParameterKind {
  /** The value that is sent if the flag is given; by default the parameter is omitted. */
  readonly whenGiven: 'true' | 'false';
}

const switched = (whenGiven: 'true' | 'false'): SwitchKind => ({
  name: 'true or false',
  placeholder: 'BOOLEAN',
  mustBe: value => (value === 'true' || value === 'false' ? undefined : 'true or false'),
  whenGiven,
});
export const sentWhenOn = switched('true');
export const sentWhenOff = switched('false');
export const isSwitch = (kind: ParameterKind): kind is SwitchKind => 'whenGiven' in kind;

/** Closed sets of the booking request: help and completion offer them without loading a schema. */
export const travelPurposes = ['Business', 'Leisure'] as const;
export const guaranteeTypes = ['PM6Hold', 'CreditCard', 'Prepayment', 'Company'] as const;

/**
 * An authorization that no booking follows within two hours is cancelled (platform.md, Limits). All times in
 * milliseconds.
 */
export const authorizationLifetime = 2 * 3_600_000;
/** From this age on, a booking may be too late. */
export const warningAge = 105 * 60_000;

/** An Idempotency-Key expires after 24 hours (platform.md, Limits); 15 minutes are reserved for clock differences. */
export const keyLifetime = 24 * 3_600_000 - 15 * 60_000;
/** The maximum difference between the clocks of two machines. */
export const clockDifference = 5 * 60_000;
