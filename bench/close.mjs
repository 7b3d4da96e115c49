// The close, the journal and the audit medium of a month with 103,125 postings against the export of the same postings as CSV, from a
// loopback server: time and peak memory of whole processes, in turn.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { environment, isSmallest, measureProcess, medianOf, printFigure, printTitle } from './measure.mjs';

const program = fileURLToPath(new URL('../bin/hotelctl.js', import.meta.url));
const monthServer = fileURLToPath(new URL('close-server.mjs', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'hotelctl-bench-'));
const copies = isSmallest ? 1 : 15;

const server = spawn(
  process.execPath,
  [
    program,
    'sandbox',
    'run',
    '--today',
    '2026-11-21',
    '-q',
    '--',
    process.execPath,
    monthServer,
    String(copies),
  ],
  { stdio: ['ignore', 'pipe', 'inherit'], env: environment() },
);
const [address] = await once(createInterface(server.stdout), 'line');

const month = ['--period', '2026-10'];
// The openings of a first close are read from the months before, which is done once.
const opening = join(folder, 'opening.csv');
writeFileSync(opening, 'ledger,reference,amount\nguest,NONE,0\n');
const candidates = {
  csv: data => ['reports', 'gross-transactions', ...month, '--output', join(data, 'postings.csv')],
  close: () => ['close', ...month, '--opening', opening],
  journal: data => ['journal', ...month, '--without-close', '--output', join(data, 'journal.csv')],
  'journal evidence': data => [
    'journal',
    'evidence',
    ...month,
    '--without-close',
    '--output',
    join(data, 'evidence'),
  ],
};

/** @param data of one round: its close is the first of the month, and the journal and the evidence are made from it */
function measure(name, data) {
  const env = {
    ...environment(),
    HOTELCTL_BASE_URL: address,
    HOTELCTL_ACCESS_TOKEN: 'bench',
    HOTELCTL_PROPERTY: 'MUC',
    HOTELCTL_DATA_DIR: data,
  };
  // Items of earlier months, which the file does not have, are open: exit code 10.
  return measureProcess(
    process.execPath,
    [program, ...candidates[name](data)],
    { env, stdio: 'ignore' },
    [0, 10],
  );
}

try {
  printTitle('A month of 103,125 postings');
  const rounds = [];
  for (let round = 0; round < (isSmallest ? 1 : 9); round += 1) {
    const times = {};
    const data = mkdtempSync(join(folder, 'data-'));
    for (const name of Object.keys(candidates)) times[name] = await measure(name, data);
    rounds.push(times);
  }
  for (const name of Object.keys(candidates).slice(1)) {
    printFigure(name, medianOf(rounds.map(times => times[name].seconds)), 's');
    const ratios = rounds.map(times => times[name].seconds / times.csv.seconds);
    printFigure(`${name}, times the CSV export`, medianOf(ratios), 'x');
    printFigure(`${name}, resident memory`, Math.max(...rounds.map(times => times[name].peak)), 'MiB', 0);
  }
} finally {
  server.kill();
  rmSync(folder, { recursive: true, force: true });
}
