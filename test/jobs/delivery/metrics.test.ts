import { execFileSync, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { TemporaryError } from '../../../src/base/errors.ts';
import { describeItem } from '../../../src/base/item-outcome.ts';
import { makeLabels, metricsText, writeMetrics } from '../../../src/jobs/delivery/monitoring.ts';
import { temporaryFolder, testContext } from '../../context.ts';
import { requireProgram } from '../../system/prerequisites.ts';
import { closeOutcome } from './outcome.ts';

const folder = temporaryFolder();

const time = { startedAt: 1_764_000_000_000, endedAt: 1_764_000_002_500 };
const outcome = { ...closeOutcome, ...time, rows: 12 };

const unknown = { job: undefined, property: undefined };

describe('the metrics', () => {
  it('are literal, and promtool accepts them', () => {
    const labels = makeLabels({ ...outcome.subject, ...unknown, report: 'a "b" \\ c' }, '/srv/a.prom');
    const failure = new TemporaryError('503', { hint: '' });
    const items = [
      describeItem('MUC'),
      describeItem('TYO revenues 2026-10', failure),
      describeItem('TYO revenues 2026-11', failure),
    ];
    const text = metricsText({ ...outcome, items }, labels, undefined);
    expect(text).toContain('hotelctl_item_failed{job="close",report="revenues",property="MUC"} 0\n');
    expect(text).toContain('hotelctl_item_failed{job="close",report="revenues",property="TYO"} 2\n');
    // promtool would like seconds; people think of a snapshot in days.
    const days = new Map(Object.entries({ MUC: Number.POSITIVE_INFINITY, TYO: 3 }));
    const ages = metricsText({ ...outcome, snapshotAges: days }, labels, undefined);
    expect(ages.match(/^hotelctl_snapshot_age_days.*$/gm)).toEqual([
      'hotelctl_snapshot_age_days{job="close",property="MUC"} +Inf',
      'hotelctl_snapshot_age_days{job="close",property="TYO"} 3',
    ]);
    expect(spawnSync('promtool', ['check', 'metrics'], { input: ages }).status).not.toBe(1);
    const quoted = '{file="a.prom",report="a \\"b\\" \\\\ c"}';
    expect(text).toContain(`hotelctl_last_success_timestamp_seconds${quoted} 1764000002.5\n`);
    expect(text).toContain(`hotelctl_last_run_duration_seconds${quoted} 2.5\n`);
    expect(text).toContain('hotelctl_last_run_rows{file="a.prom",report="a \\"b\\" \\\\ c"} 12\n');
    requireProgram('promtool', 'prometheus');
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
    // Without its profile, its property is not known.
    const subject = { ...outcome.subject, property: undefined };
    const failed = { ...outcome, subject, endedAt: 1_764_000_900_000, exitCode: 5, rows: null };
    await writeMetrics(context, path, failed);
    const text = readFileSync(path, 'utf8');
    const revenues = '{job="close",report="revenues"}';
    expect(text).toContain(`last_success_timestamp_seconds${revenues} 1764000002.5\n`);
    expect(text).toContain(`last_run_timestamp_seconds${revenues} 1764000900\n`);
    expect(text).toContain(`last_run_exit_code${revenues} 5\n`);
    expect(text).not.toContain('rows');
    expect(readdirSync(folder)).toEqual(['hotelctl.prom']);
  });

  it('of the same report in two files have different labels, with and without a job', async () => {
    const subject = { ...outcome.subject, job: undefined };
    const files = ['a.prom', 'b.prom', 'c.prom'].map(name => join(temporaryFolder(), name));
    const series: string[] = [];
    for (const [index, path] of files.entries()) {
      const named = { ...outcome, subject: index < 2 ? subject : outcome.subject };
      await writeMetrics(testContext(), path, named);
      const lines = readFileSync(path, 'utf8').split('\n');
      series.push(...lines.filter(line => /^\w/.test(line)).map(line => line.split(' ')[0] as string));
    }
    expect(series).toHaveLength(15);
    expect(new Set(series).size).toBe(15);
  });
});
