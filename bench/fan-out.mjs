// 50 properties by 12 months from a server that responds after 50 ms, against the floor that no client can pass:
// requests / concurrency x latency. node bench/fan-out.mjs [rounds]
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { environment, isSmallest, medians, peakMemory, printFigure, printTitle } from './measure.mjs';

const rounds = isSmallest ? 1 : Number(process.argv.find(word => /^\d+$/.test(word)) ?? 5);
const [properties, months, concurrency, latency] = [isSmallest ? 2 : 50, 12, 8, 50];
const hotels = isSmallest ? 1 : 40;
const hotelctl = fileURLToPath(new URL('../bin/hotelctl.js', import.meta.url));

const serve = `
const body = JSON.stringify({ total: 1, nationalityBreakdown: [{ countryCode: 'DE', number: 1, percent: 100 }] });
const server = require('node:http').createServer((_, response) => setTimeout(() => {
  response.setHeader('content-type', 'application/json').end(body);
}, ${latency})).listen(0, '127.0.0.1', () => console.log(server.address().port));`;
const server = spawn(process.execPath, ['-e', serve], { stdio: ['ignore', 'pipe', 'inherit'] });
const port = await new Promise(resolve => server.stdout.once('data', data => resolve(String(data).trim())));

try {
  const flags = Array.from({ length: properties }, (_, index) => ['--property', `P${index}`]).flat();
  const name = `${properties} properties x ${months} months`;
  const args = [hotelctl, 'reports', 'room-nights', ...flags, '--period', '2026', '--format', 'csv'];
  const env = {
    ...environment(),
    HOTELCTL_BASE_URL: `http://127.0.0.1:${port}`,
    HOTELCTL_ACCESS_TOKEN: 'bench',
  };
  const results = await medians(
    [
      { name: 'node -e 0', file: process.execPath, args: ['-e', '0'] },
      { name, file: process.execPath, args: [...args, '--concurrency', String(concurrency)], env },
    ],
    rounds,
  );
  const floor = (properties * months * latency) / concurrency;
  const requests = properties * months;
  printTitle(
    'Many requests',
    ` (times the floor: ${requests} requests / ${concurrency} x ${latency} ms = ${floor} ms)`,
  );
  printFigure(name, results.get(name) / floor, 'x', 3);
  const year = await peakOf(isSmallest ? '2026-10' : '2025-11..2026-10');
  const [two, eight] = isSmallest
    ? [year, year]
    : [await peakOf('2024-11..2026-10'), await peakOf('2018-11..2026-10')];
  printFigure('40 hotels x 12 months, memory', year, 'MiB', 0);
  printFigure('40 hotels x 24 months, memory', two, 'MiB', 0);
  printFigure('40 hotels x 96 months, times that of 24 months', eight / two, 'x');
} finally {
  server.kill();
}

/** Peak memory of a report on many hotels, a request for each of them and each month. */
async function peakOf(period) {
  const words = ['reports', 'room-nights', '--all-properties', '--period', period];
  const script = `
    const { spawn } = require('node:child_process');
    const words = ${JSON.stringify([hotelctl, ...words, '--format', 'csv', '--output', '/dev/null'])};
    const child = spawn(process.execPath, words, { stdio: ['ignore', 'ignore', 'inherit'] });
    console.log(child.pid);
    child.on('close', code => { process.exitCode = code; });`;
  const args = [
    hotelctl,
    'sandbox',
    'run',
    '-q',
    '--properties',
    String(hotels),
    '--',
    process.execPath,
    '-e',
    script,
  ];
  const run = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'], env: environment() });
  let peak = 0;
  let look;
  run.stdout.once('data', pid => {
    look = setInterval(() => {
      peak = Math.max(peak, peakMemory(Number(pid)));
    }, 10);
  });
  const code = await new Promise(resolve => run.on('close', resolve));
  clearInterval(look);
  if (code !== 0) throw new Error(`the export from the sandbox ended with ${code}`);
  return peak;
}
