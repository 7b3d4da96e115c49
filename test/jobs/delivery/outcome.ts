import type { RunOutcome } from '../../../src/jobs/delivery/outcome.ts';
import { temporaryFile } from '../../context.ts';

/** A run that succeeded, of the job `close` on the machine `desk`. */
export const closeOutcome: RunOutcome = {
  name: 'close',
  subject: {
    job: 'close',
    report: 'revenues',
    property: 'MUC',
    period: 'last-month (2026-10-01 to 2026-10-31)',
    command: 'hotelctl reports revenues --property MUC --period last-month',
  },
  machine: 'desk',
  startedAt: Date.UTC(2026, 10, 1, 6),
  endedAt: Date.UTC(2026, 10, 1, 6, 1),
  exitCode: 0,
  rows: 31,
  files: [],
  trackingIds: [],
};

/** A file that the run has written. */
export const writtenFile = (name: string, content = '') => ({
  path: temporaryFile(name, content),
  bytes: Buffer.byteLength(content),
  sha256: '',
});
