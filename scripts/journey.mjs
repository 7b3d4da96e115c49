// What a hotel runs, for the systems that the tests do not have. It is started in a sandbox, with the words of the program:
//   hotelctl sandbox run -- node scripts/journey.mjs node bin/hotelctl.js
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const [file, ...words] = process.argv.slice(2).map(word => (/[\\/]/.test(word) ? resolve(word) : word));
const folder = mkdtempSync(join(tmpdir(), 'hotelctl-journey-'));
const hotelctl = (line, ...more) => {
  process.stdout.write(`> hotelctl ${line}\n`);
  execFileSync(file, [...words, ...line.split(' '), ...more], { cwd: folder, stdio: 'inherit' });
};
const report = 'reports property-performance --property MUC --period last-month --view days';
try {
  hotelctl('doctor');
  for (const format of ['csv', 'json', 'ndjson', 'xlsx', 'html', 'parquet', 'md']) {
    hotelctl(`${report} --output report.${format}`);
    if (statSync(join(folder, `report.${format}`)).size < 200) throw new Error(`${format} is empty`);
  }
  hotelctl('snapshot take --property MUC');
  hotelctl('pickup --property MUC --since today');
  hotelctl('sync lake --property MUC --report revenues --period last-month');
  // The service manager of a Mac needs the desktop of a signed-in user.
  const scheduler = process.platform === 'win32' ? 'windows' : 'none';
  const job = ['--', ...report.split(' '), '--output', join(folder, 'nights.csv')];
  hotelctl(`schedule add nights --scheduler ${scheduler}`, '--every', 'day 06:30', ...job);
  hotelctl('schedule run nights --now');
  hotelctl('schedule remove nights');
} finally {
  rmSync(folder, { recursive: true });
}
