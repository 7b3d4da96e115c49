import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { calendarExpression, systemdUnits } from '../../src/jobs/definitions.ts';
import {
  cronFields,
  latestOccurrence,
  nextOccurrence,
  occurrencesBetween,
  parseRecurrence,
  type Recurrence,
  recurrenceText,
  startedAs,
} from '../../src/jobs/recurrence.ts';
import { requireProgram } from '../system/prerequisites.ts';

beforeAll(() => void vi.stubEnv('TZ', 'Europe/Berlin'));
afterAll(() => void vi.unstubAllEnvs());

/** A moment of the machine's local time. */
const at = (text: string) => new Date(text).getTime();

describe('--every', () => {
  it.each([
    ['hour', { unit: 'hour', minute: 0 }],
    ['hour 15', { unit: 'hour', minute: 15 }],
    ['day 06:30', { unit: 'day', hour: 6, minute: 30 }],
    ['Day  6:30', { unit: 'day', hour: 6, minute: 30 }],
    ['weekday 07:00', { unit: 'weekday', hour: 7, minute: 0 }],
    ['monday 07:00', { unit: 'week', day: 1, hour: 7, minute: 0 }],
    ['month 1 06:00', { unit: 'month', day: 1, hour: 6, minute: 0 }],
  ])('reads %j', (text, expected) => {
    expect(parseRecurrence(text)).toEqual(expected);
  });

  it.each([
    ...['', 'day', 'day 24:00', 'day 06:60', 'day 06:30 x', 'daily 06:00'],
    ...['month 29 06:00', 'month 0 06:00', 'hour 60'],
  ])('refuses %j and shows an example', text => {
    expect(() => parseRecurrence(text)).toThrow(`--every: "${text}" is not a valid recurrence`);
  });

  it('is written as it is read', () => {
    for (const text of ['hour', 'hour 5', 'day 06:30', 'weekday 07:00', 'sunday 23:59', 'month 28 00:05']) {
      expect(recurrenceText(parseRecurrence(text))).toBe(text);
    }
  });
});

describe('the occurrences', () => {
  it.each([
    ['day 06:30', '2026-11-21T06:30', '2026-11-22T06:30'],
    ['day 06:30', '2026-11-21T06:29:59', '2026-11-21T06:30'],
    ['weekday 07:00', '2026-11-20T08:00', '2026-11-23T07:00'],
    ['sunday 07:00', '2026-11-21T00:00', '2026-11-22T07:00'],
    ['month 1 06:00', '2026-11-01T06:00', '2026-12-01T06:00'],
    ['month 28 06:00', '2027-01-28T06:00', '2027-02-28T06:00'],
    ['hour 15', '2026-11-21T23:20', '2026-11-22T00:15'],
    ['day 02:30', '2026-10-24T12:00', '2026-10-25T02:30'],
    ['day 02:30', '2026-10-25T02:30', '2026-10-26T02:30'],
    ['day 02:30', '2027-03-27T12:00', '2027-03-28T03:00'],
    ['hour 30', '2027-03-28T01:40', '2027-03-28T03:30'],
  ])('of %j after %s is %s', (text, after, expected) => {
    expect(nextOccurrence(parseRecurrence(text), at(after))).toBe(at(expected));
  });

  it('of every hour include the one that the end of daylight saving time repeats', () => {
    const repeated = at('2026-10-25T02:30') + 3_600_000;
    expect(nextOccurrence(parseRecurrence('hour 30'), at('2026-10-25T02:30'))).toBe(repeated);
    expect(latestOccurrence(parseRecurrence('hour 30'), repeated + 60_000)).toBe(repeated);
    expect(nextOccurrence(parseRecurrence('hour 30'), repeated)).toBe(at('2026-10-25T03:30'));
  });

  it('between two moments come newest first and are limited', () => {
    const found = occurrencesBetween(
      parseRecurrence('day 06:00'),
      at('2026-11-01T06:00'),
      at('2026-11-04T06:00'),
      31,
    );
    expect(found).toEqual(['2026-11-04T06:00', '2026-11-03T06:00', '2026-11-02T06:00'].map(at));
    expect(occurrencesBetween(parseRecurrence('hour'), 0, at('2026-11-04T06:00'), 5)).toHaveLength(5);
  });

  const recurrences: fc.Arbitrary<Recurrence> = fc.oneof(
    fc.record({ unit: fc.constant('hour' as const), minute: fc.nat(59) }),
    fc.record({
      unit: fc.constantFrom('day' as const, 'weekday' as const),
      hour: fc.nat(23),
      minute: fc.nat(59),
    }),
    fc.record({ unit: fc.constant('week' as const), day: fc.nat(6), hour: fc.nat(23), minute: fc.nat(59) }),
    fc.record({
      unit: fc.constant('month' as const),
      day: fc.integer({ min: 1, max: 28 }),
      hour: fc.nat(23),
      minute: fc.nat(59),
    }),
  );
  const moments = fc.integer({ min: at('2026-01-01T00:00'), max: at('2028-12-31T00:00') });

  it('are adjacent: the next one after the latest is in the future', () => {
    fc.assert(
      fc.property(recurrences, moments, (recurrence, moment) => {
        const latest = latestOccurrence(recurrence, moment);
        const next = nextOccurrence(recurrence, moment);
        expect(latest).toBeLessThanOrEqual(moment);
        expect(next).toBeGreaterThan(moment);
        expect(nextOccurrence(recurrence, latest)).toBe(next);
      }),
    );
  });
});

describe('the times for schedulers', () => {
  it.each([
    ['hour 15', '15 * * * *', '*-*-* *:15:00'],
    ['day 06:30', '30 6 * * *', '*-*-* 06:30:00'],
    ['weekday 07:00', '0 7 * * 1-5', 'Mon..Fri *-*-* 07:00:00'],
    ['sunday 07:00', '0 7 * * 0', '*-*-* 07:00:00'],
    ['month 1 06:00', '0 6 1 * *', '*-*-* 06:00:00'],
  ])('of %j are %j and %j', (text, cron, systemd) => {
    const recurrence = parseRecurrence(text);
    expect(cronFields(recurrence)).toBe(cron);
    expect(calendarExpression(startedAs(recurrence))).toBe(systemd);
    requireProgram('systemd-analyze', 'systemd');
    // systemd reads the expression as it is written: its normalized form is the same.
    const verified = execFileSync('systemd-analyze', ['calendar', systemd], { encoding: 'utf8' });
    expect(verified).toContain(`Normalized form: ${systemd}`);
  });

  it.each([
    ['month 1 02:30', ['*-*-* 02:30:00', '*-*-* 03:00:00']],
    ['weekday 02:30', ['Mon..Fri *-*-* 02:30:00']],
  ])('of %j have one for the day on which systemd skips it', (text, starts) => {
    const program = { job: 'close', words: ['/usr/bin/node'] };
    const { timer } = systemdUnits(program, parseRecurrence(text), at('2026-11-21'));
    expect(timer.match(/(?<=OnCalendar=).*/g)).toEqual(starts);
  });
});
