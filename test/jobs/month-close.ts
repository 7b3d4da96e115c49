import type { Job } from '../../src/jobs/job.ts';

/** A job that runs at 06:00 of the first of a month, added in October. */
export const monthClose: Job = {
  version: 1,
  name: 'close',
  every: 'month 1 06:00',
  command: ['reports', 'revenues', '--period', 'last-month'],
  folder: '/srv',
  environment: {},
  giveUpAfter: '2h',
  mailTo: [],
  notifyOn: 'failure',
  scheduler: 'none',
  createdAt: new Date('2026-10-15T12:00').toISOString(),
};
