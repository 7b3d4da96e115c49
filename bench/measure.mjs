// What the benchmarks share: whole processes, timed in turn, so that other work on the machine affects all of them alike.
import { spawn } from 'node:child_process';
import { performance } from 'node:perf_hooks';

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
  for (let round = -Math.min(3, rounds); round < rounds; round += 1) {
    for (const candidate of candidates) {
      const time = await runOnce(candidate);
      if (round >= 0) times.get(candidate.name).push(time);
    }
  }
  return new Map([...times].map(([name, list]) => [name, list.sort((a, b) => a - b)[list.length >> 1]]));
}

/** Figures that missed their goal by more than a tenth, by their names: bench/all.mjs ends with 1 if there are any. */
export const missed = [];

/** Prints one figure beside its goal; noise of a tenth is tolerated. `digits` of 2 for ratios. */
export function printFigure(name, value, unit, goal, digits = 2) {
  const isMissed = goal !== undefined && value > goal * 1.1;
  if (isMissed) missed.push(name);
  const verdict = goal === undefined ? '' : `  goal ${goal.toFixed(digits)}  ${isMissed ? 'MISSED' : 'met'}`;
  console.log(`  ${name.padEnd(40)} ${value.toFixed(digits).padStart(9)} ${unit}${verdict}`);
}

/** Prints each candidate's time as a multiple of the floor, beside its goal. */
export function printRatios(title, results, floorName, goals) {
  const floor = results.get(floorName);
  console.log(`\n${title} (times ${floorName}, which takes ${floor.toFixed(1)} ms)`);
  for (const [name, time] of results)
    if (name !== floorName) printFigure(name, time / floor, 'x', goals[name]);
}
