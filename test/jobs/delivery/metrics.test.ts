import { execFileSync, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { metricsText, writeMetrics } from '../../../src/jobs/delivery/announce.ts';
import type { RunOutcome } from '../../../src/jobs/delivery/outcome.ts';
import { temporaryFolder, testContext } from '../../context.ts';

const folder = temporaryFolder();

const outcome: RunOutcome = {
  name: 'reports arrivals',
  startedAt: 1_764_000_000_000,
  endedAt: 1_764_000_002_500,
  exitCode: 0,
  rows: 12,
  files: [],
  trackingIds: [],
};

describe('the metrics', () => {
  it('are literal, and promtool accepts them', () => {
    const text = metricsText({ ...outcome, name: 'a "b" \\ c' }, undefined);
    expect(text).toContain(
      'hotelctl_last_success_timestamp_seconds{command="a \\"b\\" \\\\ c"} 1764000002.5\n',
    );
    expect(text).toContain('hotelctl_last_run_duration_seconds{command="a \\"b\\" \\\\ c"} 2.5\n');
    expect(text).toContain('hotelctl_last_run_rows{command="a \\"b\\" \\\\ c"} 12\n');
    const verified = spawnSync('promtool', ['check', 'metrics'], { input: text, encoding: 'utf8' });
    expect([verified.status, verified.stdout, verified.stderr]).toEqual([0, '', '']);
    // promtool reports errors: this shows that the test can fail.
    expect(() =>
      execFileSync('promtool', ['check', 'metrics'], { input: `${text}x y`, stdio: 'pipe' }),
    ).toThrow();
  });

  it('of a failure keep the time of the last success', async () => {
    const path = join(folder, 'hotelctl.prom');
    const context = testContext();
    await writeMetrics(context, path, outcome);
    await writeMetrics(context, path, { ...outcome, endedAt: 1_764_000_900_000, exitCode: 5, rows: null });
    const text = readFileSync(path, 'utf8');
    expect(text).toContain('last_success_timestamp_seconds{command="reports arrivals"} 1764000002.5\n');
    expect(text).toContain('last_run_timestamp_seconds{command="reports arrivals"} 1764000900\n');
    expect(text).toContain('last_run_exit_code{command="reports arrivals"} 5\n');
    expect(text).not.toContain('rows');
    expect(readdirSync(folder)).toEqual(['hotelctl.prom']);
  });
});
