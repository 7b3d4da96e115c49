import { spawn } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withDigest } from '../../src/bookings/quoting.ts';
import type { Quote } from '../../src/platform/bookings/quote-model.ts';
import { seededRandom } from '../../src/sandbox/hotel/seeded-random.ts';
import { counted } from '../full-counts.ts';
import { hotelctlFile } from '../run-hotelctl.ts';
import { wordsOf } from '../words.ts';
import { type Fault, type FaultyProxy, faults, faultyProxy } from './faulty-proxy.ts';
import { authorize, openWorkbench, quote, reservation, totalOf, type Workbench } from './workbench.ts';

/**
 * Real processes against a platform that fails at random moments, including kills. EXACTLY_ONCE_RUNS sets the number of
 * runs, EXACTLY_ONCE_SEED other moments.
 */
const wantedRuns = Number(process.env['EXACTLY_ONCE_RUNS'] ?? counted(24, 240));
const seed = process.env['EXACTLY_ONCE_SEED'] ?? 'exactly once';
const random = seededRandom('test', seed);

/** A silent platform takes a second until the time-out; other faults are immediate. */
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

/** Quoted and authorized; each stays on separate days, so that no booking sells out another. */
async function newIntent(number: number): Promise<Intent> {
  const day = (offset: number) => new Date(Date.UTC(2026, 11, 1 + offset)).toISOString().slice(0, 10);
  const first = number % 300;
  const quoted = await quote(bench, '--reservation', reservation(day(first), day(first + 1)));
  const { pspReference } = await authorize(bench);
  const [quoteFile, responseFile] = [
    bench.file(`quote-${number}.json`),
    bench.file(`response-${number}.json`),
  ];
  const ofProxy = withDigest({ ...(quoted as unknown as Quote), host: proxy.url });
  writeFileSync(quoteFile, JSON.stringify(ofProxy));
  writeFileSync(responseFile, JSON.stringify({ resultCode: 'Authorised', pspReference }));
  // The processes use this machine's clock, the quote was made with the test's clock.
  const now = `${new Date().toISOString().slice(0, 19)}Z`;
  const args = wordsOf(
    `bookings create --quote ${quoteFile} --authorization ${responseFile} --booker-last-name Doe`,
  );
  const rest = ['--yes', '--expect-total', totalOf(quoted), '--authorized-at', now];
  return { args: [...args, ...rest], transactionReference: String(pspReference) };
}

interface Ended {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** @param killAfter milliseconds until the process is killed, if it is still running */
function create(
  args: readonly string[],
  more: readonly string[],
  fault: Fault,
  killAfter?: number,
): Promise<Ended> {
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

/** Commands that may follow an unknown outcome; none of them may book a second time. */
const attacks = [
  'the same with --resume',
  'resume KEY',
  'the same',
  'other flags',
  'other flags with --resume',
  '--again',
  'a new authorization',
] as const;
type Attack = (typeof attacks)[number];
const resuming: ReadonlySet<string> = new Set(['none', 'the same with --resume', 'resume KEY']);

/** @param responseFile file of a new authorization */
function attackArgs(intent: Intent, attack: Attack | 'none', responseFile?: string): readonly string[] {
  const { args } = intent;
  if (responseFile !== undefined) return args.with(args.indexOf('--authorization') + 1, responseFile);
  const more: Readonly<Record<string, readonly string[]>> = {
    'the same with --resume': ['--resume'],
    'other flags': ['--guest-comment', 'late'],
    'other flags with --resume': ['--guest-comment', 'late', '--resume'],
    '--again': ['--again'],
  };
  if (attack === 'resume KEY') return ['bookings', 'resume', String(linesOf(intent)[0]?.key)];
  return [...args, ...(more[attack] ?? [])];
}

/** The file of the processor's response to another authorization, which hotelctl refuses to request for this quote. */
function authorizeAgain(number: number): string {
  const responseFile = bench.file(`response-${number}-again.json`);
  writeFileSync(
    responseFile,
    JSON.stringify({ resultCode: 'Authorised', pspReference: `PSP-AGAIN-${number}` }),
  );
  return responseFile;
}

interface WrittenLine {
  readonly event: string;
  readonly key?: string;
  readonly transactionReference?: string;
}

/** The journal's lines of an intent to book. */
function linesOf({ transactionReference }: Intent): WrittenLine[] {
  const path = `${bench.env['HOTELCTL_STATE_DIR']}/bookings.jsonl`;
  if (!existsSync(path)) return [];
  const lines = readFileSync(path, 'utf8')
    .split('\n')
    .flatMap(line => {
      try {
        return [JSON.parse(line) as WrittenLine];
      } catch {
        return [];
      }
    });
  const key = lines.find(line => line.transactionReference === transactionReference)?.key;
  return key === undefined ? [] : lines.filter(line => line.key === key);
}

const lastEvent = (intent: Intent) => linesOf(intent).at(-1)?.event;

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
        const isUnknown = before === 'sending' || before === 'unknown';
        const attack = isUnknown ? random.pick(attacks) : 'none';
        const again = attack === 'a new authorization' ? authorizeAgain(intents) : undefined;
        const arrived = proxy.arrived();
        const killAfter = isKilledAtRandom ? 30 + random.below(350) : undefined;
        // A silent request must end; a slow one must not.
        const patience = silences.includes(fault) ? ['--timeout', '1'] : [];
        const args = isUnknown ? attackArgs(intent, attack, again) : intent.args;
        const { exitCode, stderr } = await create(args, patience, fault, killAfter);
        runs++;
        const what = `${isKilledAtRandom ? 'kill at random' : fault}, ${attack} -> ${exitCode ?? 'killed'}`;
        seen.set(what, (seen.get(what) ?? 0) + 1);
        if (isUnknown && !resuming.has(attack)) {
          expect([9, null], `${what}: ${stderr}`).toContain(exitCode);
          expect(proxy.arrived(), what).toBe(arrived);
          continue;
        }
        // A machine under load may not reach the booking within the time limit of a silent platform.
        if (exitCode === 5) {
          expect([proxy.arrived(), patience], `${what}: ${stderr}`).toEqual([arrived, ['--timeout', '1']]);
          continue;
        }
        expect(madeFor(intent).length, `${what}: ${stderr}`).toBeLessThanOrEqual(1);
        // A process may be killed after it recorded the booking and before it printed it; the next one then prints it.
        expect(before === 'created' ? [2, null] : [0, 9, null], `${what}: ${stderr}`).toContain(exitCode);
        if (exitCode === 2) break;
        if (exitCode === 9) expect(['unknown', 'sending']).toContain(lastEvent(intent));
        if (exitCode === 0) {
          expect(madeFor(intent)).toHaveLength(1);
          expect(lastEvent(intent)).toBe('created');
          break;
        }
      }
      // Whatever the state: with a working network, --resume ends in exactly one booking.
      const last = await create(intent.args, ['--resume'], 'none');
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
    const other = ['--guest-comment', 'late'];
    const both = await Promise.all([create(intent.args, [], 'none'), create(intent.args, other, 'none')]);
    expect(both.map(({ exitCode }) => exitCode).sort()).toEqual([0, 2]);
    expect(both.find(({ exitCode }) => exitCode === 2)?.stderr).toContain('was already booked');
    expect(madeFor(intent)).toHaveLength(1);
  });

  it('is not sent again without --resume while its outcome is unknown', async () => {
    const intent = await newIntent(299);
    const first = await create(intent.args, [], 'reset after the platform');
    expect(first.exitCode, first.stderr).toBe(9);
    expect(first.stderr).toContain('bookings resume ');
    const arrived = proxy.arrived();
    const second = await create(intent.args, [], 'none');
    expect([second.exitCode, second.stderr]).toEqual([9, expect.stringContaining('bookings resume ')]);
    expect(proxy.arrived()).toBe(arrived);
    const third = await create(intent.args, ['--resume'], 'none');
    expect(third.exitCode).toBe(0);
    expect(madeFor(intent)).toHaveLength(1);
    expect(third.stdout).toContain(madeFor(intent)[0]?.id);
  });
});
