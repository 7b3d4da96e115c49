// A large company invoices report from a loopback server into a CSV file: hotelctl against what people use instead.
// `node bench/export.mjs` does 10 MB, 100 MB, 100,000 different invoices in every format, and 1 GB without the peers; `--large` adds
// them. Time and peak memory are those of whole
// processes; candidates take turns.
import { fork, spawn } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, statSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { environment, isSmallest, measureProcess, medianOf, printFigure, printTitle } from './measure.mjs';

const folder = mkdtempSync(join(tmpdir(), 'hotelctl-bench-'));
const program = fileURLToPath(new URL('../bin/hotelctl.js', import.meta.url));
const target = join(folder, 'target');
const server = fork(new URL('export-server.mjs', import.meta.url));
const port = await new Promise(resolve => server.once('message', resolve));

const paths = [
  ...['id', 'code', 'name', 'taxId'].map(field => ['company', field]),
  ...['addressLine1', 'addressLine2', 'postalCode', 'city', 'regionCode', 'countryCode'].map(field => [
    'company',
    'address',
    field,
  ]),
  ['invoice', 'number'],
  ['invoice', 'date'],
  ...['subTotal', 'outstandingPayment'].flatMap(money => [
    ['invoice', money, 'amount'],
    ['invoice', money, 'currency'],
  ]),
];
const names = paths.map(path => path.join('.'));

const jq = `${JSON.stringify(names)}, (.companyInvoices[] | [${names.map(name => `.${name}`).join(', ')}]) | @csv`;
const miller = `for (e in $companyInvoices) { emit1 {${paths
  .map(path => `"${path.join('.')}": e${path.map(field => `["${field}"]`).join('')}`)
  .join(', ')}} }`;
const python = `
import csv, json, sys
paths = json.loads('${JSON.stringify(paths)}')
def at(value, path):
    for field in path:
        value = (value or {}).get(field)
    return value
rows = csv.writer(sys.stdout)
rows.writerow(['.'.join(path) for path in paths])
for item in json.load(sys.stdin)['companyInvoices']:
    rows.writerow([at(item, path) for path in paths])
`;
const node = `
const { stringify } = require('csv-stringify/sync');
const { companyInvoices } = JSON.parse(require('node:fs').readFileSync(0, 'utf8'));
process.stdout.write(stringify(companyInvoices, { header: true, columns: ${JSON.stringify(names)} }));
`;

/** Peers read standard input, from curl; hotelctl asks by itself, and checks and syncs what the peers do not. */
const peers = [
  { name: 'jq', file: 'jq', args: ['-r', jq] },
  { name: 'Miller', file: 'mlr', args: ['--ijson', '--ocsv', 'put', '-q', miller] },
  { name: 'python3', file: 'python3', args: ['-c', python] },
  { name: 'JSON.parse + csv-stringify', file: process.execPath, args: ['-e', node] },
];
const hotelctl = format => ({ name: `hotelctl, ${format}`, format });

const report = '/reports/v0-nsfw/reports/company-invoices-vat';

async function measured({ file, args, format }, property) {
  const base = `http://127.0.0.1:${port}`;
  const env = { ...environment(), HOTELCTL_BASE_URL: base, HOTELCTL_ACCESS_TOKEN: 'bench' };
  const options = { env, cwd: fileURLToPath(new URL('..', import.meta.url)) };
  const finish = async process => ({ ...(await process), size: statSync(target).size });
  if (format) {
    const words = ['reports', 'company-invoices-vat', '--property', String(property), '--format', format];
    const own = [program, ...words, '--output', target];
    return finish(measureProcess(process.execPath, own, { ...options, stdio: 'ignore' }));
  }
  const output = openSync(target, 'w');
  const curl = spawn('curl', ['-sS', '--noproxy', '*', `${base}${report}?propertyId=${property}`], {
    ...options,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const peer = measureProcess(file, args, { ...options, stdio: [curl.stdout, output, 'ignore'] });
  // The peer has the pipe now; a second reader here would take bytes from it.
  curl.stdout.destroy();
  closeSync(output);
  return finish(peer);
}

/** Median time and largest peak of each candidate; one that is missing or gives up is said and left out. */
async function compare(title, property, rounds, candidates) {
  printTitle(`Export of ${title} of JSON`);
  const results = new Map(candidates.map(({ name }) => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (const candidate of candidates) {
      const list = results.get(candidate.name);
      if (!list) continue;
      try {
        list.push(await measured(candidate, property));
      } catch (error) {
        results.delete(candidate.name);
        console.log(
          `  ${candidate.name.padEnd(28)} ${error.code === 'ENOENT' ? 'is not installed' : error.message}`,
        );
      }
    }
  }
  const summary = [...results].map(([name, list]) => ({
    name,
    seconds: medianOf(list.map(({ seconds }) => seconds)),
    peak: Math.max(...list.map(({ peak }) => peak)),
    size: list[0].size,
  }));
  const own = summary.find(({ name }) => name === 'hotelctl, csv');
  for (const { name, seconds, peak, size } of summary) {
    console.log(
      `  ${name.padEnd(28)} ${seconds.toFixed(2).padStart(8)} s ${peak.toFixed(0).padStart(7)} MiB` +
        `  ${(seconds / own.seconds).toFixed(2).padStart(6)} x time ${(peak / own.peak).toFixed(2).padStart(6)} x memory` +
        `  ${(size / 1e6).toFixed(1)} MB written`,
    );
  }
  return { own, others: summary.filter(({ name }) => !name.startsWith('hotelctl')), all: summary };
}

const secondsOf = (results, name) => results.find(result => result.name === name)?.seconds;

try {
  if (isSmallest) {
    const every = ['csv', 'ndjson', 'json', 'parquet', 'xlsx', 'html', 'table'].map(hotelctl);
    const { all } = await compare('1000 invoices', '1000-different', 1, every);
    printFigure('formats', all.length, '', 0);
  } else await compareSizes();
} finally {
  server.kill();
  rmSync(folder, { recursive: true, force: true });
}

async function compareSizes() {
  await compare('10 MB', 10e6, 3, [hotelctl('csv'), ...peers]);
  const { own, others } = await compare('100 MB', 100e6, 3, [
    hotelctl('csv'),
    hotelctl('ndjson'),
    hotelctl('json'),
    ...peers,
  ]);
  printFigure('CSV', own.seconds, 's');
  for (const name of ['jq', 'python3']) {
    const peer = secondsOf(others, name);
    if (peer) printFigure(`share of the time of ${name}`, own.seconds / peer, 'x');
  }
  printFigure('resident memory', own.peak, 'MiB', 0);
  const formats = ['ndjson', 'parquet', 'xlsx', 'html', 'table'];
  const files = await compare('100,000 different invoices', '100000-different', 3, [
    hotelctl('csv'),
    ...formats.map(hotelctl),
  ]);
  const floor = secondsOf(files.all, 'hotelctl, ndjson');
  for (const format of formats.slice(1)) {
    const { seconds, peak } = files.all.find(({ name }) => name === `hotelctl, ${format}`);
    printFigure(`${format}, times NDJSON`, seconds / floor, 'x');
    printFigure(`${format}, resident memory`, peak, 'MiB', 0);
  }
  const fit = peers.filter(({ name }) => {
    const needed = 10 * (others.find(other => other.name === name)?.peak ?? 0) * 1024 * 1024;
    if (needed < freemem() / 2) return true;
    console.log(
      `\n  ${name} is left out at 1 GB: it would need about ${(needed / 1e9).toFixed(0)} GB of memory`,
    );
    return false;
  });
  const isLarge = process.argv.includes('--large');
  const large = await compare('1 GB', 1e9, 1, [
    hotelctl('csv'),
    ...(isLarge ? [hotelctl('ndjson'), hotelctl('json'), ...fit] : []),
  ]);
  printFigure('CSV', large.own.seconds, 's', 1);
  printFigure('times 100 MB', large.own.seconds / own.seconds, 'x');
  printFigure('resident memory', large.own.peak, 'MiB', 0);
}
