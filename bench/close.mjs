// The close of a month with 103,125 postings against the export of the same postings as CSV, from a loopback server: time and peak
// memory of whole processes, in turn.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { environment, peakMemory, printFigure, printTitle } from './measure.mjs';

const program = fileURLToPath(new URL('../bin/hotelctl.js', import.meta.url));
const monthServer = fileURLToPath(new URL('close-server.mjs', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'hotelctl-bench-'));

const server = spawn(
  process.execPath,
  [program, 'sandbox', 'run', '--today', '2026-11-21', '-q', '--', process.execPath, monthServer],
  { stdio: ['ignore', 'pipe', 'inherit'], env: environment() },
);
const [address] = await once(createInterface(server.stdout), 'line');

const candidates = {
  csv: data => [
    'reports',
    'gross-transactions',
    '--period',
    '2026-10',
    '--output',
    join(data, 'postings.csv'),
  ],
  close: () => ['close', '--period', '2026-10'],
};

async function measure(name) {
  // Each run is the first of its month.
  const data = mkdtempSync(join(folder, 'data-'));
  const started = performance.now();
  const child = spawn(process.execPath, [program, ...candidates[name](data)], {
    stdio: ['ignore', 'ignore', 'ignore'],
    env: {
      ...environment(),
      HOTELCTL_BASE_URL: address,
      HOTELCTL_ACCESS_TOKEN: 'bench',
      HOTELCTL_PROPERTY: 'MUC',
      HOTELCTL_DATA_DIR: data,
    },
  });
  let peak = 0;
  const look = setInterval(() => {
    peak = Math.max(peak, peakMemory(child.pid));
  }, 10);
  const [code] = await once(child, 'close');
  clearInterval(look);
  if (code !== 0) throw new Error(`${name} ended with ${code}`);
  return { seconds: (performance.now() - started) / 1000, peak };
}

const median = values => values.sort((one, other) => one - other)[values.length >> 1];

try {
  printTitle('Close of 103,125 postings');
  const pairs = [];
  for (let round = 0; round < 9; round += 1)
    pairs.push({ csv: await measure('csv'), close: await measure('close') });
  printFigure('close', median(pairs.map(({ close }) => close.seconds)), 's');
  const ratios = pairs.map(({ csv, close }) => close.seconds / csv.seconds);
  printFigure('times the CSV export', median(ratios), 'x', 2);
  printFigure('resident memory', Math.max(...pairs.map(({ close }) => close.peak)), 'MiB', 250, 0);
} finally {
  server.kill();
  rmSync(folder, { recursive: true, force: true });
}
