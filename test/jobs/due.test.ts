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
const daily = (createdAt: string, ...command: readonly string[]) => job('day 06:30', command, createdAt);
const arrivals = (since: string) => daily(`${since}T00:00`, 'reports', 'arrivals', '--period', 'yesterday');
const ofMonth = daily('2026-11-10T00:00', 'reports', 'revenues', '--period', 'last-month');
const undated = daily('2026-11-10T00:00', 'properties', 'list');
const added = { ...undated, createdAt: iso('2027-11-10T00:00') };
const ofDay = arrivals('2026-11-12');
const [real, early] = [run('2026-11-12T06:30', 0), run('2026-11-13T06:30', 0)];
const future = run('2027-06-01T06:30', 0);
const startedEarly = { ...early, startedAt: iso('2027-11-13T06:30'), endedAt: iso('2027-11-13T06:30') };
const now = at('2026-11-13T07:00');

describe('the runs that are due', () => {
  it.each<[string, exitCodes: number[], now: string, due: string[]]>([
    ['are none before the first', [], '09-30', []],
    ['are those since the job was added', [], '10-01', ['10-01']],
    ['are a failed month of the 1st still on the 2nd, under its own moment', [0, 7], '11-02', ['11-01']],
    ['are none once the newest has succeeded', [0, 0], '11-20', []],
    ['are none after a run whose outcome is unknown: it may have been carried out', [0, 9], '11-02', []],
    ['are an older month that failed while a newer one succeeded', [4, 0], '11-02', ['10-01']],
  ])('%s', (_, exitCodes, now, due) => {
    const moment = (day: string) => at(`2026-${day}T06:00`);
    const runs = exitCodes.map((exitCode, month) => run(`2026-1${month}-01T06:00`, exitCode));
    expect(dueMoments(monthly, runs, moment(now))).toEqual(due.map(moment));
  });

  it.each<[string, Job, JobRun[], count: number]>([
    ['of the same dates run once: three missed days of last month are one month', ofMonth, [], 1],
    ['of a command without relative dates are the newest only', undated, [], 1],
    ['do not depend on a run from the future: the clock was ahead then', ofDay, [real, future], 1],
    ['do not depend on a run that started in the future', ofDay, [real, startedEarly], 1],
    ['are none after a run that was not early', ofDay, [real, early], 0],
    [
      'do not depend on a run whose date has come: one that was recorded later started earlier',
      ofDay,
      [early, real],
      1,
    ],
    ['of a job that was added while the clock was ahead are the newest', added, [], 1],
    ['of such a job are none once it has run', added, [early], 0],
  ])('%s', (_, job, runs, count) => {
    expect(dueMoments(job, runs, now)).toEqual([at('2026-11-13T06:30')].slice(0, count));
  });

  it('make up each missed day of a machine that was off for two days, oldest first', () => {
    const due = dueMoments(arrivals('2026-11-18'), [run('2026-11-18T06:30', 0)], at('2026-11-21T08:00'));
    expect(due).toEqual(['2026-11-19T06:30', '2026-11-20T06:30', '2026-11-21T06:30'].map(at));
  });

  it('are not overdue where a later run goes on or has succeeded', () => {
    const failed = run('2026-11-12T06:30', 5);
    const overdue = (...runs: JobRun[]) => overdueMoments(undated, [failed, ...runs], now);
    expect(overdue()).toEqual([at('2026-11-12T06:30')]);
    expect([overdue(early), overdue({ ...early, endedAt: null, exitCode: null })]).toEqual([[], []]);
  });

  it('of an hourly job are the newest hour, even if the day was fetched an hour ago', () => {
    const hourly = job('hour', ['reports', 'arrivals', '--period', 'today'], '2026-11-13T00:30');
    const runs = [run('2026-11-13T01:00', 0)];
    expect(dueMoments(hourly, runs, at('2026-11-13T02:00'))).toEqual([at('2026-11-13T02:00')]);
  });

  it('are at most 31 after a year without the machine', () => {
    expect(dueMoments(arrivals('2025-11-10'), [], now)).toHaveLength(31);
  });
});
