import { describe, expect, it } from 'vitest';
import type { JobRun } from '../../src/jobs/history.ts';
import type { Job } from '../../src/jobs/job.ts';
import { dueMoments, overdueMoments } from '../../src/jobs/run-job.ts';
import { monthClose } from './month-close.ts';

const at = (text: string) => new Date(text).getTime();
const iso = (text: string) => new Date(text).toISOString();

const job = (every: string, command: readonly string[], createdAt = '2026-09-15T12:00'): Job => ({
  ...monthClose,
  every,
  command: [...command],
  createdAt: iso(createdAt),
});

const run = (due: string, exitCode: number): JobRun => ({
  due: iso(due),
  startedAt: iso(due),
  endedAt: iso(due),
  exitCode,
  attempts: 1,
  rows: null,
  files: [],
  trackingIds: [],
  error: null,
});

const monthly = job('month 1 06:00', ['reports', 'revenues', '--period', 'last-month']);

describe('the runs that are due', () => {
  it('are those since the job was added', () => {
    expect(dueMoments(monthly, [], at('2026-09-30T23:00'))).toEqual([]);
    expect(dueMoments(monthly, [], at('2026-10-01T06:00'))).toEqual([at('2026-10-01T06:00')]);
  });

  it('include a month that failed on the 1st, still on the 2nd, under its own moment', () => {
    const runs = [run('2026-10-01T06:00', 0), run('2026-11-01T06:00', 7)];
    expect(dueMoments(monthly, runs, at('2026-11-02T06:00'))).toEqual([at('2026-11-01T06:00')]);
  });

  it('are none once the newest has succeeded', () => {
    expect(
      dueMoments(monthly, [run('2026-10-01T06:00', 0), run('2026-11-01T06:00', 0)], at('2026-11-20T06:00')),
    ).toEqual([]);
  });

  it('are none after a run whose outcome is unknown: it may have been carried out', () => {
    const runs = [run('2026-10-01T06:00', 0), run('2026-11-01T06:00', 9)];
    expect(dueMoments(monthly, runs, at('2026-11-02T06:00'))).toEqual([]);
  });

  it('include an older month that failed while a newer one succeeded', () => {
    const runs = [run('2026-10-01T06:00', 4), run('2026-11-01T06:00', 0)];
    expect(dueMoments(monthly, runs, at('2026-11-02T06:00'))).toEqual([at('2026-10-01T06:00')]);
  });

  it('make up each missed day of a machine that was off for two days, oldest first', () => {
    const daily = job('day 06:30', ['reports', 'arrivals', '--from=yesterday']);
    const runs = [run('2026-11-18T06:30', 0)];
    const since = job('day 06:30', daily.command, '2026-11-18T00:00');
    expect(dueMoments(since, runs, at('2026-11-21T08:00'))).toEqual(
      ['2026-11-19T06:30', '2026-11-20T06:30', '2026-11-21T06:30'].map(at),
    );
  });

  it('of the same dates run once: three missed days of last month are one month', () => {
    const daily = job('day 06:30', ['reports', 'revenues', '--period', 'last-month'], '2026-11-10T00:00');
    expect(dueMoments(daily, [], at('2026-11-13T07:00'))).toEqual([at('2026-11-13T06:30')]);
  });

  it('of a command without relative dates are the newest only', () => {
    const daily = job('day 06:30', ['properties', 'list'], '2026-11-10T00:00');
    expect(dueMoments(daily, [], at('2026-11-13T07:00'))).toEqual([at('2026-11-13T06:30')]);
  });

  it('are not overdue where a later run goes on or has succeeded', () => {
    const daily = job('day 06:30', ['properties', 'list'], '2026-11-10T00:00');
    const [failed, today] = [run('2026-11-12T06:30', 5), run('2026-11-13T06:30', 0)];
    const now = at('2026-11-13T07:00');
    expect(overdueMoments(daily, [failed], now)).toEqual([at('2026-11-12T06:30')]);
    expect(overdueMoments(daily, [failed, today], now)).toEqual([]);
    expect(overdueMoments(daily, [failed, { ...today, endedAt: null, exitCode: null }], now)).toEqual([]);
  });

  it('of an hourly job are the newest hour, even if the day was fetched an hour ago', () => {
    const hourly = job('hour', ['reports', 'arrivals', '--period', 'today'], '2026-11-13T00:30');
    const runs = [run('2026-11-13T01:00', 0)];
    expect(dueMoments(hourly, runs, at('2026-11-13T02:00'))).toEqual([at('2026-11-13T02:00')]);
  });

  it('do not depend on a run from the future: the clock was ahead then', () => {
    const daily = job('day 06:30', ['reports', 'arrivals', '--period', 'yesterday'], '2026-11-12T00:00');
    const real = run('2026-11-12T06:30', 0);
    const early = run('2026-11-13T06:30', 0);
    const startedEarly = { ...early, startedAt: iso('2027-11-13T06:30'), endedAt: iso('2027-11-13T06:30') };
    for (const runs of [
      [real, run('2027-06-01T06:30', 0)],
      [real, startedEarly],
    ]) {
      expect(dueMoments(daily, runs, at('2026-11-13T07:00'))).toEqual([at('2026-11-13T06:30')]);
    }
    expect(dueMoments(daily, [real, early], at('2026-11-13T07:00'))).toEqual([]);
  });

  it('do not depend on such a run when its date has come: a run that was recorded later started earlier', () => {
    const daily = job('day 06:30', ['reports', 'arrivals', '--period', 'yesterday'], '2026-11-12T00:00');
    const runs = [run('2026-11-13T06:30', 0), run('2026-11-12T06:30', 0)];
    expect(dueMoments(daily, runs, at('2026-11-13T07:00'))).toEqual([at('2026-11-13T06:30')]);
  });

  it('of a job that was added while the clock was ahead are the newest', () => {
    const daily = job('day 06:30', ['properties', 'list'], '2027-11-10T00:00');
    expect(dueMoments(daily, [], at('2026-11-13T07:00'))).toEqual([at('2026-11-13T06:30')]);
    expect(dueMoments(daily, [run('2026-11-13T06:30', 0)], at('2026-11-13T07:00'))).toEqual([]);
  });

  it('are at most 31 after a year without the machine', () => {
    const daily = job('day 06:30', ['reports', 'arrivals', '--period', 'yesterday'], '2025-11-10T00:00');
    expect(dueMoments(daily, [], at('2026-11-13T07:00'))).toHaveLength(31);
  });
});
