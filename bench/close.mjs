// The close, the journal and the audit medium of a month with 103,125 postings against the export of the same postings as CSV, from a
// loopback server: time and peak memory of whole processes, in turn.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { environment, isSmallest, measureProcess, medianOf, printFigure, printTitle } from './measure.mjs';

const program = fileURLToPath(new URL('../bin/hotelctl.js', import.meta.url));
const monthServer = fileURLToPath(new URL('close-server.mjs', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'hotelctl-bench-'));
const copies = isSmallest ? 1 : 15;
// A first close reads all months of the hotel: that of the smallest size has 18 rooms instead of 76.
const property = isSmallest ? 'LEJ' : 'MUC';

/** @returns the address of a hotel with so many copies of a month, and what ends it */
async function serveMonth(count) {
  const words = [
    'sandbox',
    'run',
    '--today',
    '2026-11-02',
    '--properties',
    '8',
    '-q',
    '--',
    process.execPath,
  ];
  const server = spawn(process.execPath, [program, ...words, monthServer, String(count), property], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: environment(),
  });
  const [address] = await once(createInterface(server.stdout), 'line');
  return { address, stop: () => server.kill() };
}

const month = ['--period', '2026-10'];
const opening = join(folder, 'opening.csv');
let server;

/** The openings of a first close, which is outside the cost: those of one copy, for each copy. */
async function writeOpenings(data) {
  await measure('first close', data);
  const inputs = readdirSync(data, { recursive: true }).find(name => basename(name) === 'inputs.json');
  const { ledgers } = JSON.parse(readFileSync(join(data, inputs), 'utf8')).openings;
  const lines = ledgers.flatMap(({ ledger, items }) =>
    items.flatMap(({ reference, closing }) =>
      Array.from({ length: copies }, (_, copy) =>
        [ledger, `"${reference.replace(/-0(?=,|$)/, `-${copy}`)}"`, closing].join(),
      ),
    ),
  );
  writeFileSync(opening, `${['ledger,reference,amount', ...lines].join('\n')}\n`);
}

const candidates = {
  'first close': () => ['close', ...month],
  csv: data => ['reports', 'gross-transactions', ...month, '--output', join(data, 'postings.csv')],
  close: () => ['close', ...month, '--opening', opening],
  journal: data => ['journal', ...month, '--output', join(data, 'journal.csv')],
  'journal evidence': data => ['journal', 'evidence', ...month, '--output', join(data, 'evidence')],
};

/** @param data of one round: its close is the first of the month, and the journal and the evidence are made from it */
function measure(name, data) {
  const env = {
    ...environment(),
    HOTELCTL_BASE_URL: server.address,
    HOTELCTL_ACCESS_TOKEN: 'bench',
    HOTELCTL_PROPERTY: property,
    HOTELCTL_DATA_DIR: data,
  };
  return measureProcess(process.execPath, [program, ...candidates[name](data)], { env, stdio: 'ignore' });
}

try {
  server = await serveMonth(1);
  await writeOpenings(join(folder, 'single'));
  if (copies > 1) {
    server.stop();
    server = await serveMonth(copies);
  }
  const names = Object.keys(candidates).filter(name => name !== 'first close');
  printTitle('A month of 103,125 postings');
  const rounds = [];
  for (let round = 0; round < (isSmallest ? 1 : 9); round += 1) {
    const times = {};
    const data = mkdtempSync(join(folder, 'data-'));
    for (const name of names) times[name] = await measure(name, data);
    rounds.push(times);
  }
  for (const name of names.slice(1)) {
    printFigure(name, medianOf(rounds.map(times => times[name].seconds)), 's');
    const ratios = rounds.map(times => times[name].seconds / times.csv.seconds);
    printFigure(`${name}, times the CSV export`, medianOf(ratios), 'x');
    printFigure(`${name}, resident memory`, Math.max(...rounds.map(times => times[name].peak)), 'MiB', 0);
  }
} finally {
  server?.stop();
  rmSync(folder, { recursive: true, force: true });
}
