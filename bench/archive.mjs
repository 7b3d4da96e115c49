// Parquet and pick-up: `node bench/archive.mjs`. A company invoices report of 100,000 records (`--large`: 1,000,000) as Parquet, by
// hotelctl and by DuckDB from the same body; with `--large` the memory for a body of 1 GB; then pick-up over 365 snapshots of 40 hotels,
// as a whole process.
import { fork } from 'node:child_process';
import {
  createWriteStream,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { environment, isSmallest, measureProcess, medianOf, printFigure, printTitle } from './measure.mjs';

const folder = mkdtempSync(join(tmpdir(), 'hotelctl-bench-'));
const root = fileURLToPath(new URL('..', import.meta.url));
const program = join(root, 'bin/hotelctl.js');
// A thousand invoices of the server are about half a megabyte.
const records = isSmallest ? 1000 : process.argv.includes('--large') ? 1_000_000 : 100_000;
const [hotels, days] = isSmallest ? [2, 10] : [40, 365];
// The snapshot that is copied: of 18 rooms instead of 76.
const property = isSmallest ? 'LEJ' : 'MUC';
const bytes = records * 520;

const measured = (file, args, env = {}) =>
  measureProcess(file, args, {
    cwd: root,
    env: { ...environment(), ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });

async function exports() {
  const server = fork(new URL('export-server.mjs', import.meta.url));
  try {
    await comparedWithDuckDb(await new Promise(resolve => server.once('message', resolve)));
  } finally {
    server.kill();
  }
}

async function comparedWithDuckDb(port) {
  const body = join(folder, 'body.json');
  const address = `http://127.0.0.1:${port}`;
  await new Promise((resolve, reject) =>
    get(`${address}/?propertyId=${bytes}`, response => {
      pipeline(response, createWriteStream(body)).then(resolve, reject);
    }),
  );
  const [ours, theirs] = [join(folder, 'ours.parquet'), join(folder, 'theirs.parquet')];
  const toParquet = size =>
    measured(
      process.execPath,
      [program, 'reports', 'company-invoices-vat', '--property', String(size), '--output', ours],
      { HOTELCTL_BASE_URL: address, HOTELCTL_ACCESS_TOKEN: 'bench' },
    );
  const gigabyte = records === 1_000_000 ? await toParquet(1_000_000_000) : undefined;
  const hotelctl = await toParquet(bytes);
  const sql = `copy (select unnest(companyInvoices, recursive := true) from read_json('${body}', maximum_object_size = ${bytes * 2})) to '${theirs}' (format parquet)`;
  const script = `const { DuckDBInstance } = require('@duckdb/node-api');
    DuckDBInstance.create(':memory:').then(i => i.connect()).then(c => c.run(${JSON.stringify(sql)})).then(() => process.exit(0))`;
  const duck = await measured(process.execPath, ['-e', script]);
  printTitle(`${records} invoices to Parquet`, ` (${Math.round(statSync(body).size / 1e6)} MB of JSON)`);
  printFigure('hotelctl', hotelctl.seconds, 's');
  printFigure('DuckDB', duck.seconds, 's');
  printFigure('hotelctl / DuckDB, time', hotelctl.seconds / duck.seconds, 'x');
  printFigure('hotelctl, memory', hotelctl.peak, 'MB', 0);
  printFigure('DuckDB, memory', duck.peak, 'MB', 0);
  printFigure('hotelctl, file', statSync(ours).size / 1e6, 'MB');
  printFigure('DuckDB, file', statSync(theirs).size / 1e6, 'MB');
  if (gigabyte) printFigure('hotelctl, memory for a body of 1 GB', gigabyte.peak, 'MB', 0);
}

/** 14,600 snapshots: one from the sandbox, under the other names and days. */
async function pickUp() {
  const today = new Date().toISOString().slice(0, 10);
  const data = join(folder, 'data');
  const take = ['snapshot', 'take', '--property', property, '--data-dir', data];
  await measured(process.execPath, [
    program,
    'sandbox',
    'run',
    '--quiet',
    '--properties',
    '8',
    '--today',
    today,
    '--',
    'hotelctl',
    ...take,
  ]);
  const [host] = readdirSync(join(data, 'snapshots'));
  const archive = join(data, 'snapshots', host);
  const [taken] = readdirSync(join(archive, `property=${property}`));
  const source = join(archive, `property=${property}`, taken);
  const manifest = JSON.parse(readFileSync(join(source, 'manifest.json'), 'utf8'));
  const end = Date.parse(`${today}T00:00:00Z`);
  for (let hotel = 0; hotel < hotels; hotel += 1) {
    for (let back = 0; back < days; back += 1) {
      const day = new Date(end - back * 86_400_000).toISOString().slice(0, 10);
      const snapshot = join(archive, `property=H${hotel}/taken=${day}`);
      mkdirSync(snapshot, { recursive: true });
      for (const file of ['days.parquet', 'unit-groups.parquet'])
        linkSync(join(source, file), join(snapshot, file));
      writeFileSync(
        join(snapshot, 'manifest.json'),
        JSON.stringify({ ...manifest, property: `H${hotel}`, key: `taken=${day}` }),
      );
    }
  }
  rmSync(join(archive, `property=${property}`), { recursive: true });
  const words = [
    'pickup',
    '--all-properties',
    '--since',
    '7d',
    '--as-of',
    today,
    '--data-dir',
    data,
    '--format',
    'csv',
  ];
  const times = [];
  for (let round = 0; round < (isSmallest ? 1 : 5); round += 1)
    times.push(await measured(process.execPath, [program, ...words]));
  printTitle(`Pick-up of ${hotels} hotels with ${days} snapshots each`);
  printFigure('hotelctl pickup', medianOf(times.map(({ seconds }) => seconds)), 's');
  printFigure('memory', medianOf(times.map(({ peak }) => peak)), 'MB', 0);
}

try {
  await exports();
  await pickUp();
} finally {
  rmSync(folder, { recursive: true, force: true });
}
