import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { openProgramHome } from '../program-home.ts';
import { hotelctlFile, runHotelctl } from '../run-hotelctl.ts';
import { type Line, wordsOf } from '../words.ts';
import { requires } from './prerequisites.ts';

/**
 * Debian's own cron starts a job every minute. The job is installed as a user would do it; only its line is changed,
 * because `--every` does not support minutes. It takes three minutes of real time, so it runs in `npm run test:soak`
 * only.
 */
beforeEach(requires('/usr/sbin/cron', 'cron'));

const crontab = (args: readonly string[], input = '') =>
  execFileSync('crontab', args, { input, encoding: 'utf8', stdio: ['pipe', 'pipe', 'pipe'] });

/** The lines of the user's crontab; empty without a crontab. */
function crontabNow(): string {
  try {
    return crontab(['-l']);
  } catch {
    return '';
  }
}

it('cron runs a job every minute, with the sign-in of the user and nothing else', {
  timeout: 400_000,
}, async () => {
  const { home, bin, sandbox, addProfile, close } = await openProgramHome('cron-daemon');
  onTestFinished(close);
  const before = crontabNow();
  onTestFinished(() => void (before === '' ? crontab(['-r']) : crontab(['-'], before)));
  mkdirSync(join(home, 'exports'));
  const env = {
    HOME: home,
    HOTELCTL_CONFIG_DIR: join(home, 'config'),
    HOTELCTL_STATE_DIR: join(home, 'state'),
  };
  const type = async (line: Line, more: Record<string, string> = {}) => {
    const { exitCode, stderr } = await runHotelctl(line, { env: { ...env, ...more }, folder: home });
    const [command] = wordsOf(line);
    expect([command, exitCode, stderr]).toEqual([command, 0, expect.anything()]);
  };
  await type(addProfile);
  await type('login', { BROWSER: join(bin, 'browser'), HOTELCTL_CLIENT_SECRET: sandbox.client.clientSecret });
  await type(
    `schedule add cron-soak --every hour --scheduler cron -- reports arrivals --month 10 --year 2026
        --output ${join(home, 'exports/arrivals.csv')}`,
  );
  const installed = crontabNow();
  const [line = ''] = installed
    .split('\n')
    .filter(text => text.includes(' schedule run ') && text.includes('cron-soak'));
  expect(line).toMatch(/^0 \* \* \* \* /);
  crontab(['-'], installed.replace(line, line.replace(/^0 /, '* ').replace('/cron-soak.json', '$& --now')));

  // If a daemon is already running, a second one ends immediately, and the first one finds the new crontab.
  const cron = spawn('/usr/sbin/cron', ['-f'], { stdio: 'ignore' });
  onTestFinished(() => void cron.kill());
  const history = join(home, 'state/schedule/cron-soak.jsonl');
  // The start of each run is a line too.
  const runs = () =>
    existsSync(history)
      ? readFileSync(history, 'utf8')
          .trim()
          .split('\n')
          .map(text => JSON.parse(text))
          .filter(({ endedAt }) => endedAt !== null)
      : [];
  await vi.waitFor(() => expect(runs().length).toBeGreaterThanOrEqual(3), {
    timeout: 300_000,
    interval: 1000,
  });
  const ended = runs();
  for (const run of ended) {
    expect(run).toMatchObject({
      exitCode: 0,
      error: null,
      attempts: 1,
      files: [{ path: join(home, 'exports/arrivals.csv') }],
    });
    expect(run.rows).toBeGreaterThan(0);
  }
  const minutes = ended.map(({ startedAt }) => startedAt.slice(0, 16));
  expect(new Set(minutes).size).toBe(minutes.length);
  const direct = await runHotelctl('reports arrivals --month 10 --year 2026 --format csv', { env });
  expect(readFileSync(join(home, 'exports/arrivals.csv'), 'utf8')).toBe(direct.stdout);
  await type('schedule remove cron-soak');
  expect(crontabNow()).not.toContain(`${hotelctlFile} schedule run `);
});
