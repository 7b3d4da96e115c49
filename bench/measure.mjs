// What the benchmarks share: whole processes timed in turn, so that whatever else the machine does hits all alike.
import { spawn } from 'node:child_process';
import { performance } from 'node:perf_hooks';

/** @typedef {{name: string, file: string, args: string[], env?: Record<string, string | undefined>}} Candidate */

/** Wall time of one process, start to exit, in milliseconds. */
function runOnce({ file, args, env }) {
  return new Promise((resolve, reject) => {
    const started = performance.now();
    const child = spawn(file, args, { stdio: 'ignore', env: { ...environment(), ...env } });
    child.on('error', reject);
    child.on('close', code => {
      if (code === 0) resolve(performance.now() - started);
      else reject(new Error(`${file} ${args.join(' ')} ended with ${code}`));
    });
  });
}

/** NODE_EXTRA_CA_CERTS makes Node 20 read a certificate bundle at every start and would flatter every ratio. */
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

/** Prints a row for each candidate: milliseconds, times the floor, goal and whether it is met. */
export function printRatios(title, results, floorName, goals) {
  const floor = results.get(floorName);
  console.log(`\n${title} (floor: ${floorName})`);
  for (const [name, time] of results) {
    const ratio = time / floor;
    const goal = goals[name];
    const verdict =
      goal === undefined ? '' : `  goal ${goal.toFixed(2)}  ${ratio <= goal ? 'met' : 'MISSED'}`;
    console.log(
      `  ${name.padEnd(34)} ${time.toFixed(1).padStart(8)} ms  ${ratio.toFixed(2).padStart(6)} x${verdict}`,
    );
  }
}
