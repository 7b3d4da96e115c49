// What the benchmarks share: whole processes, timed in turn, so that other work on the machine affects all of them alike.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { goals } from './goals.mjs';

/** Runs everything once, with as little as possible: a test does, so that no benchmark ends in an error. */
export const isSmallest = process.argv.includes('--smallest');

/** @typedef {{name: string, file: string, args: string[], env?: Record<string, string | undefined>, exitCode?: number}} Candidate */

/** Wall time of one process, start to exit, in milliseconds. */
function runOnce({ file, args, env, exitCode = 0 }) {
  return new Promise((resolve, reject) => {
    const started = performance.now();
    // A pipe, as in a script: on a terminal the process also opens its streams.
    const child = spawn(file, args, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...environment(), ...env } });
    child.stdout.resume();
    child.stderr.resume();
    child.on('error', reject);
    child.on('close', code => {
      if (code === exitCode) resolve(performance.now() - started);
      else reject(new Error(`${file} ${args.join(' ')} ended with ${code}`));
    });
  });
}

/** With NODE_EXTRA_CA_CERTS, Node.js 20 reads a certificate bundle at every start, which would make every ratio look better. */
export function environment() {
  const { NODE_EXTRA_CA_CERTS: _bundle, NODE_OPTIONS: _options, ...env } = process.env;
  return env;
}

/** Median milliseconds of each candidate, by name; candidates take turns. */
export async function medians(candidates, rounds) {
  const times = new Map(candidates.map(({ name }) => [name, []]));
  for (let round = isSmallest ? 0 : -Math.min(3, rounds); round < rounds; round += 1) {
    for (const candidate of candidates) {
      const time = await runOnce(candidate);
      if (round >= 0) times.get(candidate.name).push(time);
    }
  }
  return new Map([...times].map(([name, list]) => [name, medianOf(list)]));
}

export const medianOf = values => values.toSorted((one, other) => one - other)[values.length >> 1];

/** Seconds, and peak memory in MiB, of a whole process. */
export async function measureProcess(file, args, options = {}) {
  const started = performance.now();
  const child = spawn(file, args, { stdio: ['ignore', 'ignore', 'inherit'], ...options });
  let peak = 0;
  const look = setInterval(() => {
    peak = Math.max(peak, peakMemory(child.pid));
  }, 10);
  try {
    const [code] = await once(child, 'close');
    if (code !== 0) throw new Error(`${file} ${args.join(' ')} ended with ${code}`);
  } finally {
    clearInterval(look);
  }
  return { seconds: (performance.now() - started) / 1000, peak };
}

/** Peak of resident memory of a running process in MiB: what it was until now, also between two looks. */
export const peakMemory = pid => {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
};

/** Every figure that was printed, under the title before it: bench/all.mjs writes them to bench/results.json. */
const figures = [];
const missed = [];
let title = '';

export function printTitle(text, details = '') {
  title = text;
  console.log(`\n${text}${details}`);
}

/** Prints one figure beside its goal; noise of a tenth is tolerated. The smallest size has no goals. */
export function printFigure(name, value, unit, digits = 2) {
  const goal = isSmallest ? undefined : goals[title]?.[name];
  const rounded = Number(value.toFixed(digits));
  const isMissed = goal !== undefined && value > goal * 1.1;
  if (isMissed) missed.push(`${title}: ${name}`);
  figures.push({ title, name, value: rounded, unit, digits });
  const verdict = goal === undefined ? '' : `  goal ${goal.toFixed(digits)}  ${isMissed ? 'MISSED' : 'met'}`;
  console.log(`  ${name.padEnd(44)} ${value.toFixed(digits).padStart(9)} ${unit}${verdict}`);
}

/** Prints each candidate's time as a multiple of the floor, beside its goal. */
export function printRatios(what, results, floorName) {
  const floor = results.get(floorName);
  printTitle(what, ` (times ${floorName}, which takes ${floor.toFixed(1)} ms)`);
  for (const [name, time] of results) if (name !== floorName) printFigure(name, time / floor, 'x');
}

/** Names the figures that missed their goals, and writes all of them down. */
export function writeResults(file) {
  if (missed.length > 0) console.log(`\nmissed: ${missed.join(', ')}`);
  const measured = new Date().toISOString().slice(0, 10);
  const results = { measured, node: process.versions.node, figures };
  writeFileSync(file, `${JSON.stringify(results, null, 2)}\n`);
  return missed.length === 0;
}
