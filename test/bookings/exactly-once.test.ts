import { spawn } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seededRandom } from '../../src/sandbox/hotel/seeded-random.ts';
import { counted } from '../full-counts.ts';
import { hotelctlFile } from '../run-hotelctl.ts';
import { type Fault, type FaultyProxy, faults, faultyProxy } from './faulty-proxy.ts';
import { authorize, openWorkbench, quote, reservation, totalOf, type Workbench } from './workbench.ts';

/**
 * Real processes against a platform that fails at random moments, kills included. EXACTLY_ONCE_RUNS sets the number of
 * runs, EXACTLY_ONCE_SEED other moments.
 */
const wantedRuns = Number(process.env['EXACTLY_ONCE_RUNS'] ?? counted(48, 240));
const seed = process.env['EXACTLY_ONCE_SEED'] ?? 'exactly once';
const random = seededRandom('test', seed);

/** A silence takes a second of time-out; noise comes at once. */
const silences = faults.filter(fault => fault.startsWith('silence'));
const noises = faults.filter(fault => !fault.startsWith('silence'));

let bench: Workbench;
let proxy: FaultyProxy;
beforeAll(async () => {
  bench = await openWorkbench();
  proxy = await faultyProxy(bench.sandbox.apiUrl);
});
afterAll(async () => {
  await proxy.close();
  await bench.sandbox.stop();
});

interface Intent {
  readonly args: readonly string[];
  readonly transactionReference: string;
}

/** Quoted and authorized; each stays on days of its own, so that none is sold out by the others. */
async function newIntent(number: number): Promise<Intent> {
  const day = (offset: number) => new Date(Date.UTC(2026, 11, 1 + offset)).toISOString().slice(0, 10);
  const first = number % 300;
  const quoted = await quote(bench, '--reservation', reservation(day(first), day(first + 1)));
  const { pspReference } = await authorize(bench);
  const [quoteFile, answerFile] = [bench.file(`quote-${number}.json`), bench.file(`answer-${number}.json`)];
  writeFileSync(
    quoteFile,
    readFileSync(bench.file('quote.json'), 'utf8').replace(bench.sandbox.apiUrl, proxy.url),
  );
  writeFileSync(answerFile, JSON.stringify({ resultCode: 'Authorised', pspReference }));
  // The processes live on this machine's clock, the quote was made on the test's.
  const now = `${new Date().toISOString().slice(0, 19)}Z`;
  const args = [
    'bookings',
    'create',
    '--quote',
    quoteFile,
    '--authorization',
    answerFile,
    '--booker-last-name',
    'Doe',
  ];
  const rest = ['--yes', '--expect-total', totalOf(quoted), '--authorized-at', now];
  return { args: [...args, ...rest], transactionReference: String(pspReference) };
}

interface Ended {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** @param killAfter milliseconds until the process is killed, if it still runs then */
function create({ args }: Intent, more: readonly string[], fault: Fault, killAfter?: number): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [hotelctlFile, ...args, ...more], {
      env: { ...bench.env, HOTELCTL_BASE_URL: proxy.url, HOME: bench.folder, PATH: process.env['PATH'] },
    });
    proxy.next(fault, () => child.kill('SIGKILL'));
    const timer = killAfter === undefined ? undefined : setTimeout(() => child.kill('SIGKILL'), killAfter);
    let [stdout, stderr] = ['', ''];
    child.stdout.on('data', text => {
      stdout += text;
    });
    child.stderr.on('data', text => {
      stderr += text;
    });
    child.on('error', reject).on('close', exitCode => {
      clearTimeout(timer);
      resolve({ exitCode, stdout, stderr });
    });
  });
}

const madeFor = ({ transactionReference }: Intent) =>
  bench.sandbox.bookings.filter(booking => booking.transactionReference === transactionReference);

/** What the journal says last of an intent. */
function lastEvent({ transactionReference }: Intent): string | undefined {
  const path = `${bench.env['HOTELCTL_STATE_DIR']}/bookings.jsonl`;
  if (!existsSync(path)) return undefined;
  const lines = readFileSync(path, 'utf8')
    .split('\n')
    .flatMap(line => {
      try {
        return [JSON.parse(line) as { event: string; key?: string; transactionReference?: string }];
      } catch {
        return [];
      }
    });
  const key = lines.find(line => line.transactionReference === transactionReference)?.key;
  return key === undefined ? undefined : lines.findLast(line => line.key === key)?.event;
}

describe('one intent to book', () => {
  it(`is booked once, in ${wantedRuns} runs that fail at random moments`, {
    timeout: 3_600_000,
  }, async () => {
    const seen = new Map<string, number>();
    let runs = 0;
    let intents = 0;
    for (; runs < wantedRuns; intents++) {
      const intent = await newIntent(intents);
      for (let tries = 0; tries < 4; tries++) {
        const isKilledAtRandom = random.happens(400);
        const fault = random.pick(random.happens(40) ? silences : noises);
        const before = lastEvent(intent);
        const resume = before === 'sending' || before === 'unknown' ? ['--resume'] : [];
        const killAfter = isKilledAtRandom ? 30 + random.below(350) : undefined;
        // A silence has to end; what is only slow shall not.
        const patience = silences.includes(fault) ? ['--timeout', '1'] : [];
        const { exitCode, stderr } = await create(intent, [...resume, ...patience], fault, killAfter);
        runs++;
        const what = `${isKilledAtRandom ? 'kill at random' : fault} -> ${exitCode ?? 'killed'}`;
        seen.set(what, (seen.get(what) ?? 0) + 1);
        expect(madeFor(intent).length, `${what}: ${stderr}`).toBeLessThanOrEqual(1);
        // A process may be killed after it wrote the booking down and before it told of it; the next one then says so.
        expect(before === 'created' ? [2, null] : [0, 9, null], `${what}: ${stderr}`).toContain(exitCode);
        if (exitCode === 2) break;
        if (exitCode === 9) expect(['unknown', 'sending']).toContain(lastEvent(intent));
        if (exitCode === 0) {
          expect(madeFor(intent)).toHaveLength(1);
          expect(lastEvent(intent)).toBe('created');
          break;
        }
      }
      // However it stands: with the network whole again, --resume ends in exactly one booking.
      const last = await create(intent, ['--resume'], 'none');
      expect(last.exitCode, last.stderr).toBe(0);
      expect(madeFor(intent)).toHaveLength(1);
      expect(last.stdout).toContain(madeFor(intent)[0]?.id);
    }
    const keys = bench.sandbox.bookings.map(({ idempotencyKey }) => idempotencyKey);
    expect(new Set(keys).size).toBe(keys.length);
    expect(bench.sandbox.bookings).toHaveLength(intents);
    expect(bench.sandbox.payments().filter(({ state }) => state === 'captured')).toHaveLength(intents);
    console.info(
      `${runs} runs, ${intents} intents, ${bench.sandbox.bookings.length} bookings (seed ${seed})`,
    );
    for (const [what, count] of [...seen].sort()) console.info(`  ${String(count).padStart(4)}  ${what}`);
  });

  it('is booked once by two processes at the same moment', async () => {
    const intent = await newIntent(298);
    const both = await Promise.all([create(intent, [], 'none'), create(intent, [], 'none')]);
    expect(both.map(({ exitCode }) => exitCode).sort()).toEqual([0, 2]);
    expect(both.find(({ exitCode }) => exitCode === 2)?.stderr).toContain('was booked already');
    expect(madeFor(intent)).toHaveLength(1);
  });

  it('is not sent again without --resume while its outcome is not known', async () => {
    const intent = await newIntent(299);
    const first = await create(intent, [], 'reset after the platform');
    expect(first.exitCode, first.stderr).toBe(9);
    expect(first.stderr).toContain('--resume');
    const arrived = proxy.arrived();
    const second = await create(intent, [], 'none');
    expect(second.exitCode).toBe(9);
    expect(second.stderr).toContain('--resume');
    expect(proxy.arrived()).toBe(arrived);
    const third = await create(intent, ['--resume'], 'none');
    expect(third.exitCode).toBe(0);
    expect(madeFor(intent)).toHaveLength(1);
    expect(third.stdout).toContain(madeFor(intent)[0]?.id);
  });
});
